"""What is made for the screen is made again only when it must be."""

from explorer.pages.race.kept import Kept


def test_the_same_object_until_a_value_is_another_one():
    kept, made = Kept(), []

    def make():
        made.append(object())
        return made[-1]

    first = kept.get("table", make, 1, "a")
    assert kept.get("table", make, 1, "a") is first
    assert kept.get("chart", make, 1, "a") is not first
    assert kept.get("table", make, 2, "a") is not first
    assert len(made) == 3


def test_what_is_too_old_is_made_anew():
    now = [10.0]
    kept = Kept(lambda: now[0])
    first = kept.get("table", object, 1, seconds=0.5)
    now[0] = 10.4
    assert kept.get("table", object, 1, seconds=0.5) is first
    now[0] = 10.5
    assert kept.get("table", object, 1, seconds=0.5) is not first
