"""Monte Carlo tree search: the four phases over a growing tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.limits import check_room
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.playout import policy_of
from mcsearch.selection import rule_of

if cython.compiled:
    from cython.cimports.mcsearch.engine import proof
    from cython.cimports.mcsearch.engine.episode import Episode
    from cython.cimports.mcsearch.engine.halt import ANYTHING, ITS_END, NOTHING
    from cython.cimports.mcsearch.engine.search import FULL, GOES_ON, OVER, PROVEN, Search
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, prefetch
    from cython.cimports.mcsearch.numerics.portable_math import exp_small, log
    from cython.cimports.mcsearch.numerics.rng import next_below
    from cython.cimports.mcsearch.searches.chance import Chance
    from cython.cimports.mcsearch.searches.shortest import Shortest
else:
    from mcsearch.engine import proof
    from mcsearch.engine.episode import Episode
    from mcsearch.engine.halt import ANYTHING, ITS_END, NOTHING
    from mcsearch.engine.search import FULL, GOES_ON, OVER, PROVEN, Search
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, ROOT, prefetch
    from mcsearch.numerics.portable_math import exp_small, log
    from mcsearch.numerics.rng import next_below
    from mcsearch.searches.chance import Chance
    from mcsearch.searches.shortest import Shortest

WHEN_FULL = Parameter(
    "when_full",
    "choice",
    "continue",
    "Full pool",
    "continue: playouts go on without new nodes; stop: the search ends",
    choices=("continue", "stop"),
)

CODE = (
    "while node is expanded: node ← argmax score",
    "node ← untried move",
    "r ← playout(node)",
    "add r along the path",
)
"""The phases as pseudo-code, a line each."""


@cython.cclass
class Mcts(Search):
    """Select by the rule, expand a child, play it out, back up the return.

    Children are expanded from the last legal action to the first, with progressive widening in a
    drawn order. A descent goes on through partly
    expanded nodes once the pool is full. The states along the path are kept from one iteration to
    the next and made anew only from the first action that differs.

    A node may share its position's children with others (transpositions): `tree.home(node)` has
    them. In a tree that keeps bounds the ends of the game are backed up as such: a descent ends at
    a proven node, whose value needs no playout, and keeps away from what can't be better than a
    sibling. The search stops when its root is proven; a proven win or loss is searched on, in what
    is left of the budget, until no shorter win is possible.
    """

    uses_rule = True
    repeatable = frozenset({1, 2, 3})

    def __init__(
        self, root: State, values: Mapping[str, Any], seed: int, whole_runs: bool = False
    ) -> None:
        super().__init__(root, policy_of(values), values, seed, whole_runs)
        if root.has_chance:
            self._check_chance(root, values)
        self.rule = rule_of(values)
        self._check_needs(root)
        self.rule.attach(self.tree, self.rng)
        self.rule.attach_to(self)
        self._teaches = self.policy.learns or self.rule.learns
        self._episode = Episode(root) if self._teaches else cython.cast(Episode, None)
        self._stops_when_full = values["when_full"] == "stop"
        self._expands_all = self.rule.expands_all or values.get("expansion") == "all"
        self._check_pool(root)
        self._chance = Chance(root) if root.has_chance else cython.cast(Chance, None)
        self._shortest = Shortest()
        self._is_decisive = False
        self._has_ended = False
        self._comes_back = False
        self._meets_known = False
        self._leaf = ROOT
        self._expanded = ROOT
        self._most_plies = self._most_on_path(root)
        self._widening = values.get("widening", 0.0)
        self._widening_power = values.get("widening_power", 0.5)
        if self._widening > 0.0:
            self._check_widening(values)

    def _check_chance(self, root: State, values: Mapping[str, Any]) -> None:
        """RecipeError for what takes every action to be a player's."""
        or_twice = "or a player may act twice in turn"
        for name in ("solver", "decisive", "transpositions", "cutoff_lead"):
            if values.get(name) and (name != "cutoff_lead" or root.num_players == 1):
                raise RecipeError(f"{name}: can't be used where chance acts {or_twice}; choose off")
        if values["policy"] == "decisive" or self.policy.learns:
            raise RecipeError(
                f"policy: {values['policy']} can't be used where chance acts {or_twice}; choose "
                "random"
            )

    def _check_widening(self, values: Mapping[str, Any]) -> None:
        """RecipeError where children do not come one by one."""
        if self._chance is not None:
            raise RecipeError(
                "widening: can't be used where chance acts or a player may act twice in turn; "
                "choose 0"
            )
        if self._expands_all:
            by = f"selection={self.rule.name}" if self.rule.expands_all else "expansion=all"
            raise RecipeError(f"widening: {by} gives a leaf all its children at once; choose 0")

    def _check_pool(self, root: State) -> None:
        """RecipeError for a pool without room for children that the root gets all at once."""
        # a large pool asks nothing of the position: a copy is made even where its class fails
        if self.tree.capacity <= root.max_actions and (self._expands_all or root.is_chance):
            check_room(root, self.tree.capacity)

    # --- the four phases ---

    def _select(self):
        self._comes_back = False
        if self.tree.positions is not None:
            self.tree.positions.begin_path(self.tree._position[ROOT])
        if self._chance is not None:
            self._depth = self._chance.descend(
                self._path, self.rng, self.tree, self.rule, self._stack, self._line
            )
            self._leaf = self._path[self._depth]
        elif self._shortest.is_sought:
            self._depth = self._shortest.descend(
                self._path, self.tree, self.rule, self._stack, self._line
            )
            self._leaf = self.tree.home(self._path[self._depth])
        else:
            self._depth = self._descend(self.tree, self.rule, self._stack, self._line)
        self._num_new = 0
        self._has_ended = False
        self._trail.clear()

    def _descend(self, tree, rule, stack, line):
        """Fill the path and return its depth; `line` still holds the actions of the last one."""
        node: cython.int = ROOT
        depth: cython.int = 0
        shared: cython.bint = True
        child: cython.int
        action: cython.int
        self._path[0] = ROOT
        while tree._num_children[node] > 0 and (
            tree._num_children[node] == tree._num_legal[node]
            or tree.full
            or (self._widening > 0.0 and not self._may_widen(tree, node))
        ):
            if tree.keeps_bounds and depth > 0 and tree._lower[node] == tree._upper[node]:
                break
            child = rule.select(tree, node)
            if tree.full and tree.is_closed(child):
                break  # what is left to see is where the pool has no room
            node = child
            action = tree._action[node]
            if not shared or depth >= line.count or line.items[depth] != action:
                shared = False
                stack.step(depth, action)
                line.items[depth] = action
            depth += 1
            self._path[depth] = node
            if tree.positions is not None:
                node = tree.home(node)
                if self._comes_back_to(tree.positions, tree._position[node], depth):
                    break
        line.count = depth
        self._leaf = node
        if tree._num_children[node] > 0:
            prefetch(tree, tree._first[node])  # to which expansion adds one
        return depth

    def _may_widen(self, tree, node):
        """Progressive widening: whether a node's visits allow for another child.

        One whose children are all proven has nothing else left to learn.
        """
        visits: cython.int = tree._visits[node]
        child: cython.int
        power: cython.double
        if tree.positions is not None:
            visits = tree.positions.visits[tree._position[node]]
        power = exp_small(0.5 * self._widening_power * log(max(visits, 1)))
        # a little less, so that a power that is a whole number is none too large
        if tree._num_children[node] < self._widening * power * power * 0.9999999:
            return True
        if not tree.keeps_bounds:
            return False
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            if not tree.is_proven(tree.home(child)):
                return False
        return True

    def _draw_untried(self, tree, node, legal):
        """The place of a uniformly drawn action of which a node has no child."""
        left: cython.int = next_below(self.rng, legal.count - tree._num_children[node])
        place: cython.int = 0
        while True:
            if tree.find_child(node, legal.items[place]) == NONE:
                if left == 0:
                    return place
                left -= 1
            place += 1

    def _comes_back_to(self, positions, position, depth):
        """Whether a descent ends since its path meets a position again, or has room for no more."""
        if positions.meet(position):
            self._comes_back = True
        return self._comes_back or depth + 2 >= self._path.shape[0]

    def _expand(self):
        self._expand_leaf(self.tree, self.rule, self._stack, self._legal)

    def _expand_leaf(self, tree, rule, stack, legal):
        """Add to the tree one child of the leaf, or all, and go on to the one to play out."""
        node: cython.int = self._leaf
        child: cython.int = NONE
        untried: cython.int
        outcome: cython.int
        if tree.full or tree._num_legal[node] == 0 or self._depth >= self._most_plies:
            return
        if self._chance is not None:
            outcome = self._chance.draw(stack, self._depth, self.rng)
            if self.halt.halted:
                return
            if outcome != NONE:
                self._expand_outcomes(tree, stack, legal, outcome)
                return
        if tree.keeps_bounds and tree.is_proven(node) and not self._shortest.is_sought:
            return
        untried = 0
        if self._is_decisive:
            untried = cython.cast(State, stack._at[self._depth]).fill_decisive(legal)
        if untried == 0:
            untried = stack.fill_actions(self._depth, legal)
        if self.halt.halted:
            return
        self.halt.may = NOTHING  # what is added to the tree stays there
        if not tree.set_num_legal(node, untried) or (untried > 0 and self._is_too_long()):
            self._refuse(tree._num_legal[node], untried)
            return
        if untried == 0:
            if self._depth == 0:
                self._stop_code = OVER
            return
        self._expanded = node
        added: cython.int = self._num_new
        untried -= tree._num_children[node]
        if untried == 0:
            return
        while untried > 0:
            # looking ahead comes first, and would be done again after each pause
            if self._num_new > added and self._pauses(ITS_END if self._is_decisive else ANYTHING):
                return
            untried -= 1
            if self._widening > 0.0:
                child = self._draw_untried(tree, node, legal)
                child = self._add_child(tree, rule, stack, legal.items[child])
            else:
                child = self._add_child(tree, rule, stack, legal.items[untried])
            if child == NONE or not self._expands_all:
                break
        if self._num_new == 0:
            if self._stops_when_full:
                self._stop_code = FULL
            return
        if self._expands_all:
            if rule.expands_all:
                rule.opened(tree, node, cython.cast(State, stack._at[self._depth]), legal)
                child = rule.select(tree, node)
            else:
                child = tree._first[node] + next_below(self.rng, tree._num_children[node])
            stack.step(self._depth, tree._action[child])
        self._go_on_to(tree, child)

    def _expand_outcomes(self, tree, stack, legal, outcome):
        """Add the outcomes of the leaf, where chance acts, and go on to the one drawn."""
        node: cython.int = self._leaf
        stack.fill_actions(self._depth, legal)
        if self.halt.halted:
            return
        self.halt.may = NOTHING  # what is added to the tree stays there
        if not tree.set_num_legal(node, legal.count) or self._is_too_long():
            self._refuse(tree._num_legal[node], legal.count)
            return
        self._expanded = node
        while tree._num_children[node] < legal.count:
            if tree.add_child(node, legal.items[tree._num_children[node]]) == NONE:
                if self._stops_when_full:
                    self._stop_code = FULL
                return
            self._num_new += 1
        stack.step(self._depth, outcome)
        self._go_on_to(tree, tree._first[node] + outcome)

    def _is_too_long(self):
        """Whether a path that ends here has no room for another action."""
        return self._depth + 2 >= self._path.shape[0]

    def _refuse(self, known, found):
        """End the search with an error: the game says other things of a position than before."""
        with cython.gil:
            text = f"goes on after {self.root.max_plies} actions, its max_plies"
            if known != found:
                text = f"has {found} legal actions in a state that had {known}; give the same"
            self._fail(text)

    def _go_on_to(self, tree, child):
        """Make a child of the leaf, whose state is on the stack, the leaf."""
        self._line.append(tree._action[child])
        self._depth += 1
        self._path[self._depth] = child
        self._leaf = tree.home(child)
        if tree.positions is not None and tree.positions.meet(tree._position[child]):
            self._comes_back = True

    def _add_child(self, tree, rule, stack, action):
        """Add a child of the leaf and leave its state on the stack; NONE without room."""
        child: cython.int = tree.add_child(self._leaf, action)
        if child == NONE:
            return NONE
        self._num_new += 1
        stack.step(self._depth, action)
        if rule._needs_state:
            rule.expanded(tree, child, cython.cast(State, stack._at[self._depth + 1]))
        if tree.positions is not None:
            tree.hold(tree.positions, child, cython.cast(State, stack._at[self._depth + 1]).key())
            if tree.keeps_bounds and tree.home(child) != child:
                self._meets_known = True
        return child

    def _mover(self, depth):
        """The player who moved into the path's node at a depth; always 0 with one player."""
        if self._chance is not None:
            return self._chance._movers[depth]
        return 0 if self._num_players == 1 else (1 - self.root.to_play) ^ (depth & 1)

    def _simulate(self):
        if not self.tree.keeps_bounds:
            Search._simulate(self)
        elif self._knows_leaf():
            self.playout_return = self.tree._lower[self._leaf]
            if self.tree.positions is not None and self.tree._plies[self._leaf] == 0:
                self._check_end(self._stack)
        else:
            Search._simulate(self)
            if not self.halt.halted:
                self._note_end(self.tree)

    def _check_end(self, stack):
        """An end that has come about on another way must be worth the same here."""
        known: cython.double = stack.value(self._depth)
        if known != self.playout_return and not self.halt.halted:
            with cython.gil:
                found = f"a return of {known:g}, not {self.playout_return:g},"
                self._fail(f"ends with {found} as a state with the same key; tell them apart")

    def _knows_leaf(self):
        """Whether the value of the leaf is proven; the root's is not asked for."""
        return self._depth > 0 and self.tree.is_proven(self._leaf)

    def _note_end(self, tree):
        """The game is over at the leaf when nothing could be played from it."""
        is_end: cython.bint = self._trail.count == 0 and tree._num_children[self._leaf] == 0
        if tree.keeps_bounds and is_end and not tree.is_proven(self._leaf):
            proof.settle(tree, self._leaf, self.playout_return)
            self._has_ended = True

    def _backpropagate(self):
        self._back_up()
        if self._teaches:
            self._teach(self._episode, self.rule, self._stack, self._line, self._trail)

    def _teach(self, episode, rule, stack, line, trail):
        """Tell the policy and the rule of the whole line what the iteration has returned."""
        if rule.learns or self.policy.reads_keys:
            episode.record(stack, line, self._depth, trail)
        else:
            episode.depth = self._depth
        if self.policy.learns:
            self.policy.learn(episode, stack, line, trail, self.playout_return)
        if rule.learns:
            # a position that the path has met again counts once
            count: cython.int = self._depth + 1 - self._comes_back
            rule.learn(self.tree, self._path, count, episode, self.playout_return)

    def _back_up(self):
        if self._num_players == 1:
            self._back_up_score(self.tree, self.rule)
            if self._chance is not None or self.rule.expands_all:
                self.rule.set_range(self.tree.least_score, self.tree.score_range())
            # where chance acts, the best playout was luck: there is none to remember
            if self._chance is None and (
                not self._has_result or self.playout_return > self._best_score
            ):
                self._remember(self._depth)
        elif self._chance is not None:
            self._chance.back_up(self.tree, self._path, self._depth, self.playout_return)
            self.rule.update_path(self.tree, self._path, self._depth)
        else:
            self._back_up_return(self.tree, self.rule)
        if self.tree.keeps_bounds:
            if self.tree.positions is None:
                self._prove(self.tree, self.rule, self._shortest)
            else:
                self._prove_shared(self.tree, self.tree.positions, self.rule, self._shortest)
        if self.tree.keeps_proof_numbers:
            self.rule.number_proofs(self.tree, self._path, self._depth)

    def _back_up_score(self, tree, rule):
        tree.note_score(self.playout_return)
        self._add_return(tree, self._depth)
        rule.update_path(tree, self._path, self._depth)

    def _back_up_return(self, tree, rule):
        """Each node counts the return for the player who moved into it."""
        depth: cython.int
        node: cython.int
        mover: cython.int = self._mover(0)
        for depth in range(self._depth + 1):
            node = self._path[depth]
            tree._visits[node] += 1
            tree._value_sum[node] += (
                self.playout_return if mover == 0 else 1.0 - self.playout_return
            )
            mover = 1 - mover
        if tree.positions is not None:
            self._back_up_shared(tree, tree.positions)
        else:
            rule.update_path(tree, self._path, self._depth)

    def _back_up_shared(self, tree, positions):
        """Count the return in the positions of the path, once; a rule reads them to select."""
        depth: cython.int
        position: cython.int
        mover: cython.int = self._mover(0)
        for depth in range(self._depth + 1 - self._comes_back):
            position = tree._position[self._path[depth]]
            positions.visits[position] += 1
            positions.value_sum[position] += (
                self.playout_return if mover == 0 else 1.0 - self.playout_return
            )
            mover = 1 - mover

    def _prove(self, tree, rule, shortest):
        """Back up what the leaf proves, as far as it does."""
        depth: cython.int = self._depth
        is_new: cython.bint = self._has_ended
        maximizes: cython.bint
        node: cython.int
        if shortest.is_sought and tree._num_children[self._leaf] > 0:
            depth += 1  # a descent ended where the children know enough
        while depth > 0 and (is_new or shortest.is_sought):
            depth -= 1
            node = self._path[depth]
            maximizes = tree._to_play[node] == 0
            is_new = proof.tighten(tree, node, maximizes)
            if shortest.is_sought:
                shortest.note(tree, node, maximizes)
            self._shun_refuted(tree, rule, node, maximizes)
        if tree.is_proven(ROOT) and not shortest.goes_on(tree, 1 - self._mover(0)):
            self._end_proven()

    def _prove_shared(self, tree, positions, rule, shortest):
        """Back up what is new of positions to the nodes above theirs, on whichever way."""
        depth: cython.int
        node: cython.int
        way: cython.int
        position: cython.int
        if self._has_ended:
            positions.note(tree._position[self._leaf])
        if self._meets_known:
            self._tighten_shared(tree, positions, rule, self._expanded)
            self._meets_known = False
        for depth in range(self._depth, 0, -1):
            way = self._path[depth]
            node = tree.home(self._path[depth - 1])
            if shortest.is_sought or (tree._visits[way] == 1 and not tree.is_open(tree.home(way))):
                self._tighten_shared(tree, positions, rule, node)
            if shortest.is_sought:
                shortest.note(tree, node, tree._to_play[node] == 0)
        position = positions.next_noted()
        while position != NONE:
            node = positions.holder[position]
            way = node
            while True:
                if tree._parent[way] != NONE:
                    self._tighten_shared(tree, positions, rule, tree._parent[way])
                way = positions.next_way[way]
                if way == node:
                    break
            position = positions.next_noted()
        if tree.is_proven(ROOT) and not shortest.goes_on(tree, 1 - self._mover(0)):
            self._end_proven()

    def _tighten_shared(self, tree, positions, rule, node):
        """Take over what the children of a node prove, and note its position if that is new."""
        maximizes: cython.bint = tree._to_play[node] == 0
        if proof.tighten(tree, node, maximizes):
            positions.note(tree._position[node])
        self._shun_refuted(tree, rule, node, maximizes)

    def _end_proven(self):
        """Nothing is left to search, unless the search has ended for another reason already."""
        if self._stop_code == GOES_ON:
            self._stop_code = PROVEN

    def _shun_refuted(self, tree, rule, node, maximizes):
        """Keep selection away from children that can't be better than a sibling.

        With one player that is every proven child: all its ends have been seen.
        """
        surest: cython.int = proof.surest_child(tree, node, maximizes)
        child: cython.int
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            if child == surest and self._num_players == 2:
                continue
            if tree._visits[child] > 0 and proof.is_refuted(tree, child, surest, maximizes):
                rule.refute(tree, child)

    # --- Python level ---

    def _fail(self, text: str) -> None:
        self.fail(ValueError(f"{self.root.class_name()} {text}"))

    @property
    def seeks_shorter_win(self) -> bool:
        """Whether the root is proven and descents go where a shorter win could be, by no rule."""
        return self._shortest.is_sought

    def mover_of(self, node: int) -> int:
        """The player who moved into a node; 0 with one player."""
        actions = self.tree.actions_to(node)
        if self._chance is not None:
            return self._chance.mover_after(self.root, actions)
        return self._mover(len(actions))

    def bounds_of(self, node: int) -> Bounds:
        """The bounds of a node's exact value for the player who moved into it, or of its score."""
        return self.tree.bounds_of(node).seen_by(self.mover_of(node))

    @property
    def num_bytes(self) -> int:
        return super().num_bytes + self.policy.num_bytes + self.rule.num_bytes

    @property
    def new_nodes(self) -> list:
        """The nodes that this iteration has added to the tree."""
        return self.tree.children(self._expanded)[-self._num_new :] if self._num_new else []

    def _check_needs(self, root: State) -> None:
        """Raise RecipeError for a rule that asks the position for what it does not offer."""
        needs = self.rule.needs
        if needs and not getattr(root, f"has_{needs}"):
            raise RecipeError(
                f"selection: {self.rule.name!r} needs a {needs.replace('_', ' ')} of positions, "
                f"and {root.class_name()} has none; choose another rule, such as "
                f"{self.default_rule!r}"
            )

    def _become(self, other: Mcts) -> None:
        super()._become(other)
        if other._chance is not None:
            self._chance.copy_from(other._chance)
        self._shortest.copy_from(other._shortest)
        self.rule.copy_from(other.rule)
        self._leaf = other._leaf
        self._expanded = other._expanded
        self._has_ended = other._has_ended
        self._comes_back = other._comes_back
        self._meets_known = other._meets_known
