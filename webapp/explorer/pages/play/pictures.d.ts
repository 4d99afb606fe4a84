// The pictures and the status that Python sends to Play (frame.py, players.py, words.py, reviewed.py,
// thinking.py). Rates are the win rates of the search, 0 to 1; null: unknown.

type Outcome = "" | "win" | "draw" | "loss"; // for the search; "": not certain

type PlayTable = PlayPosition & Omit<PlaySaid, "number">;

interface PlayReview {
  done: number;
  of: number;
  playouts: number;
  curve: (number | null)[];
  truth: (number | null)[]; // rates that are certain
  viewpoint: string;
  outcomes: Outcome[];
  mistakes: number[];
  belief: string;
  retry: { isAnswered: boolean; isLast: boolean } | null;
  retryLabel: string;
  canRetry: boolean;
  counts: { small: number; large: number; accuracy: string }[];
  strips: PlayStrip[];
  explore: string;
}

interface PlayStrip {
  title: string;
  value: string;
  note: string;
  boards: {
    number: number;
    name: string;
    cells: string;
    shown?: PlainPosition; // of a game of people's own
    last: number[];
  }[];
}

interface PlayThinking {
  kept: number; // playouts of the tree that was kept
  end: number;
  at: number[];
  lines: { name: string; rates: (number | null)[] }[];
}

interface PlayAttempt {
  yours: (number | null)[]; // after so many moves, null where no score is known
  its: (number | null)[];
  ply: number;
  texts: { yours: string; its: string; total: string };
  whose: string; // moves they are
  done: boolean;
  still: string;
  explore: string; // address of the position in Explore, "" where it has none
}

interface PlayPool {
  kept: number;
  new: number;
  freed: number;
  capacity: number;
  texts: string[];
  text: string;
  playouts: number;
  isFull: boolean;
}

interface PlayStatus {
  frame: number;
  busy: boolean;
  title: string;
  turn: string;
  count: string;
  lead: string;
  narration: string;
  canUndo: boolean;
  canRedo: boolean;
  canHint: boolean;
  canNow: boolean;
  canPause: boolean;
  canReview: boolean;
  isOver: boolean;
  reviewLabel: string;
  noTree: string;
  hasTree: boolean;
  aside: { action: number; label: string } | null;
  ponders: boolean;
  hides: boolean;
  paused: boolean;
  progress: number;
  help: { lead: string; text: string } | null;
  query: string;
  demonstration: { isStill: boolean } | null;
  game: { number: number; told: string };
  message: { number: number; text: string; is_error: boolean } | null;
  pool: PlayPool | null;
  thinking: PlayThinking | null;
  review: PlayReview | null;
  result: { title: string; why: string; summary: string } | null; // beside a review
  attempt: PlayAttempt | null;
  isEdited: boolean;
}
