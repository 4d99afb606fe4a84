// The lanes of a nested search (nested_view.py), as HTML and SVG. Boards and bars carry the actions
// that lead to their position, so that the page's clicks and hovering find them as everywhere.

import { round } from "../../look/boards.js";
import { draw, make, part } from "../../look/dom.js";
import { board } from "../../look/small_board.js";
import { label, memoryStrip, pill } from "./boards.js";

const MOST_TOLD = 8; // replies with a score below each bar
const LONGEST_TOLD = 5; // signs of a score that has room there

/** @param {NestedColumn} column whether only the best reply's score is told */
const isCrowded = ({ replies }) =>
  replies.length > MOST_TOLD ||
  replies.some(({ score }) => score && score[0].length > LONGEST_TOLD);

/**
 * @param {HTMLElement} container
 * @param {() => boolean} still
 */
export function createNestedLanes(container, still) {
  // ---- a level's step: its results on a number line, its position, what follows ----

  /** @param {NestedLane} lane */
  function numberLine(lane) {
    const line = make("div", { class: "number-line" });
    for (const [text, x] of lane.ticks) {
      const tick = make("span", { class: "tick" }, text);
      tick.style.left = `${100 * x}%`;
      line.append(tick);
    }
    if (lane.kept) {
      const kept = make("span", { class: "kept" }, make("span", {}, lane.kept.text));
      kept.style.left = `${100 * lane.kept.x}%`;
      kept.classList.toggle("at-end", lane.kept.x > 0.5);
      line.append(kept);
    }
    for (const mark of lane.marks) {
      const dot = make("span", {
        class: `dot${mark.new ? " new" : ""}${mark.best ? " best" : ""}`,
        "data-actions": mark.at,
        title: `${mark.name}: ${mark.score[0]}`,
      });
      dot.style.left = `${100 * mark.x}%`;
      dot.style.background = mark.score[1];
      dot.style.zIndex = mark.new ? "3" : mark.best ? "2" : "1";
      line.append(dot);
    }
    // names where there is room: the new one first, then the best ones
    /** @type {[x: number, half: number][]} */
    const taken = [];
    const order = [...lane.marks.keys()].sort(
      (a, b) =>
        Number(lane.marks[b].new) - Number(lane.marks[a].new) || lane.marks[b].x - lane.marks[a].x,
    );
    for (const index of order) {
      const mark = lane.marks[index];
      const half = mark.new ? 0.085 : 0.045;
      if (taken.some(([x, other]) => Math.abs(x - mark.x) < half + other)) continue;
      taken.push([mark.x, half]);
      const name = make(
        "span",
        { class: `dot-name${mark.new ? " new" : ""}` },
        mark.new ? `${mark.name} ${mark.score[0]}` : mark.name,
      );
      name.style.left = `${100 * mark.x}%`;
      // beside the dashed line, not on it
      name.classList.toggle(
        "aside",
        lane.kept !== null && Math.abs(mark.x - lane.kept.x) < (mark.new ? 0.1 : 0.03),
      );
      line.append(name);
    }
    const text = lane.marks.map((mark) => `${mark.name} ${mark.score[0]}`).join(", ");
    return make(
      "div",
      { class: "lane-line" },
      make("p", { class: "lane-caption" }, lane.title),
      line,
      make("p", { class: "hidden-text" }, text || "none yet"),
    );
  }

  /**
   * @param {NestedLanes} data
   * @param {NestedLane} lane
   */
  function upperLane(data, lane) {
    const classes = `lane upper${lane.climbed ? " climbed" : ""}${lane.improved ? " improved" : ""}`;
    return make(
      "section",
      { class: classes, "data-level": lane.level },
      label(`Level ${lane.level}`, lane.step, lane.actions),
      numberLine(lane),
      make(
        "div",
        { class: "lane-board" },
        board(data.board, {
          cells: lane.cells,
          at: lane.at,
          label: lane.position,
          groups: lane.groups,
          played: lane.trying >= 0 ? lane.groups[lane.trying] : [],
        }),
      ),
      make(
        "div",
        { class: "lane-verdict" },
        make("p", {}, lane.position),
        make("p", { class: "headline" }, lane.headline),
        make("p", {}, lane.more),
      ),
    );
  }

  // ---- the unfolded step: a column an action ----

  /** @param {NestedColumn} column */
  const columnClass = (column) => `column${column.now ? " now" : ""}${column.best ? " best" : ""}`;

  /**
   * @param {NestedLanes} data
   * @param {NestedColumn} column
   */
  function child(data, column) {
    const caption = make(
      "div",
      { class: "child-caption" },
      make("span", {}, make("b", {}, column.name), ` ${column.size}`),
    );
    if (column.score) caption.append(pill(column.score));
    return make(
      "div",
      { class: `${columnClass(column)} child${column.score || column.now ? "" : " untried"}` },
      board(data.board, { cells: column.cells, at: column.at, label: `after ${column.name}` }),
      caption,
    );
  }

  /**
   * @param {NestedLanes} data
   * @param {NestedColumn} column
   */
  function bars(data, column) {
    const crowded = isCrowded(column);
    const list = make("div", { class: `replies${crowded ? " crowded" : ""}` });
    for (const reply of column.replies) {
      const bar = make("span", { class: "bar" });
      bar.style.height = `${8 + 92 * reply.share}%`;
      if (reply.score) bar.style.background = reply.score[1];
      const item = make("div", {
        class: `reply${reply.now ? " now" : ""}${reply.best ? " best" : ""}${reply.score ? "" : " untried"}`,
        "data-actions": reply.at,
        title: `${reply.name}: ${reply.score?.[0] ?? "not played yet"}`,
      });
      if (reply.cells)
        item.append(
          board(data.board, {
            cells: reply.cells,
            at: reply.at,
            label: `after ${reply.name}`,
            glyphs: false,
          }),
        );
      item.append(make("div", { class: "bar-room" }, reply.score ? bar : ""));
      if (!crowded) item.append(make("span", { class: "reply-score" }, reply.score?.[0] ?? "·"));
      list.append(item);
    }
    return list;
  }

  /**
   * The remembered score after each step of a column's search, as a step line.
   *
   * @param {NestedColumn} column
   */
  function walk(column) {
    const svg = draw("svg", {
      class: "walk",
      viewBox: "0 0 100 36",
      preserveAspectRatio: "none",
      "aria-hidden": true,
    });
    const room = make("div", { class: "walk-room" }, svg);
    const count = column.walk.length;
    if (count) {
      const gap = Math.min(14, 60 / Math.max(1, count - 1));
      let path = "";
      column.walk.forEach(([share, color], index) => {
        const x = round(4 + index * gap);
        const y = round(30 - 24 * share);
        path += index ? `H${x}V${y}` : `M${x} ${y}`;
        if (count <= 24) {
          const dot = make("span", { class: "walk-dot" });
          dot.style.left = `${x}%`;
          dot.style.top = `${y}px`;
          dot.style.background = color;
          room.append(dot);
        }
      });
      svg.append(draw("path", { d: path, "vector-effect": "non-scaling-stroke" }));
      const [share] = column.walk[count - 1];
      const end = make("span", { class: "walk-end" }, column.walked);
      end.style.left = `calc(${4 + (count - 1) * gap}% + 8px)`;
      end.style.top = `${30 - 24 * share}px`;
      room.append(end);
    }
    return room;
  }

  /**
   * @param {NestedLanes} data
   * @param {NestedColumn} column
   */
  function leaves(data, column) {
    const element = make("div", { class: `${columnClass(column)} leaves` });
    element.append(bars(data, column));
    const best = column.replies.find((reply) => reply.best)?.score;
    const isTold = isCrowded(column) && best;
    element.append(
      make(
        "span",
        { class: "step-of" },
        column.step ? `step ${column.step}` : "",
        isTold ? ", best " : "",
        isTold ? make("b", {}, best[0]) : "",
      ),
    );
    element.append(walk(column));
    return element;
  }

  /**
   * Below level 1 a column is a single playout.
   *
   * @param {NestedColumn} column
   */
  function scoreBar(column) {
    const bar = make("span", { class: "bar" });
    if (column.score) {
      bar.style.height = `${8 + 92 * column.share}%`;
      bar.style.background = column.score[1];
    }
    return make(
      "div",
      { class: `${columnClass(column)} leaves` },
      make(
        "div",
        { class: "replies" },
        make(
          "div",
          { class: "reply", "data-actions": column.at },
          make("div", { class: "bar-room" }, column.score ? bar : ""),
        ),
      ),
    );
  }

  /** @param {NestedLanes} data */
  function columnLanes(data) {
    const parent = data.lanes[data.lanes.length - 1];
    const below = parent.level - 1;
    const weights = data.columns.map(
      (column) => `minmax(84px, ${Math.min(9, Math.max(4, column.replies.length))}fr)`,
    );
    const template = `var(--label) ${weights.join(" ")}`;
    const rest = data.hidden ? [`${data.hidden} more on the`, "number line"] : [];
    const first = make(
      "section",
      { class: "lane children", "data-level": below },
      label(`Level ${below}`, below ? "one search" : "one playout", "per action", ...rest),
      ...data.columns.map((column) => child(data, column)),
    );
    first.style.gridTemplateColumns = template;
    if (parent.level === 1) {
      const scores = make(
        "section",
        { class: "lane leaf-lane scores" },
        label("Scores", "of the playouts"),
        ...data.columns.map((column) => scoreBar(column)),
      );
      scores.style.gridTemplateColumns = template;
      return [first, scores];
    }
    const second = make(
      "section",
      { class: "lane leaf-lane", "data-level": below - 1 },
      label(`Level ${below - 1}`, below === 1 ? "one playout" : "one search", "per reply"),
      ...data.columns.map((column) => leaves(data, column)),
    );
    part(second, ".lane-label").append(
      make("span", { class: "walks-on" }, `then level ${below}`, make("br"), "walks on"),
    );
    second.style.gridTemplateColumns = template;
    return [first, second];
  }

  // ---- what is remembered ----

  /**
   * @param {NestedLanes} data
   * @param {MemoryStrip} memory
   * @param {boolean} old
   */
  function memoryRow(data, memory, old) {
    const classes = `memory-score${memory.note === "new best" ? " new" : ""}${old ? " old" : ""}`;
    return make(
      "div",
      { class: "memory-line" },
      memoryStrip(data.board, memory, { old }),
      make("div", { class: classes }, make("b", {}, memory.score), make("span", {}, memory.note)),
    );
  }

  /** @param {NestedLanes} data */
  function memoryLane(data) {
    const level = data.memories[0]?.level;
    const title =
      level === undefined
        ? ["no sequence", "yet"]
        : level === 0
          ? ["the playout"]
          : ["best sequence", `of level ${level}`];
    return make(
      "section",
      { class: "lane memory" },
      label(level === 0 ? "Level 0" : "Memory", ...title),
      make(
        "div",
        { class: "memory-rows" },
        ...data.memories.map((memory, index) => memoryRow(data, memory, index > 0)),
      ),
    );
  }

  // ---- lines from the unfolded position to its columns, and the result that climbs ----

  /** @type {NestedLanes | null} */
  let shown = null;
  let climbing = "";
  let followed = ""; // the column that was scrolled into view
  // stays from moment to moment, so that it keeps the focus and its place
  const scroller = make("div", {
    class: "lanes-scroll",
    tabindex: 0,
    role: "group",
    "aria-label": "Lanes",
  });

  /**
   * Where the lanes are wider than the card, a column comes into view when its search begins.
   *
   * @param {NestedLanes} data
   */
  function follow({ columns }) {
    const column = columns.find(({ now }) => now);
    if (!column || column.at === followed) return;
    followed = column.at;
    const element = part(scroller, ".child.now");
    const left = element.offsetLeft - scroller.scrollLeft;
    if (left < 100 || left + element.offsetWidth > scroller.clientWidth) {
      scroller.scrollLeft = element.offsetLeft - 110;
    }
  }

  /** @param {NestedLanes} data */
  function connect(data) {
    const svg = container.querySelector(".links");
    if (!svg || !data.columns.length) return;
    const origin = part(scroller, ".lanes-content").getBoundingClientRect();
    const from = part(container, ".upper:last-of-type .lane-board").getBoundingClientRect();
    const x0 = Math.min(Math.max(from.left + from.width / 2 - origin.left, 20), origin.width - 20);
    svg.replaceChildren();
    const boards = [...container.querySelectorAll(".child")];
    /** @type {(x: number, y0: number, x1: number, y1: number) => string} */
    const link = (x, y0, x1, y1) =>
      `M${round(x)} ${y0}C${round(x)} ${y0 + 22} ${round(x1)} ${y1 - 22} ${round(x1)} ${y1}`;
    /** @type {{ now: boolean, path: SVGPathElement, isChild: boolean }[]} */
    const lines = [];
    boards.forEach((element, index) => {
      const box = part(element, "svg").getBoundingClientRect();
      const d = link(x0, 0, box.left + box.width / 2 - origin.left, round(box.top - origin.top));
      const { now, score } = data.columns[index];
      const path = draw("path", { class: now ? "link now" : score ? "link" : "link untried", d });
      lines.push({ now, path, isChild: true });
    });
    for (const element of container.querySelectorAll(".leaves")) {
      const fan = [...element.querySelectorAll(".reply")];
      const box = element.getBoundingClientRect();
      const top = box.top - origin.top;
      for (const reply of fan.length <= 24 ? fan : []) {
        const target = reply.getBoundingClientRect();
        const x1 = target.left + target.width / 2 - origin.left;
        const x = box.left + box.width / 2 - origin.left;
        const d = `M${round(x)} ${round(top - 6)}C${round(x)} ${round(top + 4)} ${round(x1)} ${round(top)} ${round(x1)} ${round(top + 12)}`;
        const now = reply.classList.contains("now");
        const path = draw("path", { class: now ? "link now thin" : "link thin", d });
        lines.push({ now, path, isChild: false });
      }
    }
    lines.sort((a, b) => Number(a.now) - Number(b.now));
    svg.append(...lines.map(({ path }) => path));
    const top = data.lanes[data.lanes.length - 1];
    const mark = top.climbed ? top.marks.find((each) => each.new) : null;
    const climbed = lines.find(({ now, isChild }) => now && isChild);
    if (mark && climbed) raise(svg, climbed.path, mark.score[0], data.playouts);
  }

  /**
   * The new result on its way up: it ends on the line, where it can be read.
   *
   * @param {Element} svg
   * @param {SVGPathElement} path
   * @param {string} score
   * @param {number} playouts
   */
  function raise(svg, path, score, playouts) {
    const length = path.getTotalLength();
    const end = path.getPointAtLength(0.45 * length);
    const width = 22 + 7.5 * score.length;
    const group = draw(
      "g",
      { class: "climbing" },
      draw("rect", { x: -width / 2, y: -11, width, height: 22, rx: 11 }),
      draw("text", { y: 4.5, "text-anchor": "middle" }, `▲${score}`),
    );
    group.style.transform = `translate(${end.x}px, ${end.y}px)`;
    svg.append(group);
    const key = JSON.stringify([playouts, score]);
    if (key === climbing || still()) return;
    climbing = key;
    const frames = [1, 0.8, 0.6, 0.45].map((share) => {
      const point = path.getPointAtLength(share * length);
      return { transform: `translate(${point.x}px, ${point.y}px)` };
    });
    group.animate(frames, { duration: 240, easing: "cubic-bezier(.65, 0, .35, 1)" });
  }

  new ResizeObserver(() => {
    if (shown) connect(shown);
  }).observe(container);

  /** @param {Partial<NestedLanes>} next without lanes where there is no nested search */
  return (next) => {
    if (!next.lanes) return;
    const data = /** @type {NestedLanes} */ (next);
    shown = data;
    container.dataset.uppers = String(data.lanes.length);
    container.dataset.level = String(data.level);
    const content = make(
      "div",
      { class: "lanes-content" },
      draw("svg", { class: "links", "aria-hidden": true }),
    );
    if (data.columns.length) content.append(...columnLanes(data));
    content.append(memoryLane(data));
    if (scroller.parentElement !== container) container.replaceChildren(scroller);
    while (scroller.previousSibling) scroller.previousSibling.remove();
    scroller.before(...data.lanes.map((lane) => upperLane(data, lane)));
    scroller.replaceChildren(content);
    container.className = `canvas lanes phase-${data.phase || 1}`;
    follow(data);
    connect(data);
  };
}
