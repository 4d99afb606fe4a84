// What the scripts of Race make for themselves.

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
