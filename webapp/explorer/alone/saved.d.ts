// What a saved file holds (packing.py, moments.py), and what is unpacked of it.

// What is told once of a person's cells is told by its place among the looks of the file.
type Packed<P extends { looks: CellLook[] }> = Omit<P, "looks"> & { looks: number[] };

interface SavedHead {
  moments: number;
  columns: Record<string, number>; // parts of one that are written, by the name of a number of nodes
  exact: string[]; // numbers of nodes that are written out
  nodes: [parent: number, action: number, name: string, tile: number][];
  tables: Record<string, unknown[]> & { steps: number[] }; // values by their places, from 1
  parts: unknown[];
  streams: [name: string, length: number][];
  table: BoardTable & { looks: CellLook[] };
  positions: Packed<PlainPosition>[];
  phases: string[];
  hasBest: boolean;
  slots: number; // for the boards of the strip
}

type OfNodes = "parent" | "action" | "names" | "tiles" | keyof NodeValues | "top";
type OfPills = "pill_parent" | "pill_x" | "pill_y" | "pill_text" | "pill_opens";

type SavedTree = Pick<TreeFrame, OfNodes | OfPills>;

// What is not of single nodes, with the board as `board.cells` and the boards of the strip as `strip.0`.
interface SavedRest extends Omit<TreeFrame, OfNodes | OfPills> {
  texts: Record<string, string>;
  sentence: [text: string, style: string][];
  score: number | null;
  stripTitle?: string;
  stripPhase?: number;
  stripCut?: [before: number, outcome: string] | null;
  [board: string]: unknown;
}

interface SavedMoment {
  drawn: number[]; // the numbers of the nodes
  tree: SavedTree;
  rest: SavedRest;
  lanes: NestedLanes | NrpaLanes | null;
}
