from mcsearch.searches.nested.tabu_turns import TabuTurns


def test_every_third_run_tries_the_next_colour_and_the_others_keep_to_the_best():
    turns = TabuTurns([3, 1, 2])
    scores = {3: 10.0, 1: 30.0, 2: 20.0}
    now, runs = 3, [3]
    for _ in range(11):
        now = turns.next(scores[now])
        runs.append(now)
    assert runs == [3, 3, 1, 1, 1, 2, 1, 1, 3, 1, 1, 1]


def test_the_best_run_of_a_colour_counts():
    turns = TabuTurns([1, 2])
    assert [turns.next(score) for score in (50.0, 10.0, 40.0)] == [1, 2, 1]


def test_a_copy_goes_on_alike():
    turns, other = TabuTurns([1, 2, 3]), TabuTurns([1, 2, 3])
    for score in (1.0, 5.0, 3.0, 9.0):
        turns.next(score)
    other.copy_from(turns)
    assert [turns.next(s) for s in (2.0, 12.0, 4.0)] == [other.next(s) for s in (2.0, 12.0, 4.0)]
