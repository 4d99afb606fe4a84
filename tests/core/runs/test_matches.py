"""Tables of matches: what their file says, what the stored games tell, and that they come again."""

import json

import pytest

from mcsearch.cli.main import main
from mcsearch.engine.parameter import RecipeError
from mcsearch.runs import matches, stored_match
from mcsearch.runs.match import count_pairs
from mcsearch.runs.store import Store

FIELDS = {
    "title": "Two",
    "about": "Which?",
    "pairs": 3,
    "seed": 5,
    "matches": [
        {
            "game": ["tictactoe", "connect4"],
            "equal": "iterations=12",
            "entrants": ["uct:label=UCT", "uct:selection=rave,label=RAVE"],
            "note": "small",
        }
    ],
}
TOML = """
title = "Two"
pairs = 3
seed = 5

[[matches]]
game = "tictactoe"
equal = ["iterations=12", "iterations=20"]
entrants = ["uct:label=UCT", "uct:selection=rave,label=RAVE"]
"""


def test_a_match_for_each_game_and_budget():
    table = matches.parse(FIELDS)
    assert [match.game for match in table.matches] == ["tictactoe", "connect4"]
    assert {match.note for match in table.matches} == {"small"}
    assert table.matches[0].command == (
        "mcsearch race uct:label=UCT uct:selection=rave,label=RAVE --game tictactoe "
        "--equal iterations=12 --pairs 3 --seed 5"
    )
    own = {**FIELDS["matches"][0], "pairs": 2}
    assert [match.pairs for match in matches.parse({**FIELDS, "matches": [own]}).matches] == [2, 2]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"matches": []}, "there is none"),
        ({"pairs": 0}, "pairs"),
        ({"matches": [{**FIELDS["matches"][0], "pairs": 0}]}, "matches, number 1: pairs"),
        ({"sed": 1}, "did you mean seed"),
        ({"matches": [{"game": "chess", "equal": "iterations=1", "entrants": ["uct"]}]}, "game"),
        ({"matches": FIELDS["matches"] * 2}, "matches, number 2.*twice"),
        ({"matches": [{**FIELDS["matches"][0], "entrants": 3}]}, "give a text"),
    ],
)
def test_what_is_no_table_is_refused_in_words(change, told):
    with pytest.raises(RecipeError, match=told):
        matches.parse({**FIELDS, **change})


def test_the_stored_games_are_told_and_come_again(tmp_path, capsys):
    file, database = tmp_path / "two.toml", tmp_path / "games.sqlite"
    file.write_text(TOML)
    first, second = matches.load(str(file)).matches
    words = first.command.split()[1:]
    assert main([*words, "--workers", "1", "--quiet", "--database", str(database)]) == 0
    capsys.readouterr()
    assert main(["report", str(file), "--database", str(database), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    whole, none = found["matches"]
    assert (none["results"], none["digests"]) == ("", [])
    race, returns = first.race(), {}
    with Store(database) as store:
        for number in range(3):
            games = [store.find_game(fixture.to_json()) for fixture in race.fixtures(number)]
            returns[number] = tuple(game.returns for game in games)
            digits = whole["results"][2 * number : 2 * number + 2]
            assert (digits, whole["digests"][number]) == stored_match.told(*games)
            assert stored_match.played_again(race, number) == stored_match.told(*games)
    assert stored_match.counted_pairs(whole["results"]) == count_pairs(returns)
    assert main(["report", str(file), "--database", str(database)]) == 0
    out = capsys.readouterr().out
    assert "of 6 games" in out
    assert f"3 pairs to play: {second.command}" in out


def test_a_digest_tells_other_moves():
    assert stored_match.digest([1, 2], [3]) != stored_match.digest([1], [2, 3])
