// A match: the game on the board, what has been counted, and the games.

/**
 * @param {Shell} shell
 * @param {() => any} entrants
 */
export function createMatch(shell, entrants) {
  return {
    show(next) {},
    showGames(rows) {},
    paint() {},
    step(by) {},
    click: (data) => false,
    keepsKey: (element, key) => false,
  };
}
