// What Python sends, written by contract.py of its dataclasses: change those, then run
// `python -m explorer.shell.contract`. Counts, indexes and pixels are numbers; null: unknown.

// The drawn nodes, parents before children; all positions in pixels, y downwards.
interface TreeFrame {
  width: number; // of the drawing; larger than the card's at a closer level of detail
  height: number;
  phase: number; // the last phase done, 1..4; 0 before the first
  action: number[]; // [num_drawn] the last one of its actions, -1 for the root
  names: string[]; // [num_drawn] the last action's name, "root" for the root
  tiles: number[]; // [num_drawn] cell value that the last action removes, 0 for stones
  parent: number[]; // [num_drawn] position in these arrays, -1 for the root
  x: number[]; // float64 [num_drawn]
  y: number[]; // float64 [num_drawn]
  radius: number[]; // float64 [num_drawn]
  visits: number[]; // [num_drawn]
  mean: (number | null)[]; // [num_drawn] for two players the win rate of the search; unknown: no visits
  top: (number | null)[]; // [num_drawn] best result through the node
  edge_width: number[]; // float64 [num_drawn] of the edge to the parent
  path: number[]; // [num_path] drawn nodes on the current path, root first
  path_width: number[]; // float64 [num_path] of the path's edge into each of them
  best: number[]; // [num_best] drawn nodes on the best sequence, root first
  best_title: string; // "best sequence", or "expected play"
  ends: [boolean, boolean]; // whether the ends of the path and of the best sequence are drawn
  boards: [number, number[]][]; // (node, cells) of the path, at the closest level
  board: ShownBoard | null; // that they are positions on
  search_player: number; // which player the search is, 0 for one player
  new: number[]; // [num_new] drawn nodes made by the last expansion
  selected: number; // position of the selected node, or of who hides it
  proven: [number, number][]; // (node, 1 loss, 2 draw, 3 win of the search)
  twins: [number, number][]; // (node, who has its position's children; NONE: not drawn)
  notes: Record<number, string>; // what else there is to say about a node
  callouts: [number, number][]; // (node, the number that a text calls it by)
  is_collapsed: boolean; // whether all children of the selected node are hidden
  pill_parent: number[]; // [num_pills]
  pill_x: number[]; // float64 [num_pills]
  pill_y: number[]; // float64 [num_pills]
  pill_text: string[]; // [num_pills] "+29"
  pill_opens: number[]; // [num_pills] children drawn after a click; 0: it can't be clicked
  row_y: number[]; // float64 [num_rows] height of each depth, the root's first
  has_means: boolean; // some node has one
  low: number; // mean at the low end of the colour scale
  high: number; // mean at its high end
  mean_title: string; // "Mean score", or "Win rate of the search", or "Score of the search"
  percent: boolean; // means are win rates
  caption: string; // of the root: "mean 1 164, best 2 957"
  captioned: boolean; // captions and depth numbers have room
  result: string; // what climbs the path in phase 4, "" in the others
  lender: number; // drawn node whose statistics score the selected node's children
  bracket: Bracket | null; // the rounds between the root and its children
  kept: number[]; // drawn nodes of the branch that the last move has kept
  title: string; // before the caption
  steps: number; // names the moment: the phases done so far
  pace: number; // ms until the next frame; 0: no motion
  connector: number | null; // where the playout below hangs on the path's end
}

// A game's board for the scripts; lengths in cell widths, y upwards.
interface ShownBoard {
  pieces: string; // stones, tiles or cells
  shape: string; // of a cell: square, hex or crossing
  width: number;
  height: number;
  x: number[]; // [num_cells] the cells' middles
  y: number[];
  num_values: number; // what lies on a cell is 1 to so many, 0: nothing
  marks: string[]; // cross or ring, on the stones of each value
  edges: ShownEdge[]; // of the board, those that belong to a player
  dominoes: [number, number][]; // by value: from the first to the other cell
}

// A line along the board that belongs to a player.
interface ShownEdge {
  value: number; // of the player's stones
  points: [number, number][];
}

// The rounds as they are drawn; pixels of the drawing.
interface Bracket {
  top: number;
  bottom: number;
  rows: BracketRow[];
  boxes: BracketBox[]; // row by row, from left to right
  undrawn: number[]; // drawn children of the root that are in no round
  has_labels: boolean;
}

// A round: its name, how many actions have how many playouts, and how far it has come.
interface BracketRow {
  y: number; // of its upper edge
  height: number;
  name: string;
  size: string; // "7 × 480"
  state: string; // "done" or ""
  progress: number | null; // from 0 to 1; unknown for one that is over or has not begun
}

// A drawn child of the root in a round.
interface BracketBox {
  node: number; // position among the drawn nodes
  row: number;
  width: number;
  mean: number | null; // win rate of the search; unknown without playouts
  playouts: number;
  note: string; // "stays", "out", "+990" of a round that is played, "wins"
  rank: string; // "1st"
  noise: string; // "g 0.41", "" without noise
  is_out: boolean;
}

// A moment on a board that can be pointed at.
interface BoardPicture {
  table: BoardTable;
  moment: BoardMoment;
  groups: number[][]; // cells that mean an action, of tiles and cells
  selected: number[]; // the node whose moves can be chosen
  at: number[]; // [num_places] the action that a place stands for, -1: none
  actions: number[]; // the legal ones
  means: number[][]; // of each the cells that it changes, or places of a drawing
  ways: number[][]; // of each the way of the stone that it moves
  places: [number, number][] | null;
}

// What is the same at all moments of a search; lengths in cell widths, y downwards.
interface BoardTable {
  board: ShownBoard; // its own y is upwards
  drops: boolean; // stones fall to the lowest free cell
  labels: [number, number, string][]; // x, y and text of the names around it
  search_player: number;
  joined: string; // which edges each player joins, "" on other boards
}

// A moment on the board.
interface BoardMoment {
  cells: string; // a digit each; "": it has another picture
  looks: CellLook[];
  svg: string;
  text: string;
  last: number; // cell of the last stone, -1: unknown
  ending: number[]; // the cells that have ended the game
  forbidden: number[]; // free ones where the player to move may put nothing
  played: number[]; // cells of the group being played, or places of a drawing
  played_text: string; // what it scores
  played_at: [number, number]; // where that stands
  phase: number; // whose colour they have
  ghosts: BoardGhost[];
  children: BoardChild[];
  to_play: number;
  way: number[]; // of the last stone that was moved: from which cell to which
  callouts: [number, number][]; // cells and the numbers by which a text calls them
  lit: number[]; // the cells that a text speaks of; others step back
  bars: number[]; // points of the playout's moves
  bar: number; // of the move on show, -1: none
  facts: string; // HTML
  context: string;
  badge: string;
}

// A cell of a person's picture, its colours in the light and in the dark theme.
interface CellLook {
  fill: [string, string] | null;
  ink: [string, string] | null; // of what is on it
  text: string;
  font: number; // the text's size, in cell widths
  stroke: string; // the data of a path, in cell widths
  mark: string; // of a filled one
}

// A stone to come.
interface BoardGhost {
  cell: number;
  player: number;
  ply: string;
}

// A candidate of two players, at its place.
interface BoardChild {
  x: number;
  y: number;
  best: boolean; // it has the most visits
  size: number; // its width
  color: string; // of its mean
  ink: string; // of a text on it
  text: string;
  chosen: boolean; // the current path takes it
  out: boolean; // no more in the rounds of the root's actions
  way: number[]; // of a stone that it moves: from which cell to which
}

// The strip on the page, which may have none to show.
interface ShownStrip {
  strip: StripPicture | null;
}

// Some boards of a line; null where an unrolling playout has not come yet.
interface StripPicture {
  title: string;
  phase: number; // whose colour the strip has; 0: the best sequence's
  slots: number; // places for boards
  table: BoardTable | null; // null without a board
  boards: (StripBoard | null)[];
  cut: [number, string] | null; // a changed sequence's: boards before it, what comes of it
}

// One small board.
interface StripBoard {
  cells: string; // a digit each; "": it has another picture
  looks: CellLook[];
  svg: string;
  text: string;
  played: number[]; // cells of tiles and a person's cells: those played next
  next: number; // stones: where the next one is put, -1: none
  name: string; // "move 14"
  value: string; // its score so far, or the action played next; may be ""
  current: boolean;
}

// A nested search.
interface NestedLanes {
  level: number;
  board: ShownBoard;
  phase: number;
  lanes: NestedLane[]; // the outermost level first; one at least
  columns: NestedColumn[];
  hidden: number; // columns that are left out
  memories: MemoryStrip[];
  playouts: number;
}

// One level's step.
interface NestedLane {
  level: number;
  step: string;
  actions: string;
  title: string;
  at: string;
  cells: string;
  groups: number[][];
  trying: number; // a group, -1: none
  marks: NestedMark[];
  ticks: [string, number][]; // with their places
  kept: NestedKept | null;
  climbed: boolean;
  improved: boolean;
  position: string;
  headline: string;
  more: string;
}

// A result on a number line.
interface NestedMark {
  name: string;
  at: string;
  x: number;
  score: [string, string, string];
  new: boolean;
  best: boolean;
}

// The score to beat on a number line.
interface NestedKept {
  x: number;
  text: string;
}

// An action of the unfolded step and the search that tries it.
interface NestedColumn {
  name: string;
  at: string;
  cells: string;
  score: [string, string, string] | null;
  share: number;
  now: boolean;
  best: boolean;
  size: string;
  step: number;
  replies: NestedReply[];
  walk: [number, string][]; // shares and colours
  walked: string;
}

// A playout below a column's position.
interface NestedReply {
  name: string;
  at: string;
  cells: string;
  score: [string, string, string] | null;
  share: number;
  now: boolean;
  best: boolean;
}

// A remembered sequence for `memoryStrip` of `boards.js`.
interface MemoryStrip {
  level: number;
  score: string;
  note: string;
  boards: MemoryStripBoard[];
}

// A position of a remembered sequence; `at` is the name of its node.
interface MemoryStripBoard {
  at: string;
  cells: string;
  group: number[]; // of the move that is played there
  points: string; // "+12", from here to the next board
  moves: number; // so many moves
  walked: boolean;
  here: boolean; // the level stands here
}

// A search that learns a policy.
interface NrpaLanes {
  board: ShownBoard;
  phase: number;
  lanes: NrpaLane[]; // the outermost level first; one at least
  playout: NrpaPlayout;
  policy: NrpaPolicy;
  course: NrpaCourse;
  improvement: Improvement | null;
  playouts: number;
}

// One level: its searches so far and the best of them.
interface NrpaLane {
  level: number;
  count: string;
  weights: string;
  share: number; // of its searches, done
  now: number; // with the one that is under way
  caption: string;
  span: number; // searches that the chart has room for
  points: [number, string, number][]; // share, colour, share of the best so far
  ends: string[]; // of the scale, () without scores
  last: [string, string, string] | null;
  climbed: boolean;
  improved: boolean;
  headline: string;
  more: string;
  best: [string, string, string] | null;
  beam: NrpaBeam | null;
  memory: MemoryStrip | null;
  steps: [number, string, string][];
}

// The best elements of a beam, and the one at work.
interface NrpaBeam {
  elements: NrpaElement[];
  rest: number;
}

// An element of a beam.
interface NrpaElement {
  score: [string, string, string];
  current: boolean;
  new: boolean;
  title: string;
}

// The playout as far as it has come.
interface NrpaPlayout {
  title: string;
  counts: string[];
  at: string;
  cells: string;
  group: number[];
  label: string;
  moves: NrpaDrawn[];
  named: boolean; // the moves have room for their names
  longest: number; // letters of a name
  score: [string, string, string] | null;
}

// A move of the playout.
interface NrpaDrawn {
  name: string;
  at: string;
  share: number;
  chance: string;
  phase: number; // that has drawn it
  points: string;
  shown: boolean;
  pending: boolean;
}

// A position and its moves by a level's policy.
interface NrpaPolicy {
  title: string;
  place: string;
  position: string;
  pinned: boolean;
  at: string;
  cells: string;
  groups: number[][];
  played: number[];
  columns: string[];
  adapted: boolean;
  moves: NrpaMove[];
  rest: NrpaRest | null;
  softmax: NrpaSoftmax | null;
  adaptation: NrpaAdaptation;
}

// A move of a policy.
interface NrpaMove {
  name: string;
  share: number;
  old_share: number;
  chance: string;
  tile: number; // 0: a stone
  colour: string;
  size: string;
  weight: string;
  old: string;
  change: string;
  direction: -1 | 0 | 1;
  biases: string[];
  marked: boolean;
}

// The moves of a policy that have no row of their own.
interface NrpaRest {
  name: string;
  share: number;
  old_share: number;
  chance: string;
}

// p = exp(w + b) / sum, with the numbers.
interface NrpaSoftmax {
  name: string;
  symbols: string;
  exponent: string;
  share: string;
  total: string;
  chance: string;
}

// The step of a weight, for the sequence's move and for the one that loses most.
interface NrpaAdaptation {
  alpha: string;
  sums: NrpaSum[];
}

// A weight's adaptation.
interface NrpaSum {
  name: string;
  sum: string;
  new: string;
  note: string;
  direction: -1 | 0 | 1;
}

// How sure a level has been of its best sequence, and is now.
interface NrpaCourse {
  level: number; // 0: none yet
  unit: string;
  rows: NrpaCertainty[];
  steps: [number, string, string][];
  names: string[];
  mean: string;
  here: number; // a step, -1: none
}

// How sure a level was of its best sequence before an adaptation.
interface NrpaCertainty {
  number: string;
  shades: number[];
  new: boolean;
  score: string;
  mean: string;
}

// The changes of a finished sequence.
interface Improvement {
  count: string; // "change 37"
  of: string;
  threshold: string;
  headline: string;
  more: string;
  told: string; // everything that is drawn
  outcome: "open" | "accepted" | "refused";
  cut: number; // moves that the change has kept
  plies: number; // of the sequence
  boards: ImprovementBoard[];
  begun: number[]; // [ply] changes
  gains: number[]; // [ply] points
  most_begun: string;
  most_gained: string;
}

// A position of the sequence.
interface ImprovementBoard {
  at: string;
  ply: number;
  cells: string;
  group: number[];
}

// The recipe as a form, and what the page says of its game.
interface ExploreCard {
  preset: string;
  game: string;
  own: boolean; // the code of a person
  is_played: boolean; // Play may take it over
  text: string | null; // the code, where it may be shown
  title: string;
  sections: FormSection[];
  texts: Record<string, string>; // by the name in `data-text`
}

// A part of the form.
interface FormSection {
  title: string;
  folded: boolean;
  changed: boolean;
  fields: (FormSlider | FormChoice | FormAction | FormText)[];
}

// A slider.
interface FormSlider {
  name: string;
  label: string;
  help: string;
  layout: string;
  changed: boolean; // its value is not what it is compared with
  error: string;
  stops: [number, string][]; // values and their texts
  value: number; // the place among these
  tick: number; // that of the value that it is compared with
  kind: "slider";
}

// One of several, side by side or in a list.
interface FormChoice {
  name: string;
  label: string;
  help: string;
  layout: string;
  changed: boolean; // its value is not what it is compared with
  error: string;
  options: [string, string | number | [number, number]][]; // titles and values
  value: string | number | [number, number];
  kind: "segments" | "select";
}

// A button.
interface FormAction {
  name: string;
  label: string;
  help: string;
  layout: string;
  changed: boolean; // its value is not what it is compared with
  error: string;
  text: string;
  action: string; // the name in `data-client`
  kind: "action";
}

// A text of one line or of several, or one that can't be changed.
interface FormText {
  name: string;
  label: string;
  help: string;
  layout: string;
  changed: boolean; // its value is not what it is compared with
  error: string;
  value: string;
  kind: "text" | "area" | "fact";
  rows: number;
  dice: boolean; // a button beside it draws another number
  hint: string;
}

// Words and buttons.
interface ExploreStatus {
  iteration: number;
  phase: number;
  steps: number;
  nodes: number;
  end: number;
  playing: boolean;
  busy: boolean;
  stopped: string;
  speed: number;
  progress: number | null;
  view: string;
  levels: boolean;
  code: string[];
  narration: [string, string][]; // texts with their styles
  hovered: string | null;
  disabled: string[];
  hidden: string[];
  advice: number | null; // another exploration constant to try
  message: Message | null;
  moment: string; // the address of what is on show; "" where Python can be asked for it
  texts: Record<string, string>;
}

// Something to tell the visitor beside the narration; without a text the last one goes.
interface Message {
  number: number; // rising: the same text twice is two messages
  text: string;
  is_error: boolean;
}

// All lines, those that are waited for too; how the tree is read; the curve of strength.
interface CheckReport {
  number: number; // of the request, from 1; 0: there was none yet
  state: "idle" | "running" | "done" | "stopped" | "failed";
  stage: string;
  error: CheckError | null;
  fault: CheckFault | null;
  game: string;
  game_title: string;
  players: string[];
  seconds: number;
  counts: Record<"right" | "wrong" | "suspicious" | "not examined", number>;
  lines: CheckLine[];
  current: string; // the line that is being examined, "" for none
  reading: [string, string][]; // a field of the nodes, and how it is read
  strength: CheckPoint[];
}

// What is wrong with the code.
interface CheckError {
  line: number; // 0: none
  text: string;
}

// Where in the code a line is wrong.
interface CheckFault {
  line: string;
  numbers: number[];
  title: string;
}

// A line of the report.
interface CheckLine {
  name: string;
  title: string;
  verdict: "right" | "wrong" | "suspicious" | "not examined" | ""; // "": waited for, and what follows is not there yet
  summary: string;
  said: string;
  cause: string;
  chapter: CheckChapter | null;
  examples: number;
}

// Of Learn, where it is explained.
interface CheckChapter {
  name: string;
  title: string;
}

// Moves that keep the exact outcome, with the ends of 95 % intervals of their shares.
interface CheckPoint {
  iterations: number;
  positions: number;
  yours: number;
  yours_low: number;
  yours_high: number;
  ours: number;
  ours_low: number;
  ours_high: number;
}

// The line that is open, and its counterexample where it has one.
interface CheckOpened {
  request: number; // the browser's, to which it is the answer
  line: string; // "" for none
  example: CheckExample | null;
}

// A counterexample: its position as a board, the table of its moves, the sentence.
interface CheckExample {
  number: number;
  sentence: string;
  position: string;
  to_play: number;
  players: string[];
  yours: string;
  right: string;
  marked: number; // a row, -1: none
  columns: string[];
  rows: (number | string | null)[][];
  board: CheckBoard | null;
}

// A position with the cells of its moves.
interface CheckBoard {
  board: ShownBoard;
  cells: string;
  moves: Record<string, number>;
  drops: boolean;
}

// Both trees from one position.
interface CheckTrees {
  iterations: number;
  pair: CheckPair | null;
  why: string; // there are none
}

// Their tree and ours.
interface CheckPair {
  player: number; // whose win rates are told
  yours: CheckTree;
  ours: CheckTree;
  replies: CheckReplies | null;
}

// A drawing of a tree, in pixels.
interface CheckTree {
  width: number;
  height: number;
  nodes: CheckNode[]; // from the root on
}

// A node of a drawing.
interface CheckNode {
  parent: number; // -1: none
  x: number;
  y: number;
  r: number;
  depth: number;
  edge: number; // the width of the line to its parent
  visits: number;
  mean: number | null; // 0 to 1
  color: string;
  text: string;
  name: string;
  state: "" | "wrong" | "starved";
  exact: number | null; // 0 to 1
}

// The replies to a move, and how many visits there are of all.
interface CheckReplies {
  move: string;
  player: number;
  yours: number;
  ours: number;
  rows: CheckRow[];
}

// A reply in both trees.
interface CheckRow {
  name: string;
  exact: string | null; // what it comes to under perfect play, in a word
  yours: CheckReply;
  ours: CheckReply;
}

// What a tree has of a reply.
interface CheckReply {
  visits: number;
  color: string;
  state: "" | "wrong" | "starved";
}

// A step of a chapter.
interface LearnLesson {
  chapter: string;
  number: number;
  part: string;
  game: string;
  name: string;
  step: number; // from 1
  of: number;
  title: string;
  paragraphs: [string, string][][];
  calls: number[][]; // the actions of the callouts
  names: string[]; // what the called things are
  node: number[];
  show: string; // the card that the step is about
  question: LearnQuestion | null;
  claim: LearnClaim | null; // with a chapter's last step
  source: LearnSource;
  following: LearnFollowing | null; // with its last step
}

// What a step asks, and how far it is answered.
interface LearnQuestion {
  ask: [string, string][];
  on: string;
  state: "open" | "wrong" | "right" | "skipped";
  said: [string, string][];
  answer: string;
  choices: LearnChoice[];
}

// An answer, with where it is on the board, for the arrow keys; y upwards.
interface LearnChoice {
  action: number;
  name: string;
  x: number;
  y: number;
}

// What a chapter claims of its searches.
interface LearnClaim {
  text: [string, string][];
  block: number; // seeds of a press
  rows: string[]; // the searches
  contrasts: LearnContrast[];
  counted: string;
  other: string;
}

// Two searches of a claim.
interface LearnContrast {
  more: string;
  less: string;
  claimed: number | null; // points of 100
}

// The public question that a chapter answers.
interface LearnSource {
  title: string;
  address: string;
  answer: [string, string][][];
}

// The chapter after this one.
interface LearnFollowing {
  name: string;
  title: string;
}

// How the check of a chapter's claim stands.
interface LearnChecked {
  chapter: string;
  seconds: number; // that it takes here; 0: not known yet
  running: boolean;
  problem: string;
  check: LearnCheck | null;
}

// The counts of a claim's check so far.
interface LearnCheck {
  seeds: [number, number]; // the first and the last that were asked for
  done: number;
  total: number;
  over: boolean;
  verdict: "" | "holds" | "open" | "fails";
  rows: LearnCheckRow[];
  contrasts: LearnCheckContrast[];
}

// A search of the claim.
interface LearnCheckRow {
  label: string;
  dots: string; // a digit a seed
  count: number;
  query: string; // of a claim that fails: the search with the first seed
}

// A difference that was found, in points of 100.
interface LearnCheckContrast {
  found: number;
  intervals: [number, number][]; // of 95 %, after each press
}

// What the reader may try at a step: nothing where there are no controls.
interface LearnTrying {
  controls: LearnControl[];
  said: [string, string][];
  curve: LearnCurve | null;
}

// A parameter that the reader may change.
interface LearnControl {
  parameter: string;
  label: string;
  values: (string | boolean | number)[]; // (): a slider
  low: number;
  high: number;
  value: string | boolean | number;
  own: string | boolean | number; // as the step has it
}

// How often an event happens over the values of the first parameter.
interface LearnCurve {
  values: number[];
  counts: [number, number][]; // by value: of the event and of all searches, () before
  block: number;
  counted: string;
  running: boolean;
}

// The step that is wanted, and what is on the stage meanwhile.
interface LearnStatus {
  waiting: boolean;
  problem: string; // why the step can't be shown
  step: number;
  stage: LearnStage | null; // as soon as there is a step to show
}

// Words and buttons of the stage.
interface LearnStage {
  steps: number;
  busy: boolean;
  changed: boolean; // by the reader: it is not as the step has it
  view: string;
  moves: number; // shown that have not been played
  aimed: string; // the move that a finger has chosen
  hovered: string | null; // a node's name
  texts: Record<string, string>; // by the name in `data-told`
}

// The card where a race is set up.
interface RaceForm {
  name: string;
  game: string;
  kind: "boards" | "match";
  slots: number[];
  entrants: RaceFormEntrant[];
  of: string;
  can_add: boolean;
  can_remove: boolean;
  add_title: string;
  format: string; // "" of two, or of one player
  choices: RaceChoice[];
  is_own: boolean;
  has_boards: boolean;
  sizes: string[]; // of boards to choose from
  has_chance: boolean;
  is_games: boolean; // whole games with chance are played, not searched once
  scopes: [string, string][]; // values and texts
  positions: string[]; // that are offered, "" where it is another
  positions_label: string;
  named_position: string;
  mine: string | null; // the title of the visitor's own code, null: it has not run
  rules: RaceRule[];
  fields: Record<string, string>;
  by: string;
  place: number; // of the amount on its slider
  amount: string;
  has_sprt: boolean;
  risk: string;
  plan: RacePlan | null;
  error: RaceFormError | null;
  command: string;
  key: string;
  query: string;
}

// An entrant: its names, and its text in parts.
interface RaceFormEntrant {
  name: string;
  about: string;
  is_changed: boolean;
  short: string;
  base: string;
  changes: string;
  own: string;
}

// A preset or search that an entrant may be made from.
interface RaceChoice {
  value: string;
  text: string;
  group: string;
}

// A rule of the game.
interface RaceRule {
  name: string;
  label: string;
  choices: string[];
  value: string;
}

// What the race is expected to take, or to show.
interface RacePlan {
  rows: string[][];
  words: string;
}

// Which field is wrong, and why.
interface RaceFormError {
  field: string;
  text: string;
}

// What the chart draws and changes only with the version of the run's lines; y is a score.
interface RaceCurves {
  x: number[];
  ticks: RaceTick[];
  unit: string;
  y_low: number;
  y_high: number;
  y_ticks: RaceTick[];
  passed: number; // places left of the playhead
  seeds: (number | null)[][][]; // of one board, else none
  entrants: RaceCurve[];
}

// A marked place of an axis.
interface RaceTick {
  at: number;
  text: string;
}

// An entrant's scores at every place of the axis.
interface RaceCurve {
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
  leads: (number | null)[]; // shares of the pairs
}

// What changes with the playhead: its place, the lines' tips, and what is written there.
interface RaceChart {
  at: number;
  at_text: string;
  shows_playhead: boolean;
  left_text: string;
  right_text: string;
  end_title: string;
  entrants: RaceTip[];
  passings: RacePassing[];
}

// The end of an entrant's line, and what is written there.
interface RaceTip {
  is_out: boolean;
  tip: number | null; // at the playhead
  end: number | null;
  end_text: string;
  flat_from: number | null; // where all its runs are over
  lead_text: string;
}

// Where one entrant has passed another.
interface RacePassing {
  x: number;
  y: number;
  entrant: number;
  other: number;
  text: string;
}

// The tables that change with the playhead.
interface RaceProgress {
  ranks: RaceRanks;
  rounds: RaceRound[];
}

// Ranks of the last finished round and the present one, a column a pair.
interface RaceRanks {
  boards: string[];
  rounds: RaceRankedRound[];
  means: string[];
}

// The ranks of a round, by entrant and board.
interface RaceRankedRound {
  title: string;
  is_done: boolean;
  rows: (number[] | null)[];
}

// How far a round is.
interface RaceRound {
  name: string;
  share: number;
  text: string;
}

// What the finished rounds say.
interface RaceResults {
  differences: RaceDifferences;
  profile: RaceProfile;
  distribution: RaceDistribution;
  measures: RaceMeasures;
}

// Every two entrants over the finished rounds, and the axis of their differences.
interface RaceDifferences {
  low: number;
  high: number;
  ticks: RaceTick[];
  pairs: number;
  about: string;
  method: string;
  rows: RaceDifference[];
}

// How much better one entrant is than another, with 95 % intervals.
interface RaceDifference {
  first: number;
  second: number;
  mean: number;
  ends: [number, number] | null;
  lasting: [number, number] | null; // at every look
  points: string;
  interval: string;
  verdict: string;
  lasting_text: string;
  is_decided: boolean;
  better: number; // the probability that it is
  better_text: string;
  better_title: string;
}

// Shares of the finished pairs within a distance below the best.
interface RaceProfile {
  lines: (number[] | null)[]; // even along the axis
  axis: string;
  ticks: RaceTick[];
  middle: string;
}

// Shares of the runs that have reached the target.
interface RaceDistribution {
  lines: (number[] | null)[]; // even along the axis
  axis: string;
  ticks: RaceTick[];
  target: string | null; // null: none is given
}

// A table of what the scores come to; a head is a text and its title.
interface RaceMeasures {
  heads: [string, string][];
  rows: (string[] | null)[];
}

// The board on show in the present round.
interface RaceBoards {
  number: number;
  title: string;
  context: string;
  entrants: RaceBoardFacts[];
}

// What an entrant has found on the board on show.
interface RaceBoardFacts {
  score: string;
  rank: string;
  is_first: boolean;
  rate: string;
  won: boolean[];
  won_text: string;
  failure: string;
  is_left_out: boolean;
}

// The best sequence of every entrant.
interface RaceSequences {
  key: string; // another one: of another board or round
  entrants: RaceSequence[];
}

// The positions of a best sequence, and what each move takes away.
interface RaceSequence {
  positions: (string | PlainPosition)[];
  groups: number[][];
  first: number; // moves before them
}

// A position, of which nothing else is shown.
interface PlainPosition {
  cells: string; // a digit each; "": it has another picture
  looks: CellLook[];
  svg: string;
  text: string;
  last: number; // cell of the last stone, -1: unknown
  ending: number[]; // the cells that have ended the game
  forbidden: number[]; // free ones where the player to move may put nothing
}

// The boards as they begin.
interface RaceThumbnails {
  board: ShownBoard;
  cells: string[];
  names: string[];
}

// The game on show, and what has been counted.
interface RaceMatch {
  looked_at: number; // a finished game; -1: the present one
  game: RaceShownGame;
  score: RaceScore | RaceRatings;
  ratio: RaceRatio;
}

// The game on the board.
interface RaceShownGame {
  board: ShownBoard;
  joined: string;
  drops: boolean;
  cells: string;
  shown: PlainPosition | null; // of a game of people's own
  text: string;
  pair: number[]; // the entrants that meet
  sides: [number, number]; // the entrants by player
  title: string;
  context: string;
  opening: number;
  won: number[];
  forbidden: number[];
  last: number[];
  way: number[]; // of the last stone, from cell to cell; none where it was put
  moves: RaceMove[];
  turn: RaceTurn | null;
  thinking: number;
  players: RacePlayer[];
  candidates: RaceCandidate[];
  ghosts: RaceGhost[];
  seen: [number, number][][]; // plies and chances
  result: string;
}

// A move of a game.
interface RaceMove {
  entrant: number;
  name: string;
  is_book: boolean;
  is_drawn: boolean; // by chance
}

// Who is to move, and how far its search is.
interface RaceTurn {
  entrant: number;
  text: string;
}

// One of the two, and what it gave itself last.
interface RacePlayer {
  entrant: number;
  text: string;
  is_proven: boolean;
}

// A move of the present search.
interface RaceCandidate {
  name: string;
  cell: number; // -1: none
  visits: number;
  share: number;
  mean: number | null;
  text: string;
  is_best: boolean;
}

// A stone that the search expects.
interface RaceGhost {
  cell: number;
  text: string;
  entrant: number;
}

// A match of two, as the second one sees it.
interface RaceScore {
  context: string;
  points: [string, string];
  share: string;
  games: [number, number, number];
  rows: RaceScoreRow[];
  by_points: number[];
  elo: RaceElo | null;
  superiority: string;
  used: string[];
  biased: string;
  sprt: RaceSprt | null;
  failure: RaceFailure | null;
}

// Games of one side, of both, or of whoever is first.
interface RaceScoreRow {
  name: string;
  entrant: number | null;
  wins: number;
  draws: number;
  losses: number;
  points: string;
  share: number | null;
  text: string;
}

// The Elo difference, and the axis that it is shown on.
interface RaceElo {
  text: string;
  interval: string;
  normalized: string;
  value: number | null;
  ends: [number | null, number | null]; // of the interval, null: open
  low: number;
  high: number;
  ticks: RaceTick[];
}

// How the test stands.
interface RaceSprt {
  ratio: number;
  text: string;
  told: string;
  verdict: string;
  lower: number;
  upper: number;
  lower_text: string;
  upper_text: string;
  h0: string;
  h1: string;
  model: string;
}

// Whose search has failed, and why.
interface RaceFailure {
  entrant: number;
  text: string;
}

// More than two entrants.
interface RaceRatings {
  context: string;
  ratings: RaceRating[] | null;
  notes: string[];
  matches: RaceMeeting[];
  failure: RaceFailure | null;
  sprt: null; // which is for two
}

// A line of the table of ratings.
interface RaceRating {
  entrant: number;
  elo: string;
  error: string;
  points: string;
  games: string;
  score: string;
  superiority: string;
  value: number;
  half: number | null; // of the interval's width
}

// A match of a tournament.
interface RaceMeeting {
  first: number;
  second: number;
  games: [number, number, number];
}

// The log-likelihood ratio after every pair, and how far the axis goes.
interface RaceRatio {
  values: number[];
  pairs: number;
  end: number;
  least: number;
}

// The list of games, the newest first.
interface RaceGames {
  run: number; // another one: another match
  rows: RaceGame[];
}

// A game in the list.
interface RaceGame {
  number: number;
  opening: string;
  first: number;
  winner: number | null;
  plies: number;
}

// Every race of the owner's database, by its place.
interface RaceDatabase {
  file: string;
  path: string;
  told: string; // why there is none
  races: RaceListed[];
}

// A race of the list.
interface RaceListed {
  names: string[];
  about: string;
  begun: string;
  why: string; // it can't be shown
}

// Words and buttons.
interface RaceStatus {
  state: string;
  is_earlier: boolean; // what is shown was run earlier
  busy: boolean;
  narration: [string, string][]; // texts with their styles
  toggle: string;
  next: string;
  disabled: string[];
  can_undo: boolean;
  speed: number;
  speeds: [number, number]; // the slowest and the fastest
  speed_text: string;
  round: string;
  round_context: string;
  message: Message | null;
  done: number;
  at: number;
}

// The card: a game's form, and the search that plays.
interface PlayPlayers {
  game: string;
  position: string;
  own: boolean;
  mine: string | null;
  switches: PlaySwitch[];
  is_alone: boolean;
  seeded: string;
  rules: string;
  records: PlayRecord[];
  sections: FormSection[];
  first: string;
  level: string;
  about: string;
  searches: number[];
  edited: number | null;
  limit: PlayLimit | null;
}

// What the form asks for of a game.
interface PlaySwitch {
  name: string;
  label: string;
  help: string;
  choices: string[]; // (): a switch
  value: string;
}

// A record game that may be opened.
interface PlayRecord {
  title: string;
  author: string;
  source: string;
}

// How long the search thinks, and the values of its slider by what is limited.
interface PlayLimit {
  kind: "playouts" | "seconds";
  value: number;
  playouts: [number, string][]; // each with its text
  seconds: [number, string][];
}

// The board and the moves: what no search is asked for.
interface PlayPosition {
  number: number; // of the table
  game: string;
  board: ShownBoard;
  labels: [number, number, string][]; // x, y, name
  is_own: boolean; // it looks as it says itself, with its moves on a list
  shown: PlainPosition | null; // of such a one
  drops: boolean;
  slides: boolean;
  cells: number[];
  joined: string;
  names: string[]; // of the columns in which stones drop
  targets: PlayTarget[];
  last: number[];
  way: number[]; // of the last stone, from cell to cell
  ending: number[];
  forbidden: number[];
  to_move: number;
  is_over: boolean;
  ply: number;
  search_player: number; // -1: a game of one
  can_move: boolean;
  hovers: boolean;
  is_reviewed: boolean;
  viewpoint: string;
  sides: PlaySide[];
  moves: PlayMove[];
  line: number[]; // the actions to the root of the tree on show
}

// A legal action: `cells` mean it alone, `steps` one after another.
interface PlayTarget {
  action: number;
  name: string;
  cells: number[];
  changed: number[];
  steps: number[];
  in_order: boolean;
}

// Who plays a side.
interface PlaySide {
  name: string;
  detail: string;
}

// A move of the game.
interface PlayMove {
  number: number;
  player: number;
  name: string;
  is_drawn: boolean; // by chance
  is_back: boolean; // taken back
  review: PlayMoveReview | null; // as soon as it is reviewed
}

// A move's mark and what it is worth.
interface PlayMoveReview {
  mark: string;
  rate: number | null;
  before: string;
  after: string;
  best: string;
  proven: string;
  outcome: "" | "win" | "draw" | "loss"; // "": not certain
}

// What the search says of the moves, on and over the board; of one player's, when asked.
interface PlaySaid {
  number: number; // of the table that it is about
  values: PlayValue[];
  ghosts: PlayGhost[];
  best: string;
  mark: string;
  advised: number[];
  playout: PlayPlayout | null;
}

// What the search says of a move; `rate` and `outcome` are for it.
interface PlayValue {
  action: number;
  name: string;
  visits: number;
  share: number;
  rate: number | null;
  colour: string | null;
  ink: string | null;
  outcome: "" | "win" | "draw" | "loss"; // "": not certain
  proven: string;
  played: boolean;
}

// A move that is expected.
interface PlayGhost {
  cell: number; // -1: no place of the board
  cells: number[];
  ply: number;
  player: number;
  name: string;
}

// The stones of the playout under way: of the path, and those that have fallen after it.
interface PlayPlayout {
  phase: number;
  places: [number, number, boolean][]; // cell, player, whether of the tree; as played
  ms: number; // that a phase is on the screen
}

// Words and buttons.
interface PlayStatus {
  busy: boolean;
  title: string;
  turn: string;
  count: string;
  lead: string;
  narration: string;
  can_undo: boolean;
  can_redo: boolean;
  can_hint: boolean;
  can_now: boolean;
  can_pause: boolean;
  can_review: boolean;
  is_over: boolean;
  review_label: string;
  no_tree: string;
  has_tree: boolean;
  aside: PlayAside | null;
  ponders: boolean;
  hides: boolean;
  paused: boolean;
  progress: number;
  help: PlayHelp | null;
  query: string;
  demonstration: PlayDemonstration | null;
  game: PlayGame;
  message: Message | null;
  pool: PlayPool | null;
  thinking: PlayThinking | null;
  review: PlayReview | null;
  result: PlayResult | null; // beside a review
  attempt: PlayAttempt | null;
  is_edited: boolean;
}

// The move that is no place of the board, which has a button of its own.
interface PlayAside {
  action: number;
  label: string;
}

// A hint, or what the search would do.
interface PlayHelp {
  lead: string;
  text: string;
}

// A game that plays itself.
interface PlayDemonstration {
  is_still: boolean;
}

// How the whole game has ended, or how long it is.
interface PlayGame {
  number: number; // of the games of this visit
  told: string;
}

// The nodes of the tree.
interface PlayPool {
  kept: number;
  new: number;
  freed: number;
  capacity: number;
  texts: [string, string, string];
  text: string;
  playouts: number;
  is_full: boolean;
}

// What was thought about the present position.
interface PlayThinking {
  kept: number; // playouts of the tree that was kept
  end: number;
  at: number[]; // playouts
  lines: PlayRates[];
}

// The win rates of a move along the playouts.
interface PlayRates {
  name: string;
  rates: (number | null)[];
}

// The curve, the strips and the counts.
interface PlayReview {
  done: number;
  of: number;
  playouts: number;
  curve: (number | null)[];
  truth: (number | null)[]; // rates that are certain
  viewpoint: string;
  outcomes: ("" | "win" | "draw" | "loss")[];
  mistakes: number[];
  belief: string;
  retry: PlayRetry | null;
  retry_label: string;
  can_retry: boolean;
  counts: PlayCount[];
  strips: PlayStrip[];
  explore: string;
}

// A mistake that is played again.
interface PlayRetry {
  is_answered: boolean;
  is_last: boolean;
}

// The mistakes of a side, and the share of what could be kept, "" before all is reviewed.
interface PlayCount {
  small: number;
  large: number;
  accuracy: string;
}

// The boards of a line.
interface PlayStrip {
  title: string;
  value: string;
  note: string;
  boards: PlayStripBoard[];
}

// A position after a move.
interface PlayStripBoard {
  number: number;
  name: string;
  cells: string;
  shown: PlainPosition | null; // of a game of people's own
  last: number[];
}

// How the game has ended, and each side's marks, beside a review.
interface PlayResult {
  title: string;
  why: string;
  summary: string;
}

// Both scores side by side, move by move.
interface PlayAttempt {
  yours: (number | null)[]; // after so many moves, null where no score is known
  its: (number | null)[];
  ply: number;
  texts: PlayScores;
  whose: string; // moves they are
  done: boolean;
  still: string;
  explore: string; // address of the position in Explore, "" where it has none
}

// The scores in words; `total`: the search's in the end.
interface PlayScores {
  yours: string;
  its: string;
  total: string;
}

// Why something is not done; the shell says it.
interface RefusedAnswer {
  text: string;
  heard: number; // the number of the newest event that need not be sent again, 0: none
  kind: "refused";
}

// A text file for the visitor to keep; the shell saves it.
interface FileAnswer {
  name: string;
  text: string;
  type: string;
  kind: "file";
}

// The query of an address that was asked for.
interface QueryAnswer {
  query: string;
  kind: "link" | "review" | "best";
}

// Which part of the tree an address shows.
interface LookAnswer {
  window: [number, number, number, number];
  kind: "look";
}

// What is wrong with what the visitor has given; "": it is taken in.
interface ImportedAnswer {
  error: string;
  kind: "imported";
}

// All tables, and what is wrong with the files that give none.
interface ResultsStored {
  tables: ResultsTable[];
  problems: string[];
}

// A stored table.
interface ResultsTable {
  kind: "runs" | "matches";
  name: string;
  title: string;
  about: string;
  origin: string;
  called: string; // what the scores are that ours stand beside: "published"
  boards: number;
  lines: ResultsLine[];
  totals: ResultsTotal[];
}

// A search on all boards of a table, or a match.
interface ResultsLine {
  label: string;
  facts: string[];
  boards: number; // of a match pairs
  mean: number | null;
  interval: number | null;
  published: number | null;
  published_boards: number;
  difference: number | null;
  difference_interval: number | null;
  total: number;
  published_total: number;
  seconds: number | null;
  playouts_per_second: number | null;
  cut: string; // what Explore takes less of
  is_best: boolean; // the best sequences known, of whatever recipe
  rows: [string, number, number | null, number, string][];
  match: ResultsMatch | null;
}

// A match of two searches.
interface ResultsMatch {
  search: string;
  opponent: string;
  note: string;
  elo: number | null; // null: all games won, or lost
  elo_interval: [number | null, number | null];
  score: number; // percent, as its interval
  score_interval: [number, number];
  games: [number, number, number]; // won, drawn, lost
  moving_first: [number, number, number];
  moving_second: [number, number, number];
  by_points: number[]; // pairs
  verdict: "stronger" | "weaker" | "not decided";
  command: string;
  query: string; // of the link that opens it in Race
  made: string;
}

// A published sum over all boards.
interface ResultsTotal {
  label: string;
  total: number;
  origin: string;
}

// A position on its board, and of one for stones also what may be put.
interface EditedBoard {
  pieces: string; // stones, tiles or cells
  shape: string; // of a cell: square, hex or crossing
  width: number;
  height: number;
  x: number[]; // [num_cells] the cells' middles
  y: number[];
  num_values: number; // what lies on a cell is 1 to so many, 0: nothing
  marks: string[]; // cross or ring, on the stones of each value
  edges: ShownEdge[]; // of the board, those that belong to a player
  dominoes: [number, number][]; // by value: from the first to the other cell
  text: string;
  values: number[]; // [num_cells]
  actions: number[]; // [num_cells] that puts something there, -1: none
  names: string[]; // [num_cells] of these
  others: [number, string][]; // actions that are no places, and their names
  to_play: number;
  over: boolean;
  opened: boolean; // the editor begins with it
  kind: "editor";
}

// What has come of it where no other board is to be shown.
interface EditorNote {
  error: string;
  used: boolean; // the position is the recipe's now
  kind: "editor";
}

// What the contract says of the code, or what has stopped the search of it.
interface CodeAnswer {
  rows: [string, "held" | "failed" | "open", string][] | null; // method, state, what was seen; null: as told
  summary: string;
  error: CodeFault | null;
  checked: number; // the number of a text that is asked about while it is typed, 0: it has run
  kind: "code";
}

// What is wrong with the code, and where.
interface CodeFault {
  line: number; // from 1, 0: of no line
  text: string;
}
