"""People's own games in Play: from the menu, played, reviewed, linked; code that fails."""

import json

import pytest
from playing import Browser
from visitor import HEAP

from explorer.session import guard
from explorer.session.permalink import Place
from explorer.session.problems import EDITED, PROBLEMS, recipe_with

FIRST = "        return [n for"
TEXT = HEAP.replace(FIRST, f"        if self.left == 5:\n            return missing\n{FIRST}")
GAME = "?view=play&game=nim&first=person&second=level%20light,%20seed%201"


def test_the_menu_has_the_games_of_people():
    player = Browser()
    names = [problem.name for problem in player.page.problems]
    assert names == [problem.name for problem in PROBLEMS.offered()]
    assert {"nim", "pig", "eight-queens", "twenty-one"} <= {*names}
    assert player.shown("players")["mine"] is None
    player.write(TEXT)
    assert player.shown("players")["mine"] == "Heap (yours)"


def test_code_that_has_not_run_is_no_game():
    player = Browser()
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    assert "ask for its file" in player.status["message"]["text"]
    assert player.shown("table")["game"] == "connect4"


def test_one_player_has_a_score_at_the_end_beside_the_search():
    player = Browser()
    player.send("new", {"game": "eight-queens", "level": "light", "first": "person"})
    player.run()
    table, status = player.shown("table"), player.status
    assert table["is_own"]
    assert [target["name"] for target in table["targets"]] == [f"{c}8" for c in "abcdefgh"]
    assert status["turn"] == "Your move"
    assert status["attempt"]["yours"] == [None]
    assert status["attempt"]["its"] == [*[None] * 8, 8.0]
    assert status["attempt"]["texts"] == {"yours": "–", "its": "–", "total": "8"}
    player.send("hint")
    player.run()
    assert player.status["help"]["text"].startswith("It expects 8 points in the end: ")
    while player.shown("table")["targets"]:
        player.send("move", player.shown("table")["targets"][0]["action"])
    player.run()
    assert player.status["lead"] == "The search won."
    assert player.status["narration"] == "5 points against 8."
    assert player.status["game"]["told"] == "5 points"
    assert player.status["attempt"]["yours"] == [*[None] * 5, 5.0]
    again = Browser("?" + player.status["query"])
    assert again.game.record() == player.game.record()
    player.send("undo")
    assert player.status["attempt"]["texts"]["yours"] == "–"


def test_one_player_meets_chance_as_the_search_does():
    player = Browser()
    player.send("new", {"game": "twenty-one", "level": "light", "first": "person"})
    player.send("move", 0)
    assert player.shown("table")["ply"] == 2  # the roll has come up
    player.send("hint")
    player.run()
    assert "points in the mean" in player.status["help"]["text"]
    player.send("move", 1)
    player.run()
    shown = player.status["attempt"]
    assert shown["done"]
    assert shown["yours"] == [None, None, None, player.game.attempt.score]
    draws = [move for move in player.shown("table")["moves"] if move["is_drawn"]]
    assert len(draws) == 1


def test_a_picture_gives_places_and_the_list_all_actions():
    table = Browser(GAME).shown("table")
    assert table["is_own"]
    assert len(table["shown"]["looks"]) == len(table["board"]["x"]) == 12
    assert [target["action"] for target in table["targets"]] == [*range(9)]
    taken = next(target for target in table["targets"] if target["name"] == "2 of heap 1")
    assert len(taken["cells"]) == 1
    assert {*taken["cells"]} < {*taken["changed"]}


def test_a_game_without_a_picture_shows_its_text():
    player = Browser()
    player.write(TEXT)
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    table = player.shown("table")
    assert table["shown"]["text"] == "left: 9\nto_play: 0"
    assert [target["cells"] for target in table["targets"]] == [[], [], []]


def test_strengths_are_told_not_to_be_measured():
    player = Browser(GAME)
    about = player.shown("players")["about"]
    assert about == (
        "UCT with 80 playouts a move. How strong that is has not been measured for this game."
    )
    player.send("level", "medium")
    assert "400 playouts" in player.shown("players")["about"]


def test_it_is_played_undone_hinted_and_reviewed():
    player = Browser(GAME)
    player.send("move", 0)
    player.run()
    table = player.shown("table")
    assert table["ply"] == 2
    assert table["last"]
    assert {value["action"] for value in player.shown("said")["values"]} == {
        target["action"] for target in table["targets"]
    }
    assert player.shown("tree")["title"].startswith("search played")
    player.send("undo")
    assert player.shown("table")["ply"] == 0
    player.send("hint")
    player.run()
    assert player.status["help"]["lead"].startswith("Hint: ")
    player.send("redo")
    player.send("review")
    player.run()
    review = player.status["review"]
    assert (review["done"], review["playouts"]) == (3, 2_000)
    assert review["explore"] == ""
    boards = review["strips"][0]["boards"]
    assert all(len(each["shown"]["looks"]) == 12 for each in boards)


def test_a_link_to_a_moment_and_a_file_lead_back():
    player = Browser(GAME)
    player.send("move", 3)
    player.run()
    again = Browser("?" + player.status["query"])
    assert again.game.record() == player.game.record()
    player.send("save")
    text = json.loads(player.line.model.answer)["text"]
    loaded = Browser()
    loaded.line.model.upload = json.dumps([1, text])
    assert loaded.game.record() == player.game.record()


def test_no_link_carries_code():
    player = Browser()
    player.write(TEXT)
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    player.send("move", 0)
    assert player.status["is_edited"]
    assert player.status["query"] == "view=play"


@pytest.mark.parametrize("name", ["left-move", "twenty-one"])
def test_links_and_files_lead_to_games_of_one_player(name):
    assert Browser(f"?view=play&game={name}").shown("table")["game"] == name
    player = Browser()
    player.line.model.upload = json.dumps([1, f"game: {name}\n"])
    assert player.shown("table")["game"] == name


def test_another_page_hands_over_a_game_with_its_search():
    player = Browser()
    player.page.take(Place(recipe_with("nim", parameters={"iterations": 30})), "")
    assert player.shown("table")["game"] == "nim"
    player.page.take(Place(recipe_with("salesman", parameters={"iterations": 30})), "")
    assert player.shown("table")["game"] == "salesman"
    assert player.shown("players")["about"].endswith("30 playouts.")


def test_code_of_one_player_that_fails_is_blamed_and_the_search_has_stopped():
    player = Browser()
    player.write(TEXT.replace("num_players = 2", "num_players = 1"))
    player.send("new", {"game": EDITED, "level": "first", "first": "person"})
    player.run()  # the search meets it
    told = "Your game has stopped in line 8: NameError: name 'missing' is not defined"
    assert player.status["message"]["text"] == told
    assert player.shown("table")["ply"] == 0
    assert player.status["attempt"]["still"] == "has stopped"
    player.send("move", 0)
    player.run()
    assert player.shown("table")["ply"] == 1
    player.send("move", 2)  # five are left then
    assert player.status["message"]["text"] == told
    assert player.shown("table")["ply"] == 1


def test_code_that_fails_is_blamed_with_its_line_and_the_game_goes_on_before_it():
    player = Browser()
    player.write(TEXT)
    player.send("new", {"game": EDITED, "level": "first", "first": "persons"})
    player.send("move", 0)
    assert player.shown("table")["ply"] == 1
    player.send("move", 2)  # five are left then
    message = player.status["message"]
    assert message["is_error"]
    assert message["text"] == (
        "Your game has stopped in line 8: NameError: name 'missing' is not defined"
    )
    assert player.shown("table")["ply"] == 1
    player.send("move", 0)
    assert player.shown("table")["ply"] == 2


def test_a_search_in_code_that_fails_rests():
    player = Browser()
    player.write(TEXT)
    player.send("new", {"game": EDITED, "level": "light", "first": "search"})
    player.run()
    assert "in line 8: NameError" in player.status["message"]["text"]
    assert player.status["paused"]
    player.send("new", {"game": "nim", "level": "light", "first": "person"})
    assert player.shown("table")["game"] == "nim"


def test_code_that_does_not_come_back_is_stopped_and_the_game_goes_on(monkeypatch):
    monkeypatch.setattr(guard, "LIMIT_SECONDS", 0.2)
    player = Browser()
    player.write(TEXT.replace("return missing", "while True: pass"))
    player.send("new", {"game": EDITED, "level": "first", "first": "persons"})
    player.send("move", 0)
    player.send("move", 2)  # five are left then
    assert player.status["message"]["text"] == (
        "Your game has stopped in line 8: legal_actions did not return within 0.2 s"
    )
    assert player.shown("table")["ply"] == 1


DICE = "?view=play&game=pig&draws=11&first=person&second=level%20first,%20seed%201&moves=roll%206"


def test_a_die_is_thrown_after_a_move_and_told():
    player = Browser(DICE)
    assert player.status["count"] == "drawn: 6"
    assert player.status["narration"] == "You played roll; drawn: 6."
    assert [move["is_drawn"] for move in player.table["moves"]] == [False, True]
    player.send("move", 0)
    table = player.table
    assert table["ply"] == 4
    assert table["moves"][3]["name"] == player.game.match.drawn[0]
    query = player.status["query"]
    assert "draws=11" in query
    assert Browser(f"?{query}").game.record() == player.game.record()
    words = player.game.match.words
    player.send("undo")
    assert player.table["ply"] == 2
    player.send("move", 0)
    assert player.game.match.words == words


def test_a_die_that_gives_the_turn_away_is_told_while_the_search_thinks():
    player = Browser(DICE.replace("roll%206", "roll%201"))
    assert not player.game.match.waits_for_person
    assert player.status["narration"].startswith("You played roll; drawn: 1.")


def test_every_new_game_with_dice_has_draws_of_its_own():
    player = Browser()
    draws = set()
    for _ in range(3):
        player.send("new", {"game": "pig", "level": "first", "first": "person"})
        draws.add(player.game.played.setting.draws)
    assert len(draws) > 1
    assert 0 not in draws


def test_a_review_tells_what_was_drawn_and_has_no_mistake_in_it():
    player = Browser(f"{DICE}&review=30")
    player.run()
    player.send("goto", 2)
    player.run()
    told = player.status["narration"]
    assert told.startswith("Drawn: 6; the win rate of the search ")
    assert "nobody's mistake" in told
    assert player.status["review"]["strips"] == []
    assert 2 not in player.status["review"]["mistakes"]
    assert player.status["turn"] == "Move 2 of 2, drawn: 6"


SHARED = """
class Shared:
    num_players = 2
    def __init__(self, moves=()):
        self.moves, self.to_play = moves, len(moves) % 2
    def legal_actions(self):
        return ["a", "b"]
    def play(self, action):
        return Shared((*self.moves, action))
    def is_terminal(self):
        return len(self.moves) == 2
    def returns(self):
        return {returns}
"""


@pytest.mark.parametrize(
    ("returns", "first", "last"),
    [
        ("1.0", "a proven win in 2 for that side", "the end, a loss"),
        (
            "0.25",
            "a proven return of 25% for that side",
            "the end, a return of 75% for that side",
        ),
    ],
)
def test_a_review_tells_what_is_proven_as_known(returns, first, last):
    player = Browser()
    player.write(SHARED.format(returns=returns))
    player.send("new", {"game": EDITED, "level": "light", "first": "persons"})
    player.send("move", 0)
    player.send("move", 0)
    player.send("review")
    player.run()
    for number, told in (
        (1, f"The first player played a: {first}."),
        (2, f"The second player played a: {last}."),
    ):
        player.send("goto", number)
        player.run()
        assert player.status["narration"] == told


NAMES = ["", " ", "<b>&amp;</b>", "a#b: c", "x" * 40, "two\nlines", "\u2028", "\ud800", "~2"]
NAMES += ["1.5", "12.", "3..", "...", "7"]


@pytest.mark.parametrize("num_players", [1, 2])
def test_actions_of_any_name_travel_in_a_file(num_players):
    text = SHARED.replace('["a", "b"]', repr(NAMES)).replace("== 2", f"== {len(NAMES)}")
    text = text.format(returns="0.5").replace("num_players = 2", f"num_players = {num_players}")
    player = Browser()
    player.write(text)
    player.send("new", {"game": EDITED, "level": "light", "first": "persons"})
    for number, name in enumerate(NAMES):
        assert player.table["targets"][number]["name"] == name
        player.send("move", number)
    assert player.table["is_over"]
    player.send("save")
    saved = json.loads(player.line.model.answer)["text"]
    loaded = Browser()
    loaded.write(text)
    loaded.line.model.upload = json.dumps([1, saved])
    assert loaded.game.played.actions == [*range(len(NAMES))]
