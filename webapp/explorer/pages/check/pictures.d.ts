// The pictures that Python sends to Check (frame.py, trees.py). Shares and means are 0 to 1.

type CheckVerdict = "right" | "wrong" | "suspicious" | "not examined";

interface CheckReport {
  number: number; // of the request, from 1; 0: there was none yet
  state: "idle" | "running" | "done" | "stopped" | "failed";
  stage: string;
  error: { line: number; text: string } | null;
  fault: { line: string; numbers: number[]; title: string } | null;
  game: string;
  gameTitle: string;
  players: string[];
  seconds: number;
  counts: Record<CheckVerdict, number>;
  lines: CheckLine[];
  current: string; // the line that is being examined
  reading: [field: string, how: string][];
  strength: CheckPoint[];
}

interface CheckLine {
  name: string;
  title: string;
  verdict: CheckVerdict | ""; // "": waited for, and what follows is not there yet
  summary: string;
  said?: string;
  cause?: string;
  chapter?: { name: string; title: string } | null;
  examples?: number;
}

type CheckSide = "yours" | "ours";

// Moves that keep the exact outcome, with the ends of 95 % intervals of their shares.
interface CheckPoint extends Record<CheckSide | `${CheckSide}_low` | `${CheckSide}_high`, number> {
  iterations: number;
  positions: number;
}

interface CheckExample {
  request: number;
  line: string;
  number: number;
  sentence: string;
  position: string;
  toPlay: number;
  players: string[];
  yours: string;
  right: string;
  marked: number; // a row, -1: none
  columns: string[];
  rows: (number | string | null)[][];
  board: {
    board: ShownBoard;
    cells: string;
    moves: Record<string, number>; // the moves' cells
    drops: boolean;
  } | null;
}

interface CheckNode {
  parent: number;
  x: number;
  y: number;
  r: number;
  depth: number;
  edge: number;
  visits: number;
  mean: number | null;
  color: Color;
  text: Color;
  name: string;
  state: "" | "wrong" | "starved";
  exact: number | null;
}

interface CheckTree {
  width: number;
  height: number;
  nodes: CheckNode[];
}

interface CheckReply {
  visits: number;
  color: Color;
  state: string;
}

interface CheckReplies {
  move: string;
  player: number;
  yours: number;
  ours: number;
  rows: { name: string; exact: string | null; yours: CheckReply; ours: CheckReply }[];
}

// `yours` is null where there are no trees, and `why` says the reason.
type CheckTrees =
  | { iterations: number; yours: null; why: string }
  | {
      iterations: number;
      player: number;
      yours: CheckTree;
      ours: CheckTree;
      replies: CheckReplies | null;
      why: string;
    };
