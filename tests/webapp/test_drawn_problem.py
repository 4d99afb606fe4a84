"""A person's problem in all cards, phase by phase: they know no more of it than its class says."""

import drawn
import pytest
from problems import Nim as PlainNim

from explorer.cards.board.card import BoardCard
from explorer.cards.lanes.card import LanesCard
from explorer.cards.strip.card import StripCard
from explorer.cards.tree.card import TreeCard
from explorer.cards.tree.view import picture
from explorer.cards.why.card import WhyCard
from explorer.cards.why.view import WhyView
from explorer.look.palette import DARK
from explorer.moment.detail import Detail
from explorer.session.frames import make_frame
from explorer.words.narration import conclude, narrate
from explorer.words.spoken import in_words
from mcsearch import search_for
from mcsearch.examples.eight_queens import EightQueens
from mcsearch.examples.knights_tour import KnightsTour
from mcsearch.examples.left_move import LeftMove
from mcsearch.examples.nim import Nim
from mcsearch.examples.pig import Pig
from mcsearch.examples.salesman import Salesman
from mcsearch.examples.twenty_one import TwentyOne

EXAMPLES = {
    "nim": (Nim, ""),
    "knights-tour": (lambda: KnightsTour(5), "nmcs"),
    "eight-queens": (EightQueens, "spmcts"),
    "salesman": (Salesman, "nrpa"),
    "left-move": (lambda: LeftMove(length=20), "nrpa"),
    "twenty-one": (TwentyOne, ""),
    "pig": (Pig, ""),
    "nim-in-words": (PlainNim, ""),
}


def begun(name, iterations=10):
    make, search = EXAMPLES[name]
    found = search_for(make(), search, {"iterations": 120}, seed=1)
    found.run(iterations)
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_phase_is_drawn_and_told(name):
    search = begun(name)
    why = WhyView()
    frames = []
    for step in range(24):
        search.advance()
        frame = make_frame(search, detail=Detail(level=step % 3))
        frames.append(frame)
        why.show(frame.why)
        assert picture(frame.tree, frame.strip is not None, 1, 0.0)
        assert "".join(text for text, _ in narrate(search, frame)).endswith(".")
        assert in_words(search, frame)["told-path"].startswith("Path: root")
        assert (frame.strip is None) == (name == "nim-in-words")
        assert frame.board.facts
        assert "nan" not in str(frame.board.facts) + strip_text(frame.strip)
        assert frame.tree.names == tuple(name_of(search.root, each) for each in frame.tree.actions)
    for board, frame in zip(drawn.boards([each.board for each in frames]), frames, strict=True):
        assert board.tag == ("svg" if frame.board.cells else "img" if frame.board.svg else "pre")
    strips = [frame.strip for frame in frames if frame.strip is not None]
    for strip, frame in zip(drawn.strips(strips) if strips else [], strips, strict=True):
        assert len(strip.findall("li")) == max(1, len(frame.thumbnails))
    search.run()
    assert "".join(text for text, _ in conclude(search, make_frame(search))).endswith(".")


def strip_text(strip):
    return "" if strip is None else " ".join(t.caption for t in strip.thumbnails if t is not None)


def name_of(root, numbers):
    """What the problem calls the last action of a sequence of numbers."""
    name = "root"
    for action in root.actions_of(list(numbers)):
        name, root = root.action_name(action), root.play(action)
    return name


def test_the_playout_is_drawn_move_by_move_as_the_problem_draws_it():
    search = begun("knights-tour")
    while search.phase != 3:
        search.advance()
    state = search.root
    for action in search.path_actions:
        state = state.play(action)
    assert search.playout_actions
    for move, action in enumerate(search.playout_actions):
        state = state.play(action)
        frame = make_frame(search, playout_move=move)
        cells = {cell.text for cell in frame.board.cells if cell.text}
        assert cells == {str(number) for number in range(1, len(state.problem.path) + 1)}
        assert ("Last action", state.action_name(action)) in frame.board.facts
        assert ("Moves so far", str(len(state.problem.path) - 1)) in frame.board.facts
        assert len(frame.board.played) == 1, "the square of the jump has the ring"
        assert frame.board.cells[frame.board.played[0]].text == str(len(state.problem.path))
    assert frame.board.facts[0] == ("Result at the end", str(int(search.playout_return)))
    default = make_frame(search).board
    assert default.badge == f"move {len(search.playout_actions)} of {len(search.playout_actions)}"
    # bars: how many jumps there were to choose from
    assert default.bars.tolist() == [len(each.legal_actions()) for each in make_line(search)]


def make_line(search):
    """The positions of the playout before each of its moves."""
    state = search.root
    for action in search.path_actions:
        state = state.play(action)
    for action in search.playout_actions:
        yield state
        state = state.play(action)


def test_the_strip_has_the_pictures_of_the_problem():
    card = StripCard(begun("salesman"))
    images = [drawn.image(each) for each in drawn.strip(card.frame).iter("img")]
    assert len(images) == len(card.frame["boards"]) > 2
    assert all(image.startswith("<svg ") for image in images)
    card = StripCard(begun("left-move"), theme="dark")
    cells = drawn.named(drawn.strip(card.frame), "themed-fill")
    colors = {each.get("style").split("--dark: ")[1] for each in cells if each.tag == "rect"}
    assert colors == {DARK.tiles[3].color, DARK.tiles[0].color}
    with pytest.raises(ValueError, match=r"strip: Nim has no board to draw; give it a picture\(\)"):
        StripCard(begun("nim-in-words"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_card_alone_follows_a_click(name):
    search = begun(name, 40)
    cards = [BoardCard(search), TreeCard(search), WhyCard(search)]
    if hasattr(search, "levels"):
        cards.append(LanesCard(search))
    child = search.tree.children(0)[0]
    number = search.tree.action_of(child)
    for card in cards:
        if isinstance(card, WhyCard):
            card.selected = [number]
        else:
            card._handle_msg({"name": "select", "value": [number]})
    assert [card.selected for card in cards] == [[number]] * len(cards)
    cards[0]._handle_msg({"name": "select", "value": [99]})
    assert cards[0].selected == [number]
    search.run(10)
    for card in cards:
        card.refresh()


def test_a_problem_without_a_picture_is_shown_in_words():
    card = BoardCard(begun("nim-in-words"))
    drawing = drawn.board(card.frame)
    assert drawing.tag == "pre"
    assert drawing.text.startswith("Nim(heaps=(")
