"""What the page's own HTML says: texts, buttons and numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.cards.frame import Frame
from explorer.cards.why.advice import Advice
from explorer.look.text import number, plural, score, short_count
from explorer.moment.path import counted, told_number
from explorer.pages.explore import transport
from explorer.session.session import LANES, Session
from explorer.session.work import Message
from explorer.words.captions import caption
from explorer.words.narration import (
    Sentence,
    announce_jump,
    conclude,
    moment_title,
    narrate,
    summarize,
)
from explorer.words.spoken import in_words, nothing_in_words


@dataclass(frozen=True, slots=True)
class ExploreStatus:
    """Words and buttons."""

    iteration: int
    phase: int
    steps: int
    nodes: int
    end: int
    playing: bool
    busy: bool
    stopped: str
    speed: float
    progress: float | None
    view: str
    levels: bool
    code: tuple[str, ...]
    narration: tuple[tuple[str, str], ...]  # texts with their styles
    hovered: str | None
    disabled: tuple[str, ...]
    hidden: tuple[str, ...]
    advice: float | None  # another exploration constant to try
    message: Message | None
    moment: str  # the address of what is on show; "" where Python can be asked for it
    texts: dict[str, str]


def status(session: Session, frame: Frame, rate: float, moment: str = "") -> ExploreStatus:
    """The state of the session for `page.js`; `rate`: iterations a second at this moment."""
    progress = session.jump.progress if session.jump else None
    return ExploreStatus(
        iteration=frame.iteration,
        phase=frame.phase,
        steps=session.steps,
        nodes=frame.num_nodes,
        end=session.course.axis_end,
        playing=session.playing,
        busy=session.busy,
        stopped=frame.stopped,
        speed=session.playing_speed,
        progress=progress if session.jump is None else (progress or 0.0),
        view=session.shown_view,
        levels=session.has_lanes,
        code=tuple(session.search.code),
        narration=tuple(_sentence(session, frame, rate)),
        hovered=None if frame.hovered is None else ",".join(map(str, frame.hovered)),
        disabled=tuple(transport.disabled(session)),
        hidden=tuple(transport.hidden(session)),
        advice=advice.exploration if (advice := _advice(session, frame)) else None,
        message=session.message,
        moment=moment,
        texts=_texts(session, frame),
    )


def _advice(session: Session, frame: Frame) -> Advice | None:
    """What the table's numbers say about C; no single moment is on show while a search is fast."""
    if session.jump is not None or session.is_fast or session.shown_view == LANES:
        return None
    return frame.why.advice


def _sentence(session: Session, frame: Frame, rate: float) -> Sentence:
    search = session.search
    if session.jump is not None:
        jump = session.jump
        return announce_jump(jump.walk.search, jump.label, jump.progress)
    if search.stopped:
        return conclude(search, frame)
    if session.is_fast and frame.iteration:
        return summarize(search, frame, rate)
    return narrate(search, frame)


def _drawn(frame: Frame) -> str:
    if frame.num_drawn == frame.num_nodes:
        return plural(frame.num_nodes, "node")
    return f"{number(frame.num_drawn)} of {short_count(frame.num_nodes)}"


def _texts(session: Session, frame: Frame) -> dict[str, str]:
    """Texts by the name in `data-text`."""
    name, count = counted(session.search), told_number(session.search, frame.iteration)
    fast = session.jump is not None or session.is_fast
    advice = _advice(session, frame)
    lanes = (frame.nested or frame.nrpa) if session.shown_view == LANES else None
    return {
        "tree-title": "Nested search" if lanes else "Search tree",
        "count": plural(lanes.playouts, "playout") if lanes else _drawn(frame),
        "scale-low": score(lanes.low) if lanes and lanes.has_scores else "",
        "scale-high": score(lanes.high) if lanes and lanes.has_scores else "",
        "tree-text": (
            f"{plural(frame.num_nodes, 'node')}, {plural(count, name)}; {frame.tree.caption}"
        ),
        **(nothing_in_words() if fast else in_words(session.search, frame)),
        "board-context": frame.board.context,
        "board-badge": frame.board.badge,
        "fact-name": frame.board.facts[0][0],
        "fact": frame.board.facts[0][1],
        "why-context": frame.why.context,
        "why-count": frame.why.count,
        "advice": advice.title if advice else "",
        # what is open is read to its end
        **({"advice-sentence": advice.sentence} if advice else {}),
        "caption": caption(frame.phase) if session.is_introducing and not fast else "",
        "iteration": moment_title(session.search, frame.iteration),
        "phase-of": f"phase {frame.phase} of 4" if frame.phase else "",
        "play": transport.play_label(session),
        "speed": transport.speed_text(session.playing_speed),
        **{f"phase-{code}": name for code, name in enumerate(frame.phase_names, start=1)},
    }


def iteration_rate(samples: list[tuple[float, int]]) -> float:
    """Iterations a second over the last samples (time, iterations); 0 without enough of them."""
    if len(samples) < 2:
        return 0.0
    (first_time, first), (last_time, last) = samples[0], samples[-1]
    seconds = last_time - first_time
    rate = (last - first) / seconds if seconds > 0 else 0.0
    return rate if math.isfinite(rate) and rate > 0 else 0.0
