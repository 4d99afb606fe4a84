"""The searches, one file each: what their phases do with tree, states and playouts.

May import selection, playout, engine and numerics.
"""

from mcsearch.engine.registry import Registry, named_classes
from mcsearch.engine.search import Search

SEARCHES = Registry(__name__, named_classes(Search))
SEARCHES.load()
