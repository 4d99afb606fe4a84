// What the scripts of the lanes share beside what Python sends them. A name is a node's actions from
// the root, "12,7,30".

type Score = NonNullable<NestedReply["score"]>; // text, colour, colour of a text on that
type Direction = NrpaMove["direction"];
type NrpaStep = NrpaLane["steps"][number]; // shade, chance, name of the node

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
