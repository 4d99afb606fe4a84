"""One player: the moment of a race as it is sent to the scripts; pure functions of the run."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from explorer.cards.board.plain import PlainPosition, plain_own
from explorer.look.boards import ShownBoard, board_of, digits_of, has_own_picture, shown_board
from explorer.look.text import nice_step, number, ordinal, percent, round_ends, score, signed
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.game_run import GamesRun
from explorer.pages.race.lines import leads
from explorer.pages.race.ticks import RaceTick, axis_text, marked_places, multiples
from explorer.schema.contract import Numbers, Share
from mcsearch.runs import race_words
from mcsearch.runs.statistics import aggregates
from mcsearch.runs.statistics.differences import Difference
from mcsearch.runs.statistics.student import Interval

_SHOWN = {False: "best sequences", True: "the games"}
HELD = 0.03
"""A passing is told once it has held for this share of the budget."""
_MOST_GAP = 0.4
_NUM_LIMITS = 81
_LAST_MOVES = 12  # of a game with chance
_MOST_SHOWN = 120_000  # characters of the pictures of a sequence

Mean = Annotated[float, Numbers(1, has_unknown=True)]
Scores = Annotated[np.ndarray, Numbers(1, has_unknown=True)]
ByRound = tuple[np.ndarray, ...]
"""An entrant's scores, a line for each round that has begun."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceCurve:
    """An entrant's scores at every place of the axis."""

    mean: Scores
    low: Scores
    high: Scores
    leads: Annotated[np.ndarray, Numbers(4, has_unknown=True)]  # shares of the pairs


@dataclass(frozen=True, slots=True, eq=False)
class RaceCurves:
    """What the chart draws and changes only with the version of the run's lines; y is a score."""

    x: Annotated[np.ndarray, Numbers(6)]
    ticks: tuple[RaceTick, ...]
    unit: str
    y_low: float
    y_high: float
    y_ticks: tuple[RaceTick, ...]
    passed: int  # places left of the playhead
    seeds: Annotated[tuple[ByRound, ...], Numbers(1, has_unknown=True)]  # of one board, else none
    entrants: tuple[RaceCurve, ...]


@dataclass(frozen=True, slots=True)
class RaceTip:
    """The end of an entrant's line, and what is written there."""

    is_out: bool
    tip: Mean  # at the playhead
    end: Mean
    end_text: str
    flat_from: float | None  # where all its runs are over
    lead_text: str


@dataclass(frozen=True, slots=True)
class RacePassing:
    """Where one entrant has passed another."""

    x: float
    y: Annotated[float, Numbers(1)]
    entrant: int
    other: int
    text: str


@dataclass(frozen=True, slots=True)
class RaceChart:
    """What changes with the playhead: its place, the lines' tips, and what is written there."""

    at: float
    at_text: str
    shows_playhead: bool
    left_text: str
    right_text: str
    end_title: str
    entrants: tuple[RaceTip, ...]
    passings: tuple[RacePassing, ...]


@dataclass(frozen=True, slots=True)
class RaceRankedRound:
    """The ranks of a round, by entrant and board."""

    title: str
    is_done: bool
    rows: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class RaceRanks:
    """Ranks of the last finished round and the present one, a column a pair."""

    boards: tuple[str, ...]
    rounds: tuple[RaceRankedRound, ...]
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaceRound:
    """How far a round is."""

    name: str
    share: Share
    text: str


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """The tables that change with the playhead."""

    ranks: RaceRanks
    rounds: tuple[RaceRound, ...]


@dataclass(frozen=True, slots=True)
class RaceDifference:
    """How much better one entrant is than another, with 95 % intervals."""

    first: int
    second: int
    mean: float
    ends: tuple[float, float] | None
    lasting: tuple[float, float] | None  # at every look
    points: str
    interval: str
    verdict: str
    lasting_text: str
    is_decided: bool
    better: float  # the probability that it is
    better_text: str
    better_title: str


@dataclass(frozen=True, slots=True)
class RaceDifferences:
    """Every two entrants over the finished rounds, and the axis of their differences."""

    low: float
    high: float
    ticks: tuple[RaceTick, ...]
    pairs: int
    about: str
    method: str
    rows: tuple[RaceDifference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RaceProfile:
    """Shares of the finished pairs within a distance below the best."""

    lines: Annotated[tuple[np.ndarray | None, ...], Numbers(4)]  # even along the axis
    axis: str
    ticks: tuple[RaceTick, ...]
    middle: str


@dataclass(frozen=True, slots=True)
class RaceBoardFacts:
    """What an entrant has found on the board on show."""

    score: str
    rank: str
    is_first: bool
    rate: str
    won: tuple[bool, ...]
    won_text: str
    failure: str
    is_left_out: bool


@dataclass(frozen=True, slots=True)
class RaceBoards:
    """The board on show in the present round."""

    number: int
    title: str
    context: str
    entrants: tuple[RaceBoardFacts, ...]


@dataclass(frozen=True, slots=True)
class RaceSequence:
    """The positions of a best sequence, and what each move takes away."""

    positions: tuple[str | PlainPosition, ...]
    groups: tuple[tuple[int, ...], ...]
    first: int = 0  # moves before them


@dataclass(frozen=True, slots=True)
class RaceSequences:
    """The best sequence of every entrant."""

    key: str  # another one: of another board or round
    entrants: tuple[RaceSequence, ...]


@dataclass(frozen=True, slots=True)
class RaceThumbnails:
    """The boards as they begin."""

    board: ShownBoard
    cells: tuple[str, ...]
    names: tuple[str, ...]


# --- the chart ---


def tips(run: BoardRun) -> np.ndarray:
    """Each entrant's mean at the playhead, over all pairs: float64 [entrants], nan for none."""
    found = np.full(len(run.race.entrants), np.nan)
    racing, passed = run.race.racing, run.lines.passed
    if run.number == len(run.race.seeds) or run.at <= 0.0 or passed == 0:
        return found
    scores = run.lines.best[racing, :, : run.number + 1, passed - 1].copy()
    scores[:, :, run.number] = run.present_scores()[racing]
    found[racing] = scores.mean((1, 2))
    return found


def end_means(run: BoardRun) -> np.ndarray:
    """Each entrant's mean at the end of the axis, before the first round's end at the playhead."""
    return run.lines.mean[:, -1] if run.number else tips(run)


def passings(run: BoardRun, names: Sequence[str]) -> tuple[RacePassing, ...]:
    """The last time that somebody took the lead, and the last other passing."""
    end = run.end if run.number else run.at
    held = HELD * run.end
    shown: list[RacePassing] = []
    for wanted in (True, False):
        for x, y, first, second, takes in run.lines.meetings(run.race.racing):
            if end - x < held:
                continue
            # what leads has passed the others shortly before
            is_same = any(e.entrant == first and x > e.x / 2 for e in shown)
            if takes == wanted and not is_same:
                at = axis_text(x, run.is_whole)
                text = (
                    f"takes the lead, {at}"
                    if takes
                    else f"{names[first]} passes {names[second]}, {at}"
                )
                shown.append(RacePassing(x, y, first, second, text))
                break
    return tuple(shown)


def curves(run: BoardRun, board: int | None) -> RaceCurves:
    """Axes, means, bands and leads; `board`: its seeds alone."""
    lines = run.lines
    seeds = () if board is None else _seeds_of(run, board)
    drawn = [lines.low, lines.high, lines.mean] if board is None else [np.array(s) for s in seeds]
    values = [float(v) for each in drawn for v in np.ravel(each) if not math.isnan(v)]
    low, high = round_ends(values) if values else (0.0, 1000.0)
    heights = multiples(nice_step(high - low, 3), low, high) if values else []
    return RaceCurves(
        x=lines.x,
        ticks=tuple(RaceTick(at, axis_text(at, run.is_whole)) for at in marked_places(lines.x)),
        unit=run.unit if run.is_whole else "seconds of processor time",
        y_low=low,
        y_high=high,
        y_ticks=tuple(RaceTick(at, score(at)) for at in heights),
        passed=len(lines.x) if run.number == len(run.race.seeds) else lines.passed,
        seeds=seeds,
        # copies: the lines go on
        entrants=tuple(map(RaceCurve, *np.array([lines.mean, lines.low, lines.high, lines.leads]))),
    )


def chart(run: BoardRun, names: Sequence[str], is_one_board: bool) -> RaceChart:
    """The chart at the playhead; of one board's seeds no passings are told."""
    race = run.race
    tip, ends = tips(run), end_means(run)
    is_done = run.number == len(race.seeds)
    present = run.number * len(race.boards)
    counted = 0 if is_done else len(race.boards)
    won = _won(run)
    return RaceChart(
        at=run.at,
        at_text=axis_text(run.at, run.is_whole),
        shows_playhead=run.at > 0.0 and not is_done,
        left_text=f"{present + counted} pairs",
        right_text=f"{present} pairs" if present else "",
        end_title=f"mean at {axis_text(run.end if run.number else run.at, run.is_whole)}"
        if run.has_begun
        else "",
        entrants=tuple(
            RaceTip(
                is_out=entrant in race.failures,
                tip=tip[entrant],
                end=ends[entrant],
                end_text="" if math.isnan(ends[entrant]) else score(float(round(ends[entrant]))),
                flat_from=_flat_from(run, entrant),
                lead_text=won[entrant],
            )
            for entrant in range(len(race.entrants))
        ),
        passings=() if is_one_board else passings(run, names),
    )


def _seeds_of(run: BoardRun, board: int) -> tuple[ByRound, ...]:
    """Best-so-far on one board: of each entrant a line for each round that has begun."""
    last = min(run.number + 1, len(run.race.seeds))
    return tuple(map(tuple, run.lines.best[:, board, :last].copy()))


def _flat_from(run: BoardRun, entrant: int) -> float | None:
    """From where on all its runs of the present round are over before the budget's end."""
    runs = [run.run(entrant, board, run.shown_round) for board in range(len(run.race.boards))]
    known = [each for each in runs if each is not None]
    if len(known) < len(runs) or not all(each.is_over for each in known):
        return None
    last = max(each.at for each in known)
    return last if last < 0.97 * min(run.end, run.at or run.end) else None


def _won(run: BoardRun) -> list[str]:
    """On how many of the finished pairs each entrant leads, before those on the present ones."""
    racing = run.race.racing
    scores = run.race.finished if run.race.num_finished else run.present_scores()[racing][..., None]
    found = [""] * len(run.race.entrants)
    if scores.size and not np.isnan(scores).any():
        count = scores[0].size
        for entrant, share in zip(racing, leads(scores), strict=True):
            won = round(float(share * count), 6)  # a sum of shares is not quite whole
            found[entrant] = number(won, 0 if won % 1 == 0 else 1)
            found[entrant] += f" of {count}"
    return found


# --- the tables ---


def ranks(run: BoardRun) -> RaceRanks:
    """By the scores as they are now."""
    race, racing = run.race, run.race.racing
    shown = []
    first = max(0, min(run.number, len(race.seeds) - 1) - 1)
    for place in range(first, min(first + 2, len(race.seeds))):
        is_done = place < run.number
        if is_done:
            scores = race.scores[racing, :, place]
        elif place == run.number and run.at > 0.0:
            scores = run.present_scores()[racing]
        else:
            scores = np.full((len(racing), len(race.boards)), np.nan)
        is_known = scores.size > 0 and not np.isnan(scores).any()
        found = aggregates.ranks(scores) if is_known else None
        at = axis_text(run.at, run.is_whole)
        state = ", done" if is_done else f", at {at}" if is_known else ""
        rows: list[tuple[int, ...] | None] = [None] * len(race.entrants)
        if found is not None:
            for entrant, row in zip(racing, found, strict=True):
                rows[entrant] = tuple(row.tolist())
        shown.append(RaceRankedRound(f"Round {place + 1}{state}", is_done, tuple(rows)))
    return RaceRanks(tuple(race.boards), tuple(shown), _mean_ranks(run))


def _mean_ranks(run: BoardRun) -> tuple[str, ...]:
    """Over all pairs, those of the present round included."""
    race, racing = run.race, run.race.racing
    scores = race.finished
    present = run.present_scores()[racing]
    if run.number < len(race.seeds) and present.size and not np.isnan(present).any():
        scores = np.concatenate([scores, present[..., None]], axis=2)
    texts = [""] * len(race.entrants)
    if scores.size and not np.isnan(scores).any():
        for entrant, rank in zip(racing, aggregates.ranks(scores).mean((1, 2)), strict=True):
            texts[entrant] = number(float(rank), 1)
    return tuple(texts)


def differences(run: BoardRun) -> RaceDifferences:
    """Every two entrants over the finished rounds, as `mcsearch race` prints them."""
    found, race = run.differences(), run.race
    values = [value for d in found for value in (d.mean, *d.interval)]
    ends = [0.0, *(value for value in values if not math.isnan(value))]
    low, high = round_ends(ends) if found else (-1.0, 1.0)
    step = nice_step(high - low, 2)
    ticks = multiples(step, low, high)
    if len(ticks) > 3:
        ticks = [at for at in ticks if round(at / step) % 2 == 0]
    decimals = race_words.decimals_of(found)
    num_pairs = race.num_finished * len(race.boards)
    return RaceDifferences(
        low=low,
        high=high,
        ticks=tuple(RaceTick(at, "0" if at == 0 else signed(at, decimals)) for at in ticks),
        pairs=num_pairs,
        about=race_words.ABOUT[race.scope],
        method=race_words.method(race.scope, len(found)),
        rows=tuple(
            RaceDifference(
                first=d.first,
                second=d.second,
                mean=d.mean,
                ends=_ends(d.interval),
                lasting=_ends(d.lasting),
                points=signed(d.mean, decimals),
                interval=interval_text(d.interval, decimals),
                verdict=race_words.verdict(d, race.scope, len(race.boards), race.num_finished),
                lasting_text=interval_text(d.lasting, decimals),
                is_decided=d.is_decided,
                better=d.probability,
                better_text=_better_text(d, num_pairs),
                better_title=race_words.better(d, num_pairs),
            )
            for d in found
        ),
    )


def interval_text(interval: Interval, decimals: int) -> str:
    """ "+12 to +80"; "none" where there is none."""
    if math.isnan(interval.low):
        return "none"
    return f"{signed(interval.low, decimals)} to {signed(interval.high, decimals)}"


def _better_text(d: Difference, num_pairs: int) -> str:
    """A probability where it has an interval, else the pairs won."""
    if math.isnan(d.probability_interval.low):
        return f"{d.pairs_won} of {num_pairs}"
    return percent(d.probability)


def _ends(interval: Interval) -> Interval | None:
    return None if math.isnan(interval.low) else interval


def profile(run: BoardRun) -> RaceProfile:
    """The performance profile, as far down as any entrant is."""
    scores = run.race.finished
    lines: list[np.ndarray | None] = [None] * len(run.race.entrants)
    most = _MOST_GAP
    if scores.size:
        most = max(0.2, min(1.0, math.ceil(5.0 * float(aggregates.gaps(scores).max())) / 5.0))
        limits = np.linspace(0.0, most, _NUM_LIMITS)
        found = aggregates.profile(scores, limits)
        for entrant, line in zip(run.race.racing, found, strict=True):
            lines[entrant] = line
    return RaceProfile(
        lines=tuple(lines),
        axis="points below the best of the pair",
        ticks=tuple(
            RaceTick(part, f"{number(100 * part * most)}%" if part else "0")
            for part in (0.0, 0.25, 0.5, 0.75, 1.0)
        ),
        middle=f"{number(50 * most)}%",
    )


def progress(run: BoardRun) -> RaceProgress:
    """What changes with the playhead."""
    return RaceProgress(ranks(run), rounds(run))


def rounds(run: BoardRun) -> tuple[RaceRound, ...]:
    """How far every round is."""
    found = []
    for place, seed in enumerate(run.race.seeds):
        share, text = 0.0, "waits"
        if place < run.number:
            share, text = 1.0, "done"
        elif place == run.number and run.at > 0.0:
            share, text = run.at / run.end, axis_text(run.at, run.is_whole)
        found.append(RaceRound(f"Seed {seed}", share, text))
    return tuple(found)


# --- the boards ---


def boards(run: BoardRun, board: int) -> RaceBoards:
    """What each entrant has found on one board in the present round."""
    race = run.race
    present = run.present_scores()[:, board]
    racing = [i for i in race.racing if not math.isnan(present[i])]
    order = dict(zip(racing, aggregates.ranks(present[racing][:, None]).ravel(), strict=True))
    last = race.num_finished - 1
    won = np.zeros((len(race.entrants), len(race.boards)), bool)
    if last >= 0:
        won[race.racing] = aggregates.ranks(race.scores[race.racing, :, last]) == 1
    entrants = []
    for entrant in range(len(race.entrants)):
        rate, rank = run.rate(entrant), int(order.get(entrant, 0))
        entrants.append(
            RaceBoardFacts(
                score="" if math.isnan(present[entrant]) else score(float(present[entrant])),
                rank=ordinal(rank) if rank else "",
                is_first=rank == 1,
                rate="" if math.isnan(rate) else number(float(f"{rate:.3g}")),
                won=tuple(won[entrant].tolist()),
                won_text=str(int(won[entrant].sum())) if last >= 0 else "",
                failure=race.failures.get(entrant, ""),
                is_left_out=entrant in run.left_out,
            )
        )
    return RaceBoards(
        number=board,
        title=f"Board {list(race.boards)[board]}",
        context=f"{_SHOWN[isinstance(run, GamesRun)]} of round {run.shown_round + 1}"
        if run.has_begun
        else "the boards as they begin",
        entrants=tuple(entrants),
    )


def sequence(run: BoardRun, entrant: int, board: int) -> RaceSequence:
    """The positions of an entrant's best sequence on a board, and what each move takes away."""
    state = run.race.recipe(entrant, board, run.shown_round).start()
    found = run.run(entrant, board, run.shown_round)
    moves = found.moves if found else []
    if isinstance(run, GamesRun):
        return _last_moves(state, moves)
    if has_own_picture(state):
        return _own_sequence(state, moves)
    positions, groups = [digits_of(state)], []
    for action in moves:
        groups.append(tuple(map(int, state.action_cells(action))))
        state = state.play(action)
        positions.append(digits_of(state))
    return RaceSequence(tuple(positions), tuple(groups))


def _last_moves(state: Any, moves: Sequence[Any]) -> RaceSequence:
    """The last positions of a game with chance, in its own pictures; games are long.

    One a move, after what chance has brought.
    """
    states = [state]
    for action in moves:
        after = states[-1].play(action)
        if states[-1].is_chance:
            states[-1] = after
        else:
            states.append(after)
    first = max(0, len(states) - 1 - _LAST_MOVES)
    shown = tuple(map(plain_own, states[first:]))
    return RaceSequence(shown, ((),) * (len(shown) - 1), first)


def _own_sequence(state: Any, moves: Sequence[Any]) -> RaceSequence:
    """Pictures that the positions say themselves; of long sequences the last one alone."""
    shown, groups = [plain_own(state)], []
    for action in moves:
        groups.append(tuple(map(int, state.action_cells(action))))
        state = state.play(action)
        shown.append(plain_own(state))
    if len(json.dumps(shown)) > _MOST_SHOWN:
        shown, groups = shown[-1:], []
    return RaceSequence(tuple(shown), tuple(groups))


def thumbnails(run: BoardRun) -> RaceThumbnails:
    """The boards as they begin."""
    states = [run.race.recipe(0, board, 0).start() for board in range(len(run.race.boards))]
    board = shown_board(board_of(states[0]))
    return RaceThumbnails(board, tuple(map(digits_of, states)), tuple(run.race.boards))
