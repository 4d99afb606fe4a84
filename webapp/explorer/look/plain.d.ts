// A position as plain values (plain.py).

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
