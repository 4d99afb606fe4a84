"""People's problems, each one file that reads from top to bottom.

They need nothing of the package but one another: a class with four methods, and `picture()` to be
drawn. Each runs on the command line, such as
`mcsearch solve --problem mcsearch.examples.knights_tour:KnightsTour`. Two files are no problems:
`plain_mcts` is a search that Check examines, `random_program` a program that plays in a race.
"""
