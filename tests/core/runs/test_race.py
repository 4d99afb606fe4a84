"""Races as models: what they ask for, what they make of what comes back, in any order."""

import random
import subprocess
import sys

import numpy as np
import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS
from mcsearch.runs import match, race_words
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.race import BoardRace, Entrant, Equal, MatchRace, prepared
from mcsearch.runs.race_report import (
    BIASED,
    boards_document,
    boards_text,
    match_document,
    match_text,
)
from mcsearch.runs.statistics.differences import THESE
from mcsearch.runs.statistics.sprt import Sprt

CONNECT4 = Recipe("connect4", "", "uct", {"iterations": 40})
PLAIN = Recipe("samegame", "", "spmcts", {"scoring": "plain"})
NRPA = Recipe("samegame", "", "nrpa", {"scoring": "plain", "level": 1})


def match_of(num_pairs: int, sprt: Sprt | None = None, seed: int = 1) -> MatchRace:
    entrants = (Entrant("plain", CONNECT4), Entrant("other", CONNECT4))
    return MatchRace(entrants, num_pairs, seed, sprt)


def add_pair(race: MatchRace, number: int, first: float, second: float) -> None:
    """Entrant 2's results of a pair, moving first and second."""
    began, answered = race.fixtures(number)
    race.add(answered.to_json(), first)
    race.add(began.to_json(), 1.0 - second)


# --- equal budgets ---


@pytest.mark.parametrize(
    ("text", "parameters", "said"),
    [
        ("iterations=20000", {"iterations": 20000, "seconds": 0.0}, "20 000 iterations"),
        ("seconds=0.5", {"seconds": 0.5}, "0.5 seconds"),
        ("seconds=1", {"seconds": 1.0}, "1 second"),
    ],
)
def test_equal_budgets(text, parameters, said):
    equal = Equal.from_text(text)
    assert (equal.parameters, str(equal)) == (parameters, said)


@pytest.mark.parametrize("text", ["playouts=5", "iterations", "seconds=x", "seconds=0", "", "=1"])
def test_what_is_no_budget(text):
    with pytest.raises(RecipeError, match=r"equal: .*; give iterations=10000 or seconds=0\.5"):
        Equal.from_text(text)


def test_entrants_get_equal_budgets_whatever_their_own():
    own = (PLAIN.with_parameters({"seconds": 9.0}), NRPA.with_parameters({"iterations": 5}))
    entrants = [Entrant(recipe.search, recipe) for recipe in own]
    for equal in (Equal("iterations", 700), Equal("seconds", 0.25)):
        ready = prepared(entrants, equal, "6x6x4:1", {})
        budgets = {
            tuple(recipe.values[name] for name in ("seconds", "iterations")) for _, recipe in ready
        }
        assert len(budgets) == 1
    assert budgets == {(0.25, 2_000_000_000)}


@pytest.mark.parametrize(
    ("recipes", "message"),
    [
        ([PLAIN], "1 can't race; give 2 to 4"),
        ([PLAIN] * 5, "5 can't race"),
        ([PLAIN, CONNECT4], "entrant 1: its game is 'connect4', not 'samegame'"),
        (
            [PLAIN, NRPA.with_parameters({"scoring": "bonus"})],
            r"scoring: the entrants differ in it \(bonus, plain\); give --scoring for all",
        ),
    ],
)
def test_entrants_that_cannot_race(recipes, message):
    entrants = [Entrant(str(number), recipe) for number, recipe in enumerate(recipes)]
    with pytest.raises(RecipeError, match=message):
        prepared(entrants, Equal("iterations", 10), "", {})


def test_rules_are_given_to_all_and_names_are_told_apart():
    entrants = [Entrant("same", PLAIN), Entrant("same", NRPA)]
    ready = prepared(entrants, Equal("iterations", 10), "", {"scoring": "bonus"})
    assert [recipe.values["scoring"] for _, recipe in ready] == ["bonus", "bonus"]
    assert [label for label, _ in ready] == ["same", "same (2)"]


# --- matches ---


def test_a_match_asks_for_both_games_of_each_pair_in_order():
    race = match_of(3)
    games = list(race.games())
    assert games == [game for number in range(3) for game in race.fixtures(number)]
    assert len({game.to_json() for game in games}) == 6
    assert len({game.opening for game in games}) == 3
    assert games == list(match_of(3).games())
    assert games != list(match_of(3, seed=2).games())


def test_pairs_count_in_their_order_whenever_they_finish():
    results = [(1.0, 1.0), (0.0, 0.5), (1.0, 0.0), (0.5, 1.0)]
    race = match_of(4)
    add_pair(race, 2, *results[2])
    add_pair(race, 1, *results[1])
    assert race.pairs.num_pairs == 0
    add_pair(race, 0, *results[0])
    assert race.pairs.by_points == (0, 1, 1, 0, 1)
    assert not race.is_over
    assert list(race.games()) == list(race.fixtures(3))
    add_pair(race, 3, *results[3])
    assert race.is_over
    assert not race.was_stopped_early
    assert race.pairs.moving_first == (2, 1, 1)
    assert list(race.games()) == []


def test_half_a_pair_counts_for_nobody():
    race = match_of(2)
    race.add(race.fixtures(0)[1].to_json(), 1.0)
    assert race.pairs.num_pairs == 0
    with pytest.raises(KeyError):
        race.add("no game of the race", 1.0)


def test_the_sprt_ends_a_match_after_the_same_pair_in_any_order():
    test = Sprt(0, 100)
    results = random.Random(4).choices([(1.0, 1.0), (1.0, 0.0), (0.5, 1.0)], k=60)
    ends = []
    for shuffle in (0, 1, 2):
        race = match_of(60, test)
        race.fixtures(59)
        order = list(range(60))
        random.Random(shuffle).shuffle(order)
        for number in order:
            if not race.is_over:
                add_pair(race, number, *results[number])
        ends.append((race.verdict, race.pairs, race.ratios))
    assert ends[0] == ends[1] == ends[2]
    verdict, pairs, ratios = ends[0]
    assert verdict == "H1"
    assert 10 <= pairs.num_pairs < 60
    assert len(ratios) == pairs.num_pairs
    assert ratios[-1] >= test.upper > max(ratios[9:-1], default=0)


def test_an_early_stop_is_told_beside_elo():
    race = match_of(40, Sprt(0, 100))
    assert "no finished pair" in match_text(race, "connect4")
    for number in range(12):
        add_pair(race, number, 1.0, number % 2)
    assert BIASED not in match_text(race, "connect4")
    while not race.is_over:
        add_pair(race, race.pairs.num_pairs, 1.0, race.pairs.num_pairs % 2)
    text = match_text(race, "connect4, seed 1")
    assert text.startswith("Results of other vs plain (connect4, seed 1):\nElo: ")
    assert "normalized model on pentanomial counts, alpha 0.05, beta 0.05: H1 accepted" in text
    assert "H1 accepted after" in text
    assert text.endswith(BIASED)
    document = match_document(race, {}, [])
    assert (document["biased"], document["sprt"]["verdict"], document["view"]) == (
        True,
        "H1",
        "other",
    )


@pytest.mark.parametrize("num_pairs", [0, 1_000_001])
def test_a_number_of_pairs_that_is_none(num_pairs):
    with pytest.raises(RecipeError, match=f"pairs: {num_pairs} is not valid; give 1 to 1000000"):
        match_of(num_pairs)


def test_a_solver_beats_none_on_yavalath():
    """Decided by the SPRT, since that takes few games."""
    plain, solving = (
        Recipe("yavalath", "", "uct", {"iterations": 300, "solver": solver})
        for solver in (False, True)
    )
    entrants = (Entrant("plain", plain), Entrant("solver", solving))
    race = MatchRace(entrants, 60, 1, Sprt(0, 150))
    games = set()
    for fixture in race.games():
        played = match.play(fixture)
        games.add(tuple(played.actions))
        race.add(fixture.to_json(), played.returns)
    assert race.verdict == "H1"
    assert race.pairs.score - race.pairs.score_error > 0.5
    assert len(games) >= 2 * race.pairs.num_pairs


def test_equal_entrants_play_different_games_and_none_is_stronger():
    race = match_of(40)
    games = []
    for fixture in race.games():
        played = match.play(fixture)
        games.append(tuple(played.actions))
        race.add(fixture.to_json(), played.returns)
    assert len(set(games)) == 80
    assert abs(race.pairs.score - 0.5) <= race.pairs.score_error


def test_a_match_is_between_two():
    entrants = [Entrant(str(number), CONNECT4) for number in range(3)]
    with pytest.raises(RecipeError, match="a match of connect4 is between two; leave out"):
        MatchRace(entrants, 4)


# --- boards ---


def boards_of(*recipes: Recipe, num_boards: int = 2, num_rounds: int = 2) -> BoardRace:
    entrants = [Entrant(f"{recipe.search} {i}", recipe) for i, recipe in enumerate(recipes)]
    boards = {str(seed): f"6x6x4:{seed}" for seed in range(num_boards)}
    return BoardRace(entrants, boards, range(num_rounds))


def test_a_race_asks_for_every_entrant_on_every_board_round_by_round():
    race = boards_of(PLAIN, NRPA)
    recipes = [Recipe.from_json(text) for text in race.runs]
    assert [recipe.seed for recipe in recipes] == [0] * 4 + [1] * 4
    assert [recipe.search for recipe in recipes[:4]] == ["spmcts", "nrpa"] * 2
    assert [recipe.position for recipe in recipes[:4]] == ["6x6x4:0"] * 2 + ["6x6x4:1"] * 2


def test_rounds_count_when_they_are_complete():
    race = boards_of(PLAIN, NRPA)
    for number, text in enumerate(race.runs):
        assert race.num_finished == number // 4
        assert len(race.differences()) == (number >= 4)
        race.add(text, float(number))
    assert race.num_finished == 2
    assert race.finished.tolist() == [[[0, 4], [2, 6]], [[1, 5], [3, 7]]]
    (found,) = race.differences()
    assert (found.first, found.second, found.mean, found.probability) == (1, 0, 1.0, 1.0)


def test_scores_in_one_number_each_in_words_and_for_programs():
    race = boards_of(PLAIN, NRPA)
    document = boards_document(race, {}, 4.0)
    assert [each["iqm"] for each in document["entrants"]] == [None, None]
    for number, text in enumerate(race.runs):
        race.add(text, float(number))
    first, second = boards_document(race, {}, 4.0)["entrants"]
    # 0, 2, 4, 6 and 1, 3, 5, 7: the middle two of each; what is missing to 4
    assert (first["mean"], first["iqm"], first["optimality_gap"]) == (3.0, 3.0, 1.5)
    assert (second["mean"], second["iqm"], second["optimality_gap"]) == (4.0, 4.0, 1.0)
    assert boards_document(race, {})["entrants"][0]["optimality_gap"] is None
    told = boards_text(race, "samegame", 4.0).splitlines()
    assert told[1].split()[:4] == ["mean", "IQM", "gap", "total"]
    assert told[2].split()[-8:-4] == ["4.0", "4.0", "1.0", "8"]
    assert "gap" not in boards_text(race, "samegame")


def test_scores_far_below_one_are_written_with_the_decimals_they_need():
    race = boards_of(PLAIN, NRPA)
    for number, text in enumerate(race.runs):
        race.add(text, number / 1000.0)
    told = boards_text(race, "samegame").splitlines()
    assert told[2].split()[-7:-4] == ["0.00400", "0.00400", "0.00800"]
    assert told[3].split()[-7:-4] == ["0.00300", "0.00300", "0.00600"]
    assert any(": +0.0010, 95 %" in line for line in told)


def test_a_later_round_waits_for_an_earlier_one():
    race = boards_of(PLAIN, NRPA)
    for text in race.runs[4:]:
        race.add(text, 1.0)
    assert race.num_finished == 0
    assert "no finished round" in boards_text(race, "samegame")
    for text in race.runs[:4]:
        race.add(text, 1.0)
    assert race.num_finished == 2


def test_equal_entrants_share_their_runs():
    race = boards_of(PLAIN, PLAIN)
    assert len(race.runs) == 4
    for text in race.runs:
        race.add(text, 5.0)
    assert np.isfinite(race.scores).all()


def test_a_board_that_is_none_is_named():
    with pytest.raises(RecipeError, match="board x: "):
        BoardRace((Entrant("a", PLAIN), Entrant("b", NRPA)), {"x": "no board"}, [1])


def test_the_order_of_playout_policies_and_of_memory():
    """Small versions of known orders: tabu-colour over random, memory over none."""
    for worse, better, iterations in (
        ({"search": "spmcts", "policy": "random"}, {"policy": "tabu-color-random"}, 1000),
        ({"search": "nmcs", "level": 2, "memory": False}, {"memory": True}, 3000),
    ):
        base = {name: value for name, value in worse.items() if name != "search"}
        first = Recipe("samegame", "", worse["search"], {**base, "iterations": iterations})
        second = first.with_parameters(better)
        entrants = (Entrant("worse", first), Entrant("better", second))
        boards = {str(seed): f"15x15x5:{seed}" for seed in range(8)}
        race = BoardRace(entrants, boards, range(4), THESE)
        for text in race.runs:
            search = Recipe.from_json(text).build()
            search.run()
            race.add(text, search.best_score)
        (found,) = race.differences()
        assert (found.first, found.interval.low > 0.0) == (1, True), found
        assert "better over worse: +" in boards_text(race, "samegame")


def test_the_models_need_no_processes_and_no_database():
    """So a page can import them where there are none."""
    code = (
        "import sys, mcsearch; known = set(sys.modules); "
        "import mcsearch.runs.race, mcsearch.runs.race_report; "
        "print({name.split('.')[0] for name in set(sys.modules) - known})"
    )
    found = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert found.strip() == "{'mcsearch'}"


def test_a_share_of_pairs_without_an_interval_is_no_probability():
    race = BoardRace(boards_of(PLAIN, NRPA).entrants, {"1": "4x4x3:1"}, [0])
    for number, text in enumerate(race.runs):
        race.add(text, float(number))
    (found,) = race.differences()
    assert race_words.better(found, 1) == "better in 1 of 1 pair"
    assert "better in 1 of 1 pair" in boards_text(race, "samegame")
    assert "100 %" not in boards_text(race, "samegame")


def test_a_verdict_says_a_side_of_a_bound():
    def said(low, high, accepted):
        return race_words.sprt_verdict(Sprt(low, high), accepted, "A", "B")

    assert said(0, 5, "H1") == "B is stronger than A"
    assert said(0, 5, "H0") == "B is not stronger than A by 5 normalized Elo"
    assert said(-5, 0, "H0") == "B is weaker than A"
    assert said(-10, -5, "H1") == "B against A is above -10 normalized Elo"
    assert said(-10, -5, "H0") == "B against A is below -5 normalized Elo"


def test_a_name_of_a_search_and_of_another_games_preset_is_the_search():
    (entrant,) = entrants_of(["nmcs:level=2"], "morpion")
    assert (entrant.recipe.game, entrant.recipe.search) == ("morpion", "nmcs")
    (preset,) = entrants_of(["nmcs"], "samegame")
    assert preset.recipe == PRESETS["nmcs"].recipe
