import pytest
from test_solve import solve, solve_json

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.games import GAMES
from mcsearch.presets import PRESETS


@pytest.mark.parametrize(
    ("arguments", "named", "remedy"),
    [
        (["--search", "spmctz"], "'spmctz'", "choose one of"),
        (["--iterations", "-5"], "'-5'", "give a whole number from 1"),
        (["--iterations", "many"], "'many'", "give a whole number from 1"),
        (["--position", "1 2;1"], "row 2 has 1 cells", "same length"),
        (["--position", "1 2;1 q"], "'q'", "digits"),
        (["--board", "no-such-file"], "'no-such-file'", "give a text file"),
        (["--seed", "-1"], "'-1'", "whole number"),
        (["--size", "99x2"], "99", "give 1 to 20"),
        (["--size", "big"], "'big'", "such as 15x15"),
        (["--colours", "many"], "'many'", "give 2 to 9"),
        (["--game", "tictactoe", "--size", "3x3"], "--size", "give --position"),
        (["--no-such-flag", "3"], "--no-such-flag", "--help"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(capsys, arguments, named, remedy):
    try:
        code = main(["solve", *arguments])
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert named in captured.err
    assert remedy in captured.err


@pytest.mark.parametrize("position", [None, "0", "21", "x"])
def test_a_board_of_a_file_is_chosen_by_number(capsys, data, position):
    flags = [] if position is None else ["--position", position]
    assert main(["solve", "--board", str(data / "samegame20.txt"), *flags]) == 2
    assert "give a number from 1 to 20" in capsys.readouterr().err


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_runs_with_changes(capsys, name):
    result = solve_json(capsys, "--preset", name, "--iterations", "60", "--seed", "9")
    preset = PRESETS[name].recipe
    changed = preset.replace(seed=9, parameters={**preset.parameters, "iterations": 60})
    assert Recipe.from_dict(result["recipe"]) == changed
    assert result["iterations"] == 60


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "nmsc"], "did you mean nmcs"),
        (["--preset", "nmcs", "--game", "tictactoe"], "leave out --game or --preset"),
        (["--preset", "nmcs", "--search", "spmcts"], "leave out --search or --preset"),
    ],
)
def test_a_wrong_preset_is_named(capsys, arguments, message):
    assert main(["solve", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        ("connect4", "", "4453"),
        ("connect4", "", "4 4,5; 3"),
        ("connect4", "44", "53"),
        ("connect4", "8x7:44", "8"),
        ("tictactoe", "", "b2 a1"),
        ("tictactoe", "x.. / .o. / ...", "c1"),
        ("yavalath", "", "e5 d4"),
        ("yavalath", "e5", "d4,a1"),
    ],
)
def test_moves_lead_to_the_position(capsys, game, position, moves):
    names = moves if game != "connect4" else " ".join(c for c in moves if c.isdigit())
    state = Recipe(game, position).start()
    for name in names.replace(",", " ").split():
        state = state.play(state.parse_action(name))
    flags = ["--game", game, "--position", position, "--moves", moves, "--iterations", "50"]
    recipe = Recipe.from_dict(solve_json(capsys, *flags)["recipe"])
    assert str(recipe.start()) == str(state)
    assert recipe.start().to_play == state.to_play


def test_the_pie_rule_is_played_by_name(capsys):
    flags = ["--game", "yavalath", "--pie-rule", "on", "--moves", "a1 swap e5", "--iterations", "9"]
    recipe = Recipe.from_dict(solve_json(capsys, *flags)["recipe"])
    assert recipe.start().cells().tolist().count(1) == 1
    assert recipe.start().cells()[0] == 2


def test_moves_on_samegame_name_groups(capsys):
    flags = ["--position", "112;122;221", "--moves", "a3", "--iterations", "5"]
    recipe = Recipe.from_dict(solve_json(capsys, *flags)["recipe"])
    assert str(recipe.start()) == "..2\n.22\n221"


def test_a_winning_column_is_found_after_moves(capsys):
    flags = ["--game", "connect4", "--moves", "112233", "--iterations", "2000"]
    assert solve_json(capsys, *flags)["best"] == "4"
    assert "best 4" in solve(capsys, *flags)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "connect4", "--moves", "448"], "move 3, '8'"),
        (["--game", "connect4", "--moves", "4444444"], "move 7, '4'"),
        (["--game", "connect4", "--moves", "11223344"], "the game is over before it"),
        (["--game", "tictactoe", "--moves", "b2 b2"], "move 2, 'b2'"),
        (["--game", "tictactoe", "--moves", "b2 d9"], "give a cell from a1 to c3"),
        (["--game", "yavalath", "--moves", "e5 z1"], "move 2, 'z1'"),
        (["--moves", "Z1"], "move 1, 'Z1'"),
    ],
)
def test_wrong_moves_are_named(capsys, arguments, message):
    assert main(["solve", *arguments]) == 2
    err = capsys.readouterr().err
    assert "--moves: move" in err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["solve", "race"])
def test_the_help_tells_every_meaning_of_a_flag(capsys, command):
    told = help_of(capsys, command)
    meant = {p.help for game in GAMES.values() for p in game.parameters}
    assert [meaning for meaning in meant if joined(meaning) not in told] == []


def test_the_help_tells_each_game_s_positions(capsys):
    told = help_of(capsys, "solve")
    assert [game.name for game in GAMES.values() if joined(game.position_help) not in told] == []


def help_of(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return joined(capsys.readouterr().out)


def joined(text):
    """Without the white space, which a narrow terminal puts anywhere."""
    return "".join(text.split())
