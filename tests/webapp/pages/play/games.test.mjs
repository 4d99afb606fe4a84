import assert from "node:assert/strict";
import { test } from "node:test";
import { timeOf, withGame } from "../../../../webapp/explorer/pages/play/games.js";

const game = (id, moves, at = 0) => ({
  id,
  query: `view=play&game=connect4&moves=${moves}`,
  title: "Connect Four",
  told: "2 moves",
  at,
});
const ids = (games) => games.map(({ id }) => id);

test("a game that goes on stays one entry, and comes to the front", () => {
  let games = [game("b", "1"), game("a", "4")];
  games = withGame(games, game("a", "4%204"));
  assert.deepEqual(ids(games), ["a", "b"]);
  assert.match(games[0].query, /moves=4%204$/);
});

test("the same moves are the same game, wherever they are looked at", () => {
  const reopened = { ...game("c", "4%204"), query: "view=play&game=connect4&moves=4+4&at=1" };
  assert.deepEqual(ids(withGame([game("a", "4%204"), game("b", "4")], reopened)), ["c", "b"]);
  const reviewed = { ...reopened, query: `${reopened.query}&review=on` };
  assert.deepEqual(ids(withGame([reopened], { ...reviewed, id: "d" })), ["d"]);
});

test("a game on its way passes through the moves of another, which stays", () => {
  let games = [game("b", "4")];
  games = withGame(games, game("a", "4%203"));
  games = withGame(games, game("c", "4"));
  assert.deepEqual(ids(games), ["c", "a"]); // the same from the beginning: opened again
  games = withGame(games, game("c", "4%203"));
  assert.deepEqual(ids(games), ["c", "a"]);
});

test("opened again, a game has the time at which something was done in it last", () => {
  const [reopened] = withGame([game("a", "4", 5)], game("b", "4", 9));
  assert.equal(reopened.at, 5);
  assert.equal(withGame([reopened], game("b", "4%204", 10))[0].at, 10);
});

test("ten games are kept, and the oldest goes", () => {
  let games = [];
  for (let i = 1; i < 12; i++) games = withGame(games, game(`g${i}`, `${i}`));
  assert.equal(games.length, 10);
  assert.deepEqual([games[0].id, games.at(-1).id], ["g11", "g2"]);
});

test("a game of today has its time, an older one its day", () => {
  const now = new Date(2026, 10, 22, 14, 5).getTime();
  assert.equal(timeOf(game("a", "4", now), now), "14:05");
  assert.equal(timeOf(game("a", "4", now - 36 * 3_600_000), now), "21 Nov");
});
