"""A game from a folder of its own: the page knows no more of it than it says of itself."""

import sys
from pathlib import Path

import numpy as np
import pytest
from bokeh.events import Tap

from explorer.cards.board.frame import show_position
from explorer.cards.board.view import BoardView
from explorer.cards.editor.frame import board_after, board_of
from explorer.cards.strip.view import StripView
from explorer.cards.tree.view import picture
from explorer.cards.why.view import WhyView
from explorer.look.palette import DARK, LIGHT
from explorer.moment.detail import Detail
from explorer.session.frames import make_frame
from explorer.session.permalink import from_query, to_query
from explorer.session.session import Session
from explorer.words.narration import narrate
from mcsearch import Recipe, RecipeError
from mcsearch.games import GAMES, Game
from mcsearch.games.python_state import PythonState

sys.path.append(str(Path(__file__).parent.parent / "core" / "people"))
import people

# o has no move and passes; then x has one
PASSING = "...... / ...... / ...... / ...... / ...... / xxo.ox o"


@pytest.fixture(autouse=True)
def games_of_people(rooms_as_they_were):
    people.load()


def reversi(position="", iterations=0, phases=0):
    search = Recipe("reversi", position, "uct", {"exploration": 1.0}, seed=2).build()
    search.run(iterations)
    for _ in range(phases):
        search.advance()
    return search


def draw(frame, palette=LIGHT):
    """All views of a frame, which say what goes wrong when they draw it."""
    board, strip, why = BoardView(palette), StripView(palette), WhyView()
    board.show(frame.board, (frame.tree.low, frame.tree.high), frame.hovered)
    strip.show(frame.strip, frame.tree.card_width)
    why.show(frame.why)
    assert picture(frame.tree, frame.strip.phase > 0, 1, 0.0)
    return board


def test_it_is_played_through_phase_by_phase():
    session = Session("spmcts-uct")
    session.load(Recipe("reversi", "", "uct", {"iterations": 100}, seed=1), "")
    for step in range(1, 41):
        session.step_phase()
        frame = session.frame()
        assert (session.steps, frame.phase) == (step, 1 + (step - 1) % 4)
        draw(frame, DARK if step % 2 else LIGHT)
        assert "".join(text for text, _ in narrate(session.search, frame)).endswith(".")


def test_the_board_is_what_the_game_says():
    search = reversi(iterations=50, phases=1)
    child = max(search.tree.children(0), key=lambda node: search.tree.visits_of(node))
    actions = tuple(search.actions_to(child))
    state = search.root.play(actions[0])
    frame = make_frame(search, selected=actions)
    assert frame.board.board is state.board
    assert frame.board.values.tolist() == state.cells().tolist()
    # the action turns stones over; its own stone is the last one put
    assert frame.board.last_cell == search.root.action_cells(actions[0])[0]
    assert len(search.root.action_cells(actions[0])) > 1
    stones = draw(frame)._layers["stones"]
    assert len(stones.crosses.model.data["x"]) == np.count_nonzero(frame.board.values == 1)
    assert stones.labels.source.model.data["text"] == [name for _, _, name in state.board.labels]


def test_the_playout_lies_on_the_board_where_its_stones_are_put():
    search = reversi(iterations=3, phases=3)
    state = search.root
    for action in search.path_actions:
        state = state.play(action)
    cells, plies = [], []
    for ply, action in enumerate(search.playout_actions, 1):
        if state.action_name(action) != "pass":
            cells.append(state.action_cells(action)[0])
            plies.append(ply)
        state = state.play(action)
    board = make_frame(search).board
    assert (board.ghost_cells.tolist(), board.ghost_plies) == (cells, tuple(plies))
    assert board.facts[0] in [("The search", said) for said in ("wins", "draws", "loses")]


def test_a_click_on_a_cell_is_its_action():
    search = reversi(iterations=50)
    view, clicked = BoardView(LIGHT), []
    view.on_select(clicked.append)
    frame = make_frame(search)
    view.show(frame.board, (0.0, 1.0), None)
    legal = set(search.root.legal_actions())
    left, low, side = view._place(frame.board)
    for cell in range(36):
        view._tapped(
            Tap(None, x=left + side * frame.board.x[cell], y=low + side * frame.board.y[cell])
        )
    assert clicked == [(action,) for action in sorted(legal)]
    for action in legal:
        view.show(frame.board, (0.0, 1.0), (action,))
        assert len(view._hovered_place.model.data["x"]) == 1


def test_an_action_without_a_cell_is_in_the_tree_and_not_on_the_board():
    search = reversi(PASSING, iterations=20, phases=1)
    frame = make_frame(search)
    assert "pass" in frame.tree.names
    assert [row.name for row in frame.why.rows] == ["pass"]
    assert frame.board.child_x.size == 0
    assert set(frame.board.meant.at.tolist()) == {-1}
    passed = make_frame(search, selected=tuple(search.root.legal_actions()))
    assert passed.board.last_cell == -1
    assert passed.board.child_x.size > 0
    draw(frame)
    draw(passed)


def test_a_link_leads_back_to_the_moment():
    session = Session("spmcts-uct")
    session.load(Recipe("reversi", PASSING, "uct", {"iterations": 40}, seed=3), "")
    for _ in range(13):
        session.step_phase()
    session.select(tuple(session.search.root.legal_actions()))
    query = to_query(session.place())
    other = Session("spmcts-uct")
    other.go_to(from_query(query))
    assert other.steps == 13
    assert other.frame().selected == session.frame().selected != ()
    assert other.frame().board.values.tolist() == session.frame().board.values.tolist()


def test_the_tree_shows_small_boards_of_it():
    frame = make_frame(reversi(iterations=100, phases=2), detail=Detail(level=2))
    assert frame.tree.boards
    assert '"pieces":"stones"' in picture(frame.tree, False, 1, 0.0)


def test_the_editor_puts_its_stones_and_passes():
    recipe = Recipe("reversi", "", "uct")
    board = board_of(recipe, "")
    assert board["pieces"] == "stones"
    for _ in range(4):
        action = next(action for action in board["actions"] if action >= 0)
        board = board_after(recipe, board["text"], action)
    assert np.count_nonzero(board["values"]) == 8
    board = board_of(recipe, PASSING)
    assert (set(board["actions"]), [name for _, name in board["others"]]) == ({-1}, ["pass"])
    assert board_after(recipe, board["text"], board["others"][0][0])["to_play"] == 0


# -- a game that says nothing of its looks --------------------------------------------------------


class Nim(PythonState):
    """Take one to three matches; who takes the last one wins. Player 0's view of the return."""

    def __init__(self, matches):
        super().__init__(2, matches + 1, 3)
        self.matches = matches

    def legal(self):
        return [number - 1 for number in (1, 2, 3) if number <= self.matches]

    def make(self, action):
        self.matches -= action + 1

    def result(self):
        return 0.4 if self.matches else 0.9 if self.to_play else 0.1

    def __str__(self):
        return f"{self.matches} matches"


@pytest.fixture
def nim():
    def start(position, values):
        return Nim(int(position or "7"))

    GAMES.add(Game("nim", "Nim", 2, "stones", False, "", "how many matches", "old", start))
    return Recipe("nim", "7", "uct", seed=1)


def test_a_game_without_a_board_is_shown_as_its_text(nim):
    search = nim.build()
    for _ in range(40):
        search.advance()
        frame = make_frame(search)
        assert frame.strip is None
        view = BoardView(LIGHT)
        view.show(frame.board, (0.0, 1.0), None)
        view._tapped(Tap(None, x=10.0, y=10.0))
        assert not view._plot.visible
    assert ">7 matches</pre>" in view._stand_in.object
    with pytest.raises(
        RecipeError, match="nim has no board to set up; give its position as a text"
    ):
        board_of(nim, "7")


def test_a_return_between_win_and_loss_names_no_winner(nim):
    session = Session("spmcts-uct")
    session.load(nim, "")
    told = set()
    for _ in range(60):
        session.step_phase()
        frame = session.frame()
        if frame.phase == 3:
            told.add("".join(text for text, _ in narrate(session.search, frame)))
            assert frame.board.facts[0][1] in ("gets 90%", "gets 10%")
    assert told
    assert all("wins" not in text and "for the search" in text for text in told)


# -- positions without a search -------------------------------------------------------------------


@pytest.mark.parametrize("game", ["reversi", "samegame", "connect4", "yavalath", "tictactoe"])
@pytest.mark.parametrize("side", [120, 500])
def test_any_position_is_drawn_on_its_own_with_words_on_its_cells(game, side):
    state = Recipe(game).start()
    board = state.board
    notes = tuple((x, y, "52%") for x, y in zip(board.x.tolist(), board.y.tolist(), strict=True))
    views = [BoardView(LIGHT, side), BoardView(DARK, side)]
    for view in views:
        view.show(show_position(state, notes=notes), (0.0, 1.0), None)
        assert view._notes.model.data["text"] == ["52%"] * board.num_cells
        actions = {int(action) for action in view._targets.model.data["action"]}
        assert actions - {-1} == set(state.legal_actions())
    assert views[0]._plot is not views[1]._plot
