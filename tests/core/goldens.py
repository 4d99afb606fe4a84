"""Searches whose complete results are stored: every build must repeat them to the last bit.

Run as a program it prints the results of this build as JSON: `python tests/core/goldens.py >
tests/data/goldens.json` stores them. It needs nothing but mcsearch, so that any build can run it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

RECIPES: dict[str, dict[str, Any]] = {
    "spmcts, formula 1": {
        "game": "samegame",
        "position": "15x15x5:5",
        "search": "spmcts",
        "parameters": {"selection": "uct-deviation", "exploration": 100.0, "iterations": 300},
        "seed": 7,
    },
    "spmcts, formula 2, large board": {
        "game": "samegame",
        "position": "20x20x9:1",
        "search": "spmcts",
        "parameters": {"selection": "uct-top", "scoring": "penalty", "iterations": 150},
        "seed": 1,
    },
    "spmcts, formula 6, random playouts": {
        "game": "samegame",
        "position": "9x16x4:3",
        "search": "spmcts",
        "parameters": {"selection": "uct-scaled", "policy": "random", "iterations": 300},
        "seed": 2**63 - 1,
    },
    "nrpa, Morpion Solitaire": {
        "game": "morpion",
        "position": "5T",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 12, "iterations": 150},
        "seed": 5,
    },
    "spmcts, Morpion Solitaire from a position": {
        "game": "morpion",
        "position": "4D: r17 r17-u17",
        "search": "spmcts",
        "parameters": {"iterations": 200},
        "seed": 6,
    },
    "nrpa, HP folding": {
        "game": "hp-folding",
        "position": "36",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 12, "iterations": 150},
        "seed": 5,
    },
    "nmcs, HP folding from a position": {
        "game": "hp-folding",
        "position": "20: ULU",
        "search": "nmcs",
        "parameters": {"level": 2},
        "seed": 6,
    },
    "nrpa, weak Schur numbers": {
        "game": "weak-schur",
        "position": "4",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 12, "iterations": 150, "rule": False},
        "seed": 5,
    },
    "nmcs, weak Schur numbers with the rule": {
        "game": "weak-schur",
        "position": "5: 1122",
        "search": "nmcs",
        "parameters": {"level": 1},
        "seed": 6,
    },
    "nrpa, salesman with time windows": {
        "game": "tsptw",
        "position": "12:5:300",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 12, "iterations": 150, "bias": 5.0},
        "seed": 5,
    },
    "nmcs, salesman with time windows from a position": {
        "game": "tsptw",
        "position": "5 5 0 90; 9 9 0 40; 5 0 10 30; 0 2 20 60; 3 7 0 70; 8 1 30 50: 2",
        "search": "nmcs",
        "parameters": {"level": 2},
        "seed": 6,
    },
    "spmcts, full pool": {
        "game": "samegame",
        "position": "7x7x3:2",
        "search": "spmcts",
        "parameters": {"nodes": 60, "exploration": 300.0, "iterations": 400, "epsilon": 0.2},
        "seed": 3,
    },
    "spmcts, formula 3, a drawn tabu": {
        "game": "samegame",
        "position": "12x12x4:6",
        "search": "spmcts",
        "parameters": {
            "selection": "uct-heuristic",
            "threshold": 40,
            "policy": "tabu-random",
            "epsilon": 0.05,
            "iterations": 300,
        },
        "seed": 8,
    },
    "spmcts, formula 5, first groups": {
        "game": "samegame",
        "position": "15x15x5:2",
        "search": "spmcts",
        "parameters": {"selection": "selectivity", "pick": "first", "iterations": 300},
        "seed": 9,
    },
    "spmcts, formula 5 by visits": {
        "game": "samegame",
        "position": "6x5x3:2",
        "search": "spmcts",
        "parameters": {
            "selection": "selectivity",
            "denominator": "visits",
            "closing": False,
            "policy": "tabu-random",
            "pick": "first",
            "iterations": 500,
        },
        "seed": 10,
    },
    "spmcts, formula 5, closing": {
        "game": "samegame",
        "position": "5x4x3:2",
        "search": "spmcts",
        "parameters": {"selection": "selectivity", "iterations": 1000},
        "seed": 18,
    },
    "spmcts, closing in a full pool": {
        "game": "samegame",
        "position": "5x4x3:4",
        "search": "spmcts",
        "parameters": {"nodes": 60, "exploration": 300.0, "iterations": 600},
        "seed": 19,
    },
    "spmcts, by the range of scores": {
        "game": "samegame",
        "position": "7x6x3:2",
        "search": "spmcts",
        "parameters": {"selection": "uct-range", "policy": "random", "iterations": 600},
        "seed": 20,
    },
    "spmcts, by the range of scores, all ends seen": {
        "game": "samegame",
        "position": "4x4x3:1",
        "search": "spmcts",
        "parameters": {"selection": "uct-range", "policy": "random"},
        "seed": 21,
    },
    "spmcts, restarts": {
        "game": "samegame",
        "position": "8x8x4:3",
        "search": "spmcts",
        "parameters": {"restart_after": 70, "iterations": 250},
        "seed": 11,
    },
    "uct, solver": {
        "game": "tictactoe",
        "position": "x.. / .o. / ...",
        "search": "uct",
        "parameters": {"solver": True, "final_move": "secure", "iterations": 400},
        "seed": 12,
    },
    "uct, solver on a graph, all children, decisive": {
        "game": "yavalath",
        "position": "e5 d4 f5 d5",
        "search": "uct",
        "parameters": {
            "solver": True,
            "transpositions": True,
            "expansion": "all",
            "decisive": True,
            "iterations": 200,
        },
        "seed": 13,
    },
    "uct, proof numbers": {
        "game": "connect4",
        "position": "4453",
        "search": "uct",
        "parameters": {
            "selection": "proof-number",
            "proof_weight": 0.5,
            "solver": True,
            "decisive": True,
            "iterations": 400,
        },
        "seed": 40,
    },
    "uct, widening on a graph": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {
            "widening": 1.5,
            "widening_power": 0.4,
            "transpositions": True,
            "solver": True,
            "iterations": 300,
        },
        "seed": 41,
    },
    "uct, PPAF": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {"policy": "ppaf", "iterations": 120},
        "seed": 42,
    },
    "uct, leaves by evaluation": {
        "game": "connect4",
        "search": "uct",
        "parameters": {"leaf": "evaluation", "solver": True, "iterations": 400},
        "seed": 43,
    },
    "exact solver": {
        "game": "connect4",
        "position": "17516442226766",
        "search": "exact-solver",
        "parameters": {"iterations": 300},
        "seed": 44,
    },
    "uct, transpositions": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"transpositions": True, "iterations": 400},
        "seed": 14,
    },
    "uct, cut off by plies or evaluation": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {"cutoff_plies": 9, "cutoff_lead": 0.4, "iterations": 300},
        "seed": 15,
    },
    "uct, cut off in Connect Four": {
        "game": "connect4",
        "search": "uct",
        "parameters": {"cutoff_plies": 6, "cutoff_lead": 0.5, "iterations": 300},
        "seed": 16,
    },
    "alpha-beta, a table and an order": {
        "game": "connect4",
        "position": "4453",
        "search": "alpha-beta",
        "parameters": {"iterations": 20_000, "table": 12, "nodes": 3000},
        "seed": 41,
    },
    "alpha-beta, neither": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "alpha-beta",
        "parameters": {"iterations": 4000, "table": 0, "ordering": False, "first_depth": 2},
        "seed": 42,
    },
    "uct, the shortest win": {
        "game": "connect4",
        "position": "47126616646675152277455541752",
        "search": "uct",
        "parameters": {"solver": True, "iterations": 3000},
        "seed": 25,
    },
    "uct, priors": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "puct", "iterations": 400},
        "seed": 26,
    },
    "uct, priors with noise, a drawn move": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {
            "selection": "puct",
            "root_noise": 0.25,
            "noise_shape": 0.1,
            "final_move": "drawn",
            "move_temperature": 0.7,
            "iterations": 400,
        },
        "seed": 45,
    },
    "tree-parallel, 8 descents, solver": {
        "game": "connect4",
        "position": "4453",
        "search": "tree-parallel",
        "parameters": {"solver": True, "cutoff_plies": 20, "iterations": 401},
        "seed": 46,
    },
    "tree-parallel, decisive playouts": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "tree-parallel",
        "parameters": {"policy": "decisive", "descents": 20, "iterations": 150},
        "seed": 47,
    },
    "uct, UCB1-Tuned": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "ucb1-tuned", "iterations": 400},
        "seed": 34,
    },
    "uct, UCB-V, solver on a graph": {
        "game": "tictactoe",
        "position": "x.. / .o. / ...",
        "search": "uct",
        "parameters": {
            "selection": "ucb-v",
            "zeta": 0.3,
            "solver": True,
            "transpositions": True,
            "iterations": 400,
        },
        "seed": 35,
    },
    "uct, KL-UCB": {
        "game": "connect4",
        "position": "4453",
        "search": "uct",
        "parameters": {"selection": "kl-ucb", "expansion": "all", "iterations": 400},
        "seed": 36,
    },
    "uct, Thompson sampling": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "thompson", "iterations": 400},
        "seed": 37,
    },
    "uct, first-play urgency": {
        "game": "yavalath",
        "search": "uct",
        "parameters": {"selection": "uct-first-play", "urgency": 0.9, "iterations": 200},
        "seed": 38,
    },
    "uct, progressive bias": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "progressive-bias", "iterations": 400},
        "seed": 39,
    },
    "uct, implicit minimax": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "implicit-minimax", "solver": True, "iterations": 400},
        "seed": 40,
    },
    "uct, sequential halving": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "sequential-halving", "solver": True, "iterations": 400},
        "seed": 41,
    },
    "uct, sequential halving in the tree": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"selection": "shot", "solver": True, "iterations": 400, "nodes": 20_000},
        "seed": 45,
    },
    "uct, gumbel": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {
            "selection": "gumbel",
            "solver": True,
            "iterations": 400,
            "nodes": 20_000,
        },
        "seed": 43,
    },
    "uct, gumbel, few actions": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {
            "selection": "gumbel",
            "considered": 8,
            "transpositions": True,
            "iterations": 200,
            "nodes": 50_000,
        },
        "seed": 44,
    },
    "uct, flat, equal shares": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {"selection": "uniform", "tree_plies": 1, "iterations": 200},
        "seed": 42,
    },
    "uct, four trees": {
        "game": "connect4",
        "search": "uct",
        "parameters": {"trees": 4, "final_move": "max-robust", "iterations": 300},
        "seed": 17,
    },
    "uct, decisive playouts": {
        "game": "connect4",
        "search": "uct",
        "parameters": {"policy": "decisive", "iterations": 300},
        "seed": 11,
    },
    "uct, decisive playouts of yavalath": {
        "game": "yavalath",
        "search": "uct",
        "parameters": {"policy": "decisive", "iterations": 150},
        "seed": 12,
    },
    "uct": {
        "game": "tictactoe",
        "search": "uct",
        "parameters": {"iterations": 20_000},
        "seed": 1,
    },
    "uct, player o": {
        "game": "tictactoe",
        "position": "x.. / .o. / ..x",
        "search": "uct",
        "parameters": {"exploration": 0.5, "iterations": 2000},
        "seed": 2,
    },
    "uct, connect4": {
        "game": "connect4",
        "position": "4453",
        "search": "uct",
        "parameters": {"exploration": 1.0, "iterations": 2000},
        "seed": 5,
    },
    "uct, yavalath": {
        "game": "yavalath",
        "search": "uct",
        "parameters": {"pie_rule": True, "exploration": 0.7, "iterations": 600},
        "seed": 6,
    },
    "uct, hex": {
        "game": "hex",
        "search": "uct",
        "parameters": {
            "side": 11,
            "pie_rule": True,
            "decisive": True,
            "cutoff_plies": 40,
            "iterations": 300,
        },
        "seed": 6,
    },
    "uct, othello": {
        "game": "othello",
        "search": "uct",
        "parameters": {"side": "6", "solver": True, "cutoff_plies": 12, "iterations": 400},
        "seed": 6,
    },
    "uct, nogo": {
        "game": "nogo",
        "search": "uct",
        "parameters": {"side": 9, "solver": True, "decisive": True, "iterations": 400},
        "seed": 6,
    },
    "uct, atarigo": {
        "game": "atarigo",
        "search": "uct",
        "parameters": {"side": 9, "solver": True, "decisive": True, "iterations": 400},
        "seed": 6,
    },
    "uct, 2048": {
        "game": "2048",
        "position": "3x4:5",
        "search": "uct",
        "parameters": {"exploration": 0.5, "iterations": 400},
        "seed": 6,
    },
    "uct, domineering": {
        "game": "domineering",
        "search": "uct",
        "parameters": {"misere": True, "solver": True, "decisive": True, "iterations": 400},
        "seed": 6,
    },
    "nmcs, level 2": {
        "game": "samegame",
        "position": "6x6x4:7",
        "search": "nmcs",
        "parameters": {"level": 2},
        "seed": 107,
    },
    "nmcs, exploration": {
        "game": "samegame",
        "position": "5x6x4:7",
        "search": "nmcs",
        "parameters": {"level": 2, "explore": 0.2, "policy": "tabu-color-random"},
        "seed": 5,
    },
    "nmcs, lazy": {
        "game": "samegame",
        "position": "5x6x4:7",
        "search": "nmcs",
        "parameters": {"level": 3, "evaluations": 4, "policy": "tabu-color-random"},
        "seed": 9,
    },
    "nmcs, level 3 without memory": {
        "game": "samegame",
        "position": "4x5x3:7",
        "search": "nmcs",
        "parameters": {"level": 3, "memory": False, "policy": "tabu-color-random"},
        "seed": 4,
    },
    "nrpa, level 2": {
        "game": "samegame",
        "position": "15x15x5:5",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 9},
        "seed": 5,
    },
    "nrpa, level 3 with bias and restarts": {
        "game": "samegame",
        "position": "7x18x4:2",
        "search": "nrpa",
        "parameters": {
            "level": 3,
            "repeats": 4,
            "alpha": 0.7,
            "stability": 2,
            "tabu_bias": -3.0,
            "size_bias": 0.4,
            "restarts": True,
            "nodes": 200,
            "iterations": 150,
        },
        "seed": 6,
    },
    "nrpa, small groups of the kept colour": {
        "game": "samegame",
        "position": "9x9x4:3",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 9, "tabu": True, "tabu_size": 2, "tabu_ply": 4},
        "seed": 27,
    },
    "nrpa, limited repetitions, clamped": {
        "game": "samegame",
        "position": "6x7x3:4",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 12, "repetitions": 2, "clamp": 2.5},
        "seed": 28,
    },
    "nrpa, a beam at level 1": {
        "game": "samegame",
        "position": "8x8x4:3",
        "search": "nrpa",
        "parameters": {"level": 2, "repeats": 6, "beam": 4, "stability": 2},
        "seed": 30,
    },
    "nrpa, beams of different scores, warm restarts": {
        "game": "samegame",
        "position": "7x7x3:5",
        "search": "nrpa",
        "parameters": {
            "level": 2,
            "repeats": 4,
            "beam": 3,
            "beam_level": 0,
            "diversity": "scores",
            "repetitions": 3,
            "clamp": 3.0,
            "restarts": True,
            "warm": 5,
            "iterations": 300,
        },
        "seed": 31,
    },
    "nrpa, a beam at level 2 with equal sequences": {
        "game": "samegame",
        "position": "5x6x3:2",
        "search": "nrpa",
        "parameters": {
            "level": 2,
            "repeats": 6,
            "beam": 3,
            "beam_level": 2,
            "diversity": "none",
            "tabu": True,
            "tabu_size": 2,
            "tabu_ply": 2,
        },
        "seed": 32,
    },
    "threshold accepting": {
        "game": "samegame",
        "position": "11x14x4:5",
        "search": "threshold-accepting",
        "parameters": {
            "level": 1,
            "repeats": 20,
            "tabu": True,
            "tabu_size": 2,
            "changes": 250,
            "threshold": 30.0,
            "scoring": "penalty",
            "restarts": True,
            "nodes": 150,
            "iterations": 500,
        },
        "seed": 29,
    },
    "threshold accepting, a beam and warm restarts": {
        "game": "samegame",
        "position": "8x8x4:5",
        "search": "threshold-accepting",
        "parameters": {
            "level": 2,
            "repeats": 4,
            "beam": 2,
            "changes": 60,
            "restarts": True,
            "warm": 3,
            "iterations": 300,
        },
        "seed": 33,
    },
    "threshold accepting, near changes in growing runs, three tabu colours": {
        "game": "samegame",
        "position": "9x9x4:3",
        "search": "threshold-accepting",
        "parameters": {
            "level": 1,
            "repeats": 8,
            "tabu": True,
            "tabu_size": 2,
            "tabu_ply": 2,
            "tabu_colours": 3,
            "changes": 60,
            "growth": 50,
            "near": 70,
            "threshold": 20.0,
            "restarts": True,
            "iterations": 500,
        },
        "seed": 61,
    },
    "mast": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {"policy": "mast", "iterations": 200, "cutoff_plies": 30},
        "seed": 51,
    },
    "mast by Gibbs sampling, solver on a graph": {
        "game": "connect4",
        "position": "4453",
        "search": "uct",
        "parameters": {
            "policy": "mast",
            "sampling": "gibbs",
            "solver": True,
            "transpositions": True,
            "iterations": 300,
        },
        "seed": 52,
    },
    "nst": {
        "game": "connect4",
        "search": "uct",
        "parameters": {"policy": "nst", "pair_visits": 3, "iterations": 400},
        "seed": 53,
    },
    "ppa": {
        "game": "connect4",
        "position": "44",
        "search": "uct",
        "parameters": {"policy": "ppa", "expansion": "all", "iterations": 300},
        "seed": 54,
    },
    "rave": {
        "game": "tictactoe",
        "search": "uct",
        "parameters": {"selection": "rave", "exploration": 0.3, "iterations": 300},
        "seed": 55,
    },
    "grave, solver on a graph": {
        "game": "connect4",
        "position": "5x5:33",
        "search": "uct",
        "parameters": {
            "selection": "grave",
            "ref": 20,
            "amaf_bias": 0.001,
            "solver": True,
            "transpositions": True,
            "iterations": 400,
        },
        "seed": 56,
    },
    "grave with mast": {
        "game": "yavalath",
        "position": "e5 d4",
        "search": "uct",
        "parameters": {"selection": "grave", "policy": "mast", "iterations": 200},
        "seed": 57,
    },
}


@dataclass(frozen=True)
class Race:
    """Who comes to field 9 first: a step of one field, or a throw of none, one or four."""

    fields: tuple[int, int] = (0, 0)
    to_play: int = 0
    is_throwing: bool = False

    num_players = 2

    def legal_actions(self) -> list[str]:
        return ["step", "throw"]

    def prior(self) -> list[float]:
        return [1.0, 2.0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.3), (1, 0.3), (4, 0.4)] if self.is_throwing else []

    def play(self, action: Any) -> Race:
        if action == "throw":
            return Race(self.fields, self.to_play, True)
        fields = list(self.fields)
        fields[self.to_play] += 1 if action == "step" else action
        return Race((fields[0], fields[1]), 1 - self.to_play)

    def is_terminal(self) -> bool:
        return max(self.fields) >= 9

    def returns(self) -> float:
        return float(self.fields[0] >= 9)


class Stairs:
    """Twelve steps up by one or two, worth more the closer the height comes to 17."""

    max_plies, max_actions = 12, 3

    def __init__(self, taken: tuple[int, ...] = ()) -> None:
        self.taken = taken

    def legal_actions(self) -> list[int]:
        return [0, 1, 2] if len(self.taken) < self.max_plies else []

    def play(self, step: int) -> Stairs:
        return Stairs((*self.taken, step))

    def is_terminal(self) -> bool:
        return len(self.taken) == self.max_plies

    def returns(self) -> float:
        return -abs(17 - sum(self.taken)) - 0.1 * self.taken.count(1)

    def code(self, step: int) -> tuple[int, int]:
        return len(self.taken), step

    def bias(self, step: int) -> dict[str, float]:
        return {"height": 0.5 * step, "same": float(step in self.taken[-1:])}


PROBLEMS: dict[str, tuple[Any, dict[str, Any], int]] = {
    "uct, chance": (Race(), {"selection": "uct", "iterations": 600}, 22),
    "uct, chance, all children, player 1": (
        Race((3, 1), 1),
        {"selection": "uct", "expansion": "all", "exploration": 0.5, "iterations": 300},
        23,
    ),
    "uct, priors and chance": (Race(), {"selection": "puct", "iterations": 600}, 24),
    "nrpa, learnt biases": (
        Stairs(),
        {"search": "nrpa", "level": 2, "repeats": 12, "alpha": 0.4, "iterations": 144},
        48,
    ),
}
"""A problem, the parameters of its search, whose name may be among them, and a seed."""


def results() -> dict[str, Any]:
    """What each search leaves behind in this build."""
    import numpy as np

    from mcsearch import Recipe, search_for
    from mcsearch.drawing.choice import Limits, choose
    from mcsearch.drawing.tidy import breadth_first, depths, tidy

    def build(name: str) -> Any:
        if name in RECIPES:
            return Recipe.from_dict(RECIPES[name]).build()
        problem, parameters, seed = PROBLEMS[name]
        values = dict(parameters)
        return search_for(problem, values.pop("search", ""), values, seed=seed)

    found = {}
    for name in (*RECIPES, *PROBLEMS):
        search = build(name)  # one after the other: a browser's memory has no room for all
        search.run()
        tree = search.tree
        digest = hashlib.sha256()
        for column in ("visits", "value_sum", "first", "parent", "action", "num_legal"):
            digest.update(getattr(tree, column)[: 2 * tree.size].tobytes())
        nodes, parents, _ = choose(tree, {0}, {0: 12}, set(), Limits(80, 20, 8, 5))
        order, above = breadth_first(parents, tree.action[nodes])
        x = tidy(above, 6.4 + np.sqrt(tree.visits[nodes[order]]), 4.5)
        drawing = hashlib.sha256()
        for values in (nodes[order], depths(above), x):
            drawing.update(values.tobytes())
        found[name] = {
            "stopped": search.stopped,
            "iterations": search.iterations,
            "best_score": search.best_score,
            "best_sequence": search.best_sequence,
            "improvements": search.improvements[-1:],
            "size": tree.size,
            "root_visits": [tree.visits_of(child) for child in tree.children(0)],
            "random_state": str(search.rng.state),
            "tree": digest.hexdigest(),
            "drawing": drawing.hexdigest(),
        }
    return {**found, "games with chance": games_with_chance()}


def games_with_chance() -> dict[str, list[Any]]:
    """What is drawn and what searches make of it: the actions of games, chance's outcomes too."""
    from mcsearch import Recipe
    from mcsearch.examples.pig import Pig
    from mcsearch.play.dice import seed_of
    from mcsearch.play.solo import Solo
    from mcsearch.problem.numbered_recipe import numbered
    from mcsearch.problem.own_recipe import game_of, recipe_of
    from mcsearch.runs.match import fixtures_of_pair, play

    solo = Solo(Recipe("2048", "2x3:4", parameters={"iterations": 20}), seed_of("2x3:4"))
    solo.run(1e9)
    pig = numbered(recipe_of(game_of("pig", "Pig", Pig), parameters={"iterations": 8}))
    pair = [play(fixture) for fixture in fixtures_of_pair((pig, pig), (), 9)]
    return {
        "2048": [int(action) for action in solo.actions],
        "Pig": [[int(action) for action in game.actions] for game in pair],
    }


if __name__ == "__main__":
    print(json.dumps(results(), indent=1))
