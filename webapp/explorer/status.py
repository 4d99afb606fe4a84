"""What the page's own HTML says: texts, buttons and numbers, as one plain dictionary."""

from __future__ import annotations

import math
from typing import Any

from explorer import transport
from explorer.frame import Frame
from explorer.narration import Sentence, announce_jump, conclude, narrate, summarize
from explorer.session import ANIMATED_SPEED, Session
from explorer.text import number, plural


def status(session: Session, frame: Frame, rate: float) -> dict[str, Any]:
    """The state of the session for `client.js`; `rate`: iterations a second at this moment."""
    progress = session.jump.progress if session.jump else None
    return {
        "iteration": frame.iteration,
        "phase": frame.phase,
        "steps": session.steps,
        "nodes": frame.num_nodes,
        "end": session.course.axis_end,
        "playing": session.playing,
        "busy": session.busy,
        "stopped": frame.stopped,
        "speed": session.playing_speed,
        "progress": progress if session.jump is None else (progress or 0.0),
        "code": list(session.search.code),
        "narration": _sentence(session, frame, rate),
        "disabled": transport.disabled(session),
        "hidden": transport.hidden(session),
        "texts": _texts(session, frame),
    }


def _sentence(session: Session, frame: Frame, rate: float) -> Sentence:
    search = session.search
    if session.jump is not None:
        jump = session.jump
        return announce_jump(jump.label, jump.progress, jump.walk.search.iterations)
    if search.stopped:
        return conclude(search, frame)
    if session.playing and session.playing_speed > ANIMATED_SPEED and frame.iteration:
        return summarize(frame, rate)
    return narrate(search, frame)


def _texts(session: Session, frame: Frame) -> dict[str, str]:
    """Texts by the name in `data-text`."""
    counted = "Playout" if session.search.rule is None else "Iteration"
    return {
        "count": f"{number(frame.num_drawn)} of {plural(frame.num_nodes, 'node')}",
        "tree-text": (
            f"{plural(frame.num_nodes, 'node')}, {plural(frame.iteration, 'iteration')}; "
            f"{frame.tree.caption}"
        ),
        "board-context": frame.board.context,
        "board-badge": frame.board.badge,
        "why-context": frame.why.context,
        "why-count": frame.why.count,
        "iteration": f"{counted} {number(frame.iteration)}",
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
