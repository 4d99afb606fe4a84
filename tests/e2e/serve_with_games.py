"""Run as a program: `panel serve` with the games of a folder, as a person adds them.

The first argument is the folder, the others are those of `panel serve`.
"""

import sys

from panel.command import main

from mcsearch import games

if __name__ == "__main__":
    folder, *arguments = sys.argv[1:]
    games.__path__.append(folder)
    games.GAMES.load()
    sys.argv = ["panel", "serve", *arguments]  # where Panel looks for them
    main()
