// What the scripts of Play make of the pictures that Python sends: the board, and what the search says.

type PlayTable = PlayPosition & Omit<PlaySaid, "number">;
