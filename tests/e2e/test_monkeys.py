"""A small sample of what monkeys.py does for longer."""

import monkeys


def test_random_actions_that_begin_before_the_page_is_ready_raise_nothing(browser, url):
    """Ten seeds of 500 actions, served and static, are run by hand: see monkeys.py."""
    assert monkeys.play(browser, url, seed=0, num_actions=60) == []
