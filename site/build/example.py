"""The application as the site shows it until Python runs: with a finished search."""

import math

from explorer.pages.explore.page import Explore
from explorer.session import player, walk
from explorer.shell.page import Shell

ITERATIONS = 600
FRAME = 10  # iterations between two frames, of which the scrub bar remembers the mean

# a machine that stalls would show a frame in the middle, or note one more sample of the course, and
# the site would have other bytes
player.AT_ONCE_SECONDS = walk.SPACING_SECONDS = math.inf

shell = Shell()
explore = shell.pages["explore"]
assert isinstance(explore, Explore)
session = explore.session
for _ in range(ITERATIONS // FRAME):
    session.run_on(FRAME)
    while session.busy:
        session.tick(math.inf)
for _phase in ("selection", "expansion", "simulation"):
    session.step_phase()
shell.servable()
