"""Final move: the most visited child, or the one of the best mean; threats are answered."""

from __future__ import annotations

from mcsearch.check import example
from mcsearch.check.chances import sign_test
from mcsearch.check.evidence import Evidence, ours
from mcsearch.check.game import Position
from mcsearch.check.node import NONE, Node
from mcsearch.check.positions import with_something_to_lose
from mcsearch.check.report import (
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
)
from mcsearch.check.runner import Answer
from mcsearch.engine.wording import counted

HEADING = Heading("final_move", "Final move", "final-move")
_ITERATIONS = 200
_MOST = 24
_LEVEL = 0.01
_SHARE = 0.02  # of moves that may be neither: a search may break ties by what is not read
_CLOSE = 1e-9

Run = tuple[Position, int, int, Answer]


def played(position: Position, root: Node | None, action: int) -> int:
    """The move of a run: what it has returned, or the most visited child of its root."""
    if action != NONE or root is None or not root.children:
        return action
    return max(root.children, key=lambda child: child.visits).action


def examine(evidence: Evidence) -> Line:
    """Of all runs so far what was played; and what is, where the opponent threatens to win."""
    if not evidence.answers:
        why = evidence.errors[0].message if evidence.errors else "run was not called"
        return HEADING.not_examined(f"{why}")
    threats, yours_lost, ours_lost, losses = _threats(evidence)
    counts = {"by_visits": 0, "by_mean": 0, "moves": 0}
    neither: list[Run] = []
    differ: list[Run] = []
    for run in evidence.answers:
        position, _, _, answer = run
        visited = [c for c in answer.tree.children if c.visits > 0] if answer.tree else []
        if not visited or answer.action == NONE or len(position.legal) < 2:
            continue
        chosen = next((child for child in visited if child.action == answer.action), None)
        most = chosen is not None and chosen.visits >= max(c.visits for c in visited)
        best = chosen is not None and _has_best_mean(evidence, position, visited, chosen)
        known = any(child.is_proven for child in visited)
        counts["moves"] += 1
        counts["by_visits"] += most or known
        counts["by_mean"] += best
        if not most and not known:
            (differ if best else neither).append(run)
    if not counts["moves"] and all(
        a.action == NONE and a.tree is None for *_, a in evidence.answers
    ):
        return HEADING.not_examined("no move was told")
    figures: dict[str, float] = {
        **counts,
        "threats": threats,
        "lost_at_once": yours_lost,
        "ours_lost_at_once": ours_lost,
    }
    moves = counts["moves"]
    if neither and len(neither) > _SHARE * moves:
        return HEADING.line(
            WRONG,
            f"{len(neither)} of {moves} moves have neither the most visits nor the best mean",
            tuple(_shown(evidence, run) for run in neither[-5:]),
            "the final move is chosen with exploration, at random, or by another player's mean",
            figures,
        )
    if yours_lost > ours_lost and sign_test(yours_lost, ours_lost) < _LEVEL:
        return HEADING.line(
            SUSPICIOUS,
            f"leaves {yours_lost} of {counted(threats, 'threat')} without an answer, ours "
            f"{ours_lost}",
            tuple(losses[:20]),
            "the opponent's best reply gets few visits; may follow from whose reward",
            figures,
        )
    if differ:
        return HEADING.line(
            SUSPICIOUS,
            f"{len(differ)} of {moves} moves have the best mean and not the most visits",
            tuple(_shown(evidence, run) for run in differ[-5:]),
            "few visits can have a high mean by luck; most programs play the most visited",
            figures,
        )
    how = "by visits" if moves else "run gives a root: the most visited is taken"
    if not any(answer.tree for *_, answer in evidence.answers):
        how = "an action alone is known"
    also = f", {threats - yours_lost} of {counted(threats, 'threat')} answered" if threats else ""
    return HEADING.line(RIGHT, f"{how}{also}", (), "", figures)


def _has_best_mean(
    evidence: Evidence, position: Position, visited: list[Node], chosen: Node
) -> bool:
    convention = evidence.convention
    player = position.to_play
    means = [convention.seen_by(player, convention.mean(c), player, player) for c in visited]
    return convention.has_value and means[visited.index(chosen)] >= max(means) - _CLOSE


def _threats(evidence: Evidence) -> tuple[int, int, int, list[Counterexample]]:
    """Positions with a threat, how many of them they and we leave without an answer."""
    some = with_something_to_lose(evidence.game, evidence.seed)
    affordable = evidence.seconds / max(evidence.seconds_an_iteration * _ITERATIONS, 1e-9)
    most = max(3, min(_MOST, int(affordable)))
    positions = [position for position in some if _is_threatened(position)][:most]
    yours_lost = ours_lost = 0
    losses: list[Counterexample] = []
    for number, position in enumerate(positions):
        seed = evidence.seed + number
        answer = evidence.call(position, _ITERATIONS, seed, "root")
        if answer is None:
            return number, yours_lost, ours_lost, losses
        place = played(position, answer.tree, answer.action)
        mine, _ = ours(position, _ITERATIONS, seed)
        ours_lost += _loses_at_once(position, mine)
        if _loses_at_once(position, place):
            yours_lost += 1
            losses.append(_unanswered(position, place, seed))
    return len(positions), yours_lost, ours_lost, losses


def _unanswered(position: Position, place: int, seed: int) -> Counterexample:
    right = next(p for p in range(len(position.legal)) if not _loses_at_once(position, p))
    return example.at(
        position,
        f"after {position.name(place)} the opponent wins at once; {position.name(right)} prevents "
        "it",
        yours=position.name(place),
        right=position.name(right),
        iterations=_ITERATIONS,
        seed=seed,
    )


def _shown(evidence: Evidence, run: Run) -> Counterexample:
    """A run whose move has not the most visits."""
    position, iterations, seed, answer = run
    assert answer.tree is not None
    robust = max(answer.tree.children, key=lambda child: child.visits).action
    rows = example.moves_table(position, answer.tree, evidence.convention, iterations, seed)
    return example.at(
        position,
        f"{position.name(answer.action)} is played, {position.name(robust)} has the most visits",
        columns=example.COLUMNS,
        rows=rows,
        marked=example.row_of(rows, position, answer.action),
        yours=position.name(answer.action),
        right=position.name(robust),
        iterations=iterations,
        seed=seed,
    )


def _is_threatened(position: Position) -> bool:
    """Whether some move lets the opponent win at once, another does not, and none wins."""
    places = range(len(position.legal))
    if any(_wins(position, place) for place in places):
        return False
    return len({_loses_at_once(position, place) for place in places}) == 2


def _wins(position: Position, place: int) -> bool:
    after = position.after(place)
    return after.returns is not None and position.seen(after.returns) == 1.0


def _loses_at_once(position: Position, place: int) -> bool:
    """Whether the opponent can win with the next move."""
    if place == NONE:
        return False
    after = position.after(place)
    if after.to_play == position.to_play:
        return False
    return any(_wins(after, reply) for reply in range(len(after.legal)))
