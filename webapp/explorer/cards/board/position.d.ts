// A position as plain values (plain.py), and a moment of a search on it (drawing.py).

interface PlainPosition {
  cells: string; // a digit each; "": it has another picture
  looks: CellLook[];
  svg: string;
  text: string;
  last: number; // -1: no move
  ending: number[];
  forbidden: number[];
}

// A colour of the light and one of the dark theme.
type Themed = [light: Color, dark: Color];

// A cell of a person's picture.
interface CellLook {
  fill?: Themed;
  ink?: Themed;
  text?: string;
  font?: number;
  stroke?: string; // the data of a path
  mark?: string;
}

// What is the same at all moments of a search.
interface BoardTable {
  board: ShownBoard;
  labels: [x: number, y: number, name: string][];
  search_player?: number;
  joined?: string;
  drops?: boolean;
}

interface BoardMoment extends PlainPosition {
  played: string; // the data of a path
  playedText: string;
  playedAt: [x: number, y: number];
  phase: number;
  ghosts: { cell: number; player: number; ply: string }[];
  children: BoardChild[];
  toPlay: number;
  bars: number[];
  bar: number; // of the last move
  facts: string; // HTML
  context: string;
  badge: string;
}

interface BoardChild {
  x: number;
  y: number;
  color: Color;
  size: number;
  text: string;
  ink: Color;
  chosen: boolean;
}
