"""State: the given position stays as it is, the same seed gives the same tree, every call ends."""

from __future__ import annotations

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.node import Node
from mcsearch.check.report import RIGHT, SUSPICIOUS, WRONG, Heading, Line
from mcsearch.engine.wording import counted

HEADING = Heading("state", "State", "four-phases")
_ITERATIONS = 40
_CAUSES = {
    "endless": "a playout or a descent that never comes to an end, or iterations that take so long",
    "died": "the process ended: out of memory, a crash of native code, or os._exit",
}


def examine(evidence: Evidence) -> Line:
    """All that was seen beside the trees."""
    if evidence.errors:
        error = evidence.errors[0]
        if error.kind == "threads":
            return HEADING.not_examined(error.message)
        details = f" ({error.details})" if error.details else ""
        return HEADING.line(WRONG, f"{error.message}{details}", cause=_CAUSES.get(error.kind, ""))
    changed = [each for each in evidence.answers if each[3].changed]
    if changed:
        position, iterations, seed, answer = changed[0]
        return HEADING.line(
            WRONG,
            f"run changes the position it is given, in {len(changed)} of {len(evidence.answers)} "
            "calls",
            (
                example.at(
                    position,
                    f"the position is another one after the search: {answer.changed}",
                    iterations=iterations,
                    seed=seed,
                ),
            ),
            "the search or its playouts play on the state itself, in place of a copy",
        )
    if not evidence.answers:
        return HEADING.not_examined("run was not called")
    start = evidence.game.start
    same = [evidence.call(start, _ITERATIONS, evidence.seed) for _ in range(2)]
    other = evidence.call(start, _ITERATIONS, evidence.seed + 1_000_003)
    if evidence.errors:
        return HEADING.line(WRONG, evidence.errors[0].message)
    said = ["given position unchanged"]
    first, second = same
    assert first is not None
    assert second is not None
    assert other is not None
    if first.tree is not None and second.tree is not None and other.tree is not None:
        if _shape(first.tree) != _shape(second.tree):
            return HEADING.line(
                SUSPICIOUS,
                "the same seed gives another tree",
                cause="random numbers are not of the seed: of the clock, the system, or the order "
                "of a set",
            )
        said.append("same seed, same tree")
        is_same = _shape(first.tree) == _shape(other.tree) and len(start.legal) > 1
        if is_same and evidence.are_estimates:
            said.append("estimates draw no random numbers, so any seed gives it")
        elif is_same:
            return HEADING.line(
                SUSPICIOUS,
                "another seed gives the same tree",
                cause="the seed is not used, or the generator is made anew in each iteration",
            )
    elif first.action != second.action:
        return HEADING.line(SUSPICIOUS, "the same seed gives another move")
    threads = sum(answer.threads for *_, answer in evidence.answers)
    if threads:
        return HEADING.line(
            SUSPICIOUS,
            f"run leaves {counted(threads, 'thread')} running after "
            f"{counted(len(evidence.answers), 'call')}",
            cause="threads that are not joined change trees that others read",
        )
    printed = sum(answer.printed for *_, answer in evidence.answers)
    if printed:
        said.append(f"run prints, {printed / len(evidence.answers):,.0f} characters a call")
    return HEADING.line(RIGHT, "; ".join(said))


def _shape(node: Node) -> tuple:
    """A tree's visits and actions; children in any order."""
    below = sorted(((c.action, _shape(c)) for c in node.children), key=lambda pair: pair[0])
    return node.visits, tuple(below)
