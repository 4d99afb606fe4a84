"""Playout policies, one file each: how a game is played to its end; may import the engine."""
