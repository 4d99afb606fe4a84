// The game on the board, who plays it, and how both have seen it.

import { drawPosition } from "../../cards/board/drawing.js";
import { middleOf, spanOf, stonesOf } from "../../look/boards.js";
import { isOutdated, make, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { ENTRANTS } from "../../look/marks.js";
import { begin, drawMark, line, readColors, trace, write } from "./canvas.js";

const HEXAGON = Array.from({ length: 6 }, (_, i) => [
  Math.sin((i * Math.PI) / 3) / Math.sqrt(3),
  -Math.cos((i * Math.PI) / 3) / Math.sqrt(3),
]);
const BARS = 62; // above a board on which stones drop

/** @typedef {[x: number, y: number]} Point */

/**
 * @param {Shell} shell
 * @param {() => RaceEntrants} entrants
 */
export function createGame(shell, entrants) {
  const { one } = shell;
  const canvas = one("[data-game] canvas");
  const seenCanvas = one("[data-expected] canvas");
  const picture = make("div", { class: "race-own-picture", "aria-hidden": "true" });
  const told = make("p", {});
  const own = make("div", { class: "race-own" }, picture, told);
  canvas.after(own);
  /** @type {RaceShownGame | null} */
  let newest = null;

  /** @param {RaceShownGame} game */
  function showWords(game) {
    const { names, slots } = entrants();
    put(one("[data-game-title]"), game.title);
    put(one("[data-game-context]"), game.context);
    const turn = one("[data-turn]");
    if (game.turn) {
      const { entrant, text } = game.turn;
      turn.className = `race-turn right slot-${slots[entrant] + 1}`;
      turn.replaceChildren(entrantMark(slots[entrant], 11), make("span", {}, text));
    } else {
      turn.className = "race-turn right";
      turn.replaceChildren(make("span", {}, game.result || "the game is over"));
    }
    one("[data-thinking]").style.width = `${100 * game.thinking}%`;
    const players = one("[data-players]");
    if (isOutdated(players, game.players, names, slots)) {
      players.replaceChildren(
        ...game.players.map(({ entrant, text, is_proven }) =>
          make(
            "div",
            {},
            entrantMark(slots[entrant], 22),
            make(
              "span",
              {},
              make("b", {}, names[entrant]),
              make(
                "span",
                { class: is_proven ? "race-proven" : "" },
                is_proven ? "its win is proven" : text,
              ),
            ),
          ),
        ),
      );
    }
    const text = `${game.title}: ${game.text}. ${game.result}`;
    put(one("[data-game-text]"), text);
  }

  /** A position of a game of people's own has a picture of its own; under it the candidates. */
  /**
   * @param {RaceShownGame} game
   * @param {PlainPosition} position
   */
  function showOwn(game, position) {
    const key = JSON.stringify(position);
    if (own.dataset.shown !== key) {
      own.dataset.shown = key;
      picture.replaceChildren(drawPosition({ board: game.board, labels: [] }, position, ""));
    }
    put(told, candidatesInWords(game));
    paintSeen(game, readColors(canvas), entrants().slots);
  }

  /** @param {RaceShownGame} game */
  const candidatesInWords = ({ candidates }) =>
    candidates
      .slice(0, 4)
      .map(({ name, text }) => `${name} ${text}`)
      .join("   ");

  function paint() {
    const game = newest;
    canvas.hidden = Boolean(game?.shown);
    own.hidden = !canvas.hidden;
    if (!game) return;
    if (game.shown) {
      showOwn(game, game.shown);
      return;
    }
    const area = begin(canvas);
    if (!area) return;
    const { pen, width, height } = area;
    const colors = readColors(canvas);
    const { slots } = entrants();
    const { board } = game;
    const top = game.drops ? BARS : 6;
    const foot = game.joined ? 52 : 26;
    const size = Math.min((width - 40) / board.width, (height - top - foot) / board.height, 58);
    const spare = height - top - foot - size * board.height;
    const [dx, dy] = [(width - size * board.width) / 2, top + (game.drops ? 0 : spare / 2)];
    /**
     * @param {number} cell
     * @param {number} [player]
     * @returns {Point}
     */
    const at = (cell, player = -1) => {
      const [x, y] = middleOf(board, cell, player);
      return [dx + size * x, dy + size * y];
    };
    /**
     * @param {number} cell
     * @param {number} player
     * @param {number} r
     */
    const around = (cell, player, r) => {
      pen.beginPath();
      cover(pen, board, player, ...at(cell, player), r, size);
    };
    /** @param {number} value */
    const slotOf = (value) => slots[game.sides[value - 1]];
    const isHex = board.shape === "hex";
    const isCrossing = board.shape === "crossing";

    if (!isHex) {
      pen.fillStyle = colors.sunk;
      pen.strokeStyle = colors.line2;
      pen.beginPath();
      pen.roundRect(dx - 8, dy - 6, size * board.width + 16, size * board.height + 12, 10);
      pen.fill();
      pen.stroke();
    }
    const best = game.candidates.find(({ is_best }) => is_best);
    if (game.drops && best && best.cell >= 0) {
      const [x] = at(best.cell);
      pen.fillStyle = colors["accent-bg"];
      pen.fillRect(x - size / 2, dy - 6, size, size * board.height + 12);
    }
    if (isCrossing) {
      const [left, right] = [dx + size / 2, dx + size * (board.width - 0.5)];
      const [low, high] = [dy + size / 2, dy + size * (board.height - 0.5)];
      for (let i = 0.5; i < board.width; i++)
        line(pen, [dx + size * i, low, dx + size * i, high], colors.line2);
      for (let i = 0.5; i < board.height; i++)
        line(pen, [left, dy + size * i, right, dy + size * i], colors.line2);
    }
    for (let cell = 0; cell < game.cells.length; cell++) {
      const [x, y] = at(cell);
      const value = Number(game.cells[cell]);
      pen.beginPath();
      if (isHex) {
        for (const [hx, hy] of HEXAGON) pen.lineTo(x + 0.97 * size * hx, y + 0.97 * size * hy);
        pen.closePath();
        pen.fillStyle = colors["empty-cell"];
        pen.strokeStyle = colors.line2;
        pen.fill();
        pen.stroke();
      } else if (board.dominoes.length) {
        pen.rect(x - 0.47 * size, y - 0.47 * size, 0.94 * size, 0.94 * size);
        pen.fillStyle = colors.surface;
        pen.fill();
      } else if (!value && !isCrossing) {
        pen.arc(x, y, 0.41 * size, 0, 2 * Math.PI);
        pen.fillStyle = colors.surface;
        pen.strokeStyle = colors.line2;
        pen.fill();
        pen.stroke();
      }
    }
    for (const [cell, player] of stonesOf(board, game.cells)) {
      around(cell, player, 0.41);
      stone(pen, colors, slotOf(player + 1), ...at(cell, player), size);
    }
    pen.lineWidth = 5;
    pen.lineJoin = "round";
    for (const { value, points } of board.edges) {
      pen.strokeStyle = colors.entrants[slotOf(value)].color;
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(dx + size * x, dy + size * (board.height - y));
      pen.stroke();
    }
    const rings = game.won.length ? game.won : game.last;
    pen.strokeStyle = colors.ink;
    pen.lineWidth = 2;
    for (const cell of rings) {
      around(cell, Number(game.cells[cell]) - 1, 0.46);
      pen.stroke();
    }
    if (game.way.length) {
      const [from, to] = game.way;
      drawWay(pen, colors, at(from), at(to), size);
    }
    for (const cell of game.forbidden) {
      const [x, y] = at(cell);
      const arm = 0.1 * size;
      line(pen, [x - arm, y - arm, x + arm, y + arm], colors.ink2, 1.6);
      line(pen, [x - arm, y + arm, x + arm, y - arm], colors.ink2, 1.6);
    }
    for (const { cell, text, entrant } of game.ghosts) {
      const player = game.sides.indexOf(entrant);
      const [x, y] = at(cell, player);
      const { color, tint } = colors.entrants[slots[entrant]];
      around(cell, player, 0.39);
      pen.fillStyle = tint;
      pen.fill();
      pen.setLineDash([4, 3]);
      pen.lineWidth = 1.6;
      pen.strokeStyle = color;
      pen.stroke();
      pen.setLineDash([]);
      write(pen, colors.font, text, x, y, {
        color: colors.ink,
        size: 12,
        weight: 600,
        align: "center",
      });
    }
    if (game.drops) {
      bars(pen, colors, game.candidates, at, size, dy);
      for (let column = 0; column < board.width; column++)
        write(
          pen,
          colors.font,
          String(column + 1),
          dx + size * (column + 0.5),
          dy + size * board.height + 18,
          {
            color: colors.ink3,
            size: 12,
            align: "center",
          },
        );
    } else {
      /** @type {{ color: Color, align: CanvasTextAlign }} */
      const look = { color: colors.ink2, align: "center" };
      const under = dy + size * board.height + 20;
      write(pen, colors.font, game.joined, width / 2, under, look);
      write(pen, colors.font, candidatesInWords(game), width / 2, height - 10, look);
    }
    paintSeen(game, colors, slots);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {RaceColors} colors
   * @param {RaceCandidate[]} candidates
   * @param {(cell: number) => Point} at
   * @param {number} size
   * @param {number} bottom
   */
  function bars(pen, colors, candidates, at, size, bottom) {
    for (const { cell, share, mean, visits, text, is_best } of candidates) {
      if (cell < 0) continue;
      const [x] = at(cell);
      const tall = 2 + 32 * (mean ?? 0);
      const wide = size * Math.min(0.9, 0.24 + 1.6 * share);
      const shade = colors.means[Math.round((mean ?? 0) * (colors.means.length - 1))];
      pen.fillStyle = shade;
      pen.fillRect(x - wide / 2, bottom - 10 - tall, wide, tall);
      if (is_best) {
        pen.strokeStyle = colors.ink;
        pen.lineWidth = 1.6;
        pen.strokeRect(x - wide / 2, bottom - 10 - tall, wide, tall);
      }
      write(pen, colors.font, text, x, bottom - 32 - tall, {
        color: colors.ink,
        weight: 600,
        align: "center",
      });
      write(pen, colors.font, String(visits), x, bottom - 19 - tall, {
        color: colors.ink2,
        size: 10,
        align: "center",
      });
    }
  }

  /**
   * @param {RaceShownGame} game
   * @param {RaceColors} colors
   * @param {number[]} slots
   */
  function paintSeen(game, colors, slots) {
    const area = begin(seenCanvas);
    if (!area) return;
    const { pen, width, height } = area;
    const [left, right, top, bottom] = [40, width - 74, 22, height - 22];
    const plies = Math.max(game.opening + 4, game.moves.length, 12);
    /** @param {number} ply */
    const toX = (ply) => left + ((right - left) * ply) / plies;
    /** @param {number} value */
    const toY = (value) => bottom - (bottom - top) * value;
    const { names } = entrants();
    write(
      pen,
      colors.font,
      `Chance that ${names[game.pair[0]]} wins, as each of the two sees it`,
      2,
      8,
      {
        color: colors.ink2,
      },
    );
    for (const value of [0, 0.5, 1]) {
      line(pen, [left, toY(value), right, toY(value)], colors.line);
      write(pen, colors.font, `${100 * value}%`, left - 6, toY(value), {
        color: colors.ink3,
        align: "right",
      });
    }
    pen.fillStyle = colors.sunk;
    pen.fillRect(left, top, toX(game.opening) - left, bottom - top);
    if (toX(game.opening) - left > 30)
      write(pen, colors.font, "book", (left + toX(game.opening)) / 2, (top + bottom) / 2, {
        color: colors.ink2,
        align: "center",
      });
    for (let ply = 4; ply <= plies; ply += plies > 24 ? 8 : 4)
      write(pen, colors.font, String(ply), toX(ply), bottom + 12, {
        color: colors.ink3,
        align: "center",
      });
    write(pen, colors.font, "plies", right + 8, bottom + 12, { color: colors.ink3 });
    game.seen.forEach((points, i) => {
      pen.beginPath();
      for (const [ply, value] of points) pen.lineTo(toX(ply), toY(value));
      pen.lineWidth = 1.8;
      const slot = slots[game.pair[i]];
      pen.strokeStyle = colors.entrants[slot].color;
      pen.stroke();
      for (const [ply, value] of points) drawMark(pen, colors, slot, toX(ply), toY(value), 8);
      const y = top + 12 + 22 * i;
      drawMark(pen, colors, slot, right + 18, y, 10);
      const last = points.at(-1);
      const told = last ? `${Math.round(100 * last[1])}%` : "–";
      write(pen, colors.font, told, right + 28, y, {
        color: colors.ink,
        weight: 600,
      });
    });
  }

  return {
    /** @param {RaceShownGame} next */
    show(next) {
      newest = next;
      showWords(next);
    },
    paint,
  };
}

/**
 * The path around what a stone covers: a circle, or a box over the two cells of a domino.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {ShownBoard} board
 * @param {number} player
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} size
 */
function cover(pen, board, player, x, y, r, size) {
  const [dx, dy] = spanOf(board, player).map((each) => Math.abs(each) * size);
  if (!dx && !dy) pen.arc(x, y, r * size, 0, 2 * Math.PI);
  else {
    const [wide, high] = [dx + 2 * r * size, dy + 2 * r * size];
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, 0.14 * size);
  }
}

/**
 * The way of the last stone: an arrow from a dashed place up to the ring around it.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {RaceColors} colors
 * @param {Point} from
 * @param {Point} to
 * @param {number} size
 */
function drawWay(pen, colors, [x, y], [tx, ty], size) {
  const length = Math.hypot(tx - x, ty - y);
  const [dx, dy] = [(tx - x) / length, (ty - y) / length];
  const [ex, ey] = [tx - 0.5 * size * dx, ty - 0.5 * size * dy];
  /**
   * @param {1 | -1} side
   * @returns {Point}
   */
  const wing = (side) => [
    ex - size * (0.17 * dx - side * 0.1 * dy),
    ey - size * (0.17 * dy + side * 0.1 * dx),
  ];
  pen.strokeStyle = colors.ink2;
  pen.lineWidth = 1.6;
  pen.setLineDash([4, 3]);
  pen.beginPath();
  pen.arc(x, y, 0.36 * size, 0, 2 * Math.PI);
  pen.stroke();
  pen.setLineDash([]);
  for (const { color, wide } of [
    { color: colors.surface, wide: 5.5 },
    { color: colors.ink, wide: 2.4 },
  ]) {
    pen.strokeStyle = color;
    pen.lineWidth = wide;
    pen.lineCap = "round";
    pen.beginPath();
    for (const [px, py] of [[x, y], [ex, ey], wing(1), [ex, ey], wing(-1)]) pen.lineTo(px, py);
    pen.stroke();
  }
  pen.lineCap = "butt";
}

/**
 * Fills the path with a player's colour, and puts the sign in the middle.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {RaceColors} colors
 * @param {number} slot
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function stone(pen, colors, slot, x, y, size) {
  const { color, text } = colors.entrants[slot];
  pen.fillStyle = color;
  pen.fill();
  pen.globalAlpha = 0.85;
  pen.lineWidth = Math.max(1.2, 0.04 * size);
  pen.strokeStyle = text === "#FFFFFF" ? "#FFFFFF" : colors.surface;
  pen.beginPath();
  if (slot === 0) pen.arc(x, y, 0.22 * size, 0, 2 * Math.PI);
  else if (slot > 1) trace(pen, ENTRANTS[slot], x, y, 0.48 * size);
  else pen.rect(x - 0.19 * size, y - 0.19 * size, 0.38 * size, 0.38 * size);
  pen.stroke();
  pen.globalAlpha = 1;
}
