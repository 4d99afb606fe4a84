"""What a race has shown so far, for a person to read and for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mcsearch.engine.wording import counted
from mcsearch.runs import race_words, targets
from mcsearch.runs.match import Fixture, Played
from mcsearch.runs.race import BoardRace, MatchRace
from mcsearch.runs.statistics import aggregates
from mcsearch.runs.statistics.differences import Difference
from mcsearch.runs.statistics.pairs import Outcomes, Pairs
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.statistics.student import Interval
from mcsearch.runs.statistics.time_to_target import Reached

BIASED = "Elo is biased by the early stop: look at its interval with care, and not for its size"


def block(pairs: Pairs, sprt: Sprt | None = None) -> str:
    """The figures of a match in the form that fastchess prints, two decimals each."""
    wins, draws, losses = pairs.games
    lines = [
        f"Elo: {pairs.elo:.2f} +/- {pairs.elo_error:.2f}, "
        f"nElo: {pairs.normalized_elo:.2f} +/- {pairs.normalized_elo_error:.2f}",
        f"LOS: {100 * pairs.superiority:.2f} %, DrawRatio: {100 * pairs.draw_ratio:.2f} %, "
        f"PairsRatio: {pairs.pairs_ratio:.2f}",
        f"Games: {2 * pairs.num_pairs}, Wins: {wins}, Losses: {losses}, Draws: {draws}, "
        f"Points: {pairs.points:.1f} ({100 * pairs.score:.2f} %)",
        f"Ptnml(0-2): {list(pairs.by_points)}, WL/DD Ratio: {pairs.won_and_lost_ratio:.2f}",
    ]
    if sprt is not None:
        ratio = sprt.ratio(pairs.by_points)
        bound = sprt.upper if ratio >= 0 else -sprt.lower
        lines.append(
            f"LLR: {ratio:.2f} ({100 * ratio / bound:.1f}%) ({sprt.lower:.2f}, {sprt.upper:.2f}) "
            f"[{sprt.elo0:.2f}, {sprt.elo1:.2f}]"
        )
    return "\n".join(lines)


def match_text(race: MatchRace, conditions: str) -> str:
    """A match for a person: the block, the games by side, and what the SPRT says."""
    first, second = (entrant.label for entrant in race.entrants)
    lines = [f"Results of {second} vs {first} ({conditions}):"]
    if race.pairs.num_pairs == 0:
        return f"{lines[0]} no finished pair"
    lines.append(block(race.pairs, race.sprt))
    for side, games in (
        ("first", race.pairs.moving_first),
        ("second", race.pairs.moving_second),
    ):
        lines.append(f"{second} moves {side}: {_results(games)}")
    if race.sprt is not None:
        lines.append(_sprt_text(race, race.sprt))
    if race.was_stopped_early:
        lines.append(BIASED)
    return "\n".join(lines)


def _results(games: Outcomes) -> str:
    return f"{games.wins} won, {games.draws} drawn, {games.losses} lost"


def _sprt_text(race: MatchRace, sprt: Sprt) -> str:
    first, second = (entrant.label for entrant in race.entrants)
    test = (
        f"SPRT, {sprt.model} model on pentanomial counts, alpha {sprt.alpha:g}, beta {sprt.beta:g}"
    )
    if not race.verdict:
        return f"{test}: no verdict after {race.pairs.num_pairs} pairs"
    said = race_words.sprt_verdict(sprt, race.verdict, first, second)
    return f"{test}: {race.verdict} accepted after {race.pairs.num_pairs} pairs: {said}"


def match_document(race: MatchRace, conditions: dict[str, Any], games: list[Any]) -> dict[str, Any]:
    """A match for programs: plain values, None for what is infinite or not known."""
    pairs = race.pairs
    sprt = race.sprt
    return {
        "kind": "match",
        **conditions,
        "entrants": [
            {"label": entrant.label, "recipe": entrant.recipe.to_dict()}
            for entrant in race.entrants
        ],
        "view": race.entrants[1].label,
        "pairs": pairs.num_pairs,
        "by_points": list(pairs.by_points),
        "moving_first": pairs.moving_first._asdict(),
        "moving_second": pairs.moving_second._asdict(),
        **{
            name: finite(getattr(pairs, name))
            for name in (
                "points",
                "score",
                "score_error",
                "elo",
                "elo_error",
                "normalized_elo",
                "normalized_elo_error",
                "superiority",
                "draw_ratio",
                "pairs_ratio",
                "won_and_lost_ratio",
            )
        },
        "biased": race.was_stopped_early,
        "sprt": sprt
        and {
            "model": sprt.model,
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "lower": sprt.lower,
            "upper": sprt.upper,
            "ratio": sprt.ratio(pairs.by_points),
            "verdict": race.verdict or None,
        },
        "games": games,
    }


def game_document(number: int, fixture: Fixture, played: Played) -> dict[str, Any]:
    """A game for programs; moves are named as the game writes them."""
    state, moves = fixture.sides[0].start(), []
    for action in played.actions:
        moves.append(state.action_name(action))
        state = state.play(action)
    return {
        "pair": number + 1,
        "seed": fixture.seed,
        "opening_plies": len(fixture.opening),
        "moves": moves,
        "returns": played.returns,
        "expected": [finite(value) for value in played.values],
        "iterations": list(played.iterations),
        "seconds": [round(seconds, 6) for seconds in played.seconds],
    }


def finite(value: float) -> float | None:
    """A number as JSON can hold it."""
    return value if math.isfinite(value) else None


def boards_text(
    race: BoardRace,
    conditions: str,
    target: float | None = None,
    reached: Mapping[int, Reached] | None = None,
) -> str:
    """A race on boards for a person: means, ranks, and every two entrants' difference; with a
    `target` also how far each is below it, and when its runs `reached` it."""
    num_rounds = race.num_finished
    boards, rounds = counted(len(race.boards), "board"), counted(num_rounds, "round")
    lines = [f"Race on {boards}, {rounds} ({conditions}):"]
    for i, reason in race.failures.items():
        lines.append(f"{race.entrants[i].label} has failed ({reason}) and is left out.")
    if num_rounds == 0 or not race.racing:
        return "\n".join([f"{lines[0]} no finished round", *lines[1:]])
    scores = race.finished
    ranks = aggregates.ranks(scores).mean((1, 2))
    quartiles = aggregates.bands(scores)
    labels = [entrant.label for entrant in race.entrants]
    racing = [labels[i] for i in race.racing]
    width = max(map(len, racing))
    mean, iqm, below = _measures(scores, target).values()
    decimals = race_words.decimals_of_scores(scores)
    whole = decimals if decimals > 1 else 0
    gap = "" if target is None else f"{'gap':>9}  "
    lines.append(
        f"{'':{width}}  {'mean':>9}  {'IQM':>9}  {gap}{'total':>10}  {'rank':>5}  middle half"
    )
    for i in sorted(range(len(racing)), key=lambda i: -mean[i]):
        low, _, high = quartiles[i]
        gap = "" if target is None else f"{below[i]:>9.{decimals}f}  "
        lines.append(
            f"{racing[i]:{width}}  {mean[i]:>9.{decimals}f}  {iqm[i]:>9.{decimals}f}  {gap}"
            f"{scores[i].mean(1).sum():>10.{whole}f}  {ranks[i]:>5.2f}  "
            f"{low:.{whole}f} to {high:.{whole}f}"
        )
    lines.append(
        "IQM: the mean of the middle half of the scores. The middle half of the pairs is without "
        "each board's own level."
    )
    if target is not None:
        lines.append(f"gap: how far a score is below {target:g} in the mean, those above it met.")
        lines += targets.lines(dict(enumerate(labels)), dict(reached or {}), target)
    lines += differences_text(race, labels)
    return "\n".join(lines)


def _measures(scores: np.ndarray, target: float | None) -> dict[str, np.ndarray]:
    """Each entrant's scores in one number, by the number's name: float64 [entrants]; nan where
    there are no scores, or no target."""
    none = np.full(len(scores), np.nan)
    return {
        "mean": scores.mean((1, 2)) if scores.size else none,
        "iqm": aggregates.interquartile_means(scores) if scores.size else none,
        "optimality_gap": none
        if target is None or not scores.size
        else aggregates.optimality_gaps(scores, target),
    }


def differences_text(race: BoardRace, labels: Sequence[str]) -> list[str]:
    """Every two entrants' difference, a line each, and how they are to be read."""
    found = race.differences()
    if not found:
        return []
    decimals = race_words.decimals_of_differences(found)

    def told(interval: Interval) -> str:
        low, high = interval
        return "none" if math.isnan(low) else f"{low:+.{decimals}f} to {high:+.{decimals}f}"

    lines = []
    for d in found:
        lines.append(
            f"{labels[d.first]} over {labels[d.second]}: {d.mean:+.{decimals}f}, 95 % interval "
            f"{told(d.interval)} (at every look {told(d.lasting)}): "
            f"{race_words.verdict(d, race.scope, len(race.boards), race.num_finished)}; "
            f"{race_words.better(d, len(race.boards) * race.num_finished)}"
        )
    lines.append(race_words.method(race.scope, len(found)))
    lines.append(race_words.other_scope(len(race.boards), race.scope))
    return lines


def boards_document(
    race: BoardRace,
    conditions: dict[str, Any],
    target: float | None = None,
    reached: Mapping[int, Reached] | None = None,
) -> dict[str, Any]:
    """A race on boards for programs; scores of finished rounds."""
    scores = race.scores[:, :, : race.num_finished]
    measures = _measures(scores, target)
    return {
        "kind": "boards",
        **conditions,
        "entrants": [
            {
                "label": entrant.label,
                "recipe": {
                    name: value
                    for name, value in entrant.recipe.to_dict().items()
                    if name not in ("position", "seed")
                },
                "scores": scores[i].tolist() if i not in race.failures else None,
                **{
                    name: None if i in race.failures else finite(float(values[i]))
                    for name, values in measures.items()
                },
                "failure": race.failures.get(i),
                "time_to_target": targets.document(reached[i])
                if reached and i in reached
                else None,
            }
            for i, entrant in enumerate(race.entrants)
        ],
        "boards": race.boards,
        "seeds": list(race.seeds),
        "rounds": race.num_finished,
        "scope": race.scope,
        "target": target,
        "differences": [
            {
                **_difference_document(difference),
                "first": race.entrants[difference.first].label,
                "second": race.entrants[difference.second].label,
            }
            for difference in race.differences()
        ],
    }


def _difference_document(d: Difference) -> dict[str, Any]:
    ends = {}
    for name, interval in (
        ("", d.interval),
        ("lasting_", d.lasting),
        ("probability_", d.probability_interval),
    ):
        ends[f"{name}low"], ends[f"{name}high"] = map(finite, interval)
    return {
        "mean": d.mean,
        **ends,
        "decided": d.is_decided,
        "probability": d.probability,
        "pairs_won": d.pairs_won,
        "pairs_tied": d.pairs_tied,
        "wanted": d.wanted,
    }


def as_json(document: dict[str, Any]) -> str:
    """One line."""
    return json.dumps(document, ensure_ascii=False)
