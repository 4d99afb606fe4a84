// What the scripts share and cannot say themselves: the values that Python sends (view.py of each
// card, bus.py) and what is made of them. Counts, indexes and pixels are numbers; a name
// is a node's actions from the root, "12,7,30".

interface Window {
  Bokeh?: { documents: BokehDocument[]; Models: any; embed: any; require(module: string): any };
  ace?: any; // the editor, when the code card has fetched it
  site?: { ask(): Promise<void>; worker: Worker }; // of the static site: where Python runs
}

interface BokehDocument {
  get_model_by_name(name: string): any;
  on_event(name: string, handler: () => void): void;
}

type Send = (name: string, value?: unknown) => void;
type PageEvent = [name: string, value: unknown];
type Color = string; // as in CSS

// ---- a page's line to Python: JSON texts ----

type Bus = {
  document: BokehDocument;
  properties: Record<string, { change: { connect(handler: () => void): void } }>;
  status: string;
  answer: string;
  events: string;
  upload: string;
  painted: number;
} & Record<string, any>; // and the page's pictures

// ---- a page and the shell (pages/page.py) ----

// What a page's `createPage(shell)` answers; the shell calls what is there.
interface Page {
  needsPython?: boolean; // by default true
  keepsLayout?: boolean; // behind another page: out of sight, but not laid out anew
  pictures?: Record<string, (picture: any) => void>; // what to draw, by the names in `pictures`
  show?(status: any): void; // what `Line.send` sends
  answer?(answer: any): void; // what `Line.answer` sends
  hello?(): Record<string, unknown>; // what `welcome` gets beside what it gets of every page
  // The visitor comes, `changed`: from another page, or within this one to another address;
  // `followed`: by a link to something else than what was left; `given`: Python has been given it.
  open?(visit: { address: URL; changed: boolean; followed: boolean; given: boolean }): void;
  leave?(): void;
  address?(): string; // where the link in the header leads; by default where the page was left
  link?(): SharedLink; // for "Copy link"; by default the address on show
  place?(): string | null; // the address of what is on show, if Python need not be asked for it
  click?(event: MouseEvent): boolean; // whether it was the page's
  keys?: Record<string, string>; // commands by key, "Ctrl+ArrowRight" or "Shift+ArrowUp"
  keepsKey?(element: Element, key: string): boolean; // the element with the focus needs it itself
  press?(command: string): void;
}

interface SharedLink {
  url: string | Promise<string>;
  told: string; // "it opens this table"
}

// What a page's `createPage` is given.
interface Shell {
  name: string; // the page's
  icons: Record<string, string>; // SVG
  one(selector: string): any; // in the page's own parts of the document
  all(selector: string): any[];
  owns(event: Event): boolean; // whether it happened in them
  send: Send; // an event for Python
  isHeard(name: string): boolean; // whether Python has heard the newest event of this name
  upload(text: string): void;
  model(name: string): any; // of Bokeh
  isAnswered(): boolean; // whether Python has said something
  isLost(): boolean; // the server
  isOpen(): boolean; // the page
  isMotionUnwanted(): boolean;
  query(): string; // of the address with which the visitor came to the page first
  toast(text: string, isError: boolean): void;
  dismiss(): void;
  announce(text: string): void; // to screen readers
  open(id: string, opener?: Element): void; // a dialog or a drawer
  close(id: string): void;
  hideMenu(): void;
  copy(what: string, given: string | Promise<string>, told: string): void; // to the clipboard
  go(address: string): void; // which may be another page's
  replace(address: string): void; // the page's own, which Back does not undo
  give(page: string): void; // go to a page that Python has just been given something for
}

// Around the middle of a cell, in cell widths, y downwards.
interface Mark {
  name: string;
  glyph: string;
  radius: number; // of a circle, 0: a polygon
  corners: number[][];
}

// ---- the tree ----

// A frame as the scripts beside it have it.
interface Tree extends TreeFrame {
  actions: string[]; // the nodes' names
  index: Map<string, number>; // of a name
  isTwin: boolean[];
  rowStep: number; // the least between two depths
}

// What an iteration changes of the nodes, and where they are.
type NodeValues = Pick<TreeFrame, "x" | "y" | "radius" | "visits" | "mean" | "edge_width">;

// What was on the screen, in the order of the frame that follows.
interface Before extends NodeValues {
  alpha: number[];
  low: number;
  high: number;
  pills: number[][];
  boxes: number[]; // the widths of the rounds' boxes
}

interface Ghost {
  x: number;
  y: number;
  r: number;
  alpha?: number;
}

// A moment between two frames.
interface Scene extends NodeValues {
  frame: Tree;
  glided: number;
  grown: number; // edges of the path that are drawn
  unrolled: number; // of the playout's line
  popped: number; // size of the new node
  left: number; // edges that the result has still to climb
  leaving: Ghost[];
  starred: number;
  low: number;
  high: number;
  alpha: number[];
  pillX: number[];
  pillY: number[];
  boxWidths: number[];
}

// Where the coordinates of the frame before are in those of the new one.
interface Carry {
  k: number;
  x: number;
  y: number;
}

interface View {
  scale: number;
  left: number; // pixels of the card's corner
  top: number;
  whole: boolean;
}

interface Look extends View {
  width: number;
  height: number;
  zoom: number;
  hasLabels: boolean; // beside the nodes of the path and of the best sequence
  theme: Theme;
  hovered: number; // a node, -1: none
  hoveredPill: number;
  lifted: boolean;
}

type PlainColor =
  | "surface"
  | "sunk"
  | "line2"
  | "ink"
  | "ink2"
  | "ink3"
  | "accent"
  | "edge"
  | "best"
  | "node-line"
  | "select"
  | "expand"
  | "simulate"
  | "backprop"
  | "on-accent"
  | "accent-bg"
  | "empty-cell"
  | "disc-search"
  | "disc-opponent";

interface Theme extends Record<PlainColor, Color> {
  phases: Color[];
  tiles: Color[];
  shades: { fill: Color; text: Color }[];
  font: string;
}

interface Stroke {
  fill?: Color;
  stroke?: Color;
  width?: number;
  dash?: number[];
  cap?: CanvasLineCap;
  alpha?: number;
  open?: boolean; // of a polygon: a line
}

interface Lettering {
  font?: string;
  size?: number;
  weight?: number;
  color?: Color;
  align?: "left" | "center" | "right";
  halo?: Color;
  alpha?: number;
}

interface Pen {
  begin(width: number, height: number, ratio?: number): void;
  curve(points: number[], look: Stroke): void;
  circle(x: number, y: number, radius: number, look: Stroke): void;
  polygon(points: number[][], look: Stroke): void;
  box(x: number, y: number, width: number, height: number, radius: number, look: Stroke): void;
  text(x: number, y: number, text: string, look: Lettering): void;
  measure(text: string, look: Lettering): number;
}

// ---- results ----

// A column of a table; by one with a value it may be sorted.
interface ResultsColumn<T> {
  name: string;
  title?: string;
  note?: string;
  kind?: string;
  rising?: boolean;
  head?: Element; // instead of a title
  value?: (item: T) => number | string | null;
}

interface ResultsRow {
  board: string;
  found: string;
  score: number;
  published: number | null;
  seconds: number;
  difference: number | null;
}
