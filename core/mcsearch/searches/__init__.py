"""The searches, one file each: what their phases do with tree, states and playouts.

May import selection, playout, games, engine and numerics.
"""

from mcsearch.engine.plain_python import no_overrides
from mcsearch.engine.registry import Registry, named_classes
from mcsearch.engine.search import COMPILED_METHODS, Search

SEARCHES = Registry(
    __name__,
    named_classes(Search),
    no_overrides(COMPILED_METHODS, "write a rule or a policy, or a search that is compiled"),
)
SEARCHES.load()
