"""Whose reward: each player chooses what is good for that player; ended games say who has won."""

from __future__ import annotations

from mcsearch.check import example, selection
from mcsearch.check.chances import fisher
from mcsearch.check.convention import WORDS, Ended, ended, says_against
from mcsearch.check.evidence import Evidence, ours
from mcsearch.check.fitting import Turns, turn_of
from mcsearch.check.game import Position
from mcsearch.check.report import (
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
    Verdict,
)
from mcsearch.engine.wording import counted

HEADING = Heading("reward", "Whose reward", "whose-reward")
_FEWEST_ENDED = 3
_ITERATIONS = 300
_NUM_POSITIONS = 24
_MANY_VISITS = 40
_OFF = 0.1  # from one half, of a mean on the wrong side
_LEVEL = 0.001


def examine(evidence: Evidence) -> Line:
    """By the choices, by the nodes of ended games, and by means against exact values."""
    reason = evidence.reason(of_value=True, one_player="one player has all the reward")
    convention = evidence.convention
    if reason:
        return HEADING.not_examined(reason)
    found = selection.fitted(evidence)
    if found is not None and any(found.turns) and convention.num_ended >= _FEWEST_ENDED:
        return _turned(evidence, found.turns)
    against = _ended_against(evidence)
    if against:
        return HEADING.line(
            WRONG,
            f"{len(against)} of {counted(convention.num_ended, 'node')} of won games have the "
            "loser's return",
            tuple(_ended_example(evidence, end) for end in against[:20]),
            "the sign is turned at one level more or less, or a win is given to the player who is "
            "to move after it",
        )
    draws = _draws(evidence)
    if draws is not None:
        return draws
    return _by_means(evidence, found is not None and not any(found.turns))


def _turned(evidence: Evidence, turns: Turns) -> Line:
    """Choices are explained by the mean of the player who does not choose."""
    stored = WORDS[evidence.convention.whose]
    if turns == selection.EVERYBODY:
        who = "both players choose what is good for the other"
        cause = (
            "the result is added for the player to move and chosen by as if for the one who has "
            "moved, or the sign is turned once too often"
        )
    elif turns == selection.OPPONENT:
        who = "the root's opponent chooses what is good for the root's player"
        cause = (
            "the result is added with the same sign at every level, so the opponent helps the "
            "root's player"
        )
    elif turns == selection.ROOT:
        who = "the root's player chooses what is good for the opponent"
        cause = "the sign is turned at the root's own levels"
    else:
        player = "second" if turns == selection.SECOND else "first"
        who = f"the {player} player chooses what is good for the other"
        cause = "the result is added as one of the players sees it, at every node"
    wrong, count, examples = means_against(evidence)
    return HEADING.line(
        WRONG,
        f"{who}: all choices say so; {wrong} of {count} means lie on the wrong side",
        examples or tuple(_choice_examples(evidence, turns)),
        f"{cause}; values are stored {stored}",
        {"wrong": wrong, "nodes": count},
    )


def _choice_examples(evidence: Evidence, turns: Turns) -> list[Counterexample]:
    """Choices by those who choose for the other player."""
    found = selection.fitted(evidence)
    assert found is not None
    shown = []
    for choice in selection.ranked(evidence):
        if turns[turn_of(choice)]:
            shown.append(selection._shown(choice, found, evidence))
        if len(shown) == 5:
            break
    return shown


def _ended_against(evidence: Evidence) -> list[Ended]:
    return [
        end
        for end in ended(evidence.trees)
        if end.winner is not None and says_against(evidence.convention, end)
    ]


def _ended_example(evidence: Evidence, end: Ended) -> Counterexample:
    convention = evidence.convention
    viewer = convention.viewer(end.mover, end.tree.root.to_play)
    right = convention.high if viewer == end.winner else convention.low
    return example.at(
        end.position,
        f"the game is over, the {_player(end.winner)} player has won; the node's mean is "
        f"{convention.mean(end.node):g}, {WORDS[convention.whose]} it is {right:g}",
        iterations=end.tree.iterations,
        seed=end.tree.seed,
    )


def _player(player: int | None) -> str:
    return "first" if player == 0 else "second"


def _draws(evidence: Evidence) -> Line | None:
    """Draws that count as something else than half a win."""
    convention = evidence.convention
    drawn = [end for end in ended(evidence.trees) if end.position.returns == 0.5]

    def mean(end: Ended) -> float:
        """Of its playouts, without a visit that the node began with."""
        return convention.total(end.node) / max(end.node.visits - evidence.begins_with, 1)

    off = [end for end in drawn if abs(mean(end) - convention.middle) > 0.05 * convention.span]
    if not off:
        return None
    share = convention.share(mean(off[0]))
    as_what = {0.0: "a loss", 1.0: "a win"}.get(round(share, 2), f"{share:.2f} of a win")
    viewers = {convention.share(mean(end)) > 0.5 for end in off}
    verdict: Verdict = SUSPICIOUS if as_what == "a loss" and len(viewers) == 1 else WRONG
    return HEADING.line(
        verdict,
        f"a draw counts as {as_what} at {len(off)} of {counted(len(drawn), 'node')} of drawn games",
        tuple(
            example.at(
                end.position,
                f"the game is drawn, the node's mean is {mean(end):g} and would be "
                f"{convention.middle:g}",
                iterations=end.tree.iterations,
                seed=end.tree.seed,
            )
            for end in off[:5]
        ),
        "only wins are counted, or what is no loss counts as a win",
    )


def means_against(evidence: Evidence) -> tuple[int, int, tuple[Counterexample, ...]]:
    """Children of roots whose mean lies on the wrong side of one half, of how many much visited.

    Where the exact value is a win or a loss; kept with ours in `evidence.memo["ours_against"]`.
    """
    if "means" in evidence.memo:
        found: tuple[int, int, tuple[Counterexample, ...]] = evidence.memo["means"]
        return found
    wrong = count = our_wrong = our_count = 0
    shown: list[tuple[float, Counterexample]] = []
    convention = evidence.convention
    positions = _decided(evidence)
    for number, position in enumerate(positions):
        answer = evidence.call(position, _ITERATIONS, evidence.seed + number, "root")
        if answer is None or answer.tree is None:
            break
        values = position.values
        _, own = ours(position, _ITERATIONS, evidence.seed + number)
        for child in own:
            value = values[child.place]
            if value in (0.0, 1.0) and child.visits >= _MANY_VISITS:
                our_count += 1
                our_wrong += abs(child.mean - float(value or 0.0)) > 0.5 + _OFF
        for node in answer.tree.children:
            value = values[node.action] if node.action >= 0 else None
            if value not in (0.0, 1.0) or node.visits < _MANY_VISITS:
                continue
            count += 1
            mean = convention.share(
                convention.seen_by(
                    position.to_play, convention.mean(node), position.to_play, position.to_play
                )
            )
            off = abs(mean - float(value or 0.0))
            if off > 0.5 + _OFF:
                wrong += 1
                rows = example.moves_table(
                    position, answer.tree, convention, _ITERATIONS, evidence.seed + number
                )
                best = max(range(len(values)), key=lambda place: values[place] or 0.0)
                word = "loses" if value == 0.0 else "wins"
                text = (
                    f"{position.name(node.action)} {word} under perfect play; its mean after "
                    f"{example.visits(node.visits)} is {mean:.2f}"
                )
                shown.append(
                    (
                        -off * node.visits,
                        example.at(
                            position,
                            text,
                            columns=example.COLUMNS,
                            rows=rows,
                            marked=example.row_of(rows, position, node.action),
                            yours=position.name(node.action) if value == 0.0 else "",
                            right=position.name(best),
                            iterations=_ITERATIONS,
                            seed=evidence.seed + number,
                        ),
                    )
                )
    shown.sort(key=lambda each: each[0])
    result = wrong, count, tuple(each for _, each in shown[:20])
    evidence.memo["means"] = result
    evidence.memo["ours_against"] = our_wrong, our_count
    return result


def _decided(evidence: Evidence) -> list[Position]:
    """Positions in which some move wins or loses and another does not."""
    found: list[Position] = []
    for position in evidence.game.random_positions(evidence.seed + 2):
        values = position.values
        if None in values:
            if evidence.game.is_spent:
                break
            continue
        if len(set(values)) > 1 and len(values) > 2:
            found.append(position)
            if len(found) == _NUM_POSITIONS:
                break
    affordable = evidence.seconds / max(evidence.seconds_an_iteration * _ITERATIONS, 1e-9)
    return found[: max(2, int(affordable))]


def _by_means(evidence: Evidence, is_sure: bool) -> Line:
    """Nothing speaks against it but perhaps the means, which ours are held against."""
    wrong, count, examples = means_against(evidence)
    our_wrong, our_count = evidence.memo["ours_against"]
    ended_text = f"{counted(evidence.convention.num_ended, 'node')} of won games"
    figures = {"wrong": wrong, "nodes": count, "ours_wrong": our_wrong, "ours_nodes": our_count}
    p = fisher(wrong, count, our_wrong, our_count)
    if wrong and count and p < _LEVEL and wrong / count > our_wrong / max(1, our_count):
        return HEADING.line(
            SUSPICIOUS if is_sure else WRONG,
            f"{wrong} of {count} means lie on the wrong side, of ours {our_wrong} of {our_count}",
            examples,
            "the result is added as another player sees it",
            figures,
        )
    if evidence.convention.num_ended < _FEWEST_ENDED and not count:
        return HEADING.not_examined(
            "no tree comes to an end of a game, and there are no exact values"
        )
    said = "all choices say so, " if is_sure else ""
    return HEADING.line(
        RIGHT,
        f"{WORDS[evidence.convention.whose]}: {said}{ended_text} hold, {wrong} of {count} means on "
        "the wrong side",
        (),
        "",
        figures,
    )
