"""Numbers with the same bits in every build: draws, bits, logarithms; imports no other room."""
