"""The explorer as an application: `panel serve webapp`."""

from bokeh.io import curdoc

from explorer.shell import crowd
from explorer.shell.page import Shell

if crowd.is_full(curdoc()):
    crowd.turn_away(curdoc())
else:
    Shell().servable()
