"""The moments of a search, walked through once more from its beginning and packed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from explorer.alone.packing import Packing
from explorer.cards.board.frame import show_position
from explorer.cards.board.picture import board_moment, board_table
from explorer.cards.board.plain import PlainPosition, plain_position
from explorer.cards.frame import Frame
from explorer.cards.lanes.sent import lanes_of
from explorer.cards.strip.picture import strip_board
from explorer.game.positions import positions_below
from explorer.look.boards import is_drawn
from explorer.look.text import MISSING, number, plural, score, short_count
from explorer.moment.detail import FEW_SLOTS, STRIP_HEIGHT, Detail
from explorer.moment.path import counted, has_best, has_levels, is_recorded, told_number
from explorer.moment.steps import PHASES, steps_of
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from explorer.words.narration import conclude, moment_title, narrate
from mcsearch.engine.search import POLICY
from mcsearch.problem.numbered import in_numbers

MOST_MOMENTS = 4_004
"""By default: every phase of 1,000 iterations."""
MOST_LEARNING = 204
"""By default of a search that learns a policy, most of whose numbers change at every moment."""

_WITH_STRIP = Detail(width=860.0, height=560.0 + STRIP_HEIGHT, most_boards=FEW_SLOTS)
_WITH_LANES = Detail(width=1180.0, height=560.0, wants_strip=False)  # they have strips of their own


def detail_of(search: Any) -> Detail:
    """Of what is drawn; whoever shows it fits it to the room there is."""
    return _WITH_LANES if has_levels(search) else _WITH_STRIP


def packed(search: Any, most_moments: int | None) -> bytes:
    """The moments of a search from its beginning to where it is now; the search stays as it is.

    Every phase of as many iterations as half of the moments allow, and the ends of iterations,
    evenly spread over the rest; of a search so short that they are enough, every phase. Raises
    ValueError for a search that has not begun, for one that began with the tree of another root,
    and where a person's class does not do the same when it is run again.
    """
    if not steps_of(search) and not is_recorded(search):
        raise ValueError(
            "the search has not begun, so there is nothing to show; call search.run() first"
        )
    if most_moments is None:
        most_moments = MOST_LEARNING if POLICY in search.shows else MOST_MOMENTS
    if most_moments < 2 * PHASES:
        raise ValueError(f"most_moments: {most_moments} is too few; give at least {2 * PHASES}")
    again = search.beginning()
    has_failed = search.stopped == "error"
    end = steps_of(search)
    recorder = _Recorder(again)
    for steps in moments_of(end, most_moments):
        try:
            _walk(again, steps)
        except Exception:
            if has_failed:
                break  # what came after the failure is no search any more
            raise
        if steps_of(again) == steps:  # a snapshot has no phases
            recorder.note()
    if not has_failed and (steps_of(again) != end or not _are_alike(again, search)):
        root = in_numbers(search).root
        raise ValueError(
            f"{type(getattr(root, 'problem', root)).__name__} has not done the same when it was "
            "run again: legal_actions(), play() and returns() may depend on the state alone"
        )
    return recorder.packed()


def moments_of(end: int, most: int) -> Iterator[int]:
    """The phases, counted from the beginning, after which a moment is kept; the last one is."""
    if end < most:
        yield from range(end + 1)
        return
    dense = PHASES * (most // (2 * PHASES))
    yield from range(dense + 1)
    last = end // PHASES
    first = dense // PHASES
    count = most - dense - 2
    ends = {first + round((last - first) * (i + 1) / count) for i in range(count)}
    yield from (PHASES * iteration for iteration in sorted(ends - {first}))
    if end % PHASES:
        yield end


def _walk(search: Any, steps: int) -> None:
    """Whole iterations in compiled code, the last phases one by one."""
    iterations = steps // PHASES - search.iterations
    if iterations > 1 and not search.stopped:
        search.run(iterations - 1)
    while steps_of(search) < steps and search.advance():
        pass


def _are_alike(one: Any, other: Any) -> bool:
    same_tree = one.tree.size == other.tree.size
    best = one.best_score, other.best_score
    return same_tree and (best[0] == best[1] or (best[0] != best[0] and best[1] != best[1]))


class _Recorder:
    """What a file needs to know of a search, moment by moment."""

    def __init__(self, search: Any) -> None:
        self._search = search
        self._root = in_numbers(search).root
        self._packing = Packing()
        self._looks: dict[str, int] = {}
        self._table: dict[str, Any] = {}
        self._detail = detail_of(search)

    def note(self) -> None:
        """The search's moment."""
        search = self._search
        frame = make_frame(search, detail=self._detail, max_rows=0)
        if not self._table:
            self._table = plain(board_table(frame.board))
        tell = conclude if search.stopped else narrate
        board = self._known(plain(board_moment(frame.board, (frame.tree.low, frame.tree.high))))
        lanes = lanes_of(frame.nested, frame.nrpa)
        self._packing.add(
            frame.tree,
            steps_of(search),
            {
                **{f"board.{name}": value for name, value in board.items()},
                **self._strip(frame),
                "sentence": tell(search, frame),
                "texts": _texts(search, frame),
                "score": None if frame.best_score != frame.best_score else frame.best_score,
            },
            None if lanes is None else plain(lanes),
        )

    def _strip(self, frame: Frame) -> dict[str, Any]:
        """The boards of the strip, each by its place; None where there is none."""
        strip = frame.strip
        if strip is None:
            return {}
        shown = [each for each in strip.thumbnails if each is not None]
        boards: list[Any] = [self._known(plain(strip_board(each))) for each in shown]
        boards += [None] * (FEW_SLOTS - len(boards))
        return {
            "stripTitle": strip.title,
            "stripPhase": strip.phase,
            "stripCut": strip.cut,
            **{f"strip.{place}": board for place, board in enumerate(boards)},
        }

    def packed(self) -> bytes:
        search = in_numbers(self._search)
        positions = positions_below(search.root)
        shown = []
        for actions in self._packing.nodes:
            before = positions.state(actions[:-1]) if actions else None
            cells = before.action_cells(actions[-1]) if before and is_drawn(search.root) else []
            state = positions.state(actions)
            last = cells[0] if cells else -1
            frame = show_position(state, search.root.to_play, last_cell=last)
            shown.append(self._known(plain(PlainPosition(**plain_position(frame)))))
        return self._packing.packed(
            table={**self._table, "looks": [json.loads(look) for look in self._looks]},
            positions=shown,
            phases=list(search.phase_names),
            hasBest=has_best(search),
            slots=FEW_SLOTS,
        )

    def _known(self, shown: dict[str, Any]) -> dict[str, Any]:
        """The looks of a person's cells by their numbers."""
        looks = [json.dumps(look, sort_keys=True) for look in shown["looks"]]
        places = [self._looks.setdefault(look, len(self._looks)) for look in looks]
        return {**shown, "looks": places}


def _texts(search: Any, frame: Frame) -> dict[str, str]:
    """The numbers in the words of the page."""
    count = plural(told_number(search, frame.iteration), counted(search))
    shown = plural(frame.num_nodes, "node")
    if frame.num_drawn != frame.num_nodes:
        shown = f"{number(frame.num_drawn)} of {short_count(frame.num_nodes)}"
    known = frame.best_score == frame.best_score
    return {
        "iteration": moment_title(search, frame.iteration),
        "phase-of": f"phase {frame.phase} of 4" if frame.phase else "",
        "count": shown,
        "best": score(frame.best_score) if known else MISSING,
        "tree-text": (f"{plural(frame.num_nodes, 'node')}, {count}; {frame.tree.caption}"),
    }
