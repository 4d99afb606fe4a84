"""The Play page without a browser: the game in slices, what is shown of it, and its links."""

import json

import pytest
from playing import Browser

from explorer.pages.play import frame, tree, words
from explorer.pages.play.game import Game
from explorer.pages.play.new_game import new_match, setting_of
from explorer.session import game_link
from explorer.session.permalink import Place, from_query
from mcsearch import Recipe, RecipeError
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import PLAYOUTS
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Limit
from mcsearch.recipe import GAMES


@pytest.fixture
def browser():
    browser = Browser()
    browser.send("new", {"game": "connect4", "first": "person", "level": "light"})
    return browser


def test_one_player_is_left_alone_once_and_goes_on_with_the_visitor():
    browser = Browser("view=play&game=samegame&position=6x6x3:1")
    game = browser.game
    game.patience = 10.0
    assert game.busy
    now = game._visited + 11.0
    assert game.begin_slice(now) is None
    told = game.message
    assert not game.busy
    assert game.begin_slice(now + 1.0) is None
    assert game.message is told
    browser.send("hide", False)
    assert game.busy


def test_a_move_is_answered_and_undone_and_played_again(browser):
    browser.send("move", 3)
    assert browser.table["ply"] == 1
    browser.run()
    assert browser.table["ply"] == 2
    assert browser.status["turn"] == "You to move"
    browser.send("undo")
    assert browser.table["ply"] == 0
    assert [move["is_back"] for move in browser.table["moves"]] == [True, True]
    browser.send("redo")
    assert browser.table["ply"] == 2


def test_between_two_searches_a_move_is_taken_back_and_the_game_waits(browser):
    browser.send("new", {"game": "tictactoe", "first": "searches", "level": "first"})
    browser.run()
    last = browser.table["ply"]
    for taken in (1, 2):
        browser.send("undo")
        browser.run()
        assert browser.table["ply"] == last - taken
        assert browser.status["paused"]
    browser.send("pause", False)
    browser.run()
    assert browser.status["turn"] == "Over"


def test_where_a_search_would_play_on_from_an_earlier_move_it_waits(browser):
    browser.send("new", {"game": "tictactoe", "first": "searches", "level": "first"})
    browser.run()
    last = browser.table["ply"]
    browser.send("goto", 2)
    browser.run()
    assert (browser.table["ply"], browser.status["paused"]) == (2, True)
    again = Browser(browser.status["query"])
    again.run()
    assert (again.table["ply"], again.status["paused"]) == (2, True)
    again.send("goto", last)
    assert again.table["ply"] == last

    browser.send("new", {"game": "connect4", "first": "person", "level": "light"})
    for action in (3, 2):
        browser.send("move", action)
        browser.run()
    browser.send("goto", 1)  # after one's own move: the search is to move
    browser.run()
    assert (browser.table["ply"], browser.status["paused"]) == (1, True)
    browser.send("goto", 4)
    assert browser.table["ply"] == 4


def test_a_search_that_cannot_be_drawn_is_told(browser, monkeypatch):
    def fail(*arguments):
        raise MemoryError("no room for the copy")

    browser.send("move", 3)
    monkeypatch.setattr(tree, "picture", fail)
    monkeypatch.setattr(browser.game, "fail", lambda error: said.append(str(error)))
    said = []
    browser.page._draw_the_rest()
    assert said == ["no room for the copy"]


def test_win_rates_are_the_searchs_whoever_is_to_move(browser):
    browser.send("move", 3)
    browser.run()
    theirs = {value.name: value.win_rate for value in browser.game.match.values()}
    for value in browser.said["values"]:
        assert value["rate"] == pytest.approx(1.0 - theirs[value["name"]], abs=1e-4)
    tree = json.loads(browser.line.model.tree)
    by_name = dict(zip(tree["names"], tree["mean"], strict=True))
    assert by_name["4"] == pytest.approx(1.0 - theirs["4"])


def test_help_is_hidden_until_the_person_has_moved(browser):
    browser.send("move", 3)
    browser.run()
    assert browser.said["values"]
    browser.send("hide", True)
    assert browser.said["values"] == browser.said["ghosts"] == []
    assert browser.status["has_tree"] is False
    browser.send("move", 3)
    assert browser.said["values"]


def test_pondering_grows_the_tree_and_stops_when_switched_off(browser):
    browser.send("move", 3)
    browser.run()
    before = browser.status["pool"]["playouts"]
    assert not browser.game.busy
    browser.send("ponder", True)
    assert browser.game.busy
    while browser.status["pool"]["playouts"] <= before:
        browser.game.tick(0.0)
    browser.send("ponder", False)
    assert not browser.game.busy


def test_what_cannot_be_done_is_told_and_changes_nothing(browser):
    browser.send("move", 99)
    assert "not legal" in browser.status["message"]["text"]
    browser.send("new", {"game": "connect4", "level": "light", "position": "444444444"})
    assert "column 4 is full" in browser.status["message"]["text"]
    browser.send("limit", {"playouts": 10**9})
    assert "at most" in browser.status["message"]["text"]
    assert browser.table["ply"] == 0
    assert browser.players["level"] == "light"


def test_a_hint_a_review_and_the_way_back_to_the_game(browser):
    for action in (3, 3, 0):
        browser.send("move", action)
        browser.run()
    browser.send("hint")
    browser.run()
    assert browser.status["help"]["lead"].startswith("Hint: ")
    browser.send("review-playouts", 500)
    browser.send("review")
    browser.run()
    status = browser.status
    assert status["review"]["done"] == status["review"]["of"] == 7
    assert all(rate is not None for rate in status["review"]["curve"])
    browser.send("goto", 2)
    assert (browser.table["ply"], browser.table["can_move"]) == (2, False)
    assert any(value["played"] for value in browser.said["values"])
    browser.run()
    assert json.loads(browser.line.model.tree)["visits"][0] in (500, 1500)
    best, played = (strip["boards"] for strip in browser.status["review"]["strips"])
    assert [board["number"] for board in played] == [2, 3, 4, 5, 6]
    assert best[0]["name"] == browser.said["best"]
    place = from_query(browser.status["review"]["explore"])
    assert str(place.recipe.start()) == str(browser.game.match.state_at(1))
    whole = browser.status["game"]
    browser.send("play-on")
    assert browser.status["review"] is None
    assert (browser.game.match.ply, browser.game.match.num_taken_back) == (2, 0)
    # the old game stays what it was: this is another one
    assert whole["told"] == "6 moves"
    assert browser.status["game"] == {"number": whole["number"] + 1, "told": "2 moves"}


@pytest.mark.parametrize(
    ("first", "moves", "told"),
    [
        ("person", "a1 a2 b1 b2 c1", "you won"),
        ("search", "a1 a2 b1 b2 c1", "search won"),
        ("person", "a1 a2 b1 b2 c3 c2", "search won"),
        ("persons", "a1 a2 b1 b2 c1", "first won"),
        ("searches", "a1 a2 b1 b2 c3 c2", "second won"),
        ("persons", "a1 b2 c3 a2 c2 c1 a3 b3 b1", "draw"),
        ("persons", "a1", "1 move"),
    ],
)
def test_a_game_is_told_by_its_end(browser, first, moves, told):
    match = new_match(Setting("tictactoe"), "first", first)
    match.play_through(moves.split())
    browser.game.begin(match)
    number = browser.status["game"]["number"]
    assert browser.status["game"]["told"] == told
    browser.send("goto", 0)
    assert browser.status["game"] == {"number": number, "told": told}


def test_the_end_shows_no_tree_where_there_was_no_room_for_the_one_before(browser):
    match = new_match(Setting("tictactoe"), "first", "person")
    match.play_through(["a1", "a2", "b1", "b2"])
    browser.game.begin(match)
    match.thinker._most_bytes = 0
    browser.send("move", match.state.parse_action("c1"))
    assert browser.status["narration"] == "Three in a row."
    assert (browser.status["has_tree"], browser.status["no_tree"]) == (False, "The game is over.")


def test_a_saved_text_is_the_game_and_is_loaded_again(browser):
    browser.send("move", 3)
    browser.run()
    text = str(browser.game.record())
    other = Browser()
    other.line.model.upload = json.dumps([1, text])
    assert other.table["cells"] == browser.table["cells"]
    other.line.model.upload = json.dumps([2, "game: chess"])
    assert "'chess' is not known" in other.status["message"]["text"]
    assert other.table["cells"] == browser.table["cells"]


def test_a_game_of_another_program_is_loaded_and_saved(browser):
    text = "(28,28)\n(27,25) - +2\n(32,32) / 0\n(30,28) - +2\n"
    browser.line.model.upload = json.dumps([1, text])
    assert len(browser.table["moves"]) == 3
    browser.send("save", "pentasol")
    answer = json.loads(browser.line.model.answer)
    assert answer["name"] == "game.psol"
    saved = [line for line in answer["text"].splitlines() if line[0] != "#"]
    assert saved == text.splitlines()
    browser.send("save", "")
    assert json.loads(browser.line.model.answer)["text"].startswith("game: morpion")
    browser.line.model.upload = json.dumps([2, text + "(27,25) - +2"])
    assert "Pentasol, line 5: move 4" in browser.status["message"]["text"]


def test_a_link_opens_the_same_game_at_the_same_move(browser):
    for action in (3, 2):
        browser.send("move", action)
        browser.run()
    browser.send("goto", 3)
    query = browser.status["query"]
    other = Browser(query)
    assert other.table["cells"] == browser.table["cells"]
    assert len(other.table["moves"]) == 4
    assert other.game.match.sides == browser.game.match.sides


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("game=chess", "game: 'chess' is not known"),
        ("game=connect4&moves=4 9", "move 2, '9'"),
        ("game=connect4&moves=4&at=2", "at: '2' is no move"),
        ("game=connect4&colour=red", "link: 'colour' is not known"),
        ("game=connect4&first=search 999 seconds {}", "plays samegame"),
        ("game=connect4&" + "x" * 9000, "characters"),
    ],
)
def test_a_wrong_link_is_named(query, message):
    with pytest.raises(RecipeError, match=message):
        game_link.from_query(query)


@pytest.mark.parametrize(
    ("limit", "parameters", "message"),
    [
        ("1000001 playouts", {}, "1000001 playouts; the page takes at most 1,000,000 playouts"),
        ("61 seconds", {}, "61 seconds; the page takes at most 1,000,000 playouts or 60 seconds"),
        ("2 seconds", {"nodes": 1_000_001}, "nodes is 1,000,001; the page takes at most"),
        ("2 seconds", {"trees": 2}, "trees is 2; the page takes at most 1"),
    ],
)
def test_too_much_is_refused(limit, parameters, message):
    recipe = Recipe("connect4", "", "uct", parameters).to_json()
    with pytest.raises(RecipeError, match=message):
        game_link.from_query(f"game=connect4&first=search {limit} {recipe}")


def test_as_much_as_the_page_takes_is_not_refused():
    recipe = Recipe("connect4", "", "uct", {"nodes": 1_000_000}).to_json()
    for limit in ("1000000 playouts", "60 seconds"):
        place = game_link.from_query(f"game=connect4&first=search {limit} {recipe}")
        assert str(place.record.sides[0].limit) == limit


def test_links_keep_the_pie_rule():
    record = GameRecord(
        Setting("yavalath", "", {"pie_rule": True}),
        (Side.person(), Side.of_level("full", "yavalath", 1)),
        ("e5", "swap"),
    )
    for reviewed in (0, 2_000, PLAYOUTS):
        place = game_link.GamePlace(record, 1, reviewed)
        assert game_link.from_query(game_link.to_query(place)) == place
    assert "review=on" in game_link.to_query(place)


def test_a_link_to_a_review_opens_at_the_largest_mistake():
    moves = tuple("4433441255")
    record = GameRecord(Setting("connect4"), moves=moves)
    browser = Browser(game_link.to_query(game_link.GamePlace(record, reviewed=300)))
    assert browser.table["ply"] == len(moves)
    browser.run()
    worst = browser.game.reviewing.review.mistakes()[0]
    assert browser.table["ply"] == worst.number
    marks = {move["number"]: move["review"]["mark"] for move in browser.table["moves"]}
    assert marks[worst.number] == worst.mark == browser.said["mark"]


def test_the_pie_rule_is_offered_and_told():
    game = Game(lambda now: True)
    game.begin(new_match(setting_of("yavalath", "", {"pie_rule": "on"}), "light", "persons"))
    game.do(lambda: game.match.play(30))
    swap = game.match.pie_swap
    assert words.status(game, True).aside == words.PlayAside(swap, "Swap")
    assert words.status(game, True).lead == "The pie rule."
    assert swap not in [target.action for target in frame.table(game, 1).targets]
    game.do(lambda: game.match.play(swap))
    assert words.status(game, True).aside is None
    assert frame.table(game, 1).moves[1].name == "swap"


def test_a_move_from_cell_to_cell_has_its_way(browser):
    browser.send("new", {"game": "breakthrough", "first": "person", "level": "first"})
    state = browser.game.match.state
    for target in browser.table["targets"]:
        assert target["cells"] == []
        assert target["in_order"]
        assert tuple(target["steps"]) == state.steps(target["action"]).cells
    action = state.parse_action("d2-e3")
    browser.send("move", action)
    browser.run()
    way = browser.table["way"]
    answer = browser.game.match.action_at(1)
    assert tuple(way) == state.play(action).steps(answer).cells
    assert browser.table["last"] == way[1:]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.num_players == 2])
def test_two_searches_play_to_the_end(name):
    game = Game(lambda now: True)
    game.begin(new_match(Setting(name), "first", "searches"))
    while game.busy:
        game.tick(0.0)
    assert game.match.is_over
    assert words.status(game, True).turn == "Over"
    assert frame.said(game, 1).values == ()


def test_the_side_of_a_board_is_chosen_where_the_game_has_several():
    browser = Browser("view=play&game=nogo")
    (side,) = browser.players["switches"]
    assert (side["choices"], side["value"]) == (["3", "4", "5", "6", "7", "8", "9"], "7")
    new = {"game": "nogo", "level": "first", "first": "person", "position": ""}
    browser.send("new", {**new, "rules": {"side": "9"}})
    assert browser.players["switches"] == [{**side, "value": "9"}]
    assert len(browser.table["cells"]) == 81
    browser.send("new", {**new, "game": "connect4", "rules": {"side": "9"}})
    assert browser.players["switches"] == []
    assert len(browser.table["cells"]) == 42


def test_the_position_is_chosen_where_the_game_offers_several():
    browser = Browser("view=play&game=morpion")
    (variant,) = browser.players["switches"]
    assert (variant["label"], variant["choices"], variant["value"]) == (
        "Variant",
        ["5T", "5D", "4T", "4D"],
        "5D",
    )
    new = {"game": "morpion", "level": "first", "first": "person", "position": ""}
    browser.send("new", {**new, "rules": {variant["name"]: "4T"}})
    assert browser.game.attempt.state.variant == "4T"
    assert browser.players["switches"] == [{**variant, "value": "4T"}]
    browser.send("new", {**new, "position": "5T: r16:r16-v16", "rules": {variant["name"]: "4T"}})
    assert browser.game.attempt.state.variant == "5T"
    assert browser.players["switches"] == [{**variant, "value": "5T"}]
    browser.send("new", {**new, "game": "hp-folding", "position": "HPPH"})
    assert browser.players["switches"][0]["value"] == ""
    assert browser.players["switches"][0]["choices"][-1] == ""


def test_a_record_game_is_opened_and_gone_through_and_its_positions_are_explored():
    browser = Browser("view=play&game=morpion")
    titles = [record["title"] for record in browser.players["records"]]
    assert titles == ["5T 178", "5T 170", "5D 82", "4T 62", "4T 56", "4D 35"]
    for place, title in enumerate(titles):
        browser.send("record-game", place)
        variant, score = title.split()
        assert browser.game.attempt.state.variant == variant
        attempt = browser.status["attempt"]
        assert (attempt["whose"], attempt["texts"]["yours"]) == ("Record", score)
        assert browser.status["attempt"]["explore"] == ""  # it is over
    assert "Poranen, 35 points" in browser.status["narration"]
    for _ in range(5):
        browser.send("undo")
    assert browser.status["attempt"]["whose"] == "Record"
    place = from_query(browser.status["attempt"]["explore"])
    assert str(place.recipe.start()) == str(browser.game.attempt.state)
    other = next(
        action
        for action in browser.game.attempt.state.legal_actions()
        if browser.game.attempt.state.action_name(action) != browser.game.attempt.words[-5]
    )
    browser.send("move", other)
    assert browser.status["attempt"]["whose"] == "You"
    assert Browser("view=play&game=weak-schur").players["records"] == []


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.num_players == 1])
def test_what_a_player_alone_has_before_them_is_explored(game):
    browser = Browser(f"view=play&game={game.name}")
    for _ in range(3):
        browser.send("move", browser.game.attempt.state.legal_actions()[0])
    place = from_query(browser.status["attempt"]["explore"])
    assert place.recipe.start().legal_actions() == browser.game.attempt.state.legal_actions()


def test_every_switch_of_a_game_is_on_the_form(browser):
    new = {"level": "first", "first": "person", "position": ""}
    usual = {"breakthrough": {"misere": "off"}, "hex": {"pie_rule": "on"}}
    usual["yavalath"] = {"pie_rule": "on"}
    for game, expected in usual.items():
        for rules in (None, expected, *({name: "on"} for name in expected)):
            browser.send("new", {**new, "game": game, "rules": rules})
            shown = {each["name"]: each["value"] for each in browser.players["switches"]}
            shown.pop("side", None)
            assert shown == (rules or expected)
            values = browser.game.match.setting.recipe().values
            assert {name: "on" if values[name] else "off" for name in expected} == shown


def test_one_player_sees_the_searchs_move_only_when_asked_and_both_scores():
    browser = Browser("game=samegame&position=6x6x3:3")
    browser.run()
    assert browser.said["advised"] == browser.said["values"] == []
    scores = browser.status["attempt"]
    assert scores["yours"] == [0.0]
    assert scores["done"]
    assert scores["its"][-1] > 0
    browser.send("hint")
    browser.run()
    advice = browser.game.attempt.advice
    assert browser.said["advised"] == browser.game.attempt.state.action_cells(advice.action)
    browser.send("move", advice.action)
    assert browser.said["advised"] == []
    assert len(browser.status["attempt"]["yours"]) == 2
    other = Browser(browser.status["query"])
    assert other.table["cells"] == browser.table["cells"]
    browser.send("undo")
    assert browser.table["ply"] == 0


@pytest.mark.parametrize("game", ["tsptw&position=6", "weak-schur&position=2", "morpion"])
def test_a_hint_is_marked_in_a_drawing(game):
    browser = Browser(f"game={game}")
    browser.run()
    browser.send("hint")
    browser.run()
    advice, state = browser.game.attempt.advice, browser.game.attempt.state
    legal, places = state.legal_actions(), state.picture.places
    (x, y), *_ = places[legal.index(advice.action)]
    board, side = browser.table["board"], state.picture.side
    cell = browser.said["advised"][0]
    assert board["x"][cell] * side == pytest.approx(x, abs=0.1)
    assert (board["height"] - board["y"][cell]) * side == pytest.approx(y, abs=0.1)


def test_a_game_with_chance_is_played_beside_the_searchs_own_with_the_same_tiles():
    browser = Browser("game=2048&position=2x2:3")
    assert browser.table["slides"]
    assert [cell["text"] for cell in browser.table["shown"]["looks"]].count("") == 2
    browser.run()
    scores = browser.status["attempt"]
    assert scores["done"]
    assert scores["its"][-1] > 0
    browser.send("hint")
    browser.run()
    help = browser.status["help"]
    advice = browser.game.attempt.advice
    assert help["lead"] == f"The search would play {advice.name}."
    assert "in the mean" in help["text"]
    browser.send("move", advice.action)
    assert browser.table["ply"] == 2
    assert not browser.game.attempt.state.is_chance
    other = Browser(browser.status["query"])
    assert other.table["shown"] == browser.table["shown"]
    browser.send("undo")
    assert browser.table["ply"] == 0
    assert browser.players["seeded"] == "2x2:"
    assert browser.players["about"] == "UCT, 300 playouts a move."


def test_any_recipe_plays_and_a_wrong_value_is_told_beside_its_field(browser):
    browser.send("set", {"name": "exploration", "value": 0.5})
    side = browser.game.match.sides[1]
    assert (side.level, side.recipe.values["exploration"]) == ("", 0.5)
    assert browser.players["level"] == "own"
    browser.send("set", {"name": "seed", "value": "x"})
    browser.send("set", {"name": "exploration", "value": "high"})
    fields = [field for section in browser.players["sections"] for field in section["fields"]]
    wrong = [field["name"] for field in fields if field.get("error")]
    assert wrong == ["exploration"]
    assert side.recipe.values["exploration"] == 0.5
    browser.send("limit", {"seconds": 3.0})
    browser.send("new", {"game": "connect4", "first": "search", "level": "own"})
    side = browser.game.match.sides[0]
    assert (side.recipe.values["exploration"], side.limit.seconds) == (0.5, 3.0)


def test_a_recipe_of_another_page_is_played_against():
    browser = Browser()
    recipe = Recipe("connect4", "4453", "uct", {"exploration": 0.7, "iterations": 300})
    browser.page.take(Place(recipe), "")
    assert browser.game.match.sides[1].recipe.values["exploration"] == 0.7
    assert browser.players["limit"]["value"] == 300
    assert sum(map(bool, browser.table["cells"])) == 4


def test_the_curve_of_thinking_begins_where_the_tree_was_kept(browser):
    browser.send("move", 3)
    browser.run()
    browser.send("level", "strong")
    browser.send("move", 3)
    browser.run()
    thinking = browser.status["thinking"]
    kept = browser.status["pool"]["kept"]
    assert 0 < thinking["kept"] <= thinking["at"][0]
    assert kept > 0
    assert all(len(line["rates"]) == len(thinking["at"]) for line in thinking["lines"])


def test_the_branch_that_a_move_has_kept_is_told_from_what_is_new(browser):
    def picture():
        return json.loads(browser.line.model.tree)

    browser.send("move", 3)
    browser.run()
    assert picture()["kept"] == list(range(len(picture()["visits"])))
    browser.send("ponder", True)
    while len(picture()["kept"]) == len(picture()["visits"]):
        browser.game.tick(0.0)
    kept = picture()["kept"]
    assert picture()["title"].startswith("search played ")
    assert picture()["caption"] == f"{browser.status['pool']['kept']} nodes kept"
    assert kept[0] == 0
    assert all(picture()["parent"][node] in kept for node in kept[1:])
    browser.send("undo")
    assert picture()["kept"] == []
    assert (picture()["title"], picture()["caption"]) == ("root", "")


def test_every_level_tells_its_settings_and_its_measured_strength(browser):
    for name in list(LEVELS)[1:]:
        browser.send("level", name)
        assert "playouts a move" in browser.players["about"]
        assert "% of the points in 200 games" in browser.players["about"]


def test_the_board_is_on_its_way_before_the_tree_is_copied_and_drawn(browser):
    tasks = []
    browser.line.later = tasks.append
    said = browser.said
    browser.send("move", 3)
    assert browser.table["ply"] == 1
    assert browser.said == said
    assert not browser.game.tick(0.0)
    thinker = browser.game.match.thinker
    assert len(thinker._searches) == 1
    browser.send("undo")
    assert browser.table["ply"] == 0
    (draw,) = tasks
    draw()
    assert browser.said["number"] == browser.table["number"] > said["number"]
    assert browser.status["heard"] == len(browser.sent)


def test_a_picture_that_takes_long_comes_seldom():
    now = 0.0
    game = Game(lambda now: True)
    game._clock = lambda: now
    game.begin(new_match(Setting("connect4"), "light", "search"))
    game.match.set_limit(0, Limit(seconds=60.0))
    pictures = []
    game.watch(lambda: pictures.append(now))
    for seconds, expected in (
        (0.01, [0.12, 0.24, 0.36]),
        (0.05, [0.21, 0.42]),
        (9.0, [1.02, 2.04]),
    ):
        now = 0.0
        game.touch()
        pictures.clear()
        game.note_drawing(seconds)
        while len(pictures) < len(expected):
            now += 0.03
            game.tick(now)
        assert pictures == pytest.approx(expected)
    # what is not drawn is noted all the same
    shown = game.thinking.shown(game.match, 0)
    assert len(shown.at) > 10


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def watch(browser, seconds, clock, step=0.1):
    """Let a game that plays itself go on for so long."""
    for _ in range(round(seconds / step)):
        clock.now += step
        browser.game.tick(clock.now)


def test_who_arrives_finds_a_game_that_plays_itself_and_takes_it_over():
    browser = Browser(watches=True)
    clock = browser.game._clock = Clock()
    plies = []
    for _ in range(12):
        watch(browser, 1.0, clock)
        plies.append(browser.table["ply"])
    assert plies == sorted(plies)
    assert 3 <= plies[-1] <= 7
    assert browser.status["demonstration"] == {"is_still": False}
    assert json.loads(browser.line.model.tree)["visits"][0] > 1
    while not browser.table["hovers"]:
        watch(browser, 0.1, clock)
    ply = browser.table["ply"]
    browser.send("move", 6)
    assert browser.status["demonstration"] is None
    assert [move["name"] for move in browser.table["moves"][ply:]] == ["7"]
    browser.run()
    assert browser.table["ply"] == ply + 2
    assert browser.status["turn"] == "You to move"


@pytest.mark.parametrize(("since", "replaced"), [(0.3, True), (1.2, False)])
def test_a_click_while_the_search_thinks_is_the_visitors_move(since, replaced):
    browser = Browser(watches=True)
    clock = browser.game._clock = Clock()
    watch(browser, 5.0, clock)
    while browser.table["ply"] % 2 == 0:
        watch(browser, 0.1, clock)
    watch(browser, since, clock)
    ply = browser.table["ply"]
    assert browser.table["can_move"]
    browser.send("move", 0)
    moves = [move["name"] for move in browser.table["moves"]]
    assert len(moves) == (ply if replaced else ply + 2)
    assert moves[-1] == "1"


def test_a_game_that_plays_itself_begins_again_after_its_end():
    browser = Browser(watches=True)
    clock = browser.game._clock = Clock()
    seen = []
    for _ in range(400):
        watch(browser, 0.5, clock, step=0.25)
        seen.append(browser.table["ply"])
        if seen[-1] < max(seen):
            break
    else:
        raise AssertionError("it never ends")
    assert max(seen) >= 7


def test_where_motion_is_unwanted_the_arrival_stands_filled_until_start():
    browser = Browser(watches=True, still=True)
    browser.run()
    assert browser.status["demonstration"] == {"is_still": True}
    assert browser.table["ply"] == 4
    assert len(json.loads(browser.line.model.tree)["visits"]) > 20
    browser.send("start")
    assert browser.game.busy
    assert browser.status["demonstration"] == {"is_still": False}


@pytest.mark.parametrize("moves", ["4 4 5", ""])
def test_a_link_opens_what_it_says_and_not_the_game_that_plays_itself(moves):
    query = f"view=play&game=connect4&first=person&second=person&moves={moves}"
    browser = Browser(query, watches=True)
    assert browser.status["demonstration"] is None
    assert " ".join(move["name"] for move in browser.table["moves"]) == moves
    again = Browser(watches=True)
    assert again.status["demonstration"] is not None
    copied = Browser(again.status["query"], watches=True)
    assert copied.status["demonstration"] is None


@pytest.mark.parametrize(("pace", "least", "most"), [(1.0, 3, 5), (2.0, 7, 9), (20.0, 70, 85)])
def test_a_search_thinks_as_slowly_as_it_is_told_to(browser, pace, least, most):
    clock = browser.game._clock = Clock()
    browser.send("pace", pace)
    browser.send("move", 3)
    before = browser.game.match.thinker.playouts
    phases = set()
    for _ in range(400):
        clock.now += 0.01
        browser.game.tick(clock.now)
        if browser.said["playout"]:
            phases.add(browser.said["playout"]["phase"])
    assert least <= browser.game.match.thinker.playouts - before <= most
    assert phases == ({1, 2, 3, 4} if pace <= 5 else set())
    browser.send("now")
    assert browser.table["ply"] == 2
    browser.send("pace", None)
    browser.send("move", 3)
    browser.run()
    assert browser.table["ply"] == 4


def test_a_playout_falls_from_the_position_to_the_end_of_the_game(browser):
    clock = browser.game._clock = Clock()
    browser.send("pace", 1.0)
    browser.send("move", 3)
    while (browser.said["playout"] or {"phase": 0})["phase"] != 3:
        clock.now += 0.05
        browser.game.tick(clock.now)
    search = browser.game.match.thinker.search
    state = browser.game.match.state
    for cell, player, _ in browser.said["playout"]["places"]:
        assert player == state.to_play
        action = next(a for a in state.legal_actions() if state.action_cells(a) == [cell])
        state = state.play(action)
    assert state.is_terminal()
    assert state.returns() == search.playout_return


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_tells_its_rules_and_names_its_coordinates(name):
    browser = Browser(f"view=play&game={name}")
    rules = browser.players["rules"]
    assert 3 <= rules.count(". ") + 1 <= 4
    words = {"yavalath": ("four", "three", "pie rule"), "samegame": ("1,000", "(n - 2)²")}
    assert all(word in rules for word in words.get(name, ()))
    labels = {label for _, _, label in browser.table["labels"]}
    if GAMES[name].kind == "stones":
        moves = [target["name"] for target in browser.table["targets"]]
        signs = {sign for move in moves for sign in move} - {"-"}
        # where stones stand already, some cells are too far at first
        is_bound = name in ("breakthrough", "othello")
        assert signs <= labels if is_bound else signs == labels
