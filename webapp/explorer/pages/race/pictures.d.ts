// The status that Python sends to Race, and what the scripts make for themselves.

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
