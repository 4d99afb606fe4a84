"""One sentence that says what the search has just done, with the actual numbers.

A sentence is a list of pieces, each a text and how it is set: "" plain, "strong", or "lead" for the
phase's name. The page writes pieces as text, never as HTML.
"""

from __future__ import annotations

import math

from explorer.cards.frame import Frame
from explorer.look.text import measure, number, ordinal, outcome, percent, plural, score
from explorer.moment.path import counted, is_recorded, told_number
from explorer.words import alpha_beta, exact_solver, nrpa
from explorer.words.pieces import Pieces, strong
from mcsearch.engine.search import (
    BACKPROPAGATION,
    DEEPENING,
    EXPANSION,
    PROOF,
    ROUNDS,
    SELECTION,
    SIMULATION,
)
from mcsearch.engine.tree import ROOT
from mcsearch.problem.numbered import in_numbers

Sentence = list[tuple[str, str]]

_NAMED_MOVES = 3


def _pieces(*parts: str | tuple[str, str]) -> Sentence:
    return [(part, "") if isinstance(part, str) else part for part in parts if part]


def moment_title(search, iteration: int) -> str:
    """What the moment after so many iterations is called, such as "Iteration 7"."""
    return f"{counted(search).capitalize()} {number(told_number(search, iteration))}"


def narrate(search, frame: Frame) -> Sentence:
    """What the last phase did."""
    search = in_numbers(search)
    if is_recorded(search):
        return _pieces(*_snapshot(search, frame))
    if search.root.is_terminal():
        return _pieces(("No moves: ", "lead"), "the position is over.")
    if frame.phase == 0:
        return _pieces(("Ready. ", "lead"), "Press Space to start.")
    lead = (f"{frame.phase_names[frame.phase - 1]}. ", "lead")
    if frame.nrpa is not None:
        return _pieces(lead, *nrpa.tell(search, frame))
    if DEEPENING in search.shows:
        return _pieces(lead, *alpha_beta.tell(search, frame))
    if PROOF in search.shows:
        return _pieces(lead, *exact_solver.tell(search))
    tell = _TREE if search.rule is not None else _NESTED
    return _pieces(lead, *tell[frame.phase](search, frame))


def summarize(search, frame: Frame, rate: float) -> Sentence:
    """The state of a search that runs too fast for single phases; `rate` in iterations a second."""
    return _pieces(
        ("Searching. ", "lead"),
        *_done(search, frame),
        f" at {number(_two_digits(rate))} a second" if rate >= 1 else "",
        ": ",
        *_standing(search, frame),
        _full_pool(search) if search.tree.full else "",
    )


def conclude(search, frame: Frame) -> Sentence:
    """Why a search has stopped, and what it has found."""
    if search.root.is_terminal() or is_recorded(search):
        return narrate(search, frame)
    reasons = {
        "iterations": f"the budget of {counted(search)}s is used up",
        "nodes": "the pool of nodes is full",
        "finished": "the search is complete",
        "target": "the target score is reached",
        "seconds": "the time is used up",
        "proven": "every end has been seen"
        if frame.num_players == 1
        else f"the position is {search.bounds.in_words()}",
        "counters": "the counters of visits are full",
    }
    return _pieces(
        ("Done: ", "lead"),
        f"{reasons.get(search.stopped, search.stopped)} after ",
        *_done(search, frame),
        "; ",
        *_standing(search, frame),
    )


def announce_jump(search, label: str, progress: float | None) -> Sentence:
    """How far a long jump has come."""
    share = f"{number(100 * progress)}%, " if progress is not None else ""
    return _pieces(
        (f"Going {label}. ", "lead"),
        share,
        f"{counted(search)} ",
        strong(number(search.iterations)),
    )


def _snapshot(search, frame: Frame) -> Pieces:
    """Which tree of another program is shown, and its most visited action."""
    count = search.values["iterations"] + 1
    title = moment_title(search, frame.iteration)
    which = f"{title} of {number(count)}. " if count > 1 else "A tree. "
    named = [search.root.action_name(number) for number in search.best_numbers()[:1]]
    told: Pieces = [
        (which, "lead"),
        strong(plural(frame.num_nodes, "node")),
        f", {plural(int(search.tree.visits_of(ROOT)), 'visit')} at the root",
    ]
    return [*told, "; most visited is ", strong(named[0]), "."] if named else [*told, "."]


def _done(search, frame: Frame) -> Pieces:
    """How many iterations, or playouts, are behind."""
    return [strong(number(frame.iteration)), f" {counted(search)}{'s' * (frame.iteration != 1)}"]


def _full_pool(search) -> str:
    goes_on = "the search goes on" if DEEPENING in search.shows else "playouts go on"
    return f" Pool full: the tree no longer grows, {goes_on}."


def _two_digits(rate: float) -> float:
    unit = 10 ** max(0, math.floor(math.log10(rate)) - 1)
    return round(rate / unit) * unit


def _standing(search, frame: Frame) -> Pieces:
    """The best so far, or who is ahead."""
    if DEEPENING in search.shows:
        return alpha_beta.standing(search)
    if PROOF in search.shows:
        return exact_solver.standing(search)
    if frame.num_players == 2:
        return ["the win rate of the search is ", strong(percent(frame.mean)), "."]
    return [
        "the best score is " if frame.has_best else "the best move comes to a mean of ",
        strong(score(frame.best_score)),
        ", the mean ",
        strong(score(frame.mean)),
        ".",
    ]


# -- Monte Carlo tree search -------------------------------------------------------------------


def _name(search, path: list[int], depth: int) -> str:
    """The move into the path's node at this depth."""
    state = search.state_of(path[depth - 1])
    return state.action_name(search.path_actions[depth - 1])


_NAMED_ACTIONS = 4  # of a round; more are counted


def _round(search) -> Pieces:
    """Which round it is, among whom, for how much; nothing for a search without rounds."""
    rounds = search.rounds if ROUNDS in search.shows else None
    if rounds is None:
        return []
    begun = [each for each in rounds.rounds if each.entries]
    now, number = begun[-1], len(begun)
    names = [search.root.action_name(search.root.action_of(e.action)) for e in now.entries]
    whom = f"{len(names)} moves"
    if 1 < len(names) <= _NAMED_ACTIONS:
        whom = f"{', '.join(names[:-1])} and {names[-1]}"
    share = plural(now.share, "playout")
    return [f"Round {number} of {len(rounds.rounds)} gives {whom} {share} each. "]


def _selection(search, frame: Frame) -> Pieces:
    return [*_round(search), *_way(search)]


def _way(search) -> Pieces:
    path = search.path
    depth = len(path) - 1
    if depth == 0:
        return ["Some moves at the root are still untried, so the path is the root alone."]
    first = max(1, depth - _NAMED_MOVES + 1)
    names = [_name(search, path, d) for d in range(first, depth + 1)]
    way = ("… " if first > 1 else "") + ", ".join(names)
    if search.seeks_shorter_win:
        return [
            f"{plural(depth, 'move')} down the tree, ",
            strong(way),
            ": the outcome is proven, and a shorter win could be here.",
        ]
    parent = path[-2]
    if parent == ROOT and ROUNDS in search.shows and search.rounds is not None:
        return ["It is the turn of ", strong(way), "."]
    if search.state_of(parent).is_chance:
        return [
            f"{plural(depth, 'move')} down the tree, ",
            strong(way),
            ": the last one is drawn by chance.",
        ]
    children = search.tree.children(parent)
    totals = search.rule.terms(search.tree, parent).total
    total = totals[children.index(path[-1])]
    if math.isnan(total):
        return [
            f"{plural(depth, 'move')} down the tree, ",
            strong(way),
            ": the last one has not been tried yet, so it comes first.",
        ]
    others = [other for child, other in zip(children, totals, strict=True) if child != path[-1]]
    text: Pieces = [
        f"{plural(depth, 'move')} down the tree, ",
        strong(way),
        ": at the last step its score is ",
        strong(measure(total)),
    ]
    if others and max(others) <= total:
        text.append(f", the next best has {measure(max(others))}")
    return [*text, "."]


def _expansion(search, frame: Frame) -> Pieces:
    path = search.path
    depth = len(path) - 1
    tree = search.tree
    if not search.new_nodes:
        if tree.size >= tree.capacity:
            return ["Pool full: the tree no longer grows, playouts go on."]
        if search.state_of(path[-1]).is_terminal():
            return [f"The position at depth {depth} is the end of a game: there is nothing to add."]
        if depth == search.values.get("tree_plies"):
            return [f"The tree grows to depth {depth} and no further."]
        return [f"Nothing is added to the position at depth {depth}."]
    parent = path[-2]
    name = strong(_name(search, path, depth))
    if len(search.new_nodes) > 1:
        what = "outcomes" if search.state_of(parent).is_chance else "moves"
        return [
            "The ",
            strong(f"{number(len(search.new_nodes))} {what}"),
            f" at depth {depth} become new nodes; the iteration goes on with ",
            name,
            f", of {number(frame.num_nodes)} nodes by now.",
        ]
    untried = tree.num_legal_of(parent) - len(tree.children(parent))
    rest = f"{plural(untried, 'move')} there still untried" if untried else "all moves there tried"
    return [
        "The untried move ",
        name,
        f" becomes a new node at depth {depth}, the tree's ",
        strong(ordinal(frame.num_nodes)),
        f"; {rest}.",
    ]


def _simulation(search, frame: Frame) -> Pieces:
    moves = len(search.playout_actions)
    value = search.playout_return
    how = f"{plural(moves, 'move')} to the end of the game" if moves else "The game is over here"
    if search.cut_off:
        how = f"Cut off after {plural(moves, 'move')} by {_CUT_OFFS[search.cut_off]}"
    elif not moves and search.tree.children(search.path[-1]):
        how = "The outcome is proven here"
    if frame.num_players == 2:
        return [f"{how}: ", strong(_outcome(search)), "."]
    return [f"{how}: ", strong(score(value)), " points", _compare(value, frame), "."]


def _compare(value: float, frame: Frame) -> str:
    best = frame.best_score
    if not frame.has_best:
        return ""
    if math.isnan(best):
        return ", the first result"
    if value > best:
        return f", more than the best so far, {score(best)}: a new best"
    if value == best:
        return ", as many as the best"
    return f", against a best of {score(best)}"


_CUT_OFFS = {"plies": "the limit of plies", "evaluation": "a clear evaluation"}


def _outcome(search) -> str:
    """The current playout's result, or the evaluation that stands for it."""
    value = search.playout_return
    if not search.cut_off:
        return _winner(search, value)
    own = value if search.root.to_play == 0 else 1.0 - value
    return f"an evaluation of {percent(own)} for the search"


def _winner(search, value: float) -> str:
    own = value if search.root.to_play == 0 else 1.0 - value
    said = {"win": "the search wins", "draw": "a draw", "loss": "the opponent wins"}
    return said.get(outcome(own)) or f"a return of {percent(own)} for the search"


def _backpropagation(search, frame: Frame) -> Pieces:
    nodes = plural(len(search.path), "node")
    visits = plural(search.tree.visits_of(ROOT), "visit")
    if frame.num_players == 2:
        return [
            f"{_outcome(search).capitalize()}: the {nodes} of the path "
            "count it, each for the player who moved there; the root now says ",
            strong(percent(frame.mean)),
            f" over {visits}.",
        ]
    value = search.playout_return
    improved = search.improvements and search.improvements[-1][0] == frame.iteration
    return [
        strong(score(value)),
        f" is added to the {nodes} of the path; the root's mean is now ",
        strong(score(frame.mean)),
        f" over {visits}",
        "; it is the new best."
        if improved
        else f", the best {'is' if frame.has_best else 'move comes to'} {score(frame.best_score)}.",
    ]


# -- nested search ------------------------------------------------------------------------------


def _nested_enter(search, frame: Frame) -> Pieces:
    if not search.levels:
        return ["Level 0 is one playout, there is no level to enter."]
    level = search.levels[-1]
    actions = plural(len(level.actions), "action")
    if search.entered:
        return [strong(f"Level {level.level}"), f" begins at ply {level.ply}: {actions} to try."]
    tried = sum(result is not None for result in level.results)
    return [
        strong(f"Level {level.level}"),
        f" goes on at ply {level.ply}: {number(tried)} of its {actions} have a result.",
    ]


def _nested_try(search, frame: Frame) -> Pieces:
    if not search.levels:
        return ["Level 0 tries no action, it plays out from where it stands."]
    level = search.levels[-1]
    actions = search.path_actions
    if len(actions) <= level.ply or actions[level.ply] not in level.actions:
        return ["The position to try is the end of a game: there is no action to add."]
    action = actions[level.ply]
    name = _position_at(search, level.ply).action_name(action)
    place = ordinal(level.actions.index(action) + 1)
    return [
        strong(f"Level {level.level}"),
        " tries ",
        strong(name),
        f", the {place} of its {plural(len(level.actions), 'action')} at ply {level.ply}.",
    ]


def _position_at(search, ply: int):
    """The position of the current walk at a ply; the tree may lack it when the pool is full."""
    state = search.root
    for action in search.path_actions[:ply]:
        state = state.play(action)
    return state


def _nested_climb(search, frame: Frame) -> Pieces:
    memories = [
        f"level {level.level} {score(level.best_score)}"
        for level in search.levels
        if not math.isnan(level.best_score)
    ]
    completed = f" and completes level {search.completed[-1]}" if search.completed else ""
    return [
        strong(score(search.playout_return)),
        f" goes up{completed}",
        f"; remembered now: {', '.join(memories)}." if memories else ".",
    ]


_TREE = {
    SELECTION: _selection,
    EXPANSION: _expansion,
    SIMULATION: _simulation,
    BACKPROPAGATION: _backpropagation,
}
_NESTED = {
    SELECTION: _nested_enter,
    EXPANSION: _nested_try,
    SIMULATION: _simulation,
    BACKPROPAGATION: _nested_climb,
}
