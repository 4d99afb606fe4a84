"""A program that plays any game by the line protocol of `mcsearch.runs.programs`: a random move."""

import random
import sys

if __name__ == "__main__":
    legal = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "seed":
            random.seed(rest)
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            print("move", random.choice(legal), flush=True)
            legal.clear()
