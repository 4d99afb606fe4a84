// The pictures that Python sends to Race (form.py, board_frame.py, target_frame.py), and
// what the scripts make of them.

// What the form says of the entrants, and how the visitor has them emphasised.
interface RaceEntrants {
  names: string[];
  shorts: string[];
  slots: number[]; // colour and shape, from 0
  emphasis: number | null; // a slot
  bands: boolean;
  state: string;
  still: boolean;
}

interface RaceTick {
  at: number;
  text: string;
}

interface RaceForm {
  sizes: string[]; // of boards to choose from
  hasChance: boolean;
  isGames: boolean; // whole games with chance are played, not searched once
  name: string;
  game: string;
  kind: "boards" | "match";
  slots: number[];
  entrants: RaceFormEntrant[];
  of: string;
  canAdd: boolean;
  canRemove: boolean;
  addTitle: string;
  format: string; // "" of two, or of one player
  choices: { value: string; text: string; group: string }[];
  isOwn: boolean;
  hasBoards: boolean;
  scopes: [value: string, text: string][];
  mine: RaceOwnGame | null;
  rules: { name: string; label: string; choices: string[]; value: string }[];
  fields: Record<string, string>;
  by: string;
  place: number; // of the amount on its slider, 0 to 1
  amount: string;
  hasSprt: boolean;
  risk: string;
  plan: { rows: string[][]; words: string } | null;
  error: { field: string; text: string } | null;
  command: string;
  key: string;
  query: string;
}

interface RaceFormEntrant {
  name: string;
  about: string;
  is_changed: boolean;
  short: string;
  base: string;
  changes: string;
  own: string;
}

interface RaceOwnGame {
  title: string;
}

interface RaceStatus {
  state: string;
  isEarlier: boolean;
  busy: boolean;
  narration: [text: string, style: string][];
  disabled: string[];
  canUndo: boolean;
  speed: number;
  speeds: number[];
  speedText: string;
  round: string;
  message: { number: number; text: string; is_error: boolean } | null;
  done: number;
  at: number;
  frame: number;
  [text: string]: unknown; // written into the page where an element names it
}

// ---- one player ----

// What changes with the version of the run's lines; y is a score, null: unknown.
interface RaceCurves {
  x: number[];
  ticks: RaceTick[];
  unit: string;
  yLow: number;
  yHigh: number;
  yTicks: RaceTick[];
  passed: number; // places left of the playhead
  seeds: (number | null)[][][]; // [entrant, round, place] of one board; [] of all
  entrants: RaceCurve[];
}

interface RaceCurve {
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
  leads: (number | null)[]; // shares of the pairs
}

// What changes with the playhead.
interface RaceChart {
  at: number;
  atText: string;
  showsPlayhead: boolean;
  leftText: string;
  rightText: string;
  endTitle: string;
  entrants: RaceTip[];
  passings: RacePassing[];
}

interface RaceTip {
  isOut: boolean;
  tip: number | null; // the mean at the playhead
  end: number | null;
  endText: string;
  flatFrom: number | null; // where all its runs are over
  leadText: string;
}

interface RacePassing {
  x: number;
  y: number;
  entrant: number;
  other: number;
  text: string;
}

interface RaceRanks {
  boards: string[];
  rounds: { title: string; isDone: boolean; rows: (number[] | null)[] }[];
  means: string[];
}

interface RaceProgress {
  ranks: RaceRanks;
  rounds: { name: string; share: number; text: string }[];
}

interface RaceResults {
  differences: RaceDifferences;
  profile: RaceProfile;
  distribution: RaceProfile;
  measures: RaceMeasures;
}

interface RaceDifferences {
  low: number;
  high: number;
  ticks: RaceTick[];
  pairs: number;
  about: string;
  method: string;
  rows: RaceDifference[];
}

interface RaceDifference {
  first: number;
  second: number;
  mean: number;
  ends: number[] | null;
  lasting: number[] | null;
  points: string;
  interval: string;
  verdict: string;
  lastingText: string;
  isDecided: boolean;
  better: number;
  betterText: string;
  betterTitle: string;
}

interface RaceProfile {
  lines: (number[] | null)[]; // shares of the pairs, even along the axis
  axis: string;
  ticks: RaceTick[];
  middle?: string; // of the profile alone
  target?: string | null; // of the times to a target alone; null: none is given
}

interface RaceMeasures {
  heads: [text: string, title: string][];
  rows: (string[] | null)[];
}

interface RaceThumbnails {
  board: ShownBoard;
  cells: string[];
  names: string[];
}

interface RaceBoards {
  number: number;
  title: string;
  context: string;
  entrants: RaceBoardFacts[];
}

interface RaceBoardFacts {
  score: string;
  rank: string;
  isFirst: boolean;
  rate: string;
  won: boolean[];
  wonText: string;
  failure: string;
  isLeftOut: boolean;
}

interface RaceSequences {
  key: string;
  entrants: { positions: (string | PlainPosition)[]; groups: number[][]; first?: number }[]; // moves before
}

// ---- colours ----

interface RaceColors extends Record<RaceColor, Color> {
  tiles: [fill: Color, glyph: Color][];
  entrants: { color: Color; tint: Color; text: Color }[];
  means: Color[];
  font: string;
}

type RaceColor =
  | "surface"
  | "surface2"
  | "sunk"
  | "line"
  | "line2"
  | "ink"
  | "ink2"
  | "ink3"
  | "accent"
  | "accent-bg"
  | "on-accent"
  | "empty-cell"
  | "error";
