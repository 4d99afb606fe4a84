"""What a tuning has shown, for a person to read, for programs, and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcsearch.engine.parameter import Value
from mcsearch.engine.wording import text_of
from mcsearch.recipe import Recipe
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.tuning.space import Space
from mcsearch.runs.tuning.tuner import Tuner

_ROWS = 15  # of the plot in text
_WIDTH = 50  # of its bars, characters
_TOP = 8  # places that are listed where several parameters are tuned


@dataclass
class Verdict:
    """The best values against the default, trial by trial, until the SPRT has decided."""

    sprt: Sprt
    recipe: Recipe | None = None
    scores: list[float] = field(default_factory=list)
    decision: str = ""

    @property
    def num_pairs(self) -> int:
        return len(self.scores)

    @property
    def by_points(self) -> tuple[int, ...]:
        """Trials by the points of the best values: 0, 0.5, 1, 1.5 and 2 of 2."""
        return tuple(sum(round(4 * s) == i for s in self.scores) for i in range(5))

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio."""
        return self.sprt.ratio(self.by_points)

    def add(self, score: float) -> None:
        """Count a trial, unless it has been decided before."""
        if not self.decision:
            self.scores.append(score)
            self.decision = self.sprt.verdict(self.by_points)

    def is_over(self, most: int) -> bool:
        return bool(self.decision) or self.num_pairs >= most


def in_words(values: Mapping[str, Value]) -> str:
    """Such as "exploration 0.8, solver on"."""
    return ", ".join(f"{name} {text_of(value)}" for name, value in values.items())


def document(
    tuner: Tuner,
    space: Space,
    values: Sequence[Mapping[str, Value]],
    verdict: Verdict,
    words: str,
    noun: str,
) -> dict[str, Any]:
    """A tuning for programs: every place tried, what the model says of it, and the verdict."""
    names = [axis.name for axis in space.axes]
    found: dict[str, Any] = {
        "kind": "tuning",
        "conditions": words,
        "search": space.default.search,
        "default": {name: space.default.values[name] for name in names},
        "axes": [
            {"name": a.name, "low": a.low, "high": a.high, "log": a.is_log} for a in space.axes
        ],
        "trials": len(tuner.results),
        "unit": noun,
        "measure": "score" if space.default.record.num_players == 2 else "points more",
        "course": [
            {"place": tuner.tried[n], "result": tuner.results[n]} for n in sorted(tuner.results)
        ],
    }
    if not tuner.results:
        return found
    counts, means, variance = tuner.summary()
    surface, best = tuner.surface(), tuner.best()
    deviation = surface.deviation
    found["variance"] = variance
    found["places"] = [
        {
            "values": dict(values[i]),
            "trials": int(counts[i]),
            "mean": float(means[i]) if counts[i] else None,
            "expected": float(surface.mean[i]),
            "deviation": float(deviation[i]),
        }
        for i in range(len(values))
    ]
    found["best"] = {
        "values": dict(values[best.place]),
        "expected": best.mean,
        "deviation": best.deviation,
        "low": [axis.value(float(x)) for axis, x in zip(space.axes, best.low, strict=True)],
        "high": [axis.value(float(x)) for axis, x in zip(space.axes, best.high, strict=True)],
    }
    sprt = verdict.sprt
    found["verdict"] = {
        "is_default": verdict.recipe == space.default,
        "recipe": verdict.recipe and verdict.recipe.to_dict(),
        "trials": verdict.num_pairs,
        "by_points": list(verdict.by_points),
        "ratio": verdict.ratio,
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "lower": sprt.lower,
        "upper": sprt.upper,
        "accepted": verdict.decision or None,
    }
    return found


def text(found: Mapping[str, Any]) -> str:
    """A tuning for a person: a plot in text, the best values with their interval, the verdict."""
    names = ", ".join(axis["name"] for axis in found["axes"])
    lines = [
        f"Tuning of {names} of {found['search']} ({found['conditions']}): {found['trials']} "
        f"{found['unit']} against the default, {in_words(found['default'])}"
    ]
    if "best" not in found:
        return f"{lines[0]}: no finished trial"
    lines += _plot(found) if len(found["axes"]) == 1 else _list(found)
    best = found["best"]
    expected = _measured(found["measure"], best["expected"], best["deviation"])
    lines.append(f"Best: {in_words(best['values'])}, expected {expected}.")
    for axis, low, high in zip(found["axes"], best["low"], best["high"], strict=True):
        lines.append(
            f"The best {axis['name']} is from {text_of(low)} to {text_of(high)} in 95 % of the "
            "model's draws."
        )
    lines.append(_verdict(found["verdict"], found["unit"]))
    return "\n".join(lines)


def _measured(measure: str, mean: float, deviation: float) -> str:
    if measure == "score":
        return f"score {100 * mean:.1f} +- {196 * deviation:.1f} % against the default"
    return f"{mean:+.1f} +- {1.96 * deviation:.1f} points"


def _plot(found: Mapping[str, Any]) -> list[str]:
    """The model's curve as bars, from its lowest to its highest value, with the trials there."""
    places = found["places"]
    name = found["axes"][0]["name"]
    width = max(len(name), *(len(text_of(p["values"][name])) for p in places))
    expected = np.array([place["expected"] for place in places])
    low, high = expected.min(), expected.max()
    lines = [f"{name:>{width}}  trials   mean  expected"]
    for group in np.array_split(np.arange(len(places)), min(_ROWS, len(places))):
        middle = places[int(group[len(group) // 2])]
        trials = sum(places[i]["trials"] for i in group)
        total = sum(places[i]["trials"] * (places[i]["mean"] or 0.0) for i in group)
        mean = f"{total / trials:7.3f}" if trials else "      -"
        value = float(expected[group].mean())
        bar = "#" * round(_WIDTH * (value - low) / (high - low)) if high > low else ""
        shown = text_of(middle["values"][name])
        lines.append(f"{shown:>{width}}  {trials:>6} {mean} {value:9.3f} {bar}")
    return lines


def _list(found: Mapping[str, Any]) -> list[str]:
    """The places with the largest expected values."""
    places = sorted(found["places"], key=lambda place: -place["expected"])[:_TOP]
    lines = ["expected +- 95 %   trials  values"]
    for place in places:
        lines.append(
            f"{place['expected']:8.3f} +- {1.96 * place['deviation']:.3f} {place['trials']:>8}  "
            f"{in_words(place['values'])}"
        )
    return lines


def _verdict(verdict: Mapping[str, Any], noun: str) -> str:
    if verdict["is_default"]:
        return "Verdict: the default is the best, so there is nothing to compare it with."
    bounds = f"[{verdict['elo0']:g}, {verdict['elo1']:g}] normalized Elo"
    counts = f"{verdict['trials']} fresh {noun}, by points {verdict['by_points']}"
    ratio = f"LLR {verdict['ratio']:.2f} ({verdict['lower']:.2f}, {verdict['upper']:.2f})"
    said = {
        "H1": f"the best values are stronger than the default: H1 (+{verdict['elo1']:g}) is "
        f"accepted against H0 ({verdict['elo0']:g})",
        "H0": f"no gain is shown: H0 ({verdict['elo0']:g}) is accepted against H1 "
        f"({verdict['elo1']:g})",
        None: "undecided; a larger --verdict-pairs goes on",
    }[verdict["accepted"]]
    return f"Verdict by SPRT {bounds}, {counts}, {ratio}: {said}."
