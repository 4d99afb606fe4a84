"""The page as a finished picture: what the static site shows while Python is still loading."""

from explorer.page import Page

ITERATIONS = 1400

page = Page()
page.session.jump_to(ITERATIONS)
for _ in range(3):  # the third phase of the next iteration: a playout on the board
    page.session.step_phase()
page.servable()
