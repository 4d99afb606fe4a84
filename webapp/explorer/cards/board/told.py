"""What a position has to say beside its board: its score, its candidates, who moves."""

from __future__ import annotations

from typing import Any

from explorer.look import text
from explorer.look.boards import board_of, has_own_picture, has_score, has_tiles
from explorer.moment.gather import Moment

_NAMED_IN = 2  # moves that are still in; more are counted
_SAID = {"win": "wins", "draw": "draws", "loss": "loses"}


def still_in(moment: Moment) -> list[int] | None:
    """The actions that are still in the rounds; None for a search without."""
    if moment.rounds is None:
        return None
    now = [each for each in moment.rounds.rounds if each.entries][-1]
    return [entry.action for entry in now.entries if entry.stays or not now.is_over]


def _value_of(moment: Moment) -> str:
    """What a position's value says of the search, for two players."""
    return "Search wins" if moment.averages else "Its score"


def facts_of(moment: Moment, state: Any, num_drawn: int) -> tuple[tuple[str, str], ...]:
    """Titles and facts of a position; `num_drawn`: of its candidates, on the board."""
    is_scored = has_score(moment.root)
    if not is_scored and (moment.num_players == 1 or has_own_picture(moment.root)):
        return _facts_by_actions(moment, state)
    legal = len(state.legal_actions())
    root_player = moment.search_player
    word = "group" if has_tiles(state) else "outcome" if state.is_chance else "move"
    if is_scored:
        return (
            ("Score so far", text.number(state.score)),
            ("Candidates", text.plural(legal, word) if legal else "none: it is over"),
            _best(moment),
        )
    end = moment.line.states[moment.move + 1] if moment.in_playout else state
    if end.is_terminal():
        own = end.returns() if root_player == 0 else 1.0 - end.returns()
        said = _SAID.get(text.outcome(own)) or f"gets {text.percent(own)}"
        return (("The search", said),)
    if moment.in_playout:
        return (("To move", "search" if end.to_play == root_player else "opponent"),)
    mean = moment.selected_mean
    rate = moment.positions.win_rate(moment.selected, mean)
    return (
        (_value_of(moment), text.percent(rate)),
        ("To move", "search" if state.to_play == root_player else "opponent"),
        _candidates(
            moment, _counted(legal, word, num_drawn if board_of(state).dominoes else legal)
        ),
    )


def _counted(legal: int, word: str, num_drawn: int) -> str:
    """How many moves there are; of those that hide each other also how many are drawn."""
    return text.plural(legal, word) if num_drawn == legal else f"{legal}, {num_drawn} drawn"


def _candidates(moment: Moment, legal: str) -> tuple[str, str]:
    """How many moves there are; at the root of a search that plays rounds who is still in."""
    staying = still_in(moment)
    if staying is None or moment.selected:
        return "Candidates", legal
    if len(staying) > _NAMED_IN:
        return "Still in", text.plural(len(staying), "move")
    return "Still in", " and ".join(moment.positions.name((action,)) for action in staying)


def _facts_by_actions(moment: Moment, state: Any) -> tuple[tuple[str, str], ...]:
    """Where neither points nor stones show how far it is, the actions do."""
    num_moves = len(moment.selected)
    last = moment.selected[-1:]
    before = moment.selected[:-1]
    if moment.in_playout:
        num_moves = len(moment.start) + moment.move + 1
        line = (*moment.start, *moment.line.actions)
        last, before = line[num_moves - 1 : num_moves], line[: max(num_moves - 1, 0)]
    name = moment.positions.name((*before, *last)) if last else ""
    legal = len(state.legal_actions())
    what = "outcome" if state.is_chance else "action"
    facts = [
        _result(moment),
        ("Last action", name),
        ("Candidates", text.plural(legal, what) if legal else "none: it is over"),
        ("Moves so far", text.number(num_moves)),
    ]
    if moment.num_players == 1:
        facts.append(_best(moment))
    elif legal:
        facts.append(("To move", "search" if state.to_play == moment.search_player else "opponent"))
    return tuple(fact for fact in facts if fact[1])


def _best(moment: Moment) -> tuple[str, str]:
    """One player: the best that is known; where chance acts, nothing is sure but a mean."""
    title = "Best mean" if moment.root.has_chance else "Best so far"
    return title, text.score(moment.best_score)


def _result(moment: Moment) -> tuple[str, str]:
    """What the playout comes to, or what the selected node has come to so far."""
    own = moment.num_players == 2 and moment.search_player == 1
    if moment.in_playout:
        value = 1.0 - moment.playout_return if own else moment.playout_return
        if moment.num_players == 1:
            return "Result at the end", text.score(value)
        return "The search", _SAID.get(text.outcome(value)) or f"gets {text.percent(value)}"
    mean = moment.selected_mean
    if moment.num_players == 1:
        return "Mean result", text.score(mean)
    return _value_of(moment), text.percent(moment.positions.win_rate(moment.selected, mean))
