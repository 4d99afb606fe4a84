"""The Learn page: a chapter's text, its search on the stage, its questions and its claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.cards.board.picture import board_picture
from explorer.cards.lanes.sent import lanes_of
from explorer.cards.tree.view import picture
from explorer.cards.why.view import WhyView
from explorer.game.line import Actions
from explorer.look.boards import has_tiles
from explorer.look.palette import LIGHT, PALETTES
from explorer.moment.detail import ENLARGED, MOST_NODES, Detail, Opening
from explorer.moment.steps import PHASES
from explorer.pages.learn import stage
from explorer.pages.learn.chapter import PARTS, Chapter, Question, Step, all_chapters
from explorer.pages.learn.checker import Checker
from explorer.pages.learn.checks import ChapterError
from explorer.pages.learn.errands import Errands
from explorer.pages.learn.judges import JUDGES
from explorer.pages.learn.lesson import OPEN, RIGHT, SKIPPED, WRONG, State, lesson
from explorer.pages.learn.maker import Maker
from explorer.pages.learn.moments import Key, Ready, told_of
from explorer.pages.learn.sequel import Beats, Sequel
from explorer.pages.learn.status import LearnStage, LearnStatus
from explorer.pages.learn.trying import Trying
from explorer.pages.page import Line, Page
from explorer.session.browser import RefusedAnswer
from explorer.session.permalink import LANES, TREE, Place
from explorer.session.player import STEP_MS
from explorer.session.session import Session

_WAITED_FOR, _AHEAD = 3, 1  # how urgent a step is; a check is between them
_ROWS = 9
_PAUSE_SECONDS, _MOVE_SECONDS = 0.4, 0.7  # before the stage plays on, and between two moves


class Learn(Page):
    """A session for the stage, and errands that make the next steps ready and check claims."""

    name = "learn"
    title = "Learn"
    order = 10
    pictures = ("board", "tree", "lanes", "lesson", "claim", "trying")
    keys = (
        (("Alt", "→", "←"), "next step, step before"),
        (("Alt", "↓", "↑"), "next chapter, chapter before"),
        (("P",), "to the question; arrows choose a move, Enter plays it, Esc skips"),
        (("C",), "check the claim"),
        (("Space",), "play or pause the search"),
        (("→", "←"), "one phase on, one back"),
    )

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.chapters = all_chapters()
        self.session = Session("tictactoe-uct", screen_ready=line.is_ready)
        self.session.detail = replace(Detail(), wants_strip=False)
        self.session.max_rows = _ROWS
        self._why = WhyView(LIGHT)
        self._errands = Errands()
        self._steps = Maker(self._errands, self.chapters, self._hear_of)
        self._checker = Checker(self._errands, self._draw)
        self._sequel = Sequel()
        self._trying = Trying(self._errands, self._stand_with, self._draw)
        self._key: Key = (self.chapters[0].name, 0)  # of the step that is wanted
        self._ready: Ready | None = None  # the step on show
        self._state: State = OPEN
        self._said = ""
        self._moves: Actions = ()  # an answer, and what follows it
        self._aims = False  # a finger chooses a move first and plays it then
        self._aimed: int | None = None
        self._frame: Any = None
        self._connect()

    @property
    def parts(self) -> list[tuple[str, list[Chapter]]]:
        """The chapters by the parts that they belong to."""
        return [(part, [c for c in self.chapters if c.part == part]) for part in PARTS]

    @property
    def roots(self) -> dict[str, Any]:
        return {f"{self.prefix}why": self._why.root}

    def _connect(self) -> None:
        session, line = self.session, self.line
        line.run(session)
        line.run(self._errands)
        line.run(self._sequel)
        session.watch(self._draw)
        self._errands.on_failure(self._refuse)
        plain: dict[str, Callable[[], None]] = {
            "play": self._play,
            "pause": session.pause,
            "first": session.reset,
            "forward": session.step_phase,
            "back": session.back_phase,
            "select-parent": session.select_parent,
            "select-child": session.select_child,
            "lesson": self._return,
            "skip": self._skip,
            "retry": self._retry,
            "again": self._want,
            "check": lambda: self._checker.start(self._chapter),
            "stop": self._checker.stop,
            "curve": self._draw_curve,
            "explore": self._explore,
        }
        for name, command in plain.items():
            line.on(name, _without_value(command))
        line.on("go", self._go_to)
        line.on("answer", lambda value: self._answer(int(value)))
        line.on("change", self._change)
        line.on("size", self._set_size)
        line.on("select", lambda value: self._point(tuple(map(int, value))))
        line.on("hover", self._hover)
        line.on("pin", lambda value: session.pin(None if value is None else tuple(map(int, value))))
        line.on("collapse", lambda value: session.collapse(tuple(map(int, value))))
        line.on("open-more", self._open_more)
        line.on("level", self._set_level)

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        with self.line.together():
            self.set_theme(value["theme"])
            self._set_size(value["size"])
            self.session.still = bool(value["still"])
            self._go_to(value["at"])

    def set_theme(self, name: str) -> None:
        palette = PALETTES.get(name, LIGHT)
        with self.line.together():
            self._why.set_palette(palette)

    def _set_size(self, size: dict[str, Any]) -> None:
        self._aims = bool(size.get("aims"))
        self.session.set_detail(self.session.detail.sized(size["tree"]))

    def _set_level(self, level: Any) -> None:
        level = min(len(ENLARGED) - 1, max(0, int(level)))
        self.session.set_detail(replace(self.session.detail, level=level))

    def _open_more(self, value: Any) -> None:
        count = min(MOST_NODES, max(1, int(value["count"])))
        self.session.open_more(Opening(tuple(map(int, value["actions"])), count))

    def _hover(self, value: Any) -> None:
        self.session.hover(None if value is None else tuple(map(int, value)))

    # -- steps --------------------------------------------------------------------------------

    @property
    def _chapter(self) -> Chapter:
        return self._find(self._key[0])

    def _find(self, name: str) -> Chapter:
        return next(chapter for chapter in self.chapters if chapter.name == name)

    @property
    def _step(self) -> Step:
        return self._chapter.steps[self._key[1]]

    def _go_to(self, value: Any) -> None:
        """Show a step by its chapter's name and its number from 1, as a link names them."""
        key, problem = self._key_of(str(value.get("chapter") or ""), str(value.get("step") or "1"))
        if problem:
            self.line.answer(RefusedAnswer(problem))
        if key[0] != self._key[0]:
            self._checker.clear()
        self._key = key
        self._want()

    def _want(self) -> None:
        """Show the step that is wanted, at once or when it is ready."""
        self._steps.make(self._key, _WAITED_FOR)
        self._hear_of(self._key)

    def _hear_of(self, key: Key) -> None:
        """A step is ready, on its way, or has failed."""
        if key != self._key:
            return
        if self._steps.get(key) is None:
            self._draw()
        else:
            self._show(key)

    def _key_of(self, name: str, step: str) -> tuple[Key, str]:
        """The step that is meant, or the nearest to it and what is wrong."""
        names = [chapter.name for chapter in self.chapters]
        if not name:
            return (names[0], 0), ""
        if name not in names:
            known = ", ".join(names)
            return (names[0], 0), f"link: chapter {name[:40]!r} is not known; choose one of {known}"
        count = len(self._find(name).steps)
        if not step.isdecimal() or not 1 <= int(step) <= count:
            return (name, 0), f"link: step {step[:40]!r} is not valid; give 1 to {count}"
        return (name, int(step) - 1), ""

    def _show(self, key: Key) -> None:
        """Put a step that is ready on the stage, and make those beside it ready."""
        ready = self._steps.get(key)
        assert ready is not None
        self._sequel.stop()
        self._ready = ready
        self._state, self._said, self._moves, self._aimed = OPEN, "", (), None
        self._return()
        for other in self._beside(key):
            self._steps.make(other, _AHEAD)
        if key[1] == len(self._chapter.steps) - 1:
            self._checker.estimate(self._chapter)

    def _beside(self, key: Key) -> list[Key]:
        """The steps that the reader may want next: the one after, the one before."""
        places = [(c.name, i) for c in self.chapters for i in range(len(c.steps))]
        at = places.index(key)
        return places[at + 1 : at + 3] + places[max(at - 1, 0) : at]

    def _return(self) -> None:
        """The stage as the step has it."""
        if self._ready is not None:
            ready = self._ready
            self._trying.begin(self._key if self._steps.get(self._key) is ready else None)
            self.session.stand_at(ready.place, ready.search.copy(), ready.callouts)

    @property
    def _is_at_step(self) -> bool:
        """Whether the stage is as the step has it."""
        session, ready = self.session, self._ready
        return (
            ready is not None
            and not session.busy
            and session.recipe is ready.place.recipe
            and session.steps == ready.place.steps
            and session.selected == ready.place.selected
        )

    def _refuse(self, error: Exception) -> None:
        self.line.answer(RefusedAnswer(str(error)))

    # -- the stage ----------------------------------------------------------------------------

    def _play(self) -> None:
        if self.session.search.stopped:
            self.session.reset()
        self.session.play()

    def _point(self, actions: Actions) -> None:
        """A click on the board, the tree or the table: an answer, or a node to look at."""
        ready, question = self._asked
        is_asked = question is not None and self._state != RIGHT
        is_asked = is_asked and self._is_at_step and bool(actions)
        if not (ready and is_asked and actions[:-1] == ready.place.selected):
            self.session.select(actions)
        elif self._aims and self._aimed != actions[-1] and actions[-1] in ready.names:
            self._aimed = actions[-1]
            self.session.hover(actions)
        else:
            self._answer(actions[-1])

    def _change(self, value: dict[str, Any]) -> None:
        """Another value of a parameter: the step's moment in the search that has it."""
        ready = self._ready
        if ready is None or self._steps.get(self._key) is not ready:
            return
        self._sequel.stop()
        try:
            self._trying.change(
                self._chapter, self._key[1], ready, str(value["name"]), value["value"]
            )
        except ChapterError as error:
            self._refuse(error)

    def _stand_with(self, place: Place, search: Any) -> None:
        self.session.stand_at(place, search, self._ready.callouts if self._ready else ())

    def _draw_curve(self) -> None:
        curve = self._step.curve
        if curve is not None:
            self._trying.draw_curve(self._chapter, curve)

    def _explore(self) -> None:
        self.line.hand_over("explore", self.session.place(), "")

    # -- the question -------------------------------------------------------------------------

    @property
    def _asked(self) -> tuple[Ready | None, Question | None]:
        """The step on show and its question; none while another step is on its way."""
        ready = self._ready
        if ready is None or self._steps.get(self._key) is not ready:
            return None, None
        return ready, self._step.question

    def _answer(self, action: int) -> None:
        ready, question = self._asked
        if ready is None or question is None or action not in ready.names:
            return
        if action in ready.answers:
            self._settle(RIGHT, f"**{ready.names[action]}.** Yes. {ready.why}", (action,))
            self._sequel.start(self._play_on(ready, question, ready.answers[action]))
            return
        try:
            told, reply = told_of(self._chapter, self._step, ready, action)
        except ChapterError as error:
            self._refuse(error)
            return
        self._settle(WRONG, told, (action,) if reply is None else (action, reply))

    def _settle(self, state: State, said: str, moves: Actions) -> None:
        self._sequel.stop()
        self._state, self._said, self._moves, self._aimed = state, said, moves, None
        if self._is_at_step:
            self._frame = None
            self._draw()
        else:
            self._return()

    def _skip(self) -> None:
        ready, question = self._asked
        if ready is not None and question is not None:
            self._settle(SKIPPED, ready.why, (min(ready.answers),))

    def _retry(self) -> None:
        if self._asked[1] is not None:
            self._settle(OPEN, "", ())

    def _play_on(self, ready: Ready, question: Question, line: Actions) -> Beats:
        """What follows the right answer, a beat at a time, for as long as nobody does anything."""
        session, node = self.session, ready.place.selected
        beats: list[Callable[[], None]]
        if JUDGES[question.judge].is_search_to_come:
            beats, seconds = PHASES * [session.step_phase], STEP_MS / 1000.0
        elif question.on == "board" and not has_tiles(ready.search.root):
            beats = [partial(self._put, line[:number]) for number in range(2, len(line) + 1)]
            seconds = _MOVE_SECONDS
        else:
            beats = [partial(session.select, (*node, *line[: i + 1])) for i in range(len(line))]
            seconds = _MOVE_SECONDS
        standing = self._standing
        yield _PAUSE_SECONDS
        for beat in beats:
            if self._standing != standing:
                return
            beat()
            standing = self._standing
            yield seconds

    def _put(self, moves: Actions) -> None:
        """Show moves on the board that have not been played."""
        self._moves = moves
        self._draw()

    @property
    def _standing(self) -> tuple[Any, ...]:
        """What changes when the reader does something to the stage or goes on."""
        session = self.session
        return (self._key, self._state, session.recipe, session.steps, session.selected)

    # -- drawing ------------------------------------------------------------------------------

    def _draw(self) -> None:
        """One frame: the stage, the text where it has changed, and the words around them."""
        with self.line.together():
            shown = None if self._ready is None else self._draw_stage(self._ready)
            problem = self._steps.problem(self._key)
            self.show("claim", self._checker.frame(self._chapter))
            waiting = self._steps.get(self._key) is None and not problem
            status = LearnStatus(waiting, problem, self._key[1] + 1, shown)
            self.line.send(status)

    def _draw_stage(self, ready: Ready) -> LearnStage:
        session, chapter, step = self.session, self._chapter, self._step
        whole = session.frame()
        is_at_step = self._is_at_step
        drawn = whole
        if is_at_step:
            state = self._state if step.question else ""
            drawn = stage.drawn(whole, ready, step.path, state, self._moves)
        view = LANES if step.lanes and session.has_lanes else TREE
        shown = (whole, self._state, self._moves, is_at_step, view)
        if shown != self._frame:
            self._frame = shown
            if view == LANES:
                self.show("lanes", lanes_of(drawn.nested, drawn.nrpa))
            else:
                tree = drawn.tree
                self.show("board", board_picture(drawn.board, (tree.low, tree.high)))
                self._why.show(drawn.why)
                self.line.show("tree", picture(tree, False, session.steps, session.pace_ms))
        places = [other.name for other in self.chapters]
        at = places.index(chapter.name)
        following = self.chapters[at + 1] if at + 1 < len(places) else None
        if (chapter.name, self._key[1]) == self._key and self._steps.get(self._key) is ready:
            told = lesson(chapter, self._key[1], ready, self._state, self._said, following)
            self.show("lesson", told)
            self.show("trying", self._trying.frame(step, ready))
        label = chapter.labels[step.recipe]
        in_playout = bool(drawn.board.badge)
        return LearnStage(
            steps=session.steps,
            busy=session.busy,
            changed=not is_at_step,
            view=view,
            moves=len(self._moves),
            aimed="" if self._aimed is None else ready.names[self._aimed],
            hovered=None if drawn.hovered is None else ",".join(map(str, drawn.hovered)),
            texts=stage.texts(drawn, session.search, label, in_playout, view == LANES),
        )


def _without_value(command: Callable[[], None]) -> Callable[[Any], None]:
    return lambda value: command()
