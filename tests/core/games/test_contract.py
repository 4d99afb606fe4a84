"""What every game promises to the searches and to the page, checked by playing it."""

import itertools
import re

import numpy as np
import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.engine.board import MARKS, PIECES, SHAPES
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random
from mcsearch.recipe import GAMES

NUM_SAMPLES = 6


def recipes():
    """Each game with its defaults, and with every other value of each switch and choice."""
    for name, game in GAMES.items():
        yield pytest.param(Recipe(name), id=name)
        for parameter in game.parameters:
            choices = (True, False) if parameter.kind == "bool" else parameter.choices
            for value in choices:
                if value != parameter.default:
                    recipe = Recipe(name, parameters={parameter.name: value})
                    yield pytest.param(recipe, id=f"{name}, {parameter.name} {value}")


@pytest.fixture(params=recipes())
def recipe(request):
    return request.param


def content(state):
    """All that a position shows of itself."""
    return (
        str(state),
        state.cells().tolist(),
        state.to_play,
        state.legal_actions(),
        state.returns(),
        getattr(state, "score", None),
    )


def line(start, seed):
    """The states of a random game, the start first, and the actions between them."""
    actions, end = Random().play_out(start, Rng(seed))
    states = [start]
    for action in actions:
        states.append(states[-1].play(action))
    assert content(states[-1]) == content(end)
    return states, actions


@pytest.fixture
def game_line(recipe):
    return line(recipe.start(), seed=3)


@pytest.fixture
def positions(recipe):
    """Some positions of three games, the starts and the ends among them."""
    found = []
    for seed in range(3):
        states, _ = line(recipe.start(), seed)
        at = np.linspace(0, len(states) - 1, NUM_SAMPLES).round().astype(int)
        found += [states[i] for i in at.tolist()]
    return found


def test_the_record_is_complete(recipe):
    game = GAMES[recipe.game]
    assert game.name == recipe.game
    assert game.title
    assert game.position_help
    assert game.source
    state = recipe.start()
    if state.board is None:
        assert game.kind == "drawing"
        assert state.picture.svg
    else:
        assert game.kind == state.board.pieces in PIECES
    assert state.num_players == game.num_players
    assert state.has_chance == game.has_chance
    assert state.to_play == 0
    assert not state.is_terminal()
    again = recipe.replace(position=game.default_position).start()
    assert content(again) == content(state)
    with pytest.raises(RecipeError, match=r"; "):
        Recipe(recipe.game, "no such position!")


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.positions])
def test_offered_positions_begin_games_that_say_where_they_began(game):
    assert game.positions_label
    assert game.offered("") == game.default_position
    assert game.offered("no such position!") == ""
    assert game.choices("no such position!") == (*game.positions, "")
    assert game.choices("") == game.positions
    for position in game.positions:
        assert game.offered(position) == position
        state = Recipe(game.name, position).start()
        played = state.play(state.legal_actions()[0])
        assert content(Recipe(game.name, str(played)).start()) == content(played)


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.record_games()])
def test_record_games_are_played_to_their_ends(game):
    for found in game.record_games():
        state = Recipe(game.name, found.position).start()
        for name in found.moves:
            state = state.play(state.parse_action(name))
        assert state.is_terminal()
        assert state.returns() == found.score
        assert found.author
        assert found.source.startswith("http")


def test_legal_actions_have_one_order(positions):
    for state in positions:
        legal = state.legal_actions()
        assert legal == state.legal_actions() == state.copy().legal_actions()
        assert len(set(legal)) == len(legal) <= state.max_actions
        assert all(type(action) is int for action in legal)


def test_only_the_last_position_is_terminal(game_line):
    states, actions = game_line
    assert len(actions) <= states[0].max_plies
    for state in states[:-1]:
        assert state.legal_actions()
        assert not state.is_terminal()
    assert states[-1].legal_actions() == []
    assert states[-1].is_terminal()
    assert Random().play_out(states[-1], Rng(0))[0] == []


def test_play_changes_neither_the_position_nor_its_copy(positions):
    for state in positions:
        before = content(state)
        copy = state.copy()
        for action in state.legal_actions():
            assert content(state.play(action)) != before
        Random().play_out(state, Rng(1))
        assert content(state) == content(copy) == before


def test_illegal_actions_are_refused(game_line):
    for state in game_line[0][-3:]:
        for action in (-1, 10_000):
            with pytest.raises(ValueError, match=f"action {action} is not legal here; legal"):
                state.play(action)


def test_players_alternate_and_returns_are_theirs(game_line):
    states, _ = game_line
    if states[0].num_players == 1:
        assert all(state.to_play == 0 for state in states)
        return
    for state in states:
        assert state.returns() in (0.0, 0.5, 1.0)
        mine = state.returns() if state.to_play == 0 else 1.0 - state.returns()
        assert state.returns_to_mover() == mine
        if not state.is_terminal():
            assert state.returns() == 0.5
    assert all(a.to_play != b.to_play for a, b in itertools.pairwise(states))


def test_names_lead_back_to_their_actions(positions):
    for state in positions:
        legal = state.legal_actions()
        names = [state.action_name(action) for action in legal]
        assert len(set(names)) == len(names)
        assert not any(re.search(r"\s", name) for name in names)  # in records they stand in a row
        assert [state.parse_action(name) for name in names] == legal
        assert [state.parse_action(f" {name.swapcase()} ") for name in names] == legal
        for name in ("", "?", "a999"):
            with pytest.raises(ValueError, match=r"; "):
                state.parse_action(name)


# a game that draws itself has no board of which to ask anything
on_a_board = pytest.mark.parametrize(
    "recipe",
    [each for each in recipes() if GAMES[each.values[0].game].kind != "drawing"],
    indirect=True,
)


def test_a_drawing_has_a_place_for_each_action(game_line):
    for state in game_line[0]:
        if state.board is None:
            places = state.picture.places
            assert len(set(places)) == len(places) == len(state.legal_actions())


@on_a_board
def test_cells_lie_on_the_board(game_line):
    board = game_line[0][0].board
    x, y, width, height = board.x, board.y, board.width, board.height
    assert board.shape in SHAPES
    assert x.shape == y.shape == (board.num_cells,)
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == len(x)
    assert x.min() >= 0.5
    assert x.max() <= width - 0.5
    assert y.min() >= 0.5
    assert y.max() <= height - 0.5
    for state in game_line[0]:
        cells = state.cells()
        assert cells.shape == x.shape
        assert cells.dtype == np.int8
        assert cells.min() >= 0
        assert cells.max() <= board.num_values
        assert state.board is board


@on_a_board
def test_actions_change_their_cells(game_line):
    states, actions = game_line
    for state, after, action in zip(states, states[1:], actions, strict=False):
        cells = state.action_cells(action)
        assert cells or state.legal_actions() == [action]  # who must pass has no other choice
        assert all(type(cell) is int for cell in cells)
        if state.board.pieces == "cells":
            pairs = zip(state.shown_cells, after.shown_cells, strict=True)
            assert cells == [cell for cell, (one, other) in enumerate(pairs) if one != other]
        elif state.num_players == 2:
            assert sorted(cells) == np.flatnonzero(state.cells() != after.cells()).tolist()
            if state.board.moves:
                assert [*reversed(cells)] == [*state.steps(action).cells]
                assert after.cells()[cells].tolist() == [state.to_play + 1, 0]
            else:
                left = after.cells()[cells] == 0  # a swap may take the stone elsewhere
                assert (left | (after.cells()[cells] == state.to_play + 1)).all()
                assert not left.any() or action == state.pie_swap
                assert not left[:1].any()
        else:
            assert np.count_nonzero(after.cells()) == np.count_nonzero(state.cells()) - len(cells)


@on_a_board
def test_a_board_says_how_its_stones_are_told_apart_and_names_its_places(game_line):
    board = game_line[0][0].board
    if board.pieces == "stones":
        assert len(set(board.marks)) == len(board.marks) == board.num_values
        assert set(board.marks) <= set(MARKS)
    assert len({(x, y) for x, y, _ in board.labels}) == len(board.labels)
    assert all(board.cell_at(x, y) < 0 for x, y, _ in board.labels)


def test_an_action_is_pointed_at_where_nothing_else_is_meant(game_line):
    for state in game_line[0]:
        cells = [tuple(state.pointed_cells(action)) for action in state.legal_actions()]
        # between the two cells of a domino no other can be meant
        between = state.board is not None and state.board.dominoes
        meant = cells if between else [cell for each in cells for cell in each]
        assert len(set(meant)) == len(meant)
        ways = [state.steps(action) for action in state.legal_actions()]
        assert len({*ways}) == len(ways) or not any(way.cells for way in ways)
        for action, way in zip(state.legal_actions(), ways, strict=True):
            pointed = state.pointed_cells(action)
            changed = state.action_cells(action)
            if state.num_players == 2:  # where a stone is put, whatever it does to others
                changed = pointed if action == state.pie_swap else changed[:1]
            assert bool(way.cells) == (state.board is not None and state.board.moves)
            moves_all = state.board is not None and state.board.pieces == "cells"
            assert moves_all or way.cells or set(changed) <= set(pointed)


def test_a_lost_game_shows_the_row_that_has_decided_it(recipe):
    for seed in range(12):
        states, actions = line(recipe.start(), seed)
        assert all(state.ending_cells() == [] for state in states[:-1])
        end, row = states[-1], states[-1].ending_cells()
        if (
            end.num_players == 1
            or end.returns() == 0.5
            or not (end.board.row_lengths or end.board.moves or recipe.game in ("atarigo", "hex"))
        ):
            assert row == []
        else:
            assert len(row) >= min(end.board.row_lengths, default=0)
            owners = {int(end.cells()[cell]) - 1 for cell in row}
            if owners == {states[-2].to_play}:
                assert states[-2].action_cells(actions[-1])[0] in row
            else:  # what the last stone has captured
                assert owners <= {end.to_play}
                assert end.board.shape == "crossing" or not row


def test_text_leads_back_to_the_position(recipe, positions):
    for state in positions:
        if state.num_players == 2:
            again = recipe.replace(position=str(state)).start()
            assert content(again) == content(state)


def test_every_action_is_equally_likely(recipe):
    states, _ = line(recipe.start(), 3)
    states = [state for state in states if not state.is_chance]
    for state in (states[1], states[len(states) // 2], states[-2]):
        legal = state.legal_actions()
        rng = Rng(5)
        draws = [Random().play_out(state, rng)[0][0] for _ in range(200 * len(legal))]
        counts = np.array([draws.count(action) for action in legal])
        assert counts.sum() == len(draws)
        chi_square = ((counts - 200) ** 2 / 200).sum()
        degrees = len(legal) - 1
        assert chi_square <= degrees + 4 * (2 * degrees) ** 0.5
