"""The board and the strip: positions, groups, points and results are the game's own."""

import numpy as np
import pytest

from explorer.look.text import number
from explorer.moment.detail import FEW_SLOTS, SLOTS, Detail
from explorer.moment.steps import SIMULATION
from explorer.session.frames import make_frame
from mcsearch import Recipe


def samegame(num_iterations, phases=0, **parameters):
    values = {"exploration": 50.0, "scoring": "plain", **parameters}
    search = Recipe("samegame", "9x7x4:3", "spmcts", values, seed=1).build()
    search.run(num_iterations)
    for _ in range(phases):
        search.advance()
    return search


def tictactoe(num_iterations, phases=0, position=""):
    search = Recipe("tictactoe", position, "uct", seed=3).build()
    search.run(num_iterations)
    for _ in range(phases):
        search.advance()
    return search


def replay(search, *parts):
    state = search.root
    for part in parts:
        for action in part:
            state = state.play(action)
    return state


def facts(board):
    return dict(board.facts)


def test_the_board_is_the_selected_position():
    search = samegame(100, phases=1)
    child = search.tree.children(0)[0]
    actions = tuple(search.actions_to(child))
    board = make_frame(search, selected=actions).board
    state = replay(search, actions)
    assert board.values.tolist() == state.cells().tolist()
    assert facts(board)["Score so far"] == str(state.score)
    assert facts(board)["Candidates"] == f"{len(state.legal_actions())} groups"
    assert dict(board.tile_counts) == {
        colour: int(np.count_nonzero(state.cells() == colour)) for colour in (1, 2, 3, 4)
    }
    assert board.context == "selected node, depth 1"
    assert board.badge == ""


def test_every_candidate_has_its_cells():
    search = samegame(100, phases=1)
    board = make_frame(search).board
    groups = [tuple(search.root.action_cells(a)) for a in search.root.legal_actions()]
    assert list(map(sorted, board.groups)) == list(map(sorted, groups))
    assert len(set(sum(board.groups, ()))) == sum(map(len, groups))


def test_the_move_of_the_path_is_marked_with_its_points():
    search = samegame(100, phases=1)
    action = search.path_actions[0]
    board = make_frame(search).board
    cells = search.root.action_cells(action)
    assert board.played == tuple(cells)
    assert board.played_text == f"+{(len(cells) - 2) ** 2}"
    x, y = board.played_at
    assert 0 < x < board.width
    assert 0 < y < board.height


def test_after_a_simulation_the_board_shows_the_move_that_scores_most():
    search = samegame(100, phases=3)
    board = make_frame(search).board
    start = replay(search, search.path_actions)
    points, state = [], start
    for action in search.playout_actions:
        after = state.play(action)
        points.append(after.score - state.score)
        state = after
    best = points.index(max(points))
    shown = replay(search, search.path_actions, search.playout_actions[:best])
    assert board.bars.tolist() == points
    assert board.bar_current == best
    assert board.badge == f"move {best + 1} of {len(points)}"
    assert board.values.tolist() == shown.cells().tolist()
    assert facts(board)["Score so far"] == str(shown.score)
    assert board.played_text == f"+{max(points)}"
    assert board.context == f"playout from depth {len(search.path_actions)}"
    assert start.score + sum(points) == search.playout_return


def test_a_given_move_of_the_playout_is_shown_and_the_rest_not_yet():
    search = samegame(100, phases=3)
    frame = make_frame(search, playout_move=2)
    shown = replay(search, search.path_actions, search.playout_actions[:2])
    assert frame.board.values.tolist() == shown.cells().tolist()
    assert frame.board.badge.startswith("move 3 of ")
    known = [thumbnail is not None for thumbnail in frame.strip.thumbnails]
    assert known == sorted(known, reverse=True)
    assert not known[-1]
    last = make_frame(search, playout_move=10_000).board
    assert last.badge == f"move {len(search.playout_actions)} of {len(search.playout_actions)}"


def test_the_playout_can_be_left_for_the_selected_position():
    search = samegame(100, phases=3)
    board = make_frame(search, follow_playout=False).board
    assert board.values.tolist() == search.root.cells().tolist()
    assert board.badge == ""


def test_the_colour_kept_for_last_is_marked_during_the_playout_only():
    search = samegame(100, phases=3, policy="tabu-color-random")
    start = replay(search, search.path_actions)
    counts = [np.count_nonzero(start.cells() == colour) for colour in (1, 2, 3, 4)]
    tabu = make_frame(search).board.tabu
    assert counts[tabu - 1] == max(counts)
    assert make_frame(search, follow_playout=False).board.tabu == 0
    search = samegame(100, phases=3, policy="random")
    assert make_frame(search).board.tabu == 0


def test_a_narrow_tree_has_a_strip_of_fewer_boards():
    search = samegame(100, phases=3)
    narrow = make_frame(search, detail=Detail(width=500.0)).strip
    wide = make_frame(search).strip
    assert len(narrow.thumbnails) == FEW_SLOTS
    for end in (0, -1):
        assert narrow.thumbnails[end].caption == wide.thumbnails[end].caption


def test_the_strip_shows_the_playout_from_the_new_node_to_its_end():
    search = samegame(100, phases=3)
    strip = make_frame(search).strip
    assert strip.title == "Playout"
    assert strip.phase == 3
    assert len(strip.thumbnails) == SLOTS
    first, last = strip.thumbnails[0], strip.thumbnails[-1]
    start = replay(search, search.path_actions)
    end = replay(search, search.path_actions, search.playout_actions)
    assert first.values.tolist() == start.cells().tolist()
    assert last.values.tolist() == end.cells().tolist()
    assert first.caption == f"new node · {start.score}"
    assert last.caption == f"end · {int(search.playout_return)}"
    assert end.is_terminal()
    assert [t.current for t in strip.thumbnails].count(True) == 1
    assert all(t.board is search.root.board for t in strip.thumbnails)


def test_the_strips_marked_board_is_the_one_on_the_board():
    search = samegame(100, phases=3)
    for _ in range(15):
        frame = make_frame(search)
        (current,) = [t for t in frame.strip.thumbnails if t.current]
        assert current.values.tolist() == frame.board.values.tolist()
        assert current.played == frame.board.played != ()
        for _ in range(4):
            search.advance()


def test_between_playouts_the_strip_shows_the_best_sequence():
    search = samegame(100, phases=1)
    strip = make_frame(search).strip
    assert (strip.title, strip.phase) == ("Best sequence", 0)
    end = replay(search, search.best_sequence)
    assert strip.thumbnails[-1].values.tolist() == end.cells().tolist()
    assert strip.thumbnails[-1].caption == f"★ best · {int(search.best_score)}"


def test_before_the_first_playout_the_strip_is_empty():
    search = Recipe("samegame", "6x6x3:1", "spmcts").build()
    assert make_frame(search).strip.thumbnails == ()


def test_a_small_card_has_no_strip():
    search = samegame(20)
    assert make_frame(search, detail=Detail(width=374, height=352)).strip is None
    assert make_frame(tictactoe(20), detail=Detail(width=374, height=352)).strip is None


@pytest.mark.parametrize(("position", "level"), [("5x5x3:2", 2), ("5x5x3:5", 3)])
def test_a_nested_searchs_playout_is_shown_where_the_path_still_leads_to_it(position, level):
    search = Recipe("samegame", position, "nmcs", {"level": level}, seed=5).build()
    shown = 0
    for _ in range(1200):
        if search.advance() == 0:
            break
        frame = make_frame(search)
        if search.phase == 3:
            assert frame.strip.title == "Playout"
        if frame.strip.title == "Playout":
            shown += 1
            assert frame.strip.thumbnails[-1].caption.endswith(
                f" · {search.playout_return:,.0f}".replace(",", "\u202f")
            )
    assert shown > 100


def test_stones_and_candidates_of_two_players():
    search = tictactoe(200, phases=1, position="x../.o./...")
    board = make_frame(search).board
    assert board.board.pieces == "stones"
    assert board.values.tolist() == [1, 0, 0, 0, 2, 0, 0, 0, 0]
    tree = search.tree
    visited = [child for child in tree.children(0) if tree.visits_of(child)]
    assert len(board.child_x) == len(visited)
    for i, child in enumerate(visited):
        cell = tree.action_of(child)
        assert (board.child_x[i], board.child_y[i]) == (board.x[cell], board.y[cell])
        assert board.child_mean[i] == pytest.approx(tree.mean(child))
        assert board.child_text[i] == f"{100 * tree.mean(child):.0f}%"
    assert board.child_share.sum() == pytest.approx(1)
    assert tree.action_of(visited[board.child_chosen]) == search.path_actions[0]
    assert facts(board)["To move"] == "search"


def test_below_the_opponents_moves_rates_are_still_the_searchs():
    search = tictactoe(300, phases=1)
    child = max(search.tree.children(0), key=search.tree.visits_of)
    board = make_frame(search, selected=tuple(search.actions_to(child))).board
    replies = [c for c in search.tree.children(child) if search.tree.visits_of(c)]
    assert board.child_mean.tolist() == pytest.approx([1 - search.tree.mean(c) for c in replies])
    assert facts(board)["To move"] == "opponent"
    assert facts(board)["Search wins"] == f"{100 * search.tree.mean(child):.0f}%"


@pytest.mark.parametrize("position", ["", "x../.../..."])
def test_the_playout_of_two_players_is_put_on_the_board_with_its_result(position):
    outcomes = set()
    search = tictactoe(3, position=position)
    for _ in range(40):
        for _ in range(3):
            search.advance()
        board = make_frame(search).board
        start = replay(search, search.path_actions)
        end = replay(search, search.path_actions, search.playout_actions)
        cells = start.cells()
        cells[board.ghost_cells] = board.ghost_players + 1
        assert cells.tolist() == end.cells().tolist()
        assert board.values.tolist() == start.cells().tolist()
        own = end.returns() if search.root.to_play == 0 else 1 - end.returns()
        assert facts(board)["The search"] == {1.0: "wins", 0.5: "draws", 0.0: "loses"}[own]
        assert board.search_player == search.root.to_play
        outcomes.add(own)
        search.advance()
    assert outcomes == {0.0, 0.5, 1.0}


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "yavalath"])
def test_the_expected_play_is_on_the_board_from_its_second_ply(game):
    search = Recipe(game, "", "uct", {"exploration": 0.7}, seed=3).build()
    search.run(2000)
    search.advance()
    expected = search.best_sequence
    for depth in (0, 1, 2):
        board = make_frame(search, selected=tuple(expected[:depth])).board
        rest = expected[depth:][:6]
        assert rest or game == "yavalath"
        assert list(board.ghost_plies) == list(range(2, len(rest) + 1))
        state = replay(search, expected[:depth])
        for ply, action in enumerate(rest, 1):
            if ply > 1:
                assert board.ghost_cells[ply - 2] == state.action_cells(action)[0]
                assert board.ghost_players[ply - 2] == state.to_play
            state = state.play(action)
    other = next(a for a in search.root.legal_actions() if a != expected[0])
    assert make_frame(search, selected=(other,)).board.ghost_plies == ()


def test_a_playout_of_stones_is_shown_move_by_move():
    search = tictactoe(20, phases=3)
    moves = len(search.playout_actions)
    assert moves > 3
    for shown in range(moves):
        board = make_frame(search, playout_move=shown).board
        assert len(board.ghost_cells) == shown + 1
        assert board.last_cell == board.ghost_cells[-1]
        assert board.badge == f"move {shown + 1} of {moves}"
        over = shown == moves - 1
        assert ("The search" in facts(board)) == over
    whole = make_frame(search).board
    assert whole.ghost_cells.tolist() == search.playout_actions
    assert whole.ghost_plies == tuple(range(1, moves + 1))


@pytest.mark.parametrize("game", ["tsptw", "morpion", "hp-folding", "weak-schur"])
def test_a_playout_is_shown_move_by_move_in_a_games_own_drawings(game):
    search = Recipe(game, search="spmcts", seed=1).build()
    search.run(5)
    while search.phase != SIMULATION:
        search.advance()
    for shown in (0, 1, len(search.playout_actions) - 1):
        board = make_frame(search, playout_move=shown).board
        state = replay(search, search.path_actions, search.playout_actions[: shown + 1])
        assert (board.text, board.svg) == (str(state), state.picture.svg)
        assert board.badge.startswith(f"move {shown + 1} of ")
        assert facts(board)["Score so far"] == number(state.score)


@pytest.mark.parametrize(
    ("game", "position", "cells"),
    [
        ("tictactoe", "xxx/oo./...", 3),
        ("tictactoe", "xxo/oox/xox", 0),
        ("connect4", "1122334", 4),
        ("yavalath", "a1 e5 a2 e7 a4 f5 a3", 4),  # four in a row win
        ("yavalath", "a1 e5 a2 e7 a3", 3),  # three without four lose
    ],
)
def test_the_row_that_ends_a_game_is_found(game, position, cells):
    state = Recipe(game, position, "uct").build().root
    assert state.is_terminal()
    line = state.ending_cells()
    assert len(line) == cells
    mover = 1 - state.to_play
    assert all(state.cells()[cell] == mover + 1 for cell in line)


def test_an_open_game_has_no_final_row():
    assert Recipe("connect4", "112233", "uct").build().root.ending_cells() == []


def test_the_last_stone_of_the_selected_position_is_marked():
    search = tictactoe(200, phases=1)
    child = search.tree.children(0)[0]
    action = search.tree.action_of(child)
    assert make_frame(search).board.last_cell == -1
    assert make_frame(search, selected=(action,)).board.last_cell == action


def test_the_strip_of_two_players_ends_with_the_outcome_for_the_search():
    outcomes = set()
    search = tictactoe(5)
    for _ in range(40):
        for _ in range(3):
            search.advance()
        strip = make_frame(search).strip
        assert (strip.thumbnails[0].board.pieces, strip.title) == ("stones", "Playout")
        end = replay(search, search.path_actions, search.playout_actions)
        assert strip.thumbnails[-1].values.tolist() == end.cells().tolist()
        told = strip.thumbnails[-1].caption
        assert told == {1.0: "search wins", 0.5: "draw", 0.0: "search loses"}[end.returns()]
        outcomes.add(told)
        search.advance()
        search.advance()
        if search.phase == 1:
            assert make_frame(search).strip.title == "Expected play"
        while search.phase != 4:
            search.advance()
    assert len(outcomes) == 3


def test_what_is_proven_of_a_move_is_told_for_the_search():
    search = Recipe("tictactoe", "xx./oo./...", "uct", {"solver": True}, seed=1).build()
    search.run(300)
    board = make_frame(search).board
    assert 3 in board.child_proven
    assert len(board.child_proven) == len(board.child_x)
    winning = board.child_proven.index(3)
    assert (board.child_x[winning], board.child_y[winning]) == (board.x[2], board.y[2])


def test_moves_from_cell_to_cell_have_their_ways():
    search = Recipe("breakthrough", "a2-b3", "uct", {"side": 6, "iterations": 300}, seed=1).build()
    search.run()
    root, best = search.root, search.best_action()
    ways = {action: root.steps(action).cells for action in root.legal_actions()}
    whole = make_frame(search, selected=()).board
    assert len(whole.child_actions) == len(ways)
    assert whole.meant.ways == ways
    below = make_frame(search, selected=(best,)).board
    assert below.last_way == ways[best]
    assert below.last_cell == ways[best][1]


def test_tiles_that_chance_puts_are_shown_by_their_numbers_after_each_move():
    search = Recipe("2048", "2 2 . / 4 . . / . 8 .", seed=1).build()
    search.run(60)
    root = make_frame(search, selected=()).board
    assert root.facts[1:] == (("Candidates", "4 moves"), ("Best mean", f"{search.best_score:.0f}"))
    assert [cell.text for cell in root.cells] == ["2", "2", "", "4", "", "", "", "8", ""]
    left = search.root.parse_action("left")
    below = make_frame(search, selected=(left,)).board
    assert below.facts[:2] == (("Score so far", "4"), ("Candidates", "12 outcomes"))
    for _ in range(3):
        search.advance()
    shown = make_frame(search, playout_move=0).board
    line = [*search.path_actions, search.playout_actions[0]]
    assert shown.cells == replay(search, line).shown_cells
