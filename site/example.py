"""The application as the site shows it until Python runs: with a finished search."""

import math

from explorer.shell.page import Page

ITERATIONS = 600
FRAME = 10  # iterations between two frames, of which the scrub bar remembers the mean

page = Page()
for _ in range(ITERATIONS // FRAME):
    page.session.run_on(FRAME)
    while page.session.busy:
        page.session.tick(math.inf)
for _phase in ("selection", "expansion", "simulation"):
    page.session.step_phase()
page.servable()
