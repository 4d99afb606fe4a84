"""What the sides of a match have used of their budgets, told by the command and the page."""

from mcsearch.cli.main import main
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.match import LiveGame
from mcsearch.runs.race import Equal, MatchRace, prepared
from mcsearch.runs.usage import Usage, used_text


def test_what_the_sides_of_a_match_have_used_is_counted_move_by_move():
    equal = Equal("iterations", 400)
    texts = ["uct", "uct:solver=on,label=solver"]
    entrants = prepared(entrants_of(texts, "tictactoe"), equal, "", {})
    race = MatchRace(entrants, 3)
    usage = Usage(entrants, equal)
    moves, spent = [0, 0], [0, 0]
    for pair in range(3):
        for place, fixture in enumerate(race.fixtures(pair)):
            live = LiveGame(fixture)
            while live.search is not None:
                player, search = live.state.to_play, live.search
                entrant = player if place == 0 else 1 - player
                live.run()
                moves[entrant] += 1
                spent[entrant] += search.iterations
            usage.add(place, fixture, live.played())
    found = usage.shares()
    assert [(used.label, used.moves) for used in found] == [("solver", moves[1])]
    assert found[0].share == spent[1] / (400 * moves[1]) < 0.9
    assert spent[0] >= 400 * moves[0]
    assert f"solver used {100 * found[0].share:.1f} % of its iterations, over" in used_text(
        found[0]
    )


def test_the_command_tells_what_a_match_has_used(tmp_path, capsys):
    command = ["race", "uct", "uct:solver=on", "--game", "tictactoe", "--pairs", "2", "--quiet"]
    rest = ["--equal", "iterations=300", "--workers", "1", "--database", str(tmp_path / "r.sqlite")]
    assert main([*command, *rest]) == 0
    assert "uct:solver=on used " in capsys.readouterr().out
