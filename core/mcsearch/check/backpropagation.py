"""Backpropagation: every node on the way gains one visit and the same return, and no other does."""

from __future__ import annotations

import math
from collections import Counter

from mcsearch.check import example
from mcsearch.check.convention import Convention, are_apart, returns_of
from mcsearch.check.evidence import Evidence
from mcsearch.check.report import (
    NOT_EXAMINED,
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
)
from mcsearch.check.steps import Step
from mcsearch.check.visits import is_settled
from mcsearch.engine.wording import counted

HEADING = Heading("backpropagation", "Backpropagation", "four-phases")
_CLOSE = 1e-6
_WHOLE = ("several", "lost")  # of whole iterations, which may be meant so
_CAUSES = {
    "apart": "nodes that are not on the way are changed: nodes or lists are shared",
    "visits": "a node of the way is left out, or counted twice",
    "return": "the result is turned at some levels only, or another value than the result is added",
    "several": "an iteration expands several nodes and plays out from each",
    "lost": "the tree is built anew with other random numbers, or nodes are replaced",
}


def examine(evidence: Evidence) -> Line:
    """Each difference of two trees."""
    reason = evidence.reason()
    if not reason and not evidence.steps:
        reason = evidence.why_no_steps or "there are no consecutive trees"
    reason = reason or evidence.shared
    if reason:
        return HEADING.not_examined(reason)
    convention = evidence.convention
    rooted = any(step.way[0].gained for step in evidence.steps)
    wrong: list[tuple[str, Counterexample]] = []
    empty = 0
    for step in evidence.steps:
        if step.missing:
            lost = f"missing: {counted(step.missing, 'node')} of the tree before"
            wrong.append(("lost", _example(step, convention, lost)))
            continue
        if len(step.way) == 1 and not step.way[0].gained:
            empty += not is_settled(step.way[0].after)
            continue
        said = _fault(step, evidence, rooted)
        if said is not None:
            wrong.append((said[0], _example(step, convention, said[1])))
    count = len(evidence.steps)
    kinds = Counter(kind for kind, _ in wrong)
    if empty and not any(kind not in _WHOLE for kind in kinds):
        return HEADING.line(
            SUSPICIOUS,
            f"{empty} of {count} iterations change nothing",
            (),
            "an ended game is selected again and gains no visit, so it is for good; or an "
            "iteration is lost",
            {"empty": empty, "paths": count},
        )
    if not wrong:
        return HEADING.line(
            RIGHT if rooted else SUSPICIOUS,
            f"{count} paths: each node 1 visit{_of_returns(evidence)}"
            + ("" if rooted else ", but the root has no visits"),
            (),
            "" if rooted else "the way back ends one node below the root",
            {"paths": count},
        )
    kind = kinds.most_common(1)[0][0]
    if kind in _WHOLE and kinds[kind] > 0.5 * count:
        return HEADING.line(
            SUSPICIOUS if kind == "lost" else NOT_EXAMINED,
            f"{kinds[kind]} of {count} iterations change several paths"
            if kind == "several"
            else f"{kinds[kind]} of {count} trees are not the earlier ones with one path more",
            tuple(text for which, text in wrong if which == kind)[:5],
            _CAUSES[kind],
            {"wrong": len(wrong), "paths": count},
        )
    others = len(wrong) - kinds[kind]
    also = f"; wrong otherwise: {others}" if others else ""
    return HEADING.line(
        WRONG,
        f"{kinds[kind]} of {count} paths: {_says(kind)}{also}",
        tuple(text for which, text in wrong if which == kind)[:20],
        _CAUSES[kind],
        {"wrong": len(wrong), "paths": count},
    )


def _of_returns(evidence: Evidence) -> str:
    """What is known of the returns where no path is wrong: those of one player are not compared."""
    if not evidence.convention.has_value:
        return "; there is no value to look at"
    if evidence.game.num_players != 2:
        return "; scores of one player are not compared"
    return " and the same return"


def _says(kind: str) -> str:
    return {
        "apart": "nodes change that are not on the way",
        "visits": "a node gains no visit, or several",
        "return": "nodes gain different returns",
        "several": "several nodes are new",
        "lost": "nodes are no more there",
    }[kind]


def _fault(step: Step, evidence: Evidence, rooted: bool) -> tuple[str, str] | None:
    """What is wrong with a step."""
    convention = evidence.convention
    if step.apart:
        if step.new + step.apart > 1 and step.way[0].gained > 1:
            return "several", f"the root gains {example.visits(step.way[0].gained)}"
        return "apart", f"changed, though not on the way: {counted(step.apart, 'node')}"
    way = step.way if rooted else step.way[1:]
    for place, passed in enumerate(way):
        begun = evidence.begins_with if passed.before is None else 0
        if abs(passed.gained - begun - 1.0) > _CLOSE:
            depth = place + len(step.way) - len(way)
            if all(abs(each.gained - way[0].gained) < _CLOSE for each in way) and way[0].gained > 1:
                return "several", f"each node gains {example.visits(way[0].gained)}"
            return "visits", f"the node at depth {depth} gains {example.visits(passed.gained)}"
    if not convention.has_value or evidence.game.num_players != 2:
        return None
    returns = returns_of(step, convention)
    if are_apart(returns, convention):
        text = ", ".join("–" if math.isnan(v) else f"{convention.share(v):.3g}" for v in returns)
        return "return", f"as the root's player has it the nodes gain {text}, from depth 1 on"
    return None


def _example(step: Step, convention: Convention, sentence: str) -> Counterexample:
    rows = []
    for depth, passed in enumerate(step.way):
        above = step.way[depth - 1].position if depth else None
        name = "root" if above is None else above.name(passed.after.action)
        gained = (
            convention.total(passed.after) - convention.total(passed.before)
            if convention.has_value
            else math.nan
        )
        rows.append((depth, name, passed.after.visits, passed.gained, gained))
    return example.at(
        step.root,
        f"iteration {step.iterations}: {sentence}",
        columns=("depth", "move", "visits", "visits gained", "value gained"),
        rows=tuple(rows),
        iterations=step.iterations,
        seed=step.seed,
    )
