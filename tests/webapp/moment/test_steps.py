from explorer.moment.steps import PHASES, steps_of
from mcsearch import Recipe


def test_every_phase_is_one_step_further():
    search = Recipe("tictactoe", search="uct").build()
    for steps in range(3 * PHASES + 1):
        assert steps_of(search) == steps
        search.advance()
