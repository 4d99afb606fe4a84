"""The command `mcsearch race`: which search is better, decided by statistics that hold."""

from __future__ import annotations

import argparse
import functools
import math
from collections.abc import Iterator
from typing import Any

from mcsearch.cli import match_rules, own_problem, reproduce, workers
from mcsearch.cli.flags import declared, flag_of, meanings, refuse, whole_number
from mcsearch.cli.noting import noted_race
from mcsearch.cli.race_boards import boards_of
from mcsearch.cli.racing import FAILED, Games, Running, say
from mcsearch.cli.tournament import TournamentRun
from mcsearch.engine.parameter import Parameter, RecipeError, Value
from mcsearch.engine.wording import counted
from mcsearch.problem.named import recipe_named
from mcsearch.recipe import GAMES, MAX_SEED
from mcsearch.runs import courses, openings, race_report, race_words, worker
from mcsearch.runs.early_ends import early_ends, early_text
from mcsearch.runs.entrants import HOW, common_rules, entrants_of, own_budgets
from mcsearch.runs.match import Fixture, GameError, Played
from mcsearch.runs.numbers import whole_numbers
from mcsearch.runs.pool import PoolError
from mcsearch.runs.programs import entrant as programs
from mcsearch.runs.race import BoardRace, Entrant, Equal, MatchRace, prepared
from mcsearch.runs.reproduction import Row
from mcsearch.runs.statistics.differences import SCOPES
from mcsearch.runs.statistics.sprt import MODELS, Sprt
from mcsearch.runs.store import Store
from mcsearch.runs.tournament import FORMATS, ROUND_ROBIN, Tournament
from mcsearch.runs.usage import Usage, used_text

_PAIRS = 100
_PAIRS_OF_SPRT = 2000
_DEFAULT_BUDGET = {1: "iterations=10000", 2: "iterations=1000"}
_DEFAULT_OF_OWN = {1: "iterations=1000", 2: "iterations=200"}  # whose playouts Python makes
_ONLY_BOARDS = ("board", "boards", "board_seeds", "size", "colours", "seeds", "scope", "target")
_ONLY_MATCH = (
    *("pairs", "seed", "opening_plies", "sprt", "alpha", "beta", "model", "format"),
    *match_rules.FLAGS,
)


def add_command(commands: Any) -> None:
    """Add `race` to the command line."""
    parser = commands.add_parser(
        "race",
        help="find out which search is better",
        description="Race searches with equal budgets. One player: two to four entrants on the "
        "same boards with the same seeds; differences with 95 % intervals. Two players: a match "
        "in pairs of games with swapped sides, from a book of openings; Elo and SPRT are those of "
        "the second entrant. Where chance acts all entrants of a pair meet the same draws. What is "
        "finished is stored: stop it as you like, the same command goes on where it was.",
    )
    parser.add_argument("entrants", nargs="*", metavar="ENTRANT", help=f"{HOW}; or {programs.HOW}")
    parser.add_argument("--game", help="by default that of the entrants: " + ", ".join(GAMES))
    own_problem.add_flag(parser, "race on")
    parser.add_argument(
        "--equal",
        metavar="BUDGET",
        help="of a run or a move: iterations=10000, or seconds=0.5 of processor time; by default "
        "10000 iterations a run, 1000 a move; with --problem 1000 and 200",
    )
    match_rules.add_odds(parser)
    workers.add_flags(parser)
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    for name, declarations in _rules().items():
        parser.add_argument(
            flag_of(name), dest=name, help=f"for all entrants: {meanings(declarations)}"
        )
    parser.add_argument(
        "--plan",
        action="store_true",
        help="run nothing: say how many pairs --sprt is expected to take, or what the boards show",
    )
    boards = parser.add_argument_group("one player")
    boards.add_argument("--board", metavar="FILE", help="text file of boards")
    boards.add_argument("--boards", metavar="NUMBERS", help='only these of FILE, such as "1-10"')
    boards.add_argument(
        "--board-seeds", metavar="NUMBERS", help="of random boards, by default 1-10"
    )
    boards.add_argument(
        "--size", metavar="WxH", help="of random boards, by default 15x15, in 2048 4x4"
    )
    boards.add_argument("--colours", metavar="N", help="of random boards, by default 5")
    boards.add_argument("--seeds", metavar="NUMBERS", help="a round each, by default 1-5")
    boards.add_argument(
        "--scope",
        choices=SCOPES,
        help="what intervals and verdicts speak of: boards like-these, for which the boards are "
        "the sample (by default with two boards or more), or these alone, for which the rounds are",
    )
    boards.add_argument(
        "--target",
        metavar="SCORE",
        help="tell how far below it each is in the mean, how many runs reached it, and after how "
        "many iterations",
    )
    match = parser.add_argument_group("two players")
    match.add_argument("--position", default="", help="before the openings; by default the game's")
    match.add_argument(
        "--pairs",
        metavar="N",
        help=f"of games, by default {_PAIRS}, with --sprt at most {_PAIRS_OF_SPRT}",
    )
    match.add_argument("--seed", metavar="N", help="of openings and games, by default 1")
    match.add_argument(
        "--opening-plies",
        metavar="N",
        help="by default as few as give 500 openings, where chance acts 0",
    )
    match.add_argument(
        "--format",
        choices=FORMATS,
        help="with more than two entrants: everybody against everybody (the default), or the first "
        "against each of the others; one table of ratings",
    )
    match_rules.add_flags(match)
    match.add_argument(
        "--sprt",
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop as soon as it is decided whether the second entrant is stronger by ELO0 or ELO1",
    )
    match.add_argument("--alpha", metavar="RISK", help="of accepting ELO1 wrongly, by default 0.05")
    match.add_argument("--beta", metavar="RISK", help="of accepting ELO0 wrongly, by default 0.05")
    match.add_argument(
        "--model", help=f"of ELO0 and ELO1: {' or '.join(MODELS)} Elo, by default {MODELS[0]}"
    )
    reproduce.add_flags(parser)
    parser.set_defaults(command=_race)


def _rules() -> dict[str, list[Parameter]]:
    """The parameters of games, which are the same for all entrants."""
    return declared(GAMES.values())


def _race(arguments: argparse.Namespace) -> int:
    if arguments.again is not None:
        from mcsearch.cli.main import main  # which has this command

        return reproduce.again(arguments, main)
    if not arguments.entrants:
        raise RecipeError("entrants: there is none; give two, or --again FILE")
    own = None
    if arguments.problem is not None:
        own_problem.refuse_games(arguments, ("boards",))
        own = recipe_named(arguments.problem)
    wanted = arguments.game if own is None else own.game
    entrants = entrants_of(arguments.entrants, wanted, own=own, program=programs.entrant_of)
    game = entrants[0].recipe.record
    budget = _DEFAULT_BUDGET if own is None else _DEFAULT_OF_OWN
    equal, budget_words = match_rules.budget_of(arguments, budget[game.searched_as])
    rules: dict[str, Value] = {
        name: getattr(arguments, name) for name in _rules() if getattr(arguments, name) is not None
    }
    for name in rules:
        if name not in {parameter.name for parameter in game.parameters}:
            raise RecipeError(f"{flag_of(name)}: {game.name} has no such rule; leave it out")
    unused = _ONLY_MATCH if game.num_players == 1 else _ONLY_BOARDS
    players = f"{game.num_players} player{'s' if game.num_players > 1 else ''}"
    refuse(arguments, unused, f"{game.name} is for {players}; leave it out")
    for name, value in common_rules(arguments.entrants, entrants).items():
        if name not in rules:
            rules[name] = value
            say(f"{race_words.common_rule(name, value)}; {flag_of(name)} gives another")
    for told in own_budgets(arguments.entrants, entrants, equal, budget_words):
        say(told)
    ready = prepared(entrants, equal, arguments.position, rules)
    ready = match_rules.with_odds(arguments, ready, equal)
    noted = functools.partial(noted_race, arguments, game.name, equal, rules)
    if game.num_players == 1:
        boards = _BoardRun(arguments, ready, equal)
        if not arguments.plan:
            boards.noted = noted(boards.race)
            return boards.go()
        num_entrants, num_boards, num_rounds = boards.race.scores.shape
        print(race_words.plan_of_boards(num_boards, num_rounds, num_entrants))
        return 0
    if len(ready) > 2 or arguments.format is not None:
        tournament = _tournament(arguments, ready, equal, budget_words)
        tournament.noted = noted(tournament.race)
        return tournament.go()
    match = _MatchRun(arguments, ready, equal, budget_words)
    match.noted = noted(match.race)
    if arguments.plan and match.race.sprt is None:
        raise RecipeError("--plan: of which test? give --sprt ELO0 ELO1")
    if arguments.plan and match.race.sprt is not None:
        print(race_words.plan_of_match(match.race.sprt, match.race.num_pairs))
        return 0
    return match.go()


def _tournament(
    arguments: argparse.Namespace, entrants: tuple[Entrant, ...], equal: Equal, budget: str
) -> TournamentRun:
    """More than two in a game for two."""
    for name in ("sprt", "plan"):
        if getattr(arguments, name):
            raise RecipeError(f"--{name}: it is for a match of two; leave it out")
    rules = match_rules.rules_of(arguments, entrants)
    seed = 1 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
    plies = arguments.opening_plies
    pairs = _PAIRS if arguments.pairs is None else whole_number("--pairs", arguments.pairs, 1)
    race = Tournament(
        entrants,
        arguments.format or ROUND_ROBIN,
        pairs,
        seed,
        None if plies is None else whole_number("--opening-plies", plies, 0),
        rules.openings,
        rules.clock,
        rules.adjudicate,
    )
    game = entrants[0].recipe.game
    each = "" if rules.clock else " a move"
    words = f"{game}, {budget}{each}{rules.words}, {counted(pairs, 'pair')} a match, seed {seed}"
    conditions = {"game": game, "equal": equal.to_dict(), "pairs": pairs, "seed": seed}
    return TournamentRun(arguments, race, words, conditions)


class _MatchRun(Games):
    """Two players."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        entrants: tuple[Entrant, ...],
        equal: Equal,
        budget: str,
    ) -> None:
        super().__init__(arguments)
        rules = match_rules.rules_of(arguments, entrants)
        seed = 1 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
        plies = arguments.opening_plies
        self.race = MatchRace(
            entrants,
            self._num_pairs(),
            seed,
            self._sprt(),
            None if plies is None else whole_number("--opening-plies", plies, 0),
            rules.openings,
            rules.clock,
            rules.adjudicate,
        )
        opening = len(self.race.fixtures(0)[0].opening)
        self.equal = None if rules.clock else equal
        self.conditions = {
            "game": entrants[0].recipe.game,
            "equal": equal.to_dict(),
            "opening_plies": opening,
            "seed": seed,
        }
        each = "" if rules.clock else " a move"
        drawn = "" if rules.openings else f", openings of {opening} plies"
        if entrants[0].recipe.record.has_chance:
            drawn = f"{drawn if opening else ''}, both games of a pair on the same draws"
        self.words = f"{entrants[0].recipe.game}, {budget}{each}{drawn}{rules.words}, seed {seed}"
        if rules.clock:
            self.conditions["clock"] = list(rules.clock)
            del self.conditions["equal"]
        if rules.adjudicate:
            self.conditions["adjudicate"] = True

    def _num_pairs(self) -> int:
        arguments = self.arguments
        if arguments.pairs is not None:
            return whole_number("--pairs", arguments.pairs, 1)
        return _PAIRS if arguments.sprt is None else _PAIRS_OF_SPRT

    def _sprt(self) -> Sprt | None:
        arguments = self.arguments
        if arguments.sprt is None:
            for name in ("alpha", "beta", "model"):
                if getattr(arguments, name) is not None:
                    raise RecipeError(f"--{name}: it belongs to --sprt ELO0 ELO1; give that too")
            return None
        elo0, elo1 = (_number("--sprt", text) for text in arguments.sprt)
        risks = {
            name: _number(f"--{name}", getattr(arguments, name))
            for name in ("alpha", "beta")
            if getattr(arguments, name) is not None
        }
        return Sprt(elo0, elo1, **risks, model=arguments.model or MODELS[0])

    def failed(self, job: str, error: Exception) -> None:
        number, place = self.race.place(job)
        if not isinstance(error, GameError):
            raise PoolError(f"a game fails ({type(error).__name__}: {error}): {job}") from error
        entrant = self.race.entrants[error.player if place == 0 else 1 - error.player]
        raise PoolError(
            f"entrant {entrant.label} fails in pair {number + 1} ({error}), and the other has "
            "nobody to play with"
        ) from error

    def _games(self, store: Store) -> Iterator[tuple[int, int, Fixture, Played]]:
        """The counted games: the pair, the entrant that is player 0, what was played."""
        for number in range(self.race.pairs.num_pairs):
            for place, fixture in enumerate(self.race.fixtures(number)):
                played = store.find_game(fixture.to_json())
                assert played is not None, "a counted game is stored"
                yield number, place, fixture, played

    def finish(self, store: Store) -> None:
        if self.arguments.record is None or not self.race.is_over:
            return
        rows = [
            Row(fixture.to_json(), [played.actions, played.returns])
            for _, _, fixture, played in self._games(store)
        ]
        reproduce.record(self.arguments, self.race.entrants, rows)

    def progress(self) -> tuple[int, int, str]:
        pairs = self.race.pairs
        words = f"Elo {pairs.elo:.0f} +/- {pairs.elo_error:.0f}" if pairs.num_pairs else ""
        if self.race.ratios:
            words += f", LLR {self.race.ratios[-1]:.2f}"
        return pairs.num_pairs, self.race.num_pairs, words

    def result(self, store: Store, as_json: bool) -> str:
        balance = openings.balance_of(self.race) if self.race.pairs.num_pairs else None
        played = list(self._games(store))
        used = []
        if self.equal is not None:
            usage = Usage(self.race.entrants, self.equal)
            for _, place, fixture, game in played:
                usage.add(place, fixture, game)
            used = usage.shares()
        if not as_json:
            told = [race_report.match_text(self.race, self.words)]
            if balance is not None:
                told.append(openings.balance_text(balance))
            return "\n".join([*told, *map(used_text, used)])
        games = [
            race_report.game_document(number, fixture, game) for number, _, fixture, game in played
        ]
        conditions = {
            **self.conditions,
            "openings": balance and balance._asdict(),
            "used": [each._asdict() for each in used],
        }
        return race_report.as_json(race_report.match_document(self.race, conditions, games))


class _BoardRun(Running):
    """One player."""

    unit = "run"
    noun = "runs"
    function = staticmethod(worker.solve)

    def __init__(
        self, arguments: argparse.Namespace, entrants: tuple[Entrant, ...], equal: Equal
    ) -> None:
        super().__init__(arguments)
        seeds = whole_numbers("--seeds", arguments.seeds or "1-5", 0, MAX_SEED)
        boards = boards_of(arguments, entrants[0].recipe)
        self.race = BoardRace(entrants, boards, seeds, arguments.scope)
        target = arguments.target
        self.target = None if target is None else _number("--target", target)
        self.num_done = 0
        self.equal = equal
        self.conditions = {"game": entrants[0].recipe.game, "equal": equal.to_dict()}
        self.words = f"{entrants[0].recipe.game}, {equal} a run"
        if entrants[0].recipe.record.has_chance:
            self.words = (
                f"{entrants[0].recipe.game}, {equal} a move; of each board and seed all entrants "
                "meet the same chance"
            )
            if target is not None:
                raise RecipeError("--target: where chance acts none is sought; leave it out")

    def jobs(self, store: Store) -> Iterator[str]:
        for recipe in self.race.runs:
            if not self.race.is_wanted(recipe):
                continue
            stored = store.find_score(recipe)
            if stored is None:
                yield recipe
            else:
                self.race.add(recipe, stored)
                self.num_done += 1

    def take(self, store: Store, outcome: worker.Outcome) -> None:
        score: float | None = outcome.score
        if store.add(outcome):
            self.num_new += 1
        else:  # another program was quicker: what is stored counts, here as at the next start
            score = store.find_score(outcome.recipe)
        assert score is not None, "what is not new is stored"
        self.race.add(outcome.recipe, score)
        self.num_done += 1

    def failed(self, job: str, error: Exception) -> None:
        reason = f"{type(error).__name__}: {error}"
        for entrant in self.race.fail(job, reason):
            rest = "; the others go on" if self.race.racing else ""
            say(f"entrant {self.race.entrants[entrant].label} fails ({reason}){rest}")
        self.code = FAILED
        if not self.race.racing:
            raise PoolError("every entrant has failed") from error

    def is_over(self) -> bool:
        return self.race.is_over

    def finish(self, store: Store) -> None:
        if self.arguments.record is None or not self.race.is_over:
            return
        stored = {row["recipe"]: row for row in store.rows("runs")}
        found = [stored[recipe] for recipe in self.race.runs if self.race.is_wanted(recipe)]
        rows = [Row(run["recipe"], [run["sequence"], run["score"]]) for run in found]
        reproduce.record(self.arguments, self.race.entrants, rows)

    def progress(self) -> tuple[int, int, str]:
        so_far = ""
        if self.race.num_finished:
            scores = self.race.finished
            means = scores.mean((1, 2))
            leader = int(means.argmax())
            decimals = race_words.decimals_of_scores(scores)
            so_far = f", {self.race.entrants[leader].label} leads with {means[leader]:.{decimals}f}"
        words = f"round {self.race.num_finished} of {len(self.race.seeds)} done{so_far}"
        return self.num_done, len(self.race.runs), words

    def result(self, store: Store, as_json: bool) -> str:
        early = early_ends(self.race, self.equal, store)
        reached = None
        if self.target is not None:
            reached = courses.reached_in(self.race, store, self.target, say)
        if as_json:
            conditions = {
                **self.conditions,
                "ended_early": [end._asdict() for end in early],
            }
            return race_report.as_json(
                race_report.boards_document(self.race, conditions, self.target, reached)
            )
        told = race_report.boards_text(self.race, self.words, self.target, reached)
        notes = [early_text(end, self.equal) for end in early]
        return "\n".join([told, *notes])


def _number(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RecipeError(f"{flag}: {text!r} is not valid; give a number")
    return value
