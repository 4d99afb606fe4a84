"""A problem whose results are chances, far below 1: no page writes one as nothing."""

import json
import re

import pytest
from playing import Browser
from racing import Racer
from visitor import Visitor

from explorer.pages.explore.page import Explore
from explorer.session.problems import EDITED

CODE = """
import math

CHANCES = [[0.9, 0.7, 0.4], [0.3, 0.35, 0.5], [0.8, 0.2, 0.6], [0.5, 0.55, 0.45], [0.2, 0.3, 0.33]]

class Chances:
    def __init__(self, made=()):
        self.made = made
    def legal_actions(self):
        return ["a", "b", "c"]
    def play(self, action):
        return Chances((*self.made, "abc".index(action)))
    def is_terminal(self):
        return len(self.made) == 5
    def returns(self):
        return math.prod(CHANCES[i][action] for i, action in enumerate(self.made))
"""
BEST = 0.9 * 0.5 * 0.8 * 0.55 * 0.33


def texts_in(shown):
    if isinstance(shown, str):
        return [shown]
    if isinstance(shown, dict):
        shown = list(shown.values())
    return [text for each in shown for text in texts_in(each)] if isinstance(shown, list) else []


@pytest.mark.parametrize("search", ["spmcts", "nmcs", "nrpa"])
def test_explore_writes_what_they_are(search):
    reader = Visitor(Explore, may_edit=True)
    size = {"board": 286, "tree": [700, 600]}
    reader.send(
        "hello", {"theme": "light", "query": "", "still": True, "resting": True, "size": size}
    )
    reader.send("code-run", {"name": EDITED, "text": CODE})
    reader.send("set", {"name": "search", "value": search})
    session = reader.page.session
    assert (session.recipe.game, session.recipe.search) == (EDITED, search)
    session.run_on(60)
    while session.busy:
        session.tick(float("inf"))
    frame = session.frame()
    facts = dict(frame.board.facts)
    assert float(facts["Best so far"]) == pytest.approx(session.search.best_score, rel=0.005)
    told_results = 0
    for _ in range(8):
        session.step_phase()
        reader.page._draw()
        for picture in (*reader.page.pictures, "status"):
            for text in texts_in(json.loads(getattr(reader.line.model, picture) or "null")):
                assert "0.0" not in re.split(r"[\s,;:]", text), (picture, text)
        if "result " in (told := reader.status["texts"]["told-playout"]):
            assert float(told.split()[-1]) == pytest.approx(
                session.search.playout_return, rel=0.005
            )
            told_results += 1
    assert told_results > 1


def test_play_counts_them():
    player = Browser()
    player.write(CODE)
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    player.run()
    for _ in range(5):
        player.send("move", player.table["targets"][0]["action"])
        player.run()
    own = 0.9 * 0.3 * 0.8 * 0.5 * 0.2
    assert f"{own:.4f} points against {BEST:.4f}" in player.status["narration"]


def test_race_tells_their_differences():
    racer = Racer()
    racer.write(CODE)
    racer.choose(EDITED, amount=30.0, seeds="1-3")
    racer.race()
    for entrant in racer.shown("chart")["entrants"]:
        assert 0.03 < float(entrant["end_text"]) <= BEST + 0.0001
        assert entrant["end"] == pytest.approx(float(entrant["end_text"]), rel=0.01)
