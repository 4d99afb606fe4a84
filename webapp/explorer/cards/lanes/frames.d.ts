// What Python sends of the lanes (view.py, nested_view.py, nrpa_view.py, improvement_view.py). A name
// is a node's actions from the root, "12,7,30"; shares are 0 to 1.

type Score = [text: string, color: Color, ink: Color];

interface LaneBoard {
  cells: string; // a digit a cell, column by column from below; 0: empty; or an SVG text
  at?: string; // the name of the node that a click selects
  pin?: string; // the position whose policy a click shows
  label?: string;
  glyphs?: boolean;
  groups?: number[][];
  played?: number[];
  classes?: string;
}

interface Memory {
  level: number;
  score: string;
  note: string;
  boards: {
    at: string;
    cells: string;
    group: number[];
    points: string;
    moves: number;
    walked: boolean;
    here: boolean;
  }[];
}

// ---- a nested search ----

interface NestedLanes {
  level: number;
  board: ShownBoard;
  phase: number;
  lanes: NestedLane[]; // the outermost level first; one at least
  columns: NestedColumn[];
  hidden: number;
  memories: Memory[];
  playouts: number;
}

interface NestedLane {
  level: number;
  step: string;
  actions: string;
  title: string;
  at: string;
  cells: string;
  groups: number[][];
  trying: number; // a group, -1: none
  marks: { name: string; at: string; x: number; score: Score; new: boolean; best: boolean }[];
  ticks: [text: string, x: number][];
  kept: { x: number; text: string } | null;
  climbed: boolean;
  improved: boolean;
  position: string;
  headline: string;
  more: string;
}

interface NestedColumn extends NestedReply {
  size: string;
  step: number;
  replies: NestedReply[];
  walk: [share: number, color: Color][];
  walked: string;
}

interface NestedReply {
  name: string;
  at: string;
  cells: string;
  score: Score | null;
  share: number;
  now: boolean;
  best: boolean;
}

// ---- a search that learns a policy ----

interface NrpaLanes {
  board: ShownBoard;
  phase: number;
  lanes: NrpaLane[]; // the outermost level first; one at least
  playout: NrpaPlayout;
  policy: NrpaPolicy;
  course: NrpaCourse;
  improvement: Improvement | null;
  playouts: number;
}

type NrpaStep = [shade: number, chance: string, at: string];

interface NrpaLane {
  level: number;
  count: string;
  weights: string;
  share: number;
  now: number;
  caption: string;
  span: number;
  points: [share: number, color: Color, best: number][];
  ends: string[];
  last: Score | null;
  climbed: boolean;
  improved: boolean;
  headline: string;
  more: string;
  best: Score | null;
  beam: NrpaBeam | null;
  memory: Memory | null;
  steps: NrpaStep[];
}

interface NrpaBeam {
  elements: { score: Score; current: boolean; new: boolean; title: string }[];
  rest: number;
}

interface NrpaPlayout {
  title: string;
  counts: string[];
  at: string;
  cells: string;
  group: number[];
  label: string;
  moves: {
    name: string;
    at: string;
    share: number;
    chance: string;
    phase: number;
    points: string;
    shown: boolean;
    pending: boolean;
  }[];
  named: boolean;
  score: Score | null;
}

interface NrpaPolicy {
  title: string;
  place: string;
  position: string;
  pinned: boolean;
  at: string;
  cells: string;
  groups: number[][];
  played: number[];
  columns: string[];
  adapted: boolean;
  moves: NrpaMove[];
  rest: NrpaRest | null; // the moves that have no row of their own
  softmax: NrpaSoftmax | null;
  adaptation: { alpha: string; sums: NrpaSum[] };
}

interface NrpaRest {
  name: string;
  share: number;
  oldShare: number;
  chance: string;
}

type Direction = -1 | 0 | 1;

interface NrpaMove extends NrpaRest {
  tile: number; // 0: a stone
  colour: string;
  size: string;
  weight: string;
  old: string;
  change: string;
  direction: Direction;
  biases: string[];
  marked: boolean;
}

interface NrpaSoftmax {
  name: string;
  symbols: string;
  exponent: string;
  share: string;
  total: string;
  chance: string;
}

interface NrpaSum {
  name: string;
  sum: string;
  new: string;
  note: string;
  direction: Direction;
}

interface NrpaCourse {
  level: number; // 0: none yet
  unit: string;
  rows: { number: string; shades: number[]; new: boolean; score: string; mean: string }[];
  steps: NrpaStep[];
  names: string[];
  mean: string;
  here: number; // a step, -1: none
}

// The changes of a finished sequence.
interface Improvement {
  count: string; // "change 37"
  of: string;
  threshold: string;
  headline: string;
  more: string;
  told: string; // everything that is drawn
  outcome: "open" | "accepted" | "refused";
  cut: number; // moves that the change has kept
  plies: number; // of the sequence
  boards: { at: string; ply: number; cells: string; group: number[] }[];
  begun: number[]; // [ply] changes
  gains: number[]; // [ply] points
  mostBegun: string;
  mostGained: string;
}
