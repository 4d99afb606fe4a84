"""Recipes with a name, each reproducing a published system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcsearch.engine.parameter import Value
from mcsearch.recipe import Recipe, choose


@dataclass(frozen=True)
class Preset:
    """A named recipe; `origin` tells whose search it reproduces."""

    name: str
    title: str
    origin: str
    recipe: Recipe


# the constants of the CMPUT 657 report's program: the report's tables are its logs
_REPORT: dict[str, Value] = {
    "scoring": "plain",
    "pick": "first",
    "epsilon": 0.003,
    "iterations": 999_999,  # with the root the tree has up to 10**6 nodes
    "nodes": 1_000_000,
    "closing": False,
}
_FORMULA_1: dict[str, Value] = {"exploration": 0.5, "deviation": 10_000.0}
_FORMULA_2: dict[str, Value] = {**_FORMULA_1, "top_weight": 0.02}

# name, title, formula of the report, selection rule and its parameters
_VARIANTS: tuple[tuple[str, str, str, str, dict[str, Value]], ...] = (
    ("spmcts-uct", "UCT + deviation", "(1)", "uct-deviation", _FORMULA_1),
    ("spmcts-uct-top", "UCT + deviation + top", "(2)", "uct-top", _FORMULA_2),
    (
        "spmcts-heuristic",
        "heuristic, then UCT",
        "(3)",
        "uct-heuristic",
        {**_FORMULA_2, "threshold": 10},
    ),
    ("spmcts-selectivity", "selectivity", "(4)(5)", "selectivity", {"denominator": "children"}),
    (
        "spmcts-static",
        "UCT on scaled scores",
        "(6)",
        "uct-scaled",
        {"exploration": 0.02, "scale": 5_000.0},
    ),
)


def _report_presets() -> Iterator[Preset]:
    """Each variant of the report with each of its playout policies.

    The variant's name alone means `tabu-color-random`, as in most columns of the report's tables.
    """
    for name, title, formula, rule, constants in _VARIANTS:
        for policy in ("tabu-color-random", "tabu-random", "random"):
            values = {"selection": rule, **constants, "policy": policy, **_REPORT}
            if policy == "random":
                del values["pick"], values["epsilon"]
            is_default = policy == "tabu-color-random"
            yield Preset(
                name if is_default else f"{name}-{policy}",
                f"{formula} {title}" if is_default else f"{formula} {title}, {policy}",
                f"formula {formula} of the CMPUT 657 report on SP-MCTS, its program's constants",
                Recipe("samegame", "15x15x5:5", "spmcts", values, seed=7),
            )


PRESETS = {
    preset.name: preset
    for preset in (
        *_report_presets(),
        Preset(
            "nmcs",
            "NMCS, level 2",
            "Cazenave 2009, on a small SameGame board",
            Recipe("samegame", "6x6x4:52", "nmcs", {"level": 2, "scoring": "plain"}, seed=21),
        ),
        Preset(
            "nrpa",
            "NRPA, level 2",
            "Rosin 2011, on a small SameGame board",
            Recipe("samegame", "6x6x4:7", "nrpa", {"level": 2, "scoring": "plain"}, seed=3),
        ),
        Preset(
            "gnrpa",
            "GNRPA with a tabu colour, level 3",
            "Cazenave 2020, on a SameGame board of the common size",
            Recipe("samegame", "15x15x5:5", "nrpa", {"level": 3, "tabu_bias": -4.0}, seed=3),
        ),
        Preset(
            "morpion",
            "Morpion Solitaire, NRPA, level 3",
            "Rosin 2011, whose NRPA found the longest games of Morpion Solitaire; variant 5D; "
            "the positions 5T, 4T and 4D are the others, at which it was measured as well",
            Recipe("morpion", "5D", "nrpa", {"level": 3, "restarts": True}, seed=3),
        ),
        Preset(
            "hp-folding",
            "HP folding, NRPA, level 3",
            "Dill 1985, the model; the chain of 48 beads, whose best fold known has 23 contacts",
            Recipe("hp-folding", "48", "nrpa", {"level": 3}, seed=3),
        ),
        Preset(
            "weak-schur",
            "Weak Schur numbers, NRPA, level 2",
            "Cazenave's course slides on Monte Carlo search; 5 colours, with the rule that a "
            "number gets the colour of the number before where that is allowed: 180 is the most "
            "that it allows, without it 196 are known",
            Recipe("weak-schur", "5", "nrpa", {"level": 2}, seed=3),
        ),
        Preset(
            "tsptw",
            "Salesman, time windows: NRPA, level 3",
            "Cazenave and Teytaud 2012, NRPA for this problem; distance, waiting and lateness as "
            "biases, whose coefficients are learnt",
            Recipe("tsptw", "20", "nrpa", {"level": 3, "bias": 5.0}, seed=3),
        ),
        Preset(
            "samegame-best",
            "SameGame, the best sequence",
            "for the best sequence of a SameGame board in the time there is, with --seconds: NRPA "
            "with the selective rule of Cazenave 2016, then threshold accepting (Dueck and "
            "Scheuer 1990), in longer and longer runs, of which every third tries another colour "
            "to keep for last; with --trees 2 on two cores",
            Recipe(
                "samegame",
                "15x15x5:5",
                "threshold-accepting",
                {
                    "level": 2,
                    "repeats": 50,
                    "stability": 4,
                    "tabu": True,
                    "tabu_size": 2,
                    "tabu_ply": 5,
                    "tabu_colours": 5,
                    "restarts": True,
                    "changes": 150_000,
                    "growth": 50,
                    "threshold": 40.0,
                    "near": 70,
                },
                seed=0,
            ),
        ),
        Preset(
            "tictactoe-uct",
            "UCT on Tic-Tac-Toe",
            "Baeldung's tutorial on Monte Carlo tree search, c = 1.41",
            Recipe("tictactoe", "", "uct", {"exploration": 1.41, "expansion": "all"}, seed=1),
        ),
        Preset(
            "connect4-engine",
            "Connect Four engine",
            "null program's Connect Four: bitboards, 500,000 playouts in a pool of 32 MB, the tree "
            "kept from move to move",
            Recipe("connect4", "", "uct", {"iterations": 500_000, "nodes": 800_000}, seed=1),
        ),
        Preset(
            "yavalath-engine",
            "Yavalath engine",
            "null program's Yavalath: bitboards, transpositions in a graph; with score bounds "
            "(Cazenave and Saffidine 2010) and decisive moves against its shallow traps",
            Recipe(
                "yavalath",
                "",
                "uct",
                {
                    "transpositions": True,
                    "solver": True,
                    "decisive": True,
                    "iterations": 500_000,
                    "nodes": 1_000_000,
                },
                seed=1,
            ),
        ),
        Preset(
            "flat-monte-carlo",
            "Flat Monte Carlo",
            "equal shares of playouts for every action, the best mean is played (Abramson 1990): "
            "what a tree and a bandit are measured against",
            Recipe(
                "tictactoe",
                "",
                "uct",
                {"selection": "uniform", "tree_plies": 1, "final_move": "max"},
                seed=1,
            ),
        ),
        Preset(
            "flat-ucb",
            "Flat UCB",
            "a bandit over the actions of the root and no tree (UCB1, Auer et al. 2002)",
            Recipe("tictactoe", "", "uct", {"tree_plies": 1}, seed=1),
        ),
        Preset(
            "sequential-halving",
            "Sequential halving at the root",
            "Karnin et al. 2013, with UCT below the root as in H-MCTS (Pepels et al. 2014): rounds "
            "of equal playouts, after each the worse half is dropped. It helps where playouts are "
            "few for the actions there are (over UCT +54 +- 25 Elo in Yavalath at 200 playouts a "
            "move; in Connect Four +27 +- 24 at 16, -31 +- 23 at 200)",
            Recipe(
                "connect4",
                "4453",
                "uct",
                {"selection": "sequential-halving", "iterations": 1000},
                seed=1,
            ),
        ),
        Preset(
            "shot",
            "Sequential halving in the tree (SHOT)",
            "Cazenave 2015: every node divides the playouts that it is granted by rounds of "
            "halving, without a constant. It helps where actions are many (over UCT +53 +- 24 Elo "
            "in Yavalath at 200 playouts a move, +45 +- 24 at 1,000; in Connect Four +26 +- 24 at "
            "16, -58 +- 23 at 200)",
            Recipe("connect4", "4453", "uct", {"selection": "shot", "iterations": 1000}, seed=1),
        ),
        Preset(
            "gumbel",
            "Gumbel",
            "Danihelka et al. 2022: four actions are drawn by Gumbel noise and their priors, then "
            "halved by rounds; below the root an improved policy selects. It helps where playouts "
            "are fewer than actions, at best with a prior (over UCT +727 Elo in Yavalath at 16 "
            "playouts a move, -95 +- 25 at 200; in Connect Four +7 +- 23 and -552 +- 62)",
            Recipe(
                "connect4",
                "4453",
                "uct",
                {"selection": "gumbel", "considered": 4, "iterations": 400},
                seed=1,
            ),
        ),
        Preset(
            "connect4-alpha-beta",  # a search's name alone is the search in any game
            "Alpha-beta",
            "what game programs did before Monte Carlo: minimax to a limit that grows, without the "
            "branches that can't matter (Knuth and Moore 1975); it needs an evaluation",
            Recipe("connect4", "", "alpha-beta", {"iterations": 20_000}, seed=1),
        ),
        Preset(
            "connect4-exact-solver",
            "Exact solver",
            "perfect play by bitboards, a table and windows of no width (Pons 2015): what other "
            "searches are judged by; from ten stones on in seconds, from the empty board not",
            Recipe("connect4", "17516442226766", "exact-solver", {"iterations": 20_000}, seed=1),
        ),
        Preset(
            "proof-number",
            "UCT with proof numbers",
            "PN-MCTS (Kowalski et al. 2022, 2025): children come first by which least is left to "
            "prove a win, meant for wins that narrow lines force (not seen to help in these games)",
            Recipe(
                "connect4",
                "4453",
                "uct",
                {"selection": "proof-number", "solver": True, "exploration": 1.0},
                seed=1,
            ),
        ),
        Preset(
            "widening",
            "UCT with progressive widening",
            "Couetoux et al. 2011: a node gets a child more only as its visits grow, for games "
            "with more actions than playouts (in Yavalath, at 200 a move, it loses)",
            Recipe("yavalath", "", "uct", {"widening": 1.0, "exploration": 1.0}, seed=1),
        ),
        Preset(
            "grave",
            "GRAVE",
            "Cazenave 2015: what a move has been worth wherever it was made helps a child that has "
            "few playouts of its own, most where a move means much the same whenever it is made "
            "(over UCT at 200 playouts a move +296 +- 33 Elo in Yavalath, +158 +- 27 in "
            "Breakthrough; Connect Four -18 +- 22)",
            Recipe(
                "yavalath",
                "",
                "uct",
                {"selection": "grave", "iterations": 2000, "nodes": 150_000},
                seed=1,
            ),
        ),
        Preset(
            "rave",
            "RAVE",
            "Gelly and Silver 2007: every node learns from all moves of the playouts below it, "
            "which helps most while it has few (over UCT at 200 playouts a move +70 +- 24 Elo in "
            "Yavalath, +39 +- 24 in Connect Four, -3 +- 6 in Tic-Tac-Toe)",
            Recipe(
                "tictactoe",
                "",
                "uct",
                {"selection": "rave", "iterations": 2000},
                seed=1,
            ),
        ),
        Preset(
            "ucb1-tuned",
            "UCB1-Tuned",
            "Auer et al. 2002: exploration by a bound of the variance, which helps where means are "
            "near 0 or 1 (over UCT at 200 playouts a move +37 +- 23 Elo in Connect Four, +1 +- 23 "
            "in Yavalath)",
            Recipe("connect4", "4453", "uct", {"selection": "ucb1-tuned"}, seed=1),
        ),
        Preset(
            "ucb-v",
            "UCB-V",
            "Audibert et al. 2009: exploration by the variance and what it may be wrong by; with "
            "the constants of its proof it explores too much in games (at 200 playouts a move "
            "-181 +- 27 Elo to UCT in Connect Four, -40 +- 24 in Yavalath)",
            Recipe("connect4", "4453", "uct", {"selection": "ucb-v"}, seed=1),
        ),
        Preset(
            "kl-ucb",
            "KL-UCB",
            "Garivier and Cappe 2011: the largest mean that the wins do not speak against, a tight "
            "bound for wins and losses (over UCT at 200 playouts a move +47 +- 23 Elo in Connect "
            "Four, +13 +- 23 in Yavalath)",
            Recipe("connect4", "4453", "uct", {"selection": "kl-ucb"}, seed=1),
        ),
        Preset(
            "thompson",
            "Thompson sampling",
            "Thompson 1933: a win rate is drawn for each child, and the largest wins, which needs "
            "no constant (not seen to help: at 200 playouts a move -15 +- 23 Elo to UCT in Connect "
            "Four, -16 +- 24 in Yavalath)",
            Recipe("connect4", "4453", "uct", {"selection": "thompson"}, seed=1),
        ),
        Preset(
            "uct-first-play",
            "UCT with first-play urgency",
            "Gelly and Wang 2006: a child without visits has a score, too, so that not every one "
            "is tried, which helps where actions are many (over UCT at 200 playouts a move +274 +- "
            "30 Elo in Yavalath; in Connect Four, of seven, -112 +- 25)",
            Recipe(
                "yavalath", "", "uct", {"selection": "uct-first-play", "exploration": 1.0}, seed=1
            ),
        ),
        Preset(
            "progressive-bias",
            "UCT with progressive bias",
            "Chaslot et al. 2008: the game's evaluation helps a child that has few visits (over "
            "UCT at 200 playouts a move +134 +- 25 Elo in Yavalath, -4 +- 24 in Connect Four)",
            Recipe(
                "yavalath", "", "uct", {"selection": "progressive-bias", "exploration": 1.0}, seed=1
            ),
        ),
        Preset(
            "implicit-minimax",
            "UCT with implicit minimax",
            "Lanctot et al. 2014: evaluations backed up by minimax beside the means, which helps "
            "where an evaluation knows more than playouts (over UCT at 500 playouts a move +314 +- "
            "33 Elo in Yavalath, +116 +- 24 in Connect Four)",
            Recipe(
                "connect4",
                "4453",
                "uct",
                {"selection": "implicit-minimax", "exploration": 1.0},
                seed=1,
            ),
        ),
        Preset(
            "puct",
            "PUCT",
            "Silver et al. 2017: priors share exploration out, made for a network's; these games "
            "have none, and a child without visits counts as an even chance (over UCT at 200 "
            "playouts a move +67 +- 26 Elo in Yavalath, +9 +- 23 in Connect Four)",
            Recipe("yavalath", "", "uct", {"selection": "puct"}, seed=1),
        ),
        Preset(
            "mast",
            "UCT, playouts by MAST",
            "Finnsson and Bjornsson 2008: playouts prefer the moves with the best means of the "
            "whole search, which helps where a move is good or bad in most positions",
            Recipe("yavalath", "", "uct", {"policy": "mast", "exploration": 1.0}, seed=1),
        ),
        Preset(
            "nst",
            "UCT, playouts by NST",
            "Tak, Winands and Bjornsson 2012: as MAST, and playouts learn replies to the move "
            "before, which helps where an answer matters more than a move alone (not seen to in "
            "Connect Four)",
            Recipe("connect4", "", "uct", {"policy": "nst", "exploration": 1.0}, seed=1),
        ),
        Preset(
            "ppa",
            "UCT, playouts by PPA",
            "Cazenave 2015: playouts learn the moves of who has won, which helps where random "
            "playouts play what no player would",
            Recipe("yavalath", "", "uct", {"policy": "ppa", "exploration": 1.0}, seed=1),
        ),
        Preset(
            "ppaf",
            "UCT, playouts by PPAF",
            "Cazenave 2016: as PPA, each move by what lies on the cells around it (not seen to "
            "help at 200 playouts a move)",
            Recipe("yavalath", "", "uct", {"policy": "ppaf", "exploration": 1.0}, seed=1),
        ),
        Preset(
            "tree-parallel-yavalath",
            "UCT, one tree on several cores",
            "Chaslot et al. 2008: leaves are chosen by virtual losses and played out side by side. "
            "It helps where playouts take longer than descents do, as these, which look two plies "
            "ahead; nothing depends on the number of cores",
            Recipe(
                "yavalath",
                "",
                "tree-parallel",
                {"policy": "decisive", "exploration": 1.0, "iterations": 2000},
                seed=1,
            ),
        ),
        Preset(
            "uct-robust",
            "UCT, robust child",
            "notes on Monte Carlo tree search: robust child (Chaslot et al. 2008); with trees=4 "
            "root-parallel",
            Recipe("connect4", "", "uct", {"final_move": "robust"}, seed=1),
        ),
        Preset(
            "uct-secure",
            "UCT, secure child",
            "notes on Monte Carlo tree search: secure child, playouts cut off by an evaluation "
            "(Chaslot et al. 2008)",
            Recipe(
                "connect4",
                "",
                "uct",
                {"final_move": "secure", "secure_weight": 4.0, "cutoff_plies": 8},
                seed=1,
            ),
        ),
    )
}


def find_preset(name: str) -> Preset:
    """The preset of a name; RecipeError when there is none."""
    choose("preset", name, PRESETS)
    return PRESETS[name]
