"""What happens in a race, in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.look.text import in_points, number, plural, score, signed
from explorer.pages.race import earlier, score_frame
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.chart_frame import RacePassing, end_means, tips
from explorer.pages.race.contest import CANCELLED, DECIDED, IDLE, Contest
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.source import Source
from explorer.pages.race.table_frame import interval_text
from explorer.pages.race.ticks import axis_text
from explorer.pages.race.tournament_run import TournamentRun
from mcsearch.runs import race_words, tournament
from mcsearch.runs.entrants import common_rules, own_budgets
from mcsearch.runs.statistics.sprt import MIN_PAIRS
from mcsearch.runs.tournament import ROUND_ROBIN

Pieces = list[tuple[str, str]]
"""Texts with "" for plain, "b" for bold and "lead" for the word that begins it."""

_SAME_ELO = 1e-6  # a smaller difference is rounding

_NUMBERS = {1: "One", 2: "Two", 3: "Three", 4: "Four"}


def _lead(text: str) -> tuple[str, str]:
    return (f"{text} ", "lead")


def narrate(contest: Contest, names: Sequence[str], passings: Sequence[RacePassing]) -> Pieces:
    """The sentence of the moment; the newest passing wins."""
    run = contest.run
    if contest.stopped_by:
        return [_lead("Stopped."), (contest.stopped_by, "")]
    for entrant, why in _failures(run).items():
        return [_lead("Failed."), (names[entrant], "b"), (f": {why} {_goes_on(run)}", "")]
    if contest.is_watching and contest.source is not None:
        return _watching(contest, contest.source, run)
    if isinstance(run, MatchRun):
        return _match(contest, run, names)
    return _boards(contest, run, names, passings)


def _watching(contest: Contest, source: Source, run: BoardRun | MatchRun) -> Pieces:
    """A race of a database that may be filled by another program now."""
    if isinstance(run, MatchRun):
        done = f"{plural(len(run.games) // 2, 'pair')} of {number(run.num_pairs)}"
    else:
        scores = run.race.scores
        done = f"{number(int((~np.isnan(scores)).sum()))} of {plural(scores.size, 'run')}"
    return [
        _lead(f"{source.name}."),
        (done, "b"),
        (" are stored. New rows of ", ""),
        ("mcsearch race", "b"),
        (" appear here as they come; Go on races here, into the same file.", ""),
    ]


def _failures(run: BoardRun | MatchRun) -> dict[int, str]:
    if isinstance(run, MatchRun):
        return dict([run.failure]) if run.failure else {}
    return {i: why for i, why in run.race.failures.items() if i not in run.left_out}


def _goes_on(run: BoardRun | MatchRun) -> str:
    return "The match rests." if isinstance(run, MatchRun) else "The others go on."


def _overruled(contest: Contest) -> Pieces:
    """What entrants have of their own and the race does not use."""
    setup = contest.setup
    named = setup.named()
    told = own_budgets(setup.entrants, named, setup.equal, str(setup.equal))
    for name, value in common_rules(setup.entrants, named).items():
        if name not in setup.rules:
            words = race_words.common_rule(name, value)
            told.append(words[0].upper() + words[1:])
    return [(f" {each}.", "") for each in told]


def _earlier(contest: Contest, lead: str) -> Pieces:
    """What is shown before the start."""
    if contest.earlier is None:
        return []
    return [_lead(f"{lead}, on {earlier.finished_on(contest.setup)}.")]


def _start(contest: Contest, does: str) -> str:
    return "press Start" if contest.earlier is None else f"Start {does} it for you"


# --- one player ---


def _boards(
    contest: Contest, run: BoardRun, names: Sequence[str], passings: Sequence[RacePassing]
) -> Pieces:
    race, state = run.race, contest.state
    if state == IDLE:
        return [
            *_earlier(contest, "A race run earlier"),
            (f"{_NUMBERS[len(names)]} entrants, {plural(len(race.boards), 'board')}, ", ""),
            (f"{plural(len(race.seeds), 'round')}: {_start(contest, 'runs')}.", ""),
            *_overruled(contest),
        ]
    if state == CANCELLED:
        return [_lead("Given up."), ("What was finished stays until the next start.", "")]
    if state == DECIDED:
        return _verdict(run, names)
    if run.number == len(race.seeds):
        behind = " and ".join(names[entrant] for entrant in run.behind)
        races = "races" if len(run.behind) == 1 else "race"
        return [_lead("Catching up."), (behind, "b"), (f" {races} the finished rounds.", "")]
    of = f"Round {run.number + 1} of {len(race.seeds)}"
    newest = max(passings, key=lambda each: each.x, default=None)
    if newest is not None and newest.x <= run.at:
        return [_lead("Passed."), *_passing(run, names, newest), *_so_far(run, names)]
    means = tips(run)
    if np.isnan(means).all():
        return [_lead(f"{of}."), ("The searches begin.", "")]
    leaders = [names[i] for i in np.flatnonzero(means == np.nanmax(means)).tolist()]
    does = "leads" if len(leaders) == 1 else "are level"
    return [
        _lead(f"{of}."),
        (" and ".join(leaders), "b"),
        (f" {does} at {_at(run, run.at)} with a mean of ", ""),
        (score(float(np.nanmax(means))), "b"),
        (". ", ""),
        *_so_far(run, names),
    ]


def _passing(run: BoardRun, names: Sequence[str], passing: RacePassing) -> Pieces:
    first, second = passing.entrant, passing.other
    present = run.present_scores()
    ahead = int((present[first] > present[second]).sum())
    return [
        (f"{names[first]} passed {names[second]} at {_at(run, passing.x)} ", ""),
        ("in the mean; now it is ahead on ", ""),
        (f"{ahead} of {plural(len(run.race.boards), 'board')}", "b"),
        (". ", ""),
    ]


def _at(run: BoardRun, x: float) -> str:
    """A place of the axis with its unit: "1 iteration", "2.5 s"."""
    if not run.is_whole:
        return f"{axis_text(x, run.is_whole)} s"
    return plural(round(x), run.unit.removesuffix("s"))


def _so_far(run: BoardRun, names: Sequence[str]) -> Pieces:
    """The finished rounds in a sentence."""
    if not run.number or len(run.race.racing) < 2:
        return []
    means = end_means(run)
    order = [i for i in np.argsort(-np.nan_to_num(means, nan=-np.inf)) if not np.isnan(means[i])]
    first, second = int(order[0]), int(order[1])
    rounds = "In round 1" if run.number == 1 else f"In {run.number} rounds"
    apart = float(means[first] - means[second])
    if apart == 0.0:
        return [(f"{rounds} {names[first]} and {names[second]} ended level in the mean.", "")]
    return [
        (f"{rounds} {names[first]} ended ", ""),
        (in_points(apart), "b"),
        (f" ahead of {names[second]} in the mean.", ""),
    ]


def _verdict(run: BoardRun, names: Sequence[str]) -> Pieces:
    race = run.race
    if not race.racing:
        return [_lead("Over."), ("No entrant is left: try one again, or choose others.", "")]
    found = run.differences()
    if not found:
        return [_lead("Over."), ("One entrant is left: nothing to compare.", "")]
    means = np.nanargmax(run.lines.mean[:, -1])
    first = min((d for d in found if d.first == means), key=lambda d: d.mean, default=found[0])
    decimals = race_words.decimals_of_differences(found)
    told = race_words.verdict(first, race.scope, len(race.boards), race.num_finished)
    told = told.partition(": ")[2]  # which the lead says
    over = [
        (names[first.first], "b"),
        (f" over {names[first.second]}: ", ""),
        (signed(first.mean, decimals), "b"),
        (f", 95 % interval {interval_text(first.interval, decimals)}", ""),
    ]
    if first.is_decided:
        return [_lead("Decided."), *over, (".", "")]
    count = sum(d.is_decided for d in found)
    others = f" {count} of {len(found)} differences are decided." if count else ""
    return [_lead("Not decided."), *over, (f": {told}.{others}", "")]


# --- two players ---


def _match(contest: Contest, run: MatchRun, names: Sequence[str]) -> Pieces:
    if isinstance(run, TournamentRun):
        return _tournament(contest, run, names)
    race, state = run.race, contest.state
    first, second = names
    if state == IDLE:
        end = "an SPRT ends it" if race.sprt is not None else "all are played"
        return [
            *_earlier(contest, "A match played earlier"),
            (f"{first} against {second}, at most {plural(race.num_pairs, 'pair')}, ", ""),
            (f"{end}: {_start(contest, 'plays')}.", ""),
            *_overruled(contest),
        ]
    if state == CANCELLED:
        return [_lead("Given up."), ("What was played stays until the next start.", "")]
    if state == DECIDED:
        return _match_verdict(run, names)
    pieces: Pieces = [_lead(f"Pair {run.number + 1}.")]
    if run.game is not None and run.game.search is not None:
        number_of = len(run.games)
        mover = run.entrant_of(int(run.game.state.to_play), number_of)
        proven = run.game.search.proven
        if proven == "win":
            pieces += [(names[mover], "b"), (" has ", ""), ("proven its win", "b"), (". ", "")]
        elif run.game.values and not math.isnan(run.game.values[-1]):
            value = run.game.values[-1]
            sure = value if run.entrant_of(0, number_of) == mover else 1.0 - value
            pieces += [
                (f"{names[mover]} is to move, ", ""),
                (f"{number(100 * sure)}%", "b"),
                (" by the last search. ", ""),
            ]
    if race.pairs.num_pairs:
        pieces += [
            (f"{second} has ", ""),
            (f"{number(100 * race.pairs.score, 1)}% of the points", "b"),
            (f" after {plural(race.pairs.num_pairs, 'pair')}.", ""),
        ]
    return pieces


def _tournament(contest: Contest, run: TournamentRun, names: Sequence[str]) -> Pieces:
    found, state = run.tournament.ratings(), contest.state
    title = "round robin" if run.tournament.form == ROUND_ROBIN else "gauntlet"
    if state == IDLE:
        return [
            (f"{_NUMBERS[len(names)]} entrants in a {title}, ", ""),
            (f"{plural(run.num_pairs, 'pair')} in all: press Start.", ""),
            *_overruled(contest),
        ]
    if state == CANCELLED:
        return [_lead("Given up."), ("What was played stays until the next start.", "")]
    lead = "All played." if state == DECIDED else f"Pair {run.number + 1} of {run.num_pairs}."
    if found is None:
        return [_lead(lead), ("Ratings come when all have finished a pair.", "")]
    best, following, *_ = tournament.rows(run.tournament, found)
    apart = found.elos[best.entrant] - found.elos[following.entrant]
    is_first = "is first" if apart > _SAME_ELO else f"and {names[following.entrant]} are level"
    has_error = math.isfinite(found.errors[best.entrant])
    sure = math.isfinite(found.superiority(best.entrant, following.entrant))
    return [
        _lead(lead),
        (names[best.entrant], "b"),
        (f" {is_first} with Elo ", ""),
        (f"{best.elo} \u00b1 {best.error}" if has_error else best.elo, "b"),
        (
            f"; the chance to be stronger than the next is {best.superiority}."
            if sure
            else "; the pairs do not scatter, so no error is known.",
            "",
        ),
    ]


def _open(num_pairs: int) -> str:
    """Why an SPRT has no verdict."""
    if num_pairs < MIN_PAIRS:
        return f"there is no verdict before {MIN_PAIRS} pairs"
    return "neither bound is met: more pairs decide"


def _match_verdict(run: MatchRun, names: Sequence[str]) -> Pieces:
    race = run.race
    first, second = names
    count = plural(race.pairs.num_pairs, "pair")
    if race.sprt is None or not race.verdict:
        lead = "All played." if race.sprt is None else "Not decided."
        return [
            _lead(lead),
            (f"After all {count} {second} has ", ""),
            (f"{number(100 * race.pairs.score, 1)}% of the points", "b"),
            (": Elo ", ""),
            (score_frame.elo_text(race.pairs), "b"),
            ("." if race.sprt is None else f", and {_open(race.pairs.num_pairs)}.", ""),
        ]
    said = race_words.sprt_verdict(race.sprt, race.verdict, first, second)
    return [
        _lead("Decided."),
        (f"{race.verdict} accepted after {count}", "b"),
        (f": {said}.", ""),
    ]
