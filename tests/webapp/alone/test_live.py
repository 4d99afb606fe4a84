"""The live cards in Python: what a click does, and what a notebook keeps of them."""

import asyncio
import html
import time

import panel as pn
import pytest

import explorer
from explorer.alone import live
from explorer.alone.live import SearchView
from explorer.session import player
from mcsearch import Recipe, search_for
from mcsearch.examples.nim import Nim


@pytest.fixture
def search():
    search = Recipe("samegame", "6x6x3:1", "spmcts", {"iterations": 60}, seed=1).build()
    search.run(20)
    return search


def press(view, name, value=None):
    view._transport._handle_msg({"name": name, "value": value})
    return view.search.iterations, view.search.phase


def test_the_buttons_move_a_search_of_its_own(search):
    view = SearchView(search)
    assert press(view, "step-phase") == (20, 1)
    assert press(view, "back-iteration") == (20, 4)
    assert press(view, "back-phase") == (19, 3)
    assert press(view, "step-iteration") == (20, 4)
    assert press(view, "run-on", 10) == (30, 4)
    assert press(view, "jump", 5) == (5, 4)
    assert press(view, "reset") == (0, 0)
    assert {"reset", "back-phase"} <= {*view._transport.disabled}
    assert press(view, "to-budget") == (60, 4)
    assert "step-phase" in view._transport.disabled
    assert search.iterations == 20
    assert view._transport.told["iteration"] == "Iteration 60"
    assert view._tree.frame["visits"][0] == 60
    view.go_to(7)
    assert view._tree.frame["visits"][0] == 7
    with pytest.raises(ValueError, match="could not convert"):
        press(view, "jump", "many")


LONG = 600_000
"""Iterations that take many slices."""


async def others_turns(view, until):
    """Seconds of this thread's work between two turns of another callback, till `until` holds."""
    longest, before = 0.0, time.thread_time()
    while not until(view):
        await asyncio.sleep(0)
        now = time.thread_time()
        longest, before = max(longest, now - before), now
    return longest


def has_arrived(view):
    return view._transport.progress is None


def test_a_long_jump_lets_others_have_their_turn():
    view = SearchView(Recipe("connect4", parameters={"iterations": LONG}, seed=1).build())
    seen = []
    view._transport.param.watch(lambda event: seen.append(event.new), "progress")

    async def jump():
        before = time.thread_time()
        press(view, "to-budget")
        pressed = time.thread_time() - before
        assert view.search.iterations < LONG
        longest = await others_turns(view, has_arrived)
        # against the whole jump: a busy machine is as slow in both
        return max(pressed, longest) / (time.thread_time() - before)

    assert asyncio.run(jump()) < 0.4
    assert view.search.iterations == LONG
    assert view._tree.frame["visits"][0] == LONG
    way = seen[:-1]
    assert len(way) > 5
    assert way == sorted(way)
    assert 0.0 < way[-1] < 1.0


def test_a_jump_is_stopped_where_it_is_and_one_back_is_dropped():
    view = SearchView(Recipe("connect4", parameters={"iterations": LONG}, seed=1).build())
    said = []
    view._transport.param.watch(lambda event: said.append(event.new), "sentence")

    async def stopped():
        press(view, "to-budget")
        await others_turns(view, lambda view: (view._transport.progress or 0.0) > 0.4)
        here, _ = press(view, "stop")
        assert 0 < here < LONG
        assert view._tree.frame["visits"][0] == view.search.tree.visits[0]
        assert has_arrived(view)
        await asyncio.sleep(0.2)
        assert view.search.iterations == here
        # to a moment that is kept nowhere: walked to again, which takes as long
        view._live._walk._checkpoints = type(view._live._walk._checkpoints)()
        press(view, "jump", here - 1)
        assert not has_arrived(view)
        press(view, "stop")
        assert view.search.iterations == here

    asyncio.run(stopped())
    assert any("Going" in piece[0] for sentence in said for piece in sentence)


def test_another_click_takes_the_place_of_a_jump():
    view = SearchView(Recipe("connect4", parameters={"iterations": LONG}, seed=1).build())

    async def clicked():
        press(view, "to-budget")
        press(view, "reset")
        await others_turns(view, has_arrived)

    asyncio.run(clicked())
    assert (view.search.iterations, view.search.phase) == (0, 0)


def test_a_jump_does_not_wait_for_a_document_that_is_closed(monkeypatch):
    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 0.0)
    view = SearchView(Recipe("tictactoe", seed=1).build())

    async def clicked():
        press(view, "jump", 300)
        view._turns.stop()  # as Bokeh does with its document's
        press(view, "jump", 400)
        assert view._turns.running
        await others_turns(view, has_arrived)

    asyncio.run(clicked())
    assert view.search.iterations == 400


def test_every_press_on_the_way_back_counts(search, monkeypatch):
    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 0.0)  # as where a way takes long
    view = SearchView(search)

    async def clicked():
        for _ in range(6):
            press(view, "back-phase")
        assert not has_arrived(view)
        press(view, "back-iteration")
        await others_turns(view, has_arrived)

    asyncio.run(clicked())
    assert (view.search.iterations, view.search.phase) == (18, 4)


def test_the_cards_select_together(search):
    view = SearchView(search)
    first = view.search.root_children()[0][0]
    view._tree.selected = [first]
    assert view._board.selected == view._why.selected == [first]


def test_a_problem_of_a_person_goes_back_too():
    search = search_for(Nim(), seed=1)
    search.run(10)
    view = SearchView(search)
    assert press(view, "jump", 3) == (3, 4)
    assert press(view, "back-phase") == (2, 3)


def test_a_cell_of_a_notebook_has_the_saved_form_until_a_kernel_answers(search, monkeypatch):
    monkeypatch.setattr(pn.extension, "_loaded", True)
    view = SearchView(search)
    bundle, _ = view._repr_mimebundle_()
    cell = bundle["text/html"]
    saved = html.unescape(cell.split('srcdoc="')[1].split('"')[0])
    assert "SameGame, searched by SP-MCTS" in saved
    assert "search-alive" in cell.split("</iframe>")[1]
    answers = view._transport.answers
    press(view, "hello")
    assert view._transport.answers == answers + 1


def test_a_search_that_has_not_begun_has_nothing_to_save_and_is_live(monkeypatch):
    monkeypatch.setattr(pn.extension, "_loaded", True)
    view = SearchView(Recipe("tictactoe").build())
    assert "iframe" not in view._repr_mimebundle_()[0].get("text/html", "")


def test_a_script_opens_a_browser(search, monkeypatch):
    served = []
    monkeypatch.setattr(live.pn, "serve", lambda make, **options: served.append((make, options)))
    view = explorer.show(search)
    assert served[0][0]() is view
    assert served[0][1]["show"]


def test_a_tree_kept_from_the_move_before_has_no_past():
    search = Recipe("tictactoe", seed=1).build()
    search.run(10)
    search.advance_root(search.best_action())
    with pytest.raises(ValueError, match="build a new search"):
        explorer.show(search)
