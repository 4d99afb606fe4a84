"""Links: what is written is read again, and what is wrong is named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import Opening
from explorer.session.limits import LIMITS, LINK_CHARACTERS
from explorer.session.permalink import LANES, RESERVED, TREE, WHOLE, Place, from_query, to_query
from explorer.session.session import Session
from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES, SEARCHES, fitting_searches

actions = st.lists(st.integers(0, 500), max_size=12).map(tuple)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_has_a_link(name):
    place = Place(PRESETS[name].recipe, name, steps=1403)
    assert from_query(to_query(place)) == place


@given(
    st.integers(0, 4 * LIMITS["iterations"]),
    actions,
    st.frozensets(st.builds(Opening, actions, st.integers(1, 400)), max_size=5),
    st.frozensets(actions.filter(bool), max_size=5),
    st.sampled_from([WHOLE, (-0.25, 0.0, 0.5, 0.75), (0.1, 0.2, 0.3, 0.4)]),
    st.sampled_from([LANES, TREE]),
    st.none() | actions,
    st.sampled_from(["", "112/212", "1 1 2;2 1 2", "15x15x5:5"]),
)
def test_every_part_of_a_place_comes_back(
    steps, selected, opened, collapsed, window, shown, pinned, position
):
    recipe = Recipe("samegame", position, "spmcts", {"exploration": 0.1 + 0.2, "nodes": 500})
    place = Place(recipe, "", steps, selected, Branches(opened, collapsed), window, shown, pinned)
    assert from_query("?" + to_query(place)) == place


def test_a_board_of_rows_comes_back():
    rows = str(PRESETS["nmcs"].recipe.build().root)
    place = Place(Recipe("samegame", rows, "nmcs", {"level": 1}))
    assert from_query(to_query(place)) == place


def test_a_short_link_is_the_preset_with_its_changes():
    place = from_query("?preset=nmcs&level=1&seed=3")
    assert place.preset == "nmcs"
    expected = PRESETS["nmcs"].recipe
    assert place.recipe == expected.replace(parameters={**expected.parameters, "level": 1}, seed=3)
    assert place.steps == 0


def test_an_older_link_may_name_playouts_of_a_search_that_takes_none():
    place = from_query("preset=nrpa&policy=tabu-random&epsilon=0.2&pick=first&seed=4&level=1")
    assert place.recipe == PRESETS["nrpa"].recipe.replace(
        seed=4, parameters={"level": 1, "scoring": "plain"}
    )
    assert from_query("game=samegame&search=nrpa&policy=random").recipe == Recipe(search="nrpa")


def test_of_many_nodes_those_nearest_to_the_root_are_in_the_link():
    near, far = [(n,) for n in range(50)], [(0, n) for n in range(40)]
    place = Place(
        PRESETS["spmcts-uct"].recipe,
        "spmcts-uct",
        branches=Branches(
            frozenset(Opening(actions, 20) for actions in far + near), frozenset(far + near)
        ),
    )
    read = from_query(to_query(place))
    assert read.branches.collapsed == frozenset(near)
    assert read.branches.opened == {Opening(actions, 20) for actions in near}


def test_a_link_that_would_be_too_long_names_no_opened_nodes():
    deep = tuple(range(100, 350))
    place = Place(
        PRESETS["spmcts-uct"].recipe,
        "spmcts-uct",
        steps=4000,
        selected=deep,
        branches=Branches(
            frozenset(Opening((n, *deep), 20) for n in range(10)),
            frozenset((n, *deep) for n in range(10)),
        ),
    )
    assert from_query(to_query(place)) == replace(place, branches=UNTOUCHED)


@pytest.mark.parametrize("query", ["", "?", "#", "  "])
def test_no_query_is_no_place(query):
    assert from_query(query) is None


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("preset=nmsc", r"link: preset: 'nmsc' is not known; did you mean nmcs\?"),
        ("game=chess", "link: game: 'chess' is not known"),
        ("game=samegame&position=99x99x5:1", "width: 99 is not valid; give 1 to 20"),
        ("game=samegame&nodes=9000000", "nodes is 9,000,000; the page takes at most 1,000,000"),
        ("game=samegame&search=nmcs&level=6", "level is 6; the page takes at most 4"),
        ("preset=nmcs&seconds=5", "seconds is 5.0; a search that a clock ends"),
        ("preset=nmcs&seed=x", "seed: 'x' is not valid; give a whole number"),
        ("preset=nmcs&seed=1&seed=2", "seed is given twice"),
        ("preset=nmcs&exploration=1", "'exploration' is not known"),
        ("preset=nmcs&at=12.4", "at: '12.4' is not valid; give completed iterations"),
        ("preset=nmcs&at=-1", "at: '-1' is not valid"),
        ("preset=nmcs&at=9000000", "at: 9000000 is too far; give at most 1000000"),
        ("preset=nmcs&node=1.x", "node: '1.x' is not valid; give actions"),
        ("preset=nmcs&node=" + "1." * 600 + "1", "at most 500"),
        ("preset=nmcs&open=1.2", "open: '1.2' is not valid; give ACTIONS:NUMBER"),
        ("preset=nmcs&closed=" + "1," * 60, "closed: 61 nodes; give at most 50"),
        ("preset=nmcs&view=0,0,1", "view: '0,0,1' is not valid"),
        ("preset=nmcs&view=0,0,nan,1", "view: .* is not valid"),
        ("preset=nmcs&view=1,0,0,1", "view: .* is empty; give left < right"),
        ("preset=nmcs&as=list", "as: 'list' is not known; choose one of lanes, tree"),
        ("x" * (LINK_CHARACTERS + 1), "link: 8,001 characters; give at most 8,000"),
    ],
)
def test_a_wrong_link_names_the_value_and_the_remedy(query, message):
    with pytest.raises(RecipeError, match=message):
        from_query(query)


@given(st.text(min_size=1, max_size=80).filter(lambda text: text.strip().lstrip("?#")))
def test_any_other_text_is_a_wrong_link(query):
    with pytest.raises(RecipeError, match=r"^link: "):
        from_query("x=" + query)


def test_no_parameter_has_a_name_that_links_use():
    for search in SEARCHES:
        for game in GAMES.values():
            if search in fitting_searches(game.searched_as, game.has_chance):
                names = {p.name for p in Recipe(game.name, search=search).declarations}
                assert not names & set(RESERVED)


@pytest.mark.usefixtures("at_once")
def test_a_link_opens_the_same_moment():
    session = Session("spmcts-uct")
    session.jump_to(300)
    session.step_phase()
    session.step_phase()
    session.select_child()
    other = Session("tictactoe-uct")
    other.go_to(from_query(to_query(session.place())))
    while other.jump is not None:
        other.tick(other._clock())
    assert other.place() == session.place()
    assert other.message is None
    mine, theirs = session.frame(), other.frame()
    assert (mine.why.rows, mine.tree.actions) == (theirs.why.rows, theirs.tree.actions)
    assert mine.tree.visits.tolist() == theirs.tree.visits.tolist()


def test_a_moment_that_never_comes_is_told():
    session = Session("spmcts-uct")
    session.go_to(from_query("preset=spmcts-uct&iterations=20&at=400&node=7777"))
    assert session.search.iterations == 20
    assert "ends at iteration 20" in session.message.text
    session.go_to(from_query("preset=spmcts-uct&at=20&node=7777"))
    assert "not in the tree" in session.message.text
    assert session.selected == ()
