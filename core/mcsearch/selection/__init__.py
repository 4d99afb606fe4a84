"""The selection rules by name; the first that fits a game is its default."""

from mcsearch.selection.rule import Uct, UctDeviation, UctHeuristic, UctScaled, UctTop
from mcsearch.selection.selectivity import Selectivity

RULES = {
    rule.name: rule for rule in (UctTop, UctDeviation, UctHeuristic, Selectivity, UctScaled, Uct)
}
