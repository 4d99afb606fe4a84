// The form and the status that Python sends to Race, and what the scripts make for themselves.

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
