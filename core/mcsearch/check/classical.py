"""Searches to examine: one that is right, and the same with one of seven classical faults.

Each fault is a slip that programs have had for years; the line of the report that finds it is
named.
"""

from __future__ import annotations

import difflib
import functools
from dataclasses import dataclass
from importlib.resources import files

from mcsearch.check.offered import DEFAULT_GAME

_ADDED = """\
            moved = 1 - node.state.to_play
            node.wins += result if moved == 0 else 1 - result
"""
_TERM = "c * math.sqrt(explore)"
_PLAYED_OUT = "        result = state.returns()\n"
_REMOVED = "node.untried.pop(rng.randrange(len(node.untried)))"


@dataclass(frozen=True)
class Example:
    """A search to begin with: `code` is Python whose `run(state, iterations, seed)` is examined.

    `game` is the name of one of our games, as `offered` takes it. `fault` is the name of the
    report's line that finds what is wrong with it, None for the right one; `fault_lines` are the
    numbers, from 1, of the lines of its code that are not those of the right one.
    """

    name: str
    title: str
    code: str
    game: str = DEFAULT_GAME
    fault: str | None = None
    fault_lines: tuple[int, ...] = ()


_CHANGES: tuple[tuple[str, str, str, tuple[tuple[str, str], ...]], ...] = (
    ("same-sign", "Same sign at every level", "reward",
     ((_ADDED, "            node.wins += result\n"),)),
    ("root-view", "Root's view at every node", "reward",
     (("moved = 1 - node.state.to_play", "moved = root.state.to_play"),)),
    ("no-square-root", "Square root left out", "selection",
     ((_TERM, "c * explore"),)),
    ("never-tried", "One move is never tried", "unvisited",
     (("while not node.untried and", "while len(node.untried) < 2 and"),
      ("if node.untried:", "if len(node.untried) > 1:"))),
    ("added-twice", "Result added twice", "backpropagation",
     ((_PLAYED_OUT, _PLAYED_OUT + """\
        moved = 1 - node.state.to_play
        node.wins += result if moved == 0 else 1 - result
"""),)),
    ("expanded-again", "A move expanded again", "legal_moves",
     ((_REMOVED, "rng.choice(node.untried)"),)),
    ("final-move", "Final move explores", "final_move",
     (("    return root\n", "    return root.best_child().move, root\n"),)),
)  # fmt: skip


@functools.cache
def examples() -> tuple[Example, ...]:
    """The right search first, then those with a fault."""
    right = (files("mcsearch.examples") / "plain_mcts.py").read_text("utf-8")
    found = [Example("right", "A search that is right", right)]
    for name, title, line, changes in _CHANGES:
        code = right
        for old, new in changes:
            code = code.replace(old, new)
        found.append(Example(name, title, code, fault=line, fault_lines=_new_lines(right, code)))
    return tuple(found)


def _new_lines(old: str, new: str) -> tuple[int, ...]:
    """The numbers, from 1, of the lines that are in the new text alone."""
    compared = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    return tuple(
        line + 1
        for tag, _, _, begin, end in compared.get_opcodes()
        if tag != "equal"
        for line in range(begin, end)
    )
