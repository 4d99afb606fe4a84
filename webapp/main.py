"""The explorer as an application: `panel serve webapp`, with own games `--args my_game.py`."""

import sys

from bokeh.io import curdoc

from explorer.shell import crowd, own_code
from explorer.shell.page import Shell

if crowd.is_full(curdoc()):
    crowd.turn_away(curdoc())
else:
    Shell(own_code.options(sys.argv[1:])).servable()
