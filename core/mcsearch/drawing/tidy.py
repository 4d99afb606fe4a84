"""Tidy drawing of a tree: where each node goes along its row.

Contours after Reingold and Tilford (1981), linear in the number of nodes also for many children
(Buchheim, Jünger and Leipert 2002), with widths of their own for the nodes and the gap left by a
wide subtree shared among the siblings before it (van der Ploeg 2014), here on rows of one depth.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Widths = Sequence[float] | np.ndarray

NO_PARENT = -1


def tidy(parents: Sequence[int], widths: Widths, gap: float) -> np.ndarray:
    """Centres of the nodes, float64 [num_nodes], the leftmost node's left edge at 0.

    `parents[i] < i` names the parent of node i, NO_PARENT that of the root, which is node 0.
    Siblings stand in the order of their numbers, a parent in the middle between its first and last
    child, and any two nodes of one depth are at least `gap` apart, edge to edge. Equal subtrees
    are drawn equally, and the drawing depends on nothing but the arguments.
    """
    _check(parents, widths)
    return _Drawing(parents, widths, gap).centres()


def depths(parents: Sequence[int]) -> np.ndarray:
    """Depth of each node, int [num_nodes]; the root's is 0."""
    result = np.zeros(len(parents), dtype=np.int64)
    for node in range(1, len(parents)):
        result[node] = result[parents[node]] + 1
    return result


def _check(parents: Sequence[int], widths: Widths) -> None:
    if len(parents) == 0 or parents[0] != NO_PARENT:
        raise ValueError("node 0 must be the root, with the parent NO_PARENT")
    if len(widths) != len(parents):
        raise ValueError(f"{len(parents)} nodes have {len(widths)} widths; give each node one")
    for node in range(1, len(parents)):
        if not 0 <= parents[node] < node:
            raise ValueError(f"node {node} has parent {parents[node]}; parents must come first")


class _Drawing:
    """One run of the algorithm; until the last pass a centre is `prelim` plus the modifiers from
    the node up to the root.

    The left and right contour of a subtree are walked through first and last children; where a
    subtree ends above a deeper neighbour, a thread leads on to the neighbour's next row. Each
    subtree knows the lowest nodes of its two contours and the sums of the modifiers down to them.
    """

    def __init__(self, parents: Sequence[int], widths: Widths, gap: float) -> None:
        count = len(parents)
        self.parents = [int(parent) for parent in parents]
        self.half = [float(width) / 2 for width in widths]
        self.gap = float(gap)
        self.children: list[list[int]] = [[] for _ in range(count)]
        for node in range(1, count):
            self.children[self.parents[node]].append(node)
        self.prelim = [0.0] * count
        self.modifier = [0.0] * count  # moves the whole subtree
        self.shift = [0.0] * count  # what a sibling moves more than the one before it
        self.change = [0.0] * count  # ends the shift of the siblings before
        self.left_thread = [NO_PARENT] * count
        self.right_thread = [NO_PARENT] * count
        self.left_end = list(range(count))
        self.right_end = list(range(count))
        self.left_sum = [0.0] * count
        self.right_sum = [0.0] * count
        self.height = [0] * count  # rows below the node

    def centres(self) -> np.ndarray:
        count = len(self.parents)
        for node in range(count - 1, -1, -1):  # children before parents
            if self.children[node]:
                self._place_children(node)
        total = [0.0] * count  # sum of the modifiers from the root to the node
        centres = np.zeros(count)
        for node in range(count):
            total[node] = self.modifier[node] + (total[self.parents[node]] if node else 0.0)
            centres[node] = self.prelim[node] + total[node]
            self._share_gaps(node)
        return centres - np.min(centres - np.asarray(self.half))

    def _place_children(self, node: int) -> None:
        children = self.children[node]
        first, last = children[0], children[-1]
        # who is seen from the right: (height, position), the nearest sibling at the end
        seen = [(self.height[first], 0)]
        for position in range(1, len(children)):
            self._separate(children, position, seen)
            height = self.height[children[position]]
            while seen and seen[-1][0] <= height:
                seen.pop()
            seen.append((height, position))
        self.prelim[node] = (
            self.prelim[first] + self.modifier[first] + self.prelim[last] + self.modifier[last]
        ) / 2
        self.left_end[node], self.left_sum[node] = self.left_end[first], self.left_sum[first]
        self.right_end[node], self.right_sum[node] = self.right_end[last], self.right_sum[last]
        self.height[node] = 1 + max(self.height[child] for child in children)

    def _separate(self, children: list[int], position: int, seen: list[tuple[int, int]]) -> None:
        """Move a child right until no row of its subtree is too near to the siblings before it."""
        child, before = children[position], children[position - 1]
        left, left_sum = before, self.modifier[before]  # on the siblings' right contour
        right, right_sum = child, self.modifier[child]  # on the child's left contour
        nearest = len(seen) - 1
        row = 0
        while left != NO_PARENT and right != NO_PARENT:
            while row > seen[nearest][0]:
                nearest -= 1
            end_of_left = left_sum + self.prelim[left] + self.half[left]
            start_of_right = right_sum + self.prelim[right] - self.half[right]
            missing = end_of_left + self.gap - start_of_right
            if missing > 0:
                right_sum += missing
                self.modifier[child] += missing
                self.left_sum[child] += missing
                self.right_sum[child] += missing
                self._plan_sharing(children, position, seen[nearest][1], missing)
            left = self._next_right(left)
            left_sum += self.modifier[left] if left != NO_PARENT else 0.0
            right = self._next_left(right)
            right_sum += self.modifier[right] if right != NO_PARENT else 0.0
            row += 1
        if right != NO_PARENT:  # the child is deeper: the left contour goes on in it
            self._extend_left(children[0], child, right, right_sum)
        elif left != NO_PARENT:  # a sibling is deeper: the right contour goes on in it
            self._extend_right(before, child, left, left_sum)

    def _next_left(self, node: int) -> int:
        children = self.children[node]
        return children[0] if children else self.left_thread[node]

    def _next_right(self, node: int) -> int:
        children = self.children[node]
        return children[-1] if children else self.right_thread[node]

    def _extend_left(self, first: int, child: int, below: int, total: float) -> None:
        end = self.left_end[first]
        self.left_thread[end] = below
        # the end has no subtree: its modifier may carry what the thread needs, prelim undoes it
        difference = total - self.modifier[below] - self.left_sum[first]
        self.modifier[end] += difference
        self.prelim[end] -= difference
        self.left_end[first], self.left_sum[first] = self.left_end[child], self.left_sum[child]

    def _extend_right(self, before: int, child: int, below: int, total: float) -> None:
        end = self.right_end[child]
        self.right_thread[end] = below
        difference = total - self.modifier[below] - self.right_sum[child]
        self.modifier[end] += difference
        self.prelim[end] -= difference
        self.right_end[child], self.right_sum[child] = (
            self.right_end[before],
            self.right_sum[before],
        )

    def _plan_sharing(self, children: list[int], position: int, near: int, missing: float) -> None:
        """The siblings between `near` and the moved child will share the gap that opened."""
        steps = position - near
        if steps > 1:
            part = missing / steps
            self.shift[children[near + 1]] += part
            self.shift[children[position]] -= part
            self.change[children[position]] -= missing - part

    def _share_gaps(self, node: int) -> None:
        step = moved = 0.0
        for child in self.children[node]:
            step += self.shift[child]
            moved += step + self.change[child]
            self.modifier[child] += moved
