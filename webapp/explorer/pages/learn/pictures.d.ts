// The pictures and the status that Python sends to Learn (lesson.py, checker.py, checking.py,
// trying.py).

type Piece = [text: string, kind: string];

interface LearnLesson {
  chapter: string;
  number: number;
  part: string;
  game: string;
  name: string;
  step: number; // from 1
  of: number;
  title: string;
  paragraphs: Piece[][];
  calls: number[][]; // the actions of the callouts
  names: string[]; // what the called things are
  node: number[];
  show: string; // the card that the step is about
  question: LearnQuestion | null;
  claim: LearnClaim | null; // with a chapter's last step
  source: { title: string; address: string; answer: Piece[][] };
  following: { name: string; title: string } | null;
}

interface LearnQuestion {
  ask: Piece[];
  on: string;
  state: "open" | "wrong" | "right" | "skipped";
  said: Piece[];
  answer: string;
  choices: { action: number; name: string; x: number; y: number }[];
}

interface LearnClaim {
  text: Piece[];
  block: number; // seeds of a press
  rows: { label: string }[];
  contrasts: { more: string; less: string; claimed: number | null }[];
  counted: string;
  other: string;
}

interface LearnCheck {
  seeds: [first: number, last: number];
  done: number;
  total: number;
  over: boolean;
  verdict: "" | "holds" | "open" | "fails";
  rows: LearnCheckRow[];
  contrasts: { found: number; intervals: [low: number, high: number][] }[];
}

interface LearnCheckRow {
  label: string;
  dots: string; // a digit a seed
  count: number;
  query: string;
}

interface LearnChecked {
  chapter: string;
  seconds: number;
  running: boolean;
  problem: string;
  check: LearnCheck | null;
}

interface LearnCurve {
  values: number[];
  counts: [count: number, total: number][];
  block: number;
  counted: string;
  running: boolean;
}

interface LearnControl {
  parameter: string;
  label: string;
  values: (string | boolean)[]; // []: a slider
  low: number;
  high: number;
  value: string | boolean | number;
  own: string | boolean | number; // as the step has it
}

// `{}` where nothing can be changed.
interface LearnTrying {
  controls: LearnControl[];
  said: Piece[];
  curve: LearnCurve | null;
}

interface LearnStatus {
  waiting: boolean;
  problem: string;
  at: { chapter: string; step: number };
  // as soon as the search of a step is there
  texts?: Record<string, string>;
  steps?: number;
  busy?: boolean;
  changed?: boolean;
  moves?: number;
  view?: string;
  hovered?: string | null;
  aimed?: string;
}
