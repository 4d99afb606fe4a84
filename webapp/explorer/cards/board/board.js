// The board card: the position on show, the facts beside it, and what the pointer means on it.

import { draw, make } from "../../look/dom.js";
import { drawBars, drawPosition, pointedAt } from "../../look/position.js";
import { meaning, placeNear, takenIn } from "./pointing.js";

/**
 * @param {HTMLElement} canvas
 * @param {(actions: number[] | null) => void} hover
 * @param {(actions: number[]) => void} select
 */
export function createBoard(canvas, hover, select) {
  const square = make("div", { class: "board-square" });
  const facts = make("div", { class: "board-facts" });
  const bars = make("div", { class: "board-bars" });
  canvas.replaceChildren(make("div", { class: "board-row" }, square, facts), bars);
  /** @type {BoardPicture | null} */
  let shown = null;
  let linked = ""; // the actions of the node pointed at anywhere
  let pointed = ""; // of the one pointed at here
  /** @type {import("./pointing.js").Lifted} */
  let lifted = { selected: "", cell: -1 };

  const over = draw("g"); // what is pointed at: drawn alone, for a board may have thousands of parts

  function redraw() {
    const side = square.clientWidth;
    if (!shown || !side) return;
    const { table, moment, ways, groups, places } = shown;
    const origins = [...new Set(ways.map(([from]) => from).filter((from) => from !== undefined))];
    const about = moment.badge ? `${moment.context}, ${moment.badge}` : moment.context;
    const taken = takenIn(shown, lifted);
    const look = { side, groups, places, taken, origins, within: square };
    square.replaceChildren(drawPosition(table, moment, about, look));
    square.querySelector("svg")?.append(over);
    mark();
  }

  function mark() {
    if (!shown) return;
    const [parent, action] = splitAt(linked);
    const isHere = linked !== "" && parent === shown.selected.join();
    const at = isHere ? hoveredIn(shown, shown.actions.indexOf(action)) : [];
    over.replaceChildren(...(at.length ? [pointedAt(shown.table, shown.places, at)] : []));
  }

  /** @param {BoardPicture} picture */
  function show(picture) {
    shown = picture;
    const { moment } = picture;
    if (facts.innerHTML !== moment.facts) facts.innerHTML = moment.facts;
    bars.replaceChildren(...(moment.bars.length ? [drawBars(moment)] : []));
    redraw();
  }

  /**
   * The place at a point of the screen, -1 for none.
   *
   * @param {MouseEvent} event
   */
  function placeAt({ clientX, clientY }) {
    const svg = /** @type {SVGSVGElement | null} */ (square.querySelector("svg"));
    const matrix = svg?.getScreenCTM();
    if (!shown || !matrix) return -1;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return placeNear(shown, x, y);
  }

  /** @param {PointerEvent | null} event */
  function point(event) {
    const place = event && shown ? placeAt(event) : -1;
    const action = shown && place >= 0 ? meaning(shown, place, takenIn(shown, lifted)) : -1;
    const actions = shown && action >= 0 ? [...shown.selected, action] : null;
    const name = actions ? actions.join() : "";
    if (name === pointed) return;
    pointed = name;
    hover(actions);
  }

  square.addEventListener("click", (event) => {
    const place = placeAt(event);
    if (!shown || place < 0) return;
    const action = meaning(shown, place, takenIn(shown, lifted));
    if (action >= 0) select([...shown.selected, action]);
    else if (shown.ways.some(([from]) => from === place)) {
      lifted = { selected: shown.selected.join(), cell: place };
      redraw();
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") point(event);
  });
  canvas.addEventListener("pointerleave", () => point(null));
  new ResizeObserver(redraw).observe(square);

  return {
    show,
    /** @param {string | null} [name] of the node pointed at in any of the views, its actions */
    link(name) {
      if ((name ?? "") === linked) return;
      linked = name ?? "";
      mark();
    },
    dress: redraw, // for another theme, whose ink a drawing of somebody's has
  };
}

/**
 * What is marked of an action that is pointed at: of a stone where it is put, or both ends of its way.
 *
 * @param {BoardPicture} picture
 * @param {number} i its place among the actions
 */
function hoveredIn({ means, ways, table: { board } }, i) {
  const cells = means[i] ?? [];
  const isPut = board.pieces === "stones" && !board.dominoes.length && !ways[i]?.length;
  return isPut && board.x.length ? cells.slice(0, 1) : cells;
}

/**
 * The actions to the parent of a node, and the last one.
 *
 * @param {string} name
 * @returns {[parent: string, action: number]}
 */
function splitAt(name) {
  const at = name.lastIndexOf(",");
  return [name.slice(0, Math.max(at, 0)), Number(name.slice(at + 1))];
}
