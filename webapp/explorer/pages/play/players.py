"""The players' card: who plays, how strong, how long a search thinks, and its own settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from explorer.cards.recipe.frame import FormSection, RecipeForm, Refusal
from explorer.look.text import number, plural
from explorer.pages.play.game import Game
from explorer.pages.play.new_game import OWN, PlaySwitch, rules_of
from explorer.pages.play.strengths import asked, measured
from explorer.session.edits import with_change
from explorer.session.game_link import MOST_SECONDS, check, check_rival
from explorer.session.limits import LIMITS
from mcsearch import Recipe, RecipeError
from mcsearch.play.attempt import Attempt
from mcsearch.play.levels import LEVELS, find_level
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Limit
from mcsearch.recipe import SEARCHES

_SEED = re.compile(r"\s*(\d+(?:x\d+)+:)\d+\s*")
_SHOWN = ("Search", "More settings")  # of the recipe's form
_ELSEWHERE = ("iterations", "seconds", "trees")  # said by the limit of thinking
_PLAYOUTS = (20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
_MORE_PLAYOUTS = (200_000, 500_000, 1_000_000)
_PONDERS = (
    " What it thinks on your time comes on top: its replies then rest on more playouts, and are "
    "stronger than that."
)
_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, MOST_SECONDS)


@dataclass(frozen=True, slots=True)
class PlaySide:
    """Who plays a side."""

    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A record game that may be opened."""

    title: str
    author: str
    source: str


@dataclass(frozen=True, slots=True)
class PlayLimit:
    """How long the search thinks, and the values of its slider by what is limited."""

    kind: Literal["playouts", "seconds"]
    value: float
    playouts: tuple[tuple[int, str], ...]  # each with its text
    seconds: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class PlayPlayers:
    """The card: a game's form, and the search that plays."""

    game: str
    position: str
    own: bool
    mine: str | None
    switches: tuple[PlaySwitch, ...]
    is_alone: bool
    seeded: str
    rules: str
    records: tuple[PlayRecord, ...]
    sections: tuple[FormSection, ...]
    first: str
    level: str
    about: str
    searches: tuple[int, ...]
    edited: int | None
    limit: PlayLimit | None


class Players:
    """The form of the search that plays, and what a visitor changes in it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._refusal: Refusal | None = None
        self._edited = 0  # of two searches
        self._made: tuple[Any, ...] = ()
        self._frame: PlayPlayers | None = None

    @property
    def edited(self) -> int | None:
        """The player whose search the form describes; None where no search plays."""
        sides = self._game.match.sides
        searches = [player for player in (0, 1) if not sides[player].is_person]
        if self._edited in searches:
            return self._edited
        return searches[0] if searches else None

    @property
    def side(self) -> Side | None:
        """That search, or the one beside a player who is alone."""
        attempt = self._game.attempt
        if attempt is not None:
            return Side.of_recipe(attempt.recipe)
        return None if self.edited is None else self._game.match.sides[self.edited]

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of that search."""
        side = self.side
        return None if side is None else side.recipe

    def edit(self, player: int) -> None:
        """Describe the other of two searches."""
        self._edited = int(player == 1)
        self._refusal = None

    def set(self, name: str, value: Any) -> None:
        """Change one value of the recipe; a wrong one is told beside its field."""
        self._refusal = None
        recipe = self.recipe
        if recipe is None or name in _ELSEWHERE:
            return
        try:
            self._use(with_change(recipe, name, value))
        except RecipeError as error:
            self._refusal = Refusal(name, str(error), value)

    def _use(self, recipe: Recipe) -> None:
        game = self._game
        attempt, player = game.attempt, self.edited if game.attempt is None else None
        if attempt is not None:
            moves = attempt.words[: attempt.ply]
            game.played = Attempt(attempt.setting, check_rival(recipe), moves=moves)
        elif player is not None:
            side = game.match.sides[player]
            game.match.set_side(player, check(replace(side, recipe=recipe, level="", name="")))

    def set_level(self, name: str) -> None:
        """Let every search of the game go on at a level; RecipeError for an unknown one."""
        match = self._game.match
        for player, side in enumerate(match.sides):
            if not side.is_person and name != OWN:
                seed = 1 if side.recipe is None else side.recipe.seed
                match.set_side(
                    player, Side.of_level(name, match.setting.game, seed, match.setting.own)
                )

    def set_limit(self, value: dict[str, Any]) -> None:
        """Let every search think longer or shorter; RecipeError for too much."""
        limit = Limit(int(value.get("playouts") or 0), float(value.get("seconds") or 0.0))
        match = self._game.match
        for player, side in enumerate(match.sides):
            if not side.is_person:
                check(replace(side, limit=limit))
                match.set_limit(player, limit)

    # --- what is shown ---

    def frame(self) -> PlayPlayers:
        """The card; the same object as long as nothing in it has changed."""
        played = self._game.played
        sides = played.sides if isinstance(played, Match) else (played.recipe,)
        mine = self._game.own_games.edited
        ponders = isinstance(played, Match) and played.ponders
        made = (played.setting, *sides, self._refusal, self._edited, mine, ponders)
        # by identity: comparing recipes at every frame would cost more than the frame
        known = [id(part) for part in self._made]
        if self._frame is None or [id(part) for part in made] != known:
            self._made = made
            self._frame = self._new_frame()
        return self._frame

    def _new_frame(self) -> PlayPlayers:
        game, setting = self._game, self._game.played.setting
        match = None if game.attempt is not None else game.match
        level = self._level(match)
        return PlayPlayers(
            game=setting.game,
            position=setting.position,
            own=game.own is not None,
            mine=_mine(game),
            switches=rules_of(setting),
            is_alone=match is None,
            seeded=_seeded(setting),
            rules=setting.record.rules,
            records=_records(setting),
            sections=self._sections(),
            first="person" if match is None else _who(match),
            level=level,
            about=self._about(level),
            searches=()
            if match is None
            else tuple(who for who in (0, 1) if not match.sides[who].is_person),
            edited=None if match is None else self.edited,
            limit=None if match is None else _limit(match, self.edited),
        )

    def _level(self, match: Match | None) -> str:
        if match is None or self.edited is None:
            return ""
        return match.sides[self.edited].level or OWN

    def _about(self, level: str) -> str:
        attempt = self._game.attempt
        if attempt is not None:
            return f"{_titled(attempt.recipe)}, {_budget(attempt)}."
        if not level:
            return f"Two people play; a hint {asked(self._game.match)}."
        if level != OWN:
            found, setting = find_level(level), self._game.match.setting
            told = measured(setting, level)
            more = _PONDERS if self._game.match.ponders else ""
            return f"{found.about(setting.game, setting.own)}. {told}{more}".strip()
        recipe = self.recipe
        return "" if recipe is None else f"{_titled(recipe)} with settings of your own."

    def _sections(self) -> tuple[FormSection, ...]:
        recipe = self.recipe
        if recipe is None:
            return ()
        original = recipe.replace(parameters={})
        root = self._game.played.state_at(0)
        form = RecipeForm(recipe, original, root, LIMITS, self._refusal)
        own = {parameter.name for parameter in recipe.record.parameters}
        sections = []
        for section in form.sections():
            fields = tuple(
                field
                for field in section.fields
                if section.title in _SHOWN
                and field.name not in own
                and field.name not in _ELSEWHERE
            )
            if fields:
                sections.append(replace(section, fields=fields))
        return tuple(sections)


def _mine(game: Game) -> str | None:
    """What the menu calls the visitor's own code; None before it has run."""
    recipe = game.own_games.edited
    if recipe is None:
        return None
    return f"{recipe.record.title} (yours)"


def _titled(recipe: Recipe) -> str:
    return str(SEARCHES[recipe.search].title)


def _budget(attempt: Attempt) -> str:
    told = plural(int(attempt.recipe.values["iterations"]), "playout")
    return f"{told} a move" if attempt.setting.record.has_chance else told


def _records(setting: Setting) -> tuple[PlayRecord, ...]:
    return tuple(
        PlayRecord(f"{each.position} {number(each.score)}", each.author, each.source)
        for each in setting.record.record_games()
    )


def _seeded(setting: Setting) -> str:
    """What a position that a seed draws begins with, such as "4x4:"; "" for any other."""
    found = _SEED.fullmatch(setting.position or setting.record.default_position)
    return found[1] if found else ""


def _who(match: Match) -> str:
    """The name of the form's choice that the match is."""
    persons = (match.sides[0].is_person, match.sides[1].is_person)
    return {
        (True, False): "person",
        (False, True): "search",
        (True, True): "persons",
        (False, False): "searches",
    }[persons]


def _limit(match: Match, player: int | None) -> PlayLimit | None:
    limit = None if player is None else match.sides[player].limit
    if limit is None:
        return None
    playouts = {*_PLAYOUTS, *_MORE_PLAYOUTS, *([limit.playouts] if limit.playouts else [])}
    seconds = {*_SECONDS, *([limit.seconds] if limit.seconds else [])}
    return PlayLimit(
        kind="playouts" if limit.playouts else "seconds",
        value=limit.playouts or limit.seconds,
        playouts=tuple((value, number(value)) for value in sorted(playouts)),
        seconds=tuple((value, f"{value:g} s") for value in sorted(seconds)),
    )


def side_words(match: Match, player: int) -> PlaySide:
    """Who plays a side, and how strong."""
    side = match.sides[player]
    order = "moves first" if player == 0 else "moves second"
    if side.is_person:
        return PlaySide("You" if _who(match) != "persons" else "A person", order)
    return PlaySide(side.name or "Search", f"{order}, {_strength(side)}")


def _strength(side: Side) -> str:
    """A level's title, or how long another search thinks."""
    if side.level:
        return LEVELS[side.level].title
    limit = side.limit
    if limit is not None and limit.playouts:
        return plural(limit.playouts, "playout")
    return str(limit)
