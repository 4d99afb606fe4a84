// A cell of a person's picture (plain.py), in the colours of the light and of the dark theme.

type Themed = [light: Color, dark: Color];

interface CellLook {
  fill?: Themed;
  ink?: Themed;
  text?: string;
  font?: number;
  stroke?: string; // the data of a path
  mark?: string;
}
