"""Selection: the C by which UCB1 explains every choice, or the slip that does."""

from __future__ import annotations

import math
from typing import Any

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.fitting import COUNTS, Fit, fit, interval, worth
from mcsearch.check.forms import PUCT, PUCTS, SLIPS, UCB1
from mcsearch.check.report import RIGHT, SUSPICIOUS, WRONG, Counterexample, Heading, Line, Verdict
from mcsearch.check.steps import Choice

HEADING = Heading("selection", "Selection", "how-curious")
_FEWEST = 25
NOBODY = (False, False, False, False)
OPPONENT = (False, False, True, True)
EVERYBODY = (True, True, True, True)
ROOT = (True, True, False, False)
SECOND = (False, True, False, True)
FIRST = (True, False, True, False)
_TURNS = (NOBODY, OPPONENT, EVERYBODY, ROOT, SECOND, FIRST)
_STUBBORN = 0.01  # of the span of returns: C of a search that hardly looks elsewhere
_RESTLESS = 25.0
_NEARER = 0.05  # of the choices
_MOST_SHOWN = 20
_ANOTHER_SCALE = "C is on another scale than the returns"
_CAUSES = {
    "child_ln": "the logarithm is of the child's visits; it belongs to the node that chooses",
    "no_sqrt": "the square root is left out, or closes too early",
    "root_visits": "N is a counter of all iterations; it is the visits of the node that chooses",
    "no_ln": "the logarithm is left out",
    "sqrt_ln_only": "the bracket of the square root closes too early",
    "ln_of_ratio": "the bracket of the logarithm closes too late",
    "upside_down": "the fraction of the visits is upside down",
    "sum": "the sum of the returns is not divided by the visits",
    "over_parent": "the sum is divided by the visits of the node above",
    "visits_only": "the mean is left out, or C is so large that it does not count",
}


def ranked(evidence: Evidence) -> list[Choice]:
    """The choices of a visited child among two or more."""
    return [
        choice
        for choice in evidence.choices
        if choice.children[choice.chosen].visits > 0
        and sum(child.visits > 0 for child in choice.children) > 1
    ]


def fitted(evidence: Evidence) -> Fit | None:
    """The rule that explains all choices, those that are right first; None for none, or too few."""
    if "fit" not in evidence.memo:
        evidence.memo["fit"] = _fitted(evidence)
    found: Fit | None = evidence.memo["fit"]
    return found


def _fitted(evidence: Evidence) -> Fit | None:
    choices = ranked(evidence)
    convention = evidence.convention
    if len(choices) < _FEWEST or not convention.has_value:
        return None
    turns = _TURNS if evidence.game.num_players == 2 else _TURNS[:1]
    has_priors = any(not math.isnan(child.prior) for child in choices[0].children)
    right = (*PUCTS, UCB1) if has_priors else (UCB1, PUCT)
    negative = None
    for forms, ways in (
        (right, turns[:1]),
        (right, turns[1:]),
        (SLIPS, turns[:1]),
        (SLIPS, turns[1:]),
    ):
        for way in ways:
            for form in forms:
                for counts in COUNTS:
                    found = fit(choices, form, counts, way, convention)
                    if found.is_there and found.num_choices >= _FEWEST:
                        if not found.is_negative:
                            return found
                        negative = negative or found
    return negative


def examine(evidence: Evidence) -> Line:
    """What C is in use, from all choices of consecutive trees."""
    reason = evidence.reason(of_value=True)
    choices = ranked(evidence)
    if not reason and len(choices) < _FEWEST:
        reason = _why_few(evidence, len(choices))
    if reason:
        return HEADING.not_examined(reason)
    found = fitted(evidence)
    if found is None:
        return _unexplained(evidence, choices)
    if found.is_negative:
        return _line(
            WRONG,
            f"only a C below 0 explains {found.num_choices} choices ({found.middle:.3g})",
            (_shown(choices[0], found, evidence),),
            "the smallest score is chosen in place of the largest, or exploration is subtracted",
            found,
        )
    if not found.form.is_right:
        return _line(
            WRONG,
            f"{found.form.text}: this explains all {found.num_choices} choices",
            _against_ucb1(evidence, choices, found),
            _CAUSES[found.form.name],
            found,
        )
    return _with_c(evidence, choices, found)


def _why_few(evidence: Evidence, count: int) -> str:
    steps = evidence.steps
    if evidence.why_no_steps:
        return evidence.why_no_steps
    if steps and sum(step.apart > 0 or step.missing > 0 for step in steps) > len(steps) // 2:
        return (
            "trees of the same seed with one iteration more are not the same tree with one path "
            "more"
        )
    return _few(count)


def _few(count: int) -> str:
    return f"there are {count} choices between visited children, and {_FEWEST} are needed"


def _with_c(evidence: Evidence, choices: list[Choice], found: Fit) -> Line:
    name = "UCB1" if found.form is UCB1 else "PUCT"
    if found.form not in (UCB1, PUCT):
        name = f"PUCT, {found.form.text},"
    span = evidence.convention.span
    told = evidence.exploration
    c = _c_text(found)
    if not math.isnan(told):
        return _told(evidence, choices, found, name, told)
    if found.form is UCB1 and found.high < _STUBBORN * span:
        if found.high >= _STUBBORN:  # of a scale from 0 to 1 it would be a C like others
            return _line(
                SUSPICIOUS,
                f"C is {c}: beside returns of a span of {span:.3g} means alone count",
                (),
                _ANOTHER_SCALE,
                found,
            )
        return _line(
            WRONG,
            f"the best mean is chosen, C is below {found.high:.2g}: nothing else is explored",
            (_shown(choices[0], found, evidence),),
            "C is 0, or the term of exploration is a whole number that was rounded down",
            found,
        )
    if found.form is UCB1 and found.low > _RESTLESS * span:
        return _line(
            SUSPICIOUS,
            f"C is above {found.low:.3g}: means hardly count",
            (),
            _ANOTHER_SCALE,
            found,
        )
    return _line(
        RIGHT, f"{name} with C = {c}, as all {found.num_choices} choices say", (), "", found
    )


def _c_text(found: Fit) -> str:
    if math.isinf(found.high):
        return f"{max(found.low, 0.0):.3g} or more"
    width = (found.high - max(found.low, 0.0)) / 2.0
    digits = 2 if width > 0.004 else 3
    if width > 0.05 * found.middle:
        return f"{max(found.low, 0.0):.3g} to {found.high:.3g}"
    return f"{found.middle:.{digits}f}"


def _told(evidence: Evidence, choices: list[Choice], found: Fit, name: str, told: float) -> Line:
    """The C that is in use against the one that is told; sqrt(2 ln N / n) is also a convention."""
    slack = 1.0 + 1e-6

    def holds(c: float) -> bool:
        return found.low / slack <= c <= found.high * slack

    c = _c_text(found)
    if holds(told) or holds(told * math.sqrt(2.0)):
        also = "" if holds(told) else f" (C = {told:g} with a 2 under the root)"
        return _line(
            RIGHT,
            f"{name} with C = {c}{also}, as all {found.num_choices} choices say",
            (),
            "",
            found,
        )
    causes = (
        (told * told, "C is squared, or multiplied twice"),
        (math.sqrt(told), "the square root is taken of C, too"),
        (2.0 * told, "exploration is added twice"),
        (told / 2.0, "exploration is halved"),
        (told / math.sqrt(math.log(10.0)), "the logarithm is to base 10"),
        (told / math.sqrt(math.log(2.0)), "the logarithm is to base 2"),
        (told / evidence.convention.span, "returns are on another scale than C is meant for"),
    )
    cause = next((text for factor, text in causes if holds(factor)), "C is not the one told")
    return _line(
        WRONG,
        f"C = {c} is in use, as all {found.num_choices} choices say, and not {told:g}",
        _against_told(evidence, choices, found, told),
        cause,
        found,
    )


def _against_told(
    evidence: Evidence, choices: list[Choice], found: Fit, told: float
) -> tuple[Counterexample, ...]:
    """The first choice that the told C does not explain."""
    for choice in choices:
        terms = worth(choice, found.form, found.counts, found.turns, evidence.convention)
        span = interval(terms, choice.chosen)
        if span is not None and not span[0] <= told <= span[1]:
            return (_shown(choice, found, evidence, told),)
    return ()


def _against_ucb1(
    evidence: Evidence, choices: list[Choice], found: Fit
) -> tuple[Counterexample, ...]:
    """Choices that no C of UCB1 explains, with the C that explains the most of them."""
    best = fit(choices, UCB1, "node", found.turns, evidence.convention, whole=True)
    return _not_explained(evidence, choices, best)


def _not_explained(
    evidence: Evidence, choices: list[Choice], best: Fit
) -> tuple[Counterexample, ...]:
    none: list[Choice] = []  # that no C explains: these come first
    some: list[Choice] = []  # that another C does
    for choice in choices:
        terms = worth(choice, best.form, best.counts, best.turns, evidence.convention)
        span = interval(terms, choice.chosen)
        if span is not None and not span[0] - 1e-9 <= best.best <= span[1] + 1e-9:
            (none if _is_empty(span) else some).append(choice)
    shown = (none + some)[:_MOST_SHOWN]
    return tuple(_shown(choice, best, evidence, best.best) for choice in shown)


def _is_empty(span: tuple[float, float]) -> bool:
    """Whether no C from 0 on lies in it."""
    return span[0] > span[1] + 1e-9 or span[1] < 0.0


def _unexplained(evidence: Evidence, choices: list[Choice]) -> Line:
    """No rule that is known explains the choices: the first one that the best C does not."""
    turns = _TURNS if evidence.game.num_players == 2 else _TURNS[:1]
    fits = [
        fit(choices, form, "node", way, evidence.convention, whole=True)
        for form in (UCB1, PUCT)
        for way in turns
    ]
    # plain UCB1 is the first, and what is meant, unless another one is clearly nearer
    best = max(
        fits,
        key=lambda each: each.num_best / max(1, each.num_choices) - _NEARER * (each != fits[0]),
    )
    if best.num_choices < _FEWEST:
        return HEADING.not_examined(_few(best.num_choices))
    share = best.num_best / best.num_choices
    is_meant = not math.isnan(evidence.exploration)
    verdict: Verdict = WRONG if is_meant else SUSPICIOUS
    told = "" if is_meant else "; another rule is no fault, say C to have it held against UCB1"
    return _line(
        verdict,
        f"no C explains {best.num_choices - best.num_best} of {best.num_choices} choices, "
        f"{best.best:.2f} the others ({share:.0%}){told}",
        _not_explained(evidence, choices, best),
        "visits or sums that selection reads are not those of the tree, or it is another rule",
        best,
    )


def _shown(
    choice: Choice, found: Fit, evidence: Evidence, c: float | None = None
) -> Counterexample:
    """A choice with the scores of all children."""
    c = found.middle if c is None else c
    terms = worth(choice, found.form, found.counts, found.turns, evidence.convention)
    position = choice.position
    rows: list[tuple[Any, ...]] = []
    scores = [-math.inf if term is None else term[0] + c * term[1] for term in terms]
    for child, term, score in zip(choice.children, terms, scores, strict=True):
        mean = math.nan if term is None else term[0]
        rows.append((position.name(child.action), child.visits, mean, score))
    best = scores.index(max(scores))
    span = interval(terms, choice.chosen)
    by_none = ", as no C would" if span is not None and _is_empty(span) else ""
    yours = position.name(choice.children[choice.chosen].action)
    right = position.name(choice.children[best].action)
    return example.at(
        position,
        f"iteration {choice.iterations} goes to {yours}{by_none}; {found.form.text} with "
        f"C = {c:.3g} goes to {right}",
        columns=("move", "visits", "mean", "score"),
        rows=tuple(rows),
        marked=choice.chosen,
        yours=yours,
        right=right,
        iterations=choice.iterations,
        seed=choice.seed,
    )


def _line(
    verdict: Verdict,
    summary: str,
    examples: tuple[Counterexample, ...],
    cause: str,
    found: Fit,
) -> Line:
    figures = {
        "form": found.form.name,
        "c": found.middle,
        "c_low": found.low,
        "c_high": found.high,
        "choices": found.num_choices,
    }
    return HEADING.line(verdict, summary, examples, cause, figures)
