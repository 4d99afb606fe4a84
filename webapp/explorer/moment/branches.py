"""Which branches of a tree a visitor has asked for, beyond those that are drawn anyway."""

from __future__ import annotations

from typing import NamedTuple

from explorer.game.line import Actions
from explorer.moment.detail import Opening


class Branches(NamedTuple):
    """Nodes with more children than are drawn by themselves, and nodes with nothing below them."""

    opened: frozenset[Opening] = frozenset()
    collapsed: frozenset[Actions] = frozenset()

    def with_more(self, opening: Opening) -> Branches:
        """More children of a node are drawn, or those of a collapsed one again."""
        if opening.actions in self.collapsed:
            return self._replace(collapsed=self.collapsed - {opening.actions})
        others = {other for other in self.opened if other.actions != opening.actions}
        return self._replace(opened=frozenset({*others, opening}))

    def toggled(self, actions: Actions) -> Branches:
        """Everything below a node is hidden, or drawn again."""
        return self._replace(collapsed=self.collapsed ^ {actions})

    def down_to(self, actions: Actions) -> Branches:
        """Nothing hides a node."""
        above = {actions[:depth] for depth in range(len(actions))}
        return self._replace(collapsed=self.collapsed - above)


UNTOUCHED = Branches()
