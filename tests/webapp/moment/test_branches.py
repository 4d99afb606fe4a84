from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import Opening


def test_a_later_click_on_a_pill_replaces_the_one_before():
    first, second, other = Opening((1,), 10), Opening((1,), 20), Opening((2,), 10)
    shown = UNTOUCHED.with_more(first).with_more(other).with_more(second)
    assert shown == Branches(frozenset({second, other}))


def test_the_pill_of_a_collapsed_node_shows_its_branch_again():
    shown = UNTOUCHED.toggled((1,))
    assert shown == Branches(collapsed=frozenset({(1,)}))
    assert shown.with_more(Opening((1,), 10)) == UNTOUCHED
    assert shown.toggled((1,)) == UNTOUCHED


def test_what_hides_a_node_is_drawn_again_and_the_node_stays_collapsed():
    shown = UNTOUCHED.toggled((1,)).toggled((1, 2)).toggled((3,))
    assert shown.down_to((1, 2)).collapsed == {(1, 2), (3,)}
