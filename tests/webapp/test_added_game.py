"""A game from a folder of its own: the page knows no more of it than it says of itself."""

import math
import sys
from pathlib import Path

import drawn
import numpy as np
import pytest

from explorer.cards.board.frame import show_position
from explorer.cards.board.picture import board_picture
from explorer.cards.editor.frame import board_after, board_of
from explorer.cards.tree.view import picture
from explorer.cards.why.view import WhyView
from explorer.look.boards import shown_of
from explorer.moment.detail import Detail
from explorer.pages.race.contest import Contest
from explorer.pages.race.match_pictures import MatchPictures
from explorer.pages.race.setup import Setup
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from explorer.session.permalink import from_query, to_query
from explorer.session.session import Session
from explorer.words.narration import narrate
from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.board import NO_STEPS, Board, Steps
from mcsearch.engine.picture import Picture
from mcsearch.games import GAMES, Game
from mcsearch.games.python_state import PythonState
from mcsearch.runs.race import Equal

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


def draw(frames):
    """All views of some frames, which say what goes wrong when they draw them: the boards."""
    for frame in frames:
        WhyView().show(frame.why)
        assert picture(frame.tree, frame.strip.phase > 0, 1, 0.0)
    strips = drawn.strips([frame.strip for frame in frames])
    for strip, frame in zip(strips, frames, strict=True):
        assert len(strip.findall("li")) == max(1, len(frame.strip.thumbnails))
    return drawn.boards([frame.board for frame in frames])


def test_it_is_played_through_phase_by_phase():
    session = Session("spmcts-uct")
    session.load(Recipe("reversi", "", "uct", {"iterations": 100}, seed=1), "")
    frames = []
    for step in range(1, 41):
        session.step_phase()
        frame = session.frame()
        frames.append(frame)
        assert (session.steps, frame.phase) == (step, 1 + (step - 1) % 4)
        assert "".join(text for text, _ in narrate(session.search, frame)).endswith(".")
    for drawing, frame in zip(draw(frames), frames, strict=True):
        stones = drawn.named(drawing, "stone")
        assert len(stones) == np.count_nonzero(frame.board.values)


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
    (drawing,) = draw([frame])
    signs = [stone[-1].tag for stone in drawn.named(drawing, "stone")]
    assert signs.count("path") == np.count_nonzero(frame.board.values == 1)
    assert signs.count("circle") == np.count_nonzero(frame.board.values == 2)
    labels = [each.text for each in drawing.iter("text") if each.get("fill") == "var(--ink2)"]
    assert labels == [name for _, _, name in state.board.labels]


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
    frame = make_frame(search).board
    legal = sorted(search.root.legal_actions())
    clicks = [("click", *drawn.middle(frame, cell)) for cell in range(36)]
    assert drawn.used(frame, *clicks).selected == [(action,) for action in legal]
    linked = drawn.uses(frame, [[("link", (action,))] for action in legal])
    for action, told in zip(legal, linked, strict=True):
        (mark,) = drawn.named(told.drawing, "hovered")
        (at,) = drawn.starts(mark)  # where the stone is put, not those that it turns over
        put = drawn.middle(frame, search.root.action_cells(action)[0])
        assert at == pytest.approx((put[0] - 0.47, put[1] - 0.47), abs=0.011)


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
    draw([frame, passed])


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
    assert board.pieces == "stones"
    for _ in range(4):
        action = next(action for action in board.actions if action >= 0)
        board = board_after(recipe, board.text, action)
    assert np.count_nonzero(board.values) == 8
    board = board_of(recipe, PASSING)
    assert (set(board.actions), [name for _, name in board.others]) == ({-1}, ["pass"])
    assert board_after(recipe, board.text, board.others[0][0]).to_play == 0


# -- pieces that go from cell to cell -------------------------------------------------------------

# b2 may take on a3 and c3 or go to b3; c3 is barred for c2
TAKING = "..... / .o... / o.o.. / .xx.. / ..... x"


def test_moves_are_arrows_and_those_of_the_piece_that_is_clicked_are_chosen():
    search = Recipe("breakthrough-5x5", TAKING, "uct", seed=1).build()
    search.run(200)
    root, best = search.root, search.best_action()
    ways = {root.action_name(action): root.steps(action).cells for action in root.legal_actions()}
    assert set(ways) == {"b2-a3", "b2-b3", "b2-c3", "c2-b3", "c2-d3"}
    frame = make_frame(search).board
    for name, way in ways.items():
        clicks = [("click", *drawn.middle(frame, cell)) for cell in way]
        told = drawn.used(frame, *clicks)
        assert told.selected[-1] == (root.parse_action(name),)
    assert looks(drawn.board(frame)) == ["way best"]
    below = make_frame(search, selected=(best,)).board
    assert below.last_way == root.steps(best).cells
    assert looks(drawn.board(below)) == ["way", "way best"]


def looks(drawing):
    """Of the arrows on a board."""
    colors = {"way": "var(--ink)", "way best": "var(--accent)"}
    arrows = drawn.named(drawing, "way")
    assert [each[-1].get("stroke") for each in arrows] == [
        colors[each.get("class")] for each in arrows
    ]
    return [each.get("class") for each in arrows]


def match_on(game):
    """Two entrants' match on a game, played."""
    contest = Contest("traps")
    equal = Equal("iterations", 20)
    contest.load(Setup(game, ("uct", "uct:solver=on"), equal, pairs=1, plies=1))
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    return contest


def test_two_entrants_race_with_pieces_that_go_from_cell_to_cell():
    contest = match_on("breakthrough-5x5")
    played = contest.run.games[-1]
    state = played.fixture.sides[0].start()
    for action in played.actions:
        before, state = state, state.play(action)
    assert state.is_terminal()
    shown = MatchPictures(contest).frame(["A", "B"], ["A", "B"]).game
    assert shown.way == before.steps(played.actions[-1]).cells
    assert shown.cells == "".join(map(str, state.cells().tolist()))


class Dropping(PythonState):
    """The first player may move the piece on the left, put another on the right, or pass."""

    def __init__(self):
        super().__init__(2, 1, 3)
        self.pieces = (1, 0, 0)

    def legal(self):
        return [] if self.to_play else [0, 1, 2]

    def make(self, action):
        self.pieces = ((0, 1, 0), (1, 0, 1), (1, 0, 0))[action]

    def result(self):
        return 0.5

    @property
    def board(self):
        return Board(np.arange(3) + 0.5, np.full(3, 0.5), 3.0, 1.0, moves=True)

    def cells(self):
        return np.array(self.pieces, np.int8)

    def steps(self, action):
        return Steps((0, 1), True) if action == 0 else NO_STEPS

    def action_cells(self, action):
        return [2] if action == 1 else super().action_cells(action)


def test_actions_that_move_no_piece_lie_beside_moves_from_cell_to_cell():
    game = Game("drops", "Drops", 2, "stones", False, "", "", "", lambda *_: Dropping())
    GAMES.add(game)
    search = Recipe("drops", "", "uct", seed=1).build()
    search.run(50)
    frame = make_frame(search)
    draw([frame])
    every = [drawn.middle(frame.board, cell) for cell in range(3)]
    meant = drawn.pointed(frame.board, every, lifted=0)
    assert meant == [(0, -1), (1, 0), (2, 1)]
    assert sorted(frame.board.child_actions) == [0, 1]
    taken = drawn.used(frame.board, ("click", *every[0]))
    places = [drawn.place(child)[0] for child in drawn.named(taken.drawing, "child")]
    assert sorted(places) == [every[1][0], every[2][0]]


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
    frames = []
    for _ in range(40):
        search.advance()
        frame = make_frame(search)
        assert frame.strip is None
        frames.append(frame.board)
    assert {drawing.tag for drawing in drawn.boards(frames)} == {"pre"}
    told = drawn.used(frame.board, ("click", 0.5, 0.5), ("move", 0.5, 0.5))
    assert (told.selected, told.hovered) == ([], [])
    assert told.drawing.text == "7 matches"
    with pytest.raises(
        RecipeError, match="nim has no board to set up; give its position as a text"
    ):
        board_of(nim, "7")


class DrawnNim(Nim):
    def result(self):
        return 0.5 if self.matches else float(self.to_play == 1)

    @property
    def picture(self):
        return Picture(svg=f'<svg viewBox="0 0 9 9"><path d="M0 0h{self.matches}"/></svg>')


def test_a_game_of_two_that_draws_itself_is_raced_on_its_drawing():
    def start(position, values):
        return DrawnNim(int((position or "40").removesuffix(" matches")))

    GAMES.add(Game("drawn-nim", "Nim", 2, "drawing", False, "", "how many matches", "old", start))
    shown = MatchPictures(match_on("drawn-nim")).frame(["A", "B"], ["A", "B"]).game.shown
    assert shown is not None
    assert shown.svg == shown_of(start("0", {}))


class OwnNim:
    """The same rules and drawings as a person's class."""

    num_players = 2

    def __init__(self, nim):
        self.nim, self.to_play = nim, nim.to_play

    def legal_actions(self):
        return self.nim.legal_actions()

    def play(self, action):
        return OwnNim(self.nim.play(action))

    def is_terminal(self):
        return self.nim.is_terminal()

    def returns(self):
        return self.nim.returns()

    def picture(self):
        return self.nim.picture.svg

    def __str__(self):
        return str(self.nim)


def test_a_game_is_shown_alike_wherever_its_class_comes_from():
    def start(position, values):
        return DrawnNim(7)

    GAMES.add(Game("drawn-nim", "Nim", 2, "drawing", False, "", "", "old", start))
    recipe = Recipe("drawn-nim", "", "uct", seed=1)
    searches = recipe.build(), search_for(OwnNim(DrawnNim(7)), "uct", recipe.values, 1)
    titles = set()
    for _ in range(40):
        for search in searches:
            search.advance()
        told = []
        for frame in map(make_frame, searches):
            board, small = frame.board, [each for each in frame.strip.thumbnails if each]
            told.append(
                (
                    *(board.text, board.svg, board.facts, board.badge),
                    [(each.caption, each.svg) for each in small],
                )
            )
        assert told[0] == told[1]
        titles |= {*dict(told[0][2])}
    assert titles == {
        *("Search wins", "The search", "Last action", "Candidates", "Moves so far", "To move")
    }


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
def test_any_position_is_drawn_on_its_own(game):
    state = Recipe(game).start()
    frame = show_position(state)
    for side in (120, 500):
        drawing = drawn.board(frame, side=side)
        cell, left, top = drawn.pixels(drawing, side)
        assert min(left, top) > 0
        assert left + cell * frame.width < side
        assert top + cell * frame.height < side
    at = plain(board_picture(frame, (0.0, 1.0)))["at"]
    assert len(at) == state.board.num_cells
    assert {*at} - {-1} == set(state.legal_actions())
