"""The buttons and keys: which method of the session each one calls, and when it may be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.game.line import Actions
from explorer.look.text import NARROW_SPACE, number
from explorer.moment.detail import MOST_NODES, Opening
from explorer.moment.path import has_best
from explorer.session import buttons
from explorer.session.browser import Browser
from explorer.session.buttons import finite, whole
from explorer.session.player import FASTEST, SLOWEST
from explorer.session.session import Session

MOST_ITERATIONS_A_CLICK = 1000
_FASTER = 2.0


def connect(browser: Browser, session: Session) -> None:
    """Let the events of the page's buttons and keys act on the session."""
    plain = {
        **buttons.commands(session),
        "pause": session.pause,
        "play": lambda: play(session),
        "open": session.open,
        "undo": session.undo,
        "reset-recipe": lambda: session.load(session.preset_recipe),
        "select-parent": session.select_parent,
        "select-child": session.select_child,
        "faster": lambda: session.set_speed(session.speed * _FASTER),
        "slower": lambda: session.set_speed(session.speed / _FASTER),
    }
    for name, command in plain.items():
        browser.on(name, _without_value(command))
    browser.on("run-on", lambda value: session.run_on(whole(value, 1, MOST_ITERATIONS_A_CLICK)))
    browser.on("jump", lambda value: session.jump_to(whole(value, 0, session.course.horizon)))
    browser.on("speed", lambda value: session.set_speed(finite(value, SLOWEST)))
    browser.on("select", lambda value: session.select(_actions(value)))
    browser.on("collapse", lambda value: session.collapse(_actions(value)))
    browser.on("open-more", lambda value: session.open_more(_opening(value)))
    browser.on("view", lambda value: session.set_view(str(value)))
    browser.on("hover", lambda value: session.hover(None if value is None else _actions(value)))
    browser.on("pin", lambda value: session.pin(None if value is None else _actions(value)))


def _without_value(command: Callable[[], None]) -> Callable[[Any], None]:
    return lambda value: command()


def _opening(value: Any) -> Opening:
    return Opening(_actions(value["actions"]), whole(value["count"], 1, MOST_NODES))


def _actions(value: Any) -> Actions:
    return tuple(int(action) for action in value)


def play(session: Session) -> None:
    """Play; at the end of the search go on beyond its budget, or see it again."""
    if not session.search.stopped:
        session.play()
    elif session.can_extend:
        session.extend_budget()
    else:
        session.reset()
        session.play()


def play_label(session: Session) -> str:
    if session.busy:
        return "Pause"
    if not session.search.stopped:
        return "Play"
    return "Continue" if session.can_extend else "Replay"


def disabled(session: Session) -> list[str]:
    """The buttons that would do nothing now."""
    names = buttons.disabled(session)
    if not session.selected:
        names.append("select-parent")
    if not session.child_of_selected():
        names.append("select-child")
    return names


def hidden(session: Session) -> list[str]:
    """The buttons that make no sense for this search."""
    names = [] if session.can_undo else ["undo"]
    return names if has_best(session.search) else [*names, "next-best"]


def speed_text(speed: float) -> str:
    if speed >= FASTEST:
        return "as fast as it goes"
    decimals = 1 if speed < 10 and speed != int(speed) else 0
    if speed >= 10_000:
        return f"{number(speed / 1000)}k{NARROW_SPACE}phases/s"
    return f"{number(speed, decimals)} phases/s"
