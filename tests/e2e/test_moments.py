"""What the page shows is what the engine has done: the same recipe, built here, phase by phase."""

import re

import pytest
from mcsearch_words import expected_words
from playwright.sync_api import expect

from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES

pytestmark = pytest.mark.at_rest

KINDS = {(p.recipe.game, p.recipe.search): name for name, p in reversed(PRESETS.items())}
"""One preset of every game and search; the others differ in rules and policies."""


def number(text: str) -> float:
    """1 543.2 with its narrow spaces, its minus sign or its percent sign."""
    text = re.sub(r"[\s\u202f]", "", text).replace("−", "-")
    return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


@pytest.fixture
def preset(explorer, first_preset):
    """The page and a search of the test's own, both at the beginning of a preset."""
    return explorer, PRESETS[first_preset].recipe.build()


def words(explorer) -> list[str]:
    told = explorer.told()
    return [told[part] for part in ("path", "new", "playout", "values")]


# The static site runs the same scripts, and tests/site/build/test_parity_wasm.py compares every
# preset of its build: there one preset of every game and search is enough.
EVERYWHERE = [
    pytest.param(mode, name, id=f"{mode}-{name}")
    for mode, names in (("served", PRESETS), ("static", KINDS.values()))
    for name in names
]


@pytest.mark.parametrize(("url", "first_preset"), EVERYWHERE, indirect=["url"])
def test_every_phase_shows_what_the_engine_did_and_does_so_again(preset):
    explorer, search = preset
    explorer.run_to(20)
    search.run(20)
    for phase in (1, 2, 3, 4):
        status = explorer.step()
        search.advance()
        assert search.phase == status["phase"] == phase
        assert status["iteration"] == search.iterations
        assert status["nodes"] == search.tree.size
        assert explorer.narration().startswith(search.phase_names[phase - 1] + ". ")
        assert words(explorer) == expected_words(search)
        lit = explorer.page.locator("[data-code-line][aria-current] code").inner_text()
        assert lit == search.code[phase - 1]
    if getattr(search, "rounds", None) is not None:
        check_standings(explorer, search)
    elif search.rule is not None:
        check_rows(explorer, search)
    # a hundred iterations on, back and on again: the identical picture
    search.run(120 - search.iterations)
    explorer.scrub_to(20)
    explorer.run_to(120)
    before = explorer.still_picture()
    explorer.scrub_to(20)
    between = explorer.picture()
    assert explorer.pixels_apart(before, between) > 0.01
    explorer.run_to(120)
    after = explorer.still_picture()
    assert words(explorer) == expected_words(search)
    assert explorer.pixels_apart(before, after) < 0.0001
    assert {**after, "canvases": 0} == {**before, "canvases": 0}


def check_rows(explorer, search):
    """The table of the root's children has the engine's numbers."""
    tree, terms = search.tree, search.rule.terms(search.tree, 0)
    known = {
        search.root.action_name(tree.action_of(child)): (tree.visits_of(child), values, total)
        for child, values, total in zip(tree.children(0), terms.values, terms.total, strict=True)
    }
    rows = explorer.rows()
    assert rows
    for action, visits, *columns in rows:
        expected_visits, values, total = known[action.split("×")[0].strip()]
        assert number(visits) == expected_visits
        shown = [number(cell) for cell in columns[: len(values) + 1]]
        assert shown == pytest.approx([*values, total], rel=0.002, abs=0.5)


def check_standings(explorer, search):
    """At the root of a search that plays rounds: how far each of its children has come."""
    tree, rounds = search.tree, search.rounds.rounds
    visits_of = {tree.action_of(child): tree.visits_of(child) for child in tree.children(0)}
    expected = {}
    for at, each in enumerate(rounds, start=1):
        for entry in each.entries:
            note = "playing"
            if each.is_over:
                note = "out" if not entry.stays else "wins" if at == len(rounds) else "stays"
            name = search.root.action_name(entry.action)
            expected[name] = (visits_of.get(entry.action, 0), f"{at} {note}", entry)
    rows = explorer.rows()
    assert rows
    for action, visits, _, stage, rank, *_ in rows:
        expected_visits, said, entry = expected[action]
        assert number(visits) == expected_visits
        assert stage == said
        assert rank.startswith(str(entry.rank) if entry.playouts else "–")


@pytest.mark.parametrize("first_preset", KINDS.values())
def test_a_copied_link_opens_the_identical_state_elsewhere(preset, open_page):
    explorer, _ = preset
    explorer.run_to(30)
    for _ in range(3):
        explorer.step()
    explorer.page.keyboard.press("ArrowDown")
    link = explorer.copy_link()
    expected = explorer.state()
    other = open_page(at=link)
    other.wait(f"status.steps === '{expected['status']['steps']}'", 60)
    other.wait_until_still()
    assert other.state() == expected


def test_every_game_can_be_chosen_and_searched(explorer):
    choice = explorer.page.locator("header [data-game]").filter(visible=True)
    for game in GAMES:
        choice.select_option(game)
        explorer.wait("status.steps === '0'")
        explorer.run_to(10)
        assert choice.input_value() == game
        assert explorer.status()["nodes"] > 1
        expect(explorer.page.locator("[data-text='game']")).to_contain_text(GAMES[game].title)
