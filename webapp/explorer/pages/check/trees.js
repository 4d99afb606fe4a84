// Their tree beside ours at one position, and the visits of the replies to a move.

import { draw, make } from "../../look/dom.js";
import { number, plural, shortCount } from "../../look/numbers.js";

const ROOM_FOR_VISITS = 8;
const NAMED_DEPTH = 2;
const STATES = { wrong: "on the wrong side of the exact value", starved: "starved of visits" };

/** @param {number | null} mean */
const percent = (mean) => (mean === null ? "–" : `${number(100 * mean)}%`);

/** @param {CheckNode} node */
function told(node) {
  const name = node.name || "root";
  const exact = node.exact === null ? "" : `, exact ${percent(node.exact)}`;
  const state = node.state ? `, ${STATES[node.state]}` : "";
  return `${name}: ${plural(node.visits, "visit")}, win rate ${percent(node.mean)}${exact}${state}`;
}

/**
 * @param {CheckTree} tree
 * @param {string} label
 */
function drawing({ width, height, nodes }, label) {
  const svg = draw("svg", {
    class: "check-tree",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": label,
  });
  for (const { parent, x, y, edge } of nodes) {
    if (parent < 0) continue;
    const above = nodes[parent];
    const middle = (above.y + y) / 2;
    svg.append(
      draw("path", {
        class: "check-edge",
        d: `M${above.x} ${above.y}C${above.x} ${middle} ${x} ${middle} ${x} ${y}`,
        "stroke-width": edge,
      }),
    );
  }
  /** @type {Record<number, number>} */
  const named = {}; // the right end of the names in a row
  for (const node of nodes) {
    const { x, y, r, depth, state } = node;
    const group = draw("g", { class: `check-node ${state}`, "data-move": node.name });
    group.append(draw("title", {}, told(node)));
    if (state) group.append(draw("circle", { class: "ring", cx: x, cy: y, r: r + 2.6 }));
    group.append(draw("circle", { class: "disc", cx: x, cy: y, r, fill: node.color }));
    if (r > ROOM_FOR_VISITS)
      group.append(
        draw("text", { class: "visits", x, y: y + 3, fill: node.text }, shortCount(node.visits)),
      );
    const half = 3.4 * node.name.length;
    if (depth && depth <= NAMED_DEPTH && x - half > (named[depth] ?? -99)) {
      const isFit = depth === 1 || r > 4 || state;
      if (isFit) {
        group.append(draw("text", { class: "name", x, y: y + r + (state ? 13 : 11) }, node.name));
        named[depth] = x + half;
      }
    }
    svg.append(group);
  }
  return svg;
}

/**
 * @param {CheckTree} tree
 * @param {string} title
 * @param {string} player
 */
function column(tree, title, player) {
  const [root] = tree.nodes;
  const exact = root.exact === null ? "" : `, exact ${percent(root.exact)}`;
  const faults = tree.nodes.filter(({ state }) => state).length;
  return make(
    "div",
    {},
    make("h3", {}, title, make("span", {}, ` win rate of ${player} ${percent(root.mean)}${exact}`)),
    drawing(
      tree,
      `${title}: ${plural(tree.nodes.length, "node")} drawn, ${number(faults)} of them marked`,
    ),
  );
}

/** @param {CheckReplies} replies @param {string[]} names of the players */
function table({ move, player, yours, ours, rows }, names) {
  /**
   * @param {CheckReply} side
   * @param {number} of
   */
  const bar = (side, of) => {
    const fill = make("i", {});
    fill.style.width = `${Math.round((100 * side.visits) / Math.max(1, of))}%`;
    fill.style.background = side.color;
    return [
      make("td", { class: side.state }, make("span", { class: "check-share" }, fill)),
      make("td", { class: `count ${side.state}` }, number(side.visits)),
    ];
  };
  /** @param {string} text */
  const head = (text) => make("th", { scope: "col", colspan: 2 }, text);
  return make(
    "table",
    { class: "check-replies" },
    make(
      "caption",
      {},
      `${move ? `After ${move}, ` : ""}${names[player]} to move: visits of each reply`,
    ),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", { colspan: 2 }),
        head(`yours, ${number(yours)}`),
        head(`ours, ${number(ours)}`),
      ),
    ),
    make(
      "tbody",
      {},
      ...rows.map((row) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, row.name),
          make("td", {}, row.exact ?? ""),
          ...bar(row.yours, yours),
          ...bar(row.ours, ours),
        ),
      ),
    ),
  );
}

/**
 * @param {string} kind
 * @param {string} text
 */
const key = (kind, text) =>
  make(
    "span",
    { class: "check-key" },
    draw(
      "svg",
      {
        width: 16,
        height: 16,
        viewBox: "-8 -8 16 16",
        "aria-hidden": "true",
        class: `check-node ${kind}`,
      },
      draw("circle", { class: "ring", r: 6.6 }),
    ),
    text,
  );

/**
 * @param {Shell} shell
 * @param {CheckTrees} trees
 * @param {{ state: string, players: string[] }} report
 */
export function showTrees(shell, trees, { state, players }) {
  const box = shell.one("[data-check-trees]");
  const context = shell.one("[data-check-trees-context]");
  const { pair } = trees;
  context.textContent = pair
    ? `the same position, ${plural(trees.iterations, "iteration")} each`
    : "";
  if (!pair) {
    /** @type {Record<string, string>} */
    const waits = {
      idle: "Yours beside ours, after the check.",
      running: "They come when the check is done.",
      done: trees.why,
    };
    box.replaceChildren(make("p", { class: "check-none" }, waits[state] ?? "There are no trees."));
    return;
  }
  const player = players[pair.player];
  const shades = make("span", { class: "check-shades", "aria-hidden": "true" });
  box.replaceChildren(
    make(
      "p",
      { class: "check-legend" },
      make("span", { class: "check-key" }, `Win rate of ${player} 0%`, shades, "100%"),
      key("wrong", "wrong side"),
      key("starved", "starved"),
    ),
    make(
      "div",
      { class: "check-pair" },
      column(pair.yours, "Yours", player),
      column(pair.ours, "Ours", player),
    ),
    ...(pair.replies ? [table(pair.replies, players)] : []),
  );
}
