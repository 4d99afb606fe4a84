"""The scrub bar: best and mean score over the iterations, with the moment that is shown."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.models import FixedTicker, Grid, LinearAxis
from bokeh.models.glyphs import Line, Scatter, Segment

from explorer.look import text
from explorer.look.canvas import Source, bare_figure, dress, glyph, halo_text
from explorer.look.palette import CANVAS_FONT, LIGHT, Palette
from explorer.moment.course import History

LEFT, RIGHT, BOTTOM = 42, 12, 17
"""Pixels around the plotting area; a slider laid over the view needs them."""

_HEIGHT = 72
_PLOT = _HEIGHT - BOTTOM
_AHEAD_ALPHA = 0.3
_LABEL_ROOM = 15.0
_LABEL_SHARE = 0.3  # of the width, which on a phone a label to the left of the moment needs
_MARK_ROOM = 14.0
_HEADROOM, _LABEL_HEADROOM = 1.12, 1.45  # where the plot ends, in lengths of the value axis
_FOOTROOM = 0.112  # below the axis, for the ticks of new bests


class ScrubView:
    """`root` is the object to embed; `show` draws the course of a search."""

    def __init__(self, palette: Palette = LIGHT) -> None:
        self._palette = palette
        self._plot = bare_figure(
            (0, 1),
            (0, 1),
            height=_HEIGHT,
            sizing_mode="stretch_width",
            min_border_top=2,  # the canvas does not clear what touches its very edge
            min_border_left=LEFT,
            min_border_right=RIGHT,
            min_border_bottom=BOTTOM,
        )
        line = ("x", "y")
        self._returns = Source("x", "y", "alpha")
        self._best, self._best_ahead = Source(*line), Source(*line)
        self._mean, self._mean_ahead = Source(*line), Source(*line)
        self._news = Source("x", "y", "foot", "alpha")
        self._head = Source("x", "top", "foot")
        self._best_label = Source("x", "y", "text", "dx", "align")
        self._mean_label = Source("x", "y", "text", "dx", "align")
        self._marks = Source("x", "end", "y")
        self._mark_label = Source("x", "y", "text", "dx", "align")
        self._add_axes()
        self._add_glyphs()
        self.root = pn.pane.Bokeh(self._plot, height=_HEIGHT, sizing_mode="stretch_width", margin=0)
        self.set_palette(palette)

    def _add_axes(self) -> None:
        for side, standoff in (("below", 3), ("left", 6)):
            axis: Any = LinearAxis(
                axis_line_color=None,
                major_tick_line_color=None,
                minor_tick_line_color=None,
                major_tick_out=0,
                major_label_standoff=standoff,
                major_label_text_font=CANVAS_FONT,
                major_label_text_font_size="11px",
            )
            axis.ticker = FixedTicker(ticks=[])  # Bokeh's type hints know one kind of ticker only
            self._plot.add_layout(axis, side)
        self._plot.add_layout(Grid(dimension=1, ticker=self._plot.yaxis[0].ticker))

    def _add_glyphs(self) -> None:
        plot = self._plot
        self._mark_lines = glyph(
            plot,
            Segment,
            self._marks,
            x0="x",
            y0="y",
            x1="end",
            y1="y",
            line_width=1,
            line_dash=[4, 3],
        )
        self._dots = glyph(
            plot,
            Scatter,
            self._returns,
            x="x",
            y="y",
            size=2.2,
            line_color=None,
            fill_alpha="alpha",
        )
        self._lines: list[Any] = []
        for source, alpha in ((self._mean_ahead, _AHEAD_ALPHA), (self._mean, 1.0)):
            line = glyph(plot, Line, source, x="x", y="y", line_width=1.8, line_alpha=alpha)
            self._lines.append(line)
        for source, alpha in ((self._best_ahead, _AHEAD_ALPHA), (self._best, 1.0)):
            line = glyph(plot, Line, source, x="x", y="y", line_width=2, line_alpha=alpha)
            self._lines.append(line)
        self._ticks = glyph(
            plot,
            Scatter,
            self._news,
            x="x",
            y="foot",
            size=8,
            marker="dash",
            angle=math.pi / 2,
            line_width=2,
            line_alpha="alpha",
        )
        self._stars = glyph(
            plot, Scatter, self._news, x="x", y="y", size=6, line_width=1.5, line_alpha="alpha"
        )
        self._playhead = glyph(
            plot, Segment, self._head, x0="x", y0="foot", x1="x", y1="top", line_width=1.5
        )
        self._knob = glyph(
            plot, Scatter, self._head, x="x", y="foot", size=12, line_color=None, level="overlay"
        )
        pairs = [
            halo_text(
                plot,
                source,
                x="x",
                y="y",
                text="text",
                x_offset="dx",
                text_font=value(CANVAS_FONT),
                text_font_size="12px",
                text_font_style=style,
                text_align="align",
                text_baseline="middle",
            )
            for source, style in (
                (self._mark_label, "normal"),
                (self._best_label, "bold"),
                (self._mean_label, "normal"),
            )
        ]
        self._label_halos = [halo for halo, _ in pairs]
        self._labels = [label for _, label in pairs]

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        self._dots.fill_color = palette.ink3
        mean_ahead, mean, best_ahead, best = self._lines
        mean_ahead.line_color = mean.line_color = palette.terms[0]
        best_ahead.line_color = best.line_color = palette.accent
        self._ticks.line_color = palette.accent
        self._stars.fill_color = palette.surface
        self._stars.line_color = palette.accent
        self._playhead.line_color = palette.ink
        self._knob.fill_color = palette.accent
        self._plot.ygrid.grid_line_color = palette.line
        for axis in (self._plot.xaxis, self._plot.yaxis):
            axis.major_label_text_color = palette.ink3
        self._mark_lines.line_color = palette.ink3
        colors = (palette.ink2, palette.accent, palette.ink2)
        for label, color in zip(self._labels, colors, strict=True):
            label.text_color = color
        for halo in self._label_halos:
            halo.text_color = halo.text_outline_color = palette.surface

    def show(self, history: History) -> None:
        """Draw the course of a search; what lies ahead of the playhead is faint."""
        end = float(max(history.end, 1))
        low, top, step = _value_axis(history)
        foot = low - 0.07 * (top - low)
        dress(self._plot.x_range, start=0.0, end=end)
        self._set_ticks(end, (low, top, step), history.percent)
        now = history.playhead
        known = np.isfinite(history.best)
        iterations, best = history.iterations[known], history.best[known]
        self._show_labels(history, iterations, best, history.mean[known], (low, top))
        self._show_marks(history, end)
        if history.improvements.size and not history.percent:
            self._write_steps(history, iterations)
        else:
            self._write_line(self._best, self._best_ahead, iterations, best, now)
        self._write_line(self._mean, self._mean_ahead, iterations, history.mean[known], now)
        self._returns.write(
            history.return_iterations,
            history.returns,
            np.where(history.return_iterations <= now, 0.35, 0.12),
        )
        self._news.write(
            history.improvements,
            history.improved,
            np.full(len(history.improvements), foot),
            np.where(history.improvements <= now, 1.0, _AHEAD_ALPHA),
        )
        end_of_head = low + 0.97 * (self._plot.y_range.end - low)
        self._head.write([now], [end_of_head], [foot])

    def _set_ticks(self, end: float, axis: tuple[float, float, float], percent: bool) -> None:
        low, top, step = axis
        values = [low + i * step for i in range(round((top - low) / step) + 1)] if step else [0.0]
        names = [text.percent(v) if percent else _axis_number(v) for v in values]
        _set_axis(self._plot.yaxis[0], values, names)
        every = text.nice_step(end, 3)
        ticks = [i * every for i in range(int(end / every + 1e-9) + 1)]
        # no label so near to the right edge that it would be cut
        ticks = [tick for tick in ticks if tick <= 0.98 * end]
        _set_axis(self._plot.xaxis[0], ticks, [text.number(tick) for tick in ticks])

    def _write_steps(self, history: History, iterations: np.ndarray) -> None:
        """One player: the exact steps at which the best score rose."""
        x = history.improvements.astype(float)
        y = history.improved
        last = float(max(iterations[-1] if iterations.size else x[-1], x[-1]))
        now = float(history.playhead)
        xs = np.append(np.repeat(x, 2)[1:], last)
        ys = np.repeat(y, 2)
        behind = xs <= now
        at_now = y[x <= now][-1:]
        self._best.write(
            np.append(xs[behind], np.full(len(at_now), min(now, last))),
            np.append(ys[behind], at_now),
        )
        self._best_ahead.write(
            np.append(np.full(len(at_now), now), xs[~behind]), np.append(at_now, ys[~behind])
        )

    @staticmethod
    def _write_line(behind: Source, ahead: Source, x: np.ndarray, y: np.ndarray, now: int) -> None:
        """A line up to now, and its faint rest, joined at the last sample before now."""
        count = int(np.searchsorted(x, now, side="right"))
        behind.write(x[:count].astype(float), y[:count])
        first = max(count - 1, 0)
        ahead.write(x[first:].astype(float), y[first:])

    def _show_labels(
        self,
        history: History,
        x: np.ndarray,
        best: np.ndarray,
        mean: np.ndarray,
        axis: tuple[float, float],
    ) -> None:
        """The newest values beside their lines, and the end of the plot that leaves them room."""
        count = int(np.searchsorted(x, history.playhead, side="right"))
        foot, top = axis
        span = top - foot
        low_end, high_end = foot - _FOOTROOM * span, foot + _HEADROOM * span
        if not count:
            dress(self._plot.y_range, start=low_end, end=high_end)
            self._best_label.clear()
            self._mean_label.clear()
            return
        pixel = (high_end - low_end) / _PLOT  # height of one pixel
        right = history.playhead < _LABEL_SHARE * history.end
        place = ([history.playhead], [8 if right else -9], ["left" if right else "right"])
        high, low = float(best[count - 1]), float(mean[count - 1])
        result = text.percent if history.percent else text.score
        # below its line; a best line that runs too near to the mean's has its label above
        below = high - low > 2 * _LABEL_ROOM * pixel
        if not below and high + 17 * pixel > high_end:
            high_end = foot + _LABEL_HEADROOM * span
            pixel = (high_end - low_end) / _PLOT
        dress(self._plot.y_range, start=low_end, end=high_end)
        high_y = high + (-10 if below else 10) * pixel
        low_y = low - 10 * pixel
        if low_y < foot + _LABEL_ROOM / 2 * pixel:
            # too near to the ticks: above its line, where the best's label leaves room
            above = low + 10 * pixel
            low_y = above if high_y - above >= _LABEL_ROOM * pixel else max(low_y, foot + 4 * pixel)
        self._best_label.write(
            place[0], [high_y], [f"{history.best_name} {result(high)}"], *place[1:]
        )
        if high_y - low_y < _LABEL_ROOM * pixel:
            self._mean_label.clear()
        else:
            self._mean_label.write(place[0], [low_y], [f"mean {result(low)}"], *place[1:])

    def _show_marks(self, history: History, end: float) -> None:
        """Published scores as lines over the whole width, named at the end without the playhead."""
        scores = [score for _, score in history.marks]
        self._marks.write([0.0] * len(scores), [end] * len(scores), scores)
        if not scores:
            self._mark_label.clear()
            return
        low, share = self._plot.y_range.start, _MARK_ROOM / _PLOT
        high = max(self._plot.y_range.end, (scores[0] - share * low) / (1 - share))
        dress(self._plot.y_range, end=high)
        at_end = history.playhead < 0.4 * history.end
        place = ([end], [-4], ["right"]) if at_end else ([0.0], [4], ["left"])
        told = ", ".join(f"{name} {text.score(score)}" for name, score in history.marks)
        y = scores[0] + 7 * (high - low) / _PLOT
        self._mark_label.write(place[0], [y], [told], *place[1:])


def _set_axis(axis: Any, ticks: list[float], names: list[str]) -> None:
    if axis.ticker.ticks != ticks:
        axis.ticker.ticks = ticks
        axis.major_label_overrides = dict(zip(ticks, names, strict=True))


def _axis_number(value: float) -> str:
    """At most five characters wide, the room left of the plot."""
    if not -1_000 < value < 10_000:
        return f"{'−' if value < 0 else ''}{text.short_count(round(abs(value)))}"
    for decimals in range(4):
        if abs(round(value, decimals) - value) <= 1e-6 * abs(value):
            return text.number(value, decimals)
    factor, _, power = f"{value:.1e}".replace("-", "−").partition("e")
    return f"{factor.removesuffix('.0')}e{power[0]}{power[1:].lstrip('0')}"


def _shown_unit(value: float) -> float:
    """What the last digit of a number on the axis stands for; 0 where all digits are written."""
    size = abs(value)
    if size < 1e3:
        return 0.0
    power = 10.0 ** (3 * (math.log10(size) // 3))
    return power / 10 if size < 9.95 * power else power


def _value_axis(history: History) -> tuple[float, float, float]:
    """The ends of the value axis and its step, whose multiples they are; 0: no values.

    Scores that are never negative begin at 0, and two steps reach above them all. Others begin
    below the least, so that lengths and costs with a minus fill the plot.
    """
    marks = np.asarray([score for _, score in history.marks], dtype=float)
    values = np.concatenate([history.best, history.improved, history.returns, marks])
    values = values[np.isfinite(values)]
    if not values.size:
        return 0.0, 1.0, 0.0
    if history.percent:
        return 0.0, 1.0, 0.5
    least, largest = float(values.min()), float(values.max())
    if least >= 0.0:
        if largest == 0.0 or bool((values == np.floor(values)).all()):
            largest = max(largest, 2.0)  # whole steps
        step = _rounded_up(largest / 2)
        return 0.0, 2 * step, step
    step = _rounded_up((largest - least or abs(least)) / 2)
    shown = _shown_unit(least)
    step = math.ceil(step / shown) * shown if shown else step
    low = math.floor(least / step) * step
    return low, max(math.ceil(largest / step) * step, low + step), step


def _rounded_up(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return next(f * power for f in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if f * power >= value)
