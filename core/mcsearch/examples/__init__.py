"""People's problems, each one file that reads from top to bottom.

They need nothing of this package: a class with four methods, and `picture()` to be drawn. Each runs
on the command line, such as `mcsearch solve --problem mcsearch.examples.knights_tour:KnightsTour`.
"""
