"""A person's problem in numbers: what its search says of biases and of the actions' numbers."""

import pytest

from mcsearch import search_for
from mcsearch.problem.numbered import in_numbers


class Letters:
    """Three letters, each once; a word is worth its letters' places in the alphabet, weighed."""

    max_plies = max_actions = 3

    def __init__(self, word=""):
        self.word = word

    def legal_actions(self):
        return [letter for letter in "cab" if letter not in self.word]

    def play(self, letter):
        return Letters(self.word + letter)

    def is_terminal(self):
        return len(self.word) == 3

    def returns(self):
        return sum(i * ord(letter) for i, letter in enumerate(self.word))

    def code(self, letter):
        return len(self.word), letter

    def bias(self, letter):
        return {"late": float(ord(letter) - ord("b")), "first": float(not self.word)}


@pytest.fixture
def search():
    search = search_for(Letters(), "nrpa", {"level": 2, "repeats": 6}, seed=1)
    search.run()
    return search


def test_a_search_in_numbers_has_the_biases_of_the_problems_own(search):
    numbered = in_numbers(search)
    assert numbered.bias_names == search.bias_names == ("late", "first")
    assert numbered.root.bias_names == ("late", "first")
    state, position = numbered.root, search.root
    while not state.is_terminal():
        told = numbered.policy_at(state, 2)
        assert told == search.policy_at(position, 2)
        assert [choice.action for choice in told] == state.legal_actions()
        names = [position.action_name(action) for action in position.legal_actions()]
        assert [state.action_name(choice.action) for choice in told] == names
        number = told[-1].action
        position = position.play(position.legal_actions()[number])
        state = state.play(number)
    assert numbered.policy_at(state, 2) == []


def test_its_best_sequence_is_the_problems_own_in_numbers(search):
    numbered = in_numbers(search)
    state = numbered.root
    for number in numbered.best_sequence:
        state = state.play(number)
    assert state.state.problem.word == "".join(search.best_sequence) == "abc"
    assert state.returns() == search.best_score
    assert numbered.best_action() == numbered.best_sequence[0] == 1
    assert in_numbers(search).root is numbered.root


def test_what_is_no_number_of_an_action_is_refused(search):
    with pytest.raises(ValueError, match="action 3 is not legal here; there are 3"):
        in_numbers(search).root.play(3)
