"""The words that the page should have for a moment, worked out from a search of the test's own."""

import math

from mcsearch.engine.tree import NONE


def expected_words(search) -> list[str]:
    """Path, new nodes, playout and backpropagated values, as the page tells them."""
    if search.phase == 0:
        return ["", "", "", ""]
    state, names = search.root, []
    for action in search.path_actions:
        names.append(state.action_name(action))
        state = state.play(action)
    texts = [f"Path: {', '.join(['root', *names])}", "", "", ""]
    if search.phase >= 2:
        new = [_name(search, node) for node in search.new_nodes]
        texts[1] = f"New: {', '.join(new) or 'nothing'}"
    if search.phase >= 3:
        moves = []
        for action in search.playout_actions:
            moves.append(state.action_name(action))
            state = state.play(action)
        assert search.cut_off or state.returns() == search.playout_return
        texts[2] = f"Playout: {', '.join(moves) or 'no move'}; result {_result(search)}"
    if search.phase == 4:
        texts[3] = "Backpropagated: " + "; ".join(
            _value(search, node, depth, names)
            for depth, node in enumerate(search.path)
            if node != NONE
        )
    return texts


def _name(search, node: int) -> str:
    *before, action = search.actions_to(node)
    state = search.root
    for earlier in before:
        state = state.play(earlier)
    return state.action_name(action)


def _spaced(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}".replace(",", "\u202f").replace("-", "−")


def _score(value: float) -> str:
    """Whole if it is, else with three significant digits at least."""
    if value == int(value):
        return _spaced(value, 0)
    return _spaced(value, max(0, 2 - math.floor(math.log10(abs(value)))))


def _result(search) -> str:
    value = search.playout_return
    if search.root.num_players == 2 and search.root.to_play == 1:
        value = 1 - value
    return _score(value)


def _value(search, node: int, depth: int, names: list[str]) -> str:
    tree = search.tree
    visits = tree.visits_of(node)
    mean = tree.value_sum_of(node) / visits
    if search.root.num_players == 2:
        share = 100 * (mean if depth % 2 else 1 - mean)
        text = f"{share:.0f}%"
    else:
        text = _score(mean)
    who = names[depth - 1] if depth else "root"
    plural = "" if visits == 1 else "s"
    return f"{who} {_spaced(visits, 0)} visit{plural}, mean {text}"
