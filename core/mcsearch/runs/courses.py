"""When the entrants of a race reached a target, from their stored runs."""

from __future__ import annotations

from mcsearch.runs.export import Told, again
from mcsearch.runs.race import BoardRace
from mcsearch.runs.statistics.time_to_target import Reached, reached
from mcsearch.runs.store import Store


def reached_in(race: BoardRace, store: Store, target: float, tell: Told) -> dict[int, Reached]:
    """By the entrant: its runs of finished rounds, and when each reached the target.

    Runs that were stored before their course was are made again; an entrant with one that can't be,
    which `tell` is told of, is left out.
    """
    found = {}
    for entrant in race.racing if race.num_finished else []:
        courses = []
        for board in range(len(race.boards)):
            for number in range(race.num_finished):
                recipe = race.recipe(entrant, board, number)
                run = store.find(recipe)
                assert run is not None, "a finished run is stored"
                course = store.find_course(recipe.to_json()) or again(recipe, run.score, tell)
                if course is not None:
                    courses.append((course, run.iterations))
        if len(courses) == len(race.boards) * race.num_finished:
            found[entrant] = reached(courses, target)
    return found
