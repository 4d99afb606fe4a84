"""The code card: a line for each phase of an iteration."""
