"""The card where a race is set up: what it shows, and what a visitor changes in it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from explorer.look.text import number, percent
from explorer.pages.race import names
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.contest import AnyRun, Contest
from explorer.pages.race.names import EntrantName, RaceChoice
from explorer.pages.race.races import RACES, name_of, race_for
from explorer.pages.race.setup import Setup, finite, whole
from explorer.schema.contract import Share
from mcsearch import RecipeError
from mcsearch.engine.wording import text_of
from mcsearch.recipe import GAMES, choose
from mcsearch.runs import race_words
from mcsearch.runs.race import MAX_ENTRANTS, Equal
from mcsearch.runs.statistics.differences import LIKE_THESE, THESE
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.tournament import ROUND_ROBIN

AMOUNTS = {
    ("iterations", 1): (100.0, 100_000.0, 10_000.0),
    ("iterations", 2): (10.0, 10_000.0, 1000.0),
    ("seconds", 1): (0.01, 2.0, 0.2),
    ("seconds", 2): (0.01, 2.0, 0.05),
}
"""The ends of the slider and what a change of unit begins with."""
_TEXTS = {
    "board-seeds": "board_seeds",
    "size": "size",
    "colours": "colours",
    "seeds": "seeds",
    "position": "position",
}
_NUM_SLOTS = MAX_ENTRANTS


@dataclass(frozen=True, slots=True)
class RaceFormEntrant:
    """An entrant: its names, and its text in parts."""

    name: str
    about: str
    is_changed: bool
    short: str
    base: str
    changes: str
    own: str


@dataclass(frozen=True, slots=True)
class RaceRule:
    """A rule of the game."""

    name: str
    label: str
    choices: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class RacePlan:
    """What the race is expected to take, or to show."""

    rows: tuple[tuple[str, ...], ...]
    words: str


@dataclass(frozen=True, slots=True)
class RaceFormError:
    """Which field is wrong, and why."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class RaceForm:
    """The card where a race is set up."""

    name: str
    game: str
    kind: Literal["boards", "match"]
    slots: tuple[int, ...]
    entrants: tuple[RaceFormEntrant, ...]
    of: str
    can_add: bool
    can_remove: bool
    add_title: str
    format: str  # "" of two, or of one player
    choices: tuple[RaceChoice, ...]
    is_own: bool
    has_boards: bool
    sizes: tuple[str, ...]  # of boards to choose from
    has_chance: bool
    is_games: bool  # whole games with chance are played, not searched once
    scopes: tuple[tuple[str, str], ...]  # values and texts
    positions: tuple[str, ...]  # that are offered, "" where it is another
    positions_label: str
    named_position: str
    mine: str | None  # the title of the visitor's own code, null: it has not run
    rules: tuple[RaceRule, ...]
    fields: dict[str, str]
    by: str
    place: Share  # of the amount on its slider
    amount: str
    has_sprt: bool
    risk: str
    plan: RacePlan | None
    error: RaceFormError | None
    command: str
    key: str
    query: str


class Form:
    """The contest's setup as a form; an entrant keeps its slot, colour and shape with it."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._error: RaceFormError | None = None
        self._slots: dict[tuple[str, ...], tuple[int, ...]] = {}
        self._made: tuple[Any, ...] = ()
        self._frame: RaceForm | None = None
        self._names: tuple[Setup, list[EntrantName]] | None = None
        self._laid_by: tuple[str, Sprt] | None = None
        """The game and the SPRT of a match that has become a tournament."""

    @property
    def slots(self) -> tuple[int, ...]:
        """The slot of every entrant, from 0."""
        entrants = self._contest.setup.entrants
        return self._slots.get(entrants, tuple(range(len(entrants))))

    def clear_error(self) -> None:
        self._error = None

    # --- what it shows ---

    def names(self) -> list[EntrantName]:
        """The entrants' names."""
        setup = self._contest.setup
        if self._names is None or self._names[0] is not setup:
            self._names = setup, names.names_of(setup.entrants, setup.recipes())
        return self._names[1]

    def frame(self) -> RaceForm:
        """The same object as long as nothing in it has changed."""
        contest = self._contest
        made = (contest.setup, self._error, contest.own_games.edited)
        if self._frame is None or [*map(id, made)] != [*map(id, self._made)]:
            self._made, self._frame = made, self._made_now()
        return self._frame

    def _made_now(self) -> RaceForm:
        setup = self._contest.setup
        entrants = self.names()
        raced = setup.recipes()[0].recipe  # rules are the same for all, whoever they come from
        by, amount = setup.equal.by, setup.equal.amount
        low, high, _ = AMOUNTS[by, setup.searched_as]
        sprt = setup.sprt
        return RaceForm(
            name=name_of(setup),
            game=setup.game,
            kind="boards" if setup.num_players == 1 else "match",
            slots=self.slots,
            entrants=tuple(
                RaceFormEntrant(*entrant, entrant.short, *names.split(text))
                for entrant, text in zip(entrants, setup.entrants, strict=True)
            ),
            of=f"{len(entrants)} of {MAX_ENTRANTS}",
            can_add=len(entrants) < MAX_ENTRANTS,
            can_remove=len(entrants) > 2,
            add_title="" if len(entrants) < MAX_ENTRANTS else "At most four can race",
            format=setup.format if setup.num_players == 2 and len(entrants) > 2 else "",
            choices=names.choices(setup.record),
            is_own=setup.own is not None,
            has_boards=setup.has_drawn_boards,
            sizes=_sizes(setup),
            has_chance=setup.record.has_chance,
            is_games=setup.num_players == 1 and setup.record.has_chance,
            scopes=_scopes(self._contest),
            positions=setup.record.choices(setup.position),
            positions_label=setup.record.positions_label,
            named_position=setup.record.offered(setup.position),
            mine=self._mine(),
            rules=tuple(
                RaceRule(
                    rule.name, rule.label, tuple(rule.options), text_of(raced.values[rule.name])
                )
                for rule in setup.record.parameters
            ),
            fields={
                **{name: str(getattr(setup, field)) for name, field in _TEXTS.items()},
                "scope": _scope(self._contest),
                "target": "" if setup.target is None else f"{setup.target:g}",
                "pairs": str(setup.pairs),
                "seed": str(setup.seed),
                "plies": "" if setup.plies is None else str(setup.plies),
                "elo0": f"{sprt.elo0:g}" if sprt else "0",
                "elo1": f"{sprt.elo1:g}" if sprt else "50",
            },
            by=by,
            place=_place(amount, low, high),
            amount=f"{number(amount)} playouts" if by == "iterations" else f"{amount:.3g} s",
            has_sprt=sprt is not None,
            risk=_risk(sprt) if sprt else "",
            plan=_plan(setup, self._contest.run),
            error=self._error,
            command=setup.command() if setup.own is None else "",
            key=setup.command(),
            query=setup.to_query(),
        )

    # --- what is changed ---

    def set(self, name: str, value: Any) -> None:
        """Load the race with one thing changed; on an error keep everything and say so."""
        self._error = None
        try:
            self._contest.load(self._changed(self._contest.setup, name, value))
        except RecipeError as error:
            self._error = RaceFormError(name, str(error))
        self._contest.touch()

    def _changed(self, setup: Setup, name: str, value: Any) -> Setup:
        if name.startswith("rule:"):
            rule = name.removeprefix("rule:")
            own = {parameter.name: parameter for parameter in setup.record.parameters}
            choose("rule", rule, own)
            return replace(setup, rules={**setup.rules, rule: own[rule].parse(value)})
        if name in _TEXTS:
            changed: Any = {_TEXTS[name]: str(value).strip()}
            return replace(setup, **changed)
        changes: dict[str, Callable[[Setup, Any], Setup]] = {
            "preset": self._with_preset,
            "game": self._with_game,
            "by": _with_unit,
            "amount": _with_amount,
            "pairs": lambda setup, value: replace(setup, pairs=whole("pairs", str(value), 1)),
            "seed": lambda setup, value: replace(setup, seed=whole("seed", str(value), 0)),
            "plies": _with_plies,
            "sprt": lambda setup, value: replace(setup, sprt=Sprt(0, 50) if value else None),
            "elo0": lambda setup, value: _with_elo(setup, "elo0", value),
            "elo1": lambda setup, value: _with_elo(setup, "elo1", value),
            "scope": lambda setup, value: replace(setup, scope=str(value)),
            "target": _with_target,
            "format": lambda setup, value: replace(setup, format=str(value)),
            "entrant": self._with_entrant,
            "add": self._with_entrant,
            "remove": self._without,
        }
        choose("field", name, changes)
        return changes[name](setup, value)

    def _with_preset(self, setup: Setup, name: Any) -> Setup:
        """A race that is known by name, or that of a game of people's own."""
        if self._contest.own_games.find(str(name)) is not None:
            return self._with_game(setup, name)
        choose("race", name, RACES)
        self._laid_by = None
        return RACES[name].setup

    def _with_game(self, setup: Setup, game: Any) -> Setup:
        own = self._contest.own_games.find(str(game))
        if own is not None:
            return race_for(own.game, own)
        choose("game", game, GAMES)
        return setup if game == setup.game else race_for(str(game))

    def _mine(self) -> str | None:
        """The visitor's own code, as the menu has it; None before it has run."""
        recipe = self._contest.own_games.edited
        return None if recipe is None else f"{recipe.record.title} (yours)"

    def _with_entrant(self, setup: Setup, value: Any) -> Setup:
        """One entrant changed, or added where `place` is none's."""
        text = names.joined(str(value["base"]), str(value["changes"]), str(value["own"]))
        place = int(value["place"])
        entrants, slots = list(setup.entrants), list(self.slots)
        if 0 <= place < len(entrants):
            entrants[place] = text
        else:
            entrants.append(text)
            slots.append(min(set(range(_NUM_SLOTS)) - set(slots), default=0))
        return self._with(setup, entrants, slots)

    def _without(self, setup: Setup, place: Any) -> Setup:
        entrants, slots = list(setup.entrants), list(self.slots)
        if not 0 <= int(place) < len(entrants):
            return setup
        del entrants[int(place)], slots[int(place)]
        return self._with(setup, entrants, slots)

    def _with(self, setup: Setup, entrants: list[str], slots: list[int]) -> Setup:
        self._slots[tuple(entrants)] = tuple(slots)
        changed = replace(setup, entrants=tuple(entrants))
        if setup.num_players == 2 and len(entrants) > 2:
            if setup.sprt is not None:
                self._laid_by = setup.game, setup.sprt
            return replace(changed, sprt=None)  # which is for two
        if len(setup.entrants) > 2 and self._laid_by and self._laid_by[0] == setup.game:
            return replace(changed, format=ROUND_ROBIN, sprt=self._laid_by[1])
        return replace(changed, format=ROUND_ROBIN)


def _sizes(setup: Setup) -> tuple[str, ...]:
    """Of boards to choose from, the present one among them."""
    if setup.record.has_chance:
        known = tuple(f"{width}x{height}" for height in (2, 3, 4) for width in (2, 3, 4))
    else:
        known = ("6x6", "8x8", "10x10", "15x15", "20x20")
    return known if setup.size in known else (*known, setup.size)


def _scope(contest: Contest) -> str:
    """What the race judges; "" for two players."""
    run = contest.run
    return run.race.scope if isinstance(run, BoardRun) else ""


def _scopes(contest: Contest) -> tuple[tuple[str, str], ...]:
    """What it may judge, value and text; none where one board leaves no choice."""
    run = contest.run
    if not isinstance(run, BoardRun) or len(run.race.boards) < 2:
        return ()
    return (LIKE_THESE, "like these"), (THESE, "these alone")


def _with_unit(setup: Setup, by: Any) -> Setup:
    choose("equal", by, ("iterations", "seconds"))
    if by == setup.equal.by:
        return setup
    return replace(setup, equal=Equal(str(by), AMOUNTS[str(by), setup.searched_as][2]))


def _with_amount(setup: Setup, place: Any) -> Setup:
    low, high, _ = AMOUNTS[setup.equal.by, setup.searched_as]
    share = min(1.0, max(0.0, float(place)))
    amount = float(f"{low * (high / low) ** share:.2g}")
    return replace(setup, equal=Equal(setup.equal.by, amount))


def _with_plies(setup: Setup, value: Any) -> Setup:
    text = str(value).strip()
    return replace(setup, plies=whole("opening plies", text, 0) if text else None)


def _with_target(setup: Setup, value: Any) -> Setup:
    text = str(value).strip()
    return replace(setup, target=finite("target", text) if text else None)


def _with_elo(setup: Setup, name: str, value: Any) -> Setup:
    sprt = setup.sprt or Sprt(0, 50)
    changed: Any = {name: finite(name, str(value))}
    return replace(setup, sprt=replace(sprt, **changed))


def _risk(sprt: Sprt) -> str:
    risks = f"{100 * sprt.alpha:g} %"
    if sprt.beta != sprt.alpha:
        risks = f"{risks} (H1) and {100 * sprt.beta:g} % (H0)"
    return f"{risks} risk of a wrong verdict; {sprt.model} Elo"


def _plan(setup: Setup, run: AnyRun) -> RacePlan | None:
    """What the race is expected to take, or to show: in words as `mcsearch race --plan` prints
    them, and of an SPRT as a table; None where nothing is tested."""
    if isinstance(run, BoardRun):
        num_entrants, num_boards, num_rounds = run.race.scores.shape
        return RacePlan((), race_words.plan_of_boards(num_boards, num_rounds, num_entrants))
    if setup.sprt is None:
        return None
    rows = tuple(
        (f"{elo:g}", number(median), number(most), percent(share))
        for elo, median, most, share in race_words.expected_of_match(setup.sprt, setup.pairs)
    )
    return RacePlan(rows, race_words.plan_of_match(setup.sprt, setup.pairs))


def _place(amount: float, low: float, high: float) -> float:
    """Where an amount is on the slider, 0 to 1."""
    share = math.log(amount / low) / math.log(high / low)
    return min(1.0, max(0.0, share))
