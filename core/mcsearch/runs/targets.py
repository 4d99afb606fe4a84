"""When the entrants of a race reached a target, for a person and for programs."""

from __future__ import annotations

import math

from mcsearch.engine.wording import spaced
from mcsearch.runs.statistics.time_to_target import Reached, limits_of


def expected_text(found: Reached) -> str:
    """The expected running time, "never" without a run that reached the target."""
    return "never" if math.isinf(found.expected) else spaced(found.expected, ".0f")


def lines(labels: dict[int, str], found: dict[int, Reached], target: float) -> list[str]:
    """A table for a person: how many runs reached the target, the expected running time, and the
    share that had reached it by some numbers of iterations."""
    if not found:
        return []
    limits = limits_of(max(float(each.spent.max()) for each in found.values()))
    heads = [spaced(limit) for limit in limits]
    width = max(len(labels[entrant]) for entrant in found)
    told = [
        f"Time to {target:g}, in iterations:",
        f"{'':{width}}  {'reached':>10}  {'ERT':>10}  by " + "  ".join(f"{h:>7}" for h in heads),
    ]
    for entrant, each in sorted(found.items(), key=lambda item: item[1].expected):
        count = f"{each.num_reached} of {len(each.at)}"
        shares = "  ".join(f"{100 * share:>5.0f} %" for share in each.shares(limits))
        told.append(
            f"{labels[entrant]:{width}}  {count:>10}  {expected_text(each):>10}     {shares}"
        )
    told.append(
        "ERT: the iterations of all runs, each until it reached the target or ended, for each that "
        "reached it: what runs one after the other are expected to take."
    )
    return told


def document(found: Reached) -> dict[str, object]:
    """The same for programs."""
    ends = math.isfinite(found.expected)
    return {
        "reached": found.num_reached,
        "expected_running_time": found.expected if ends else None,
        "reached_at": [None if math.isinf(at) else int(at) for at in found.at],
        "spent": [int(spent) for spent in found.spent],
    }
