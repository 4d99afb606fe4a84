"""The tree's figure: its data sources, its glyphs in the order they are painted, its tools."""

from __future__ import annotations

import math
from typing import Any

from bokeh.core.properties import value
from bokeh.models import GlobalInlineStyleSheet, HoverTool, PanTool, WheelZoomTool

from explorer.canvas import Source, bare_figure, halo_text, mean_mapper
from explorer.palette import CANVAS_FONT, Palette

RING = 2.4  # pixels, line width of the rings around the path's nodes

_TOOLTIP = """
<div style="font: 12px/1.45 var(--font); color: var(--ink); font-variant-numeric: tabular-nums">
  <b>@name</b> <span style="color: var(--ink2)">depth @depth</span><br>
  <span style="color: var(--ink2)">visits</span> @visits
  <span style="color: var(--ink2)">&ensp;@mean_name</span> @mean_text@top_text
</div>
"""
# Bokeh puts the tooltip at the end of the page's body.
_TOOLTIP_STYLE = """
.bk-Tooltip {
  background-color: var(--surface); border: 1px solid var(--line2); border-radius: 8px;
  box-shadow: 0 4px 14px rgba(0, 0, 0, .14); opacity: 1; padding: 6px 10px;
}
"""


class TreeCanvas:
    """Everything on the figure; `tree_view` writes the sources and sets what a phase colours."""

    def __init__(self) -> None:
        self.mapper = mean_mapper()
        self.plot = bare_figure((0, 1), (1, 0), sizing_mode="stretch_both", min_height=120)
        self.plot.stylesheets.append(GlobalInlineStyleSheet(css=_TOOLTIP_STYLE))
        self._add_sources()
        self._add_edges()
        self._add_nodes()
        self._add_texts()
        self._add_tools()

    def _add_sources(self) -> None:
        edge = ("x0", "y0", "x1", "y1", "mid")
        self.edges = Source(*edge, "width")
        self.dotted = Source(*edge)
        self.best_edges = Source(*edge)
        self.path_edges = Source(*edge, "width", "casing")
        self.connector = Source("x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1")
        self.rings = Source("x", "y", "size", "gap")
        self.nodes = Source(
            *("x", "y", "size", "mean", "line", "width"),
            *("name", "depth", "visits", "mean_name", "mean_text", "top_text", "reach", "below"),
        )
        self.new = Source("x", "y", "size")
        self.halo = Source("x", "y")
        self.star = Source("x", "y", "below")
        self.selected = Source("x", "y", "size")
        self.pills = Source("x", "y", "text")
        self.labels = Source("x", "y", "text", "color", "size")
        self.depths = Source("y", "text")
        beside = ("x", "y", "text", "dx", "align")
        self.title, self.caption, self.result = (Source(*beside) for _ in range(3))

    def _bezier(self, source: Source, **line: Any) -> Any:
        """Edges from (x0, y0) down to (x1, y1), vertical at both ends."""
        return self.plot.bezier(
            *("x0", "y0", "x1", "y1", "x0", "mid", "x1", "mid"), source=source.model, **line
        ).glyph

    def _add_edges(self) -> None:
        self.edge = self._bezier(self.edges, line_width="width", line_cap="butt")
        self.dotted_edge = self._bezier(self.dotted, line_width=1.1, line_dash={"value": [2, 3]})
        self.best_edge = self._bezier(self.best_edges, line_width=1.8)
        self.casing = self._bezier(self.path_edges, line_width="casing")
        self.path_edge = self._bezier(self.path_edges, line_width="width")
        self.connection = self.plot.bezier(
            *("x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1"),
            source=self.connector.model,
            line_width=1.8,
            line_dash={"value": [2, 4]},
            line_cap="round",
        ).glyph

    def _add_nodes(self) -> None:
        plot = self.plot
        self.gap = plot.scatter("x", "y", size="gap", source=self.rings.model, line_color=None)
        self.ring = plot.scatter(
            "x", "y", size="size", source=self.rings.model, fill_color=None, line_width=RING
        )
        self.selection = plot.scatter(
            "x",
            "y",
            size="size",
            source=self.selected.model,
            fill_color=None,
            line_width=1.8,
            line_dash={"value": [4, 3]},
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            source=self.nodes.model,
            fill_color={"field": "mean", "transform": self.mapper},
            line_color="line",
            line_width="width",
        )
        self.glow = plot.scatter(
            "x", "y", size=22, source=self.halo.model, line_color=None, fill_alpha=0.18
        )
        self.diamond = plot.scatter(  # Bokeh's own diamond is too slim
            "x",
            "y",
            size="size",
            marker="square",
            angle=math.pi / 4,
            source=self.new.model,
            line_width=1.5,
        )
        # what the pointer finds: a little more than the smallest nodes
        self.target = plot.scatter(
            "x",
            "y",
            size="reach",
            source=self.nodes.model,
            fill_alpha=0,
            line_alpha=0,
            hover_fill_alpha=0,
            hover_line_alpha=1,
            hover_line_width=1.6,
        )

    def _add_texts(self) -> None:
        def text_glyph(source: Source, *place: Any, halo: bool = False, **options: Any) -> Any:
            options = {
                "source": source.model,
                "text_font": value(CANVAS_FONT),
                "text_font_size": "11px",
                "text_align": "center",
                "text_baseline": "middle",
            } | options
            if not halo:
                return self.plot.text(*place, **options).glyph
            around, glyph = halo_text(self.plot, *place, **options)
            self.text_halos.append(around)
            return glyph

        self.text_halos: list[Any] = []
        point = ("x", "y", "text")
        self.pill = text_glyph(
            *(self.pills, *point), padding={"x": 5, "y": 2}, border_radius=9, border_line_width=1
        )
        text_glyph(
            *(self.labels, *point),
            text_color="color",
            text_font_size="size",
            text_font_style="bold",
        )
        name: dict[str, Any] = {"y_offset": "below", "text_font_size": "10px"}
        self.name = text_glyph(self.nodes, "x", "y", "name", halo=True, **name)
        self.names = self.plot.renderers[-2:]
        for renderer in self.names:
            renderer.visible = False
        self.best_star = text_glyph(
            *(self.star, "x", "y", value("★")), y_offset="below", text_font_size="14px"
        )
        self.depth = text_glyph(self.depths, 12, "y", "text")
        beside: dict[str, Any] = {"x_offset": "dx", "text_align": "align"}
        caption: dict[str, Any] = {**beside, "halo": True, "text_font_size": "12px"}
        self.root_title = text_glyph(self.title, *point, text_font_style="bold", **caption)
        self.root_caption = text_glyph(self.caption, *point, **caption)
        self.climbed = text_glyph(
            *(self.result, *point),
            **beside,
            padding={"x": 8, "y": 4},
            border_radius=11,
            text_font_style="bold",
        )

    def _add_tools(self) -> None:
        hover = HoverTool(
            renderers=[self.target],
            tooltips=_TOOLTIP,
            point_policy="snap_to_data",
            show_arrow=False,
        )
        pan, zoom = PanTool(), WheelZoomTool(zoom_on_axis=False)
        self.plot.add_tools(pan, zoom, hover)
        self.plot.toolbar.active_drag = pan
        self.plot.toolbar.active_scroll = zoom

    def set_palette(self, palette: Palette) -> None:
        """Colour all that does not depend on the phase."""
        self.edge.line_color = palette.edge
        self.dotted_edge.line_color = palette.ink3
        self.best_edge.line_color = palette.best
        self.casing.line_color = palette.surface
        self.gap.glyph.fill_color = palette.surface
        self.selection.glyph.line_color = palette.accent
        self.target.hover_glyph.line_color = palette.accent
        self.diamond.glyph.line_color = palette.surface
        self.best_star.text_color = palette.best
        self.pill.background_fill_color = palette.sunk
        self.pill.border_line_color = palette.line2
        self.pill.text_color = palette.ink2
        self.name.text_color = palette.ink2
        self.depth.text_color = palette.ink3
        self.root_title.text_color = palette.ink
        self.root_caption.text_color = palette.ink2
        self.climbed.text_color = palette.surface
        for halo in self.text_halos:
            halo.text_outline_color = palette.surface
        self.mapper.nan_color = palette.surface

    def set_phase_color(self, color: str, climbed: str) -> None:
        """Colour the path in the phase's colour, and what has climbed it in its own."""
        self.path_edge.line_color = color
        self.connection.line_color = color
        self.ring.glyph.line_color = color
        self.diamond.glyph.fill_color = color
        self.glow.glyph.fill_color = color
        self.climbed.background_fill_color = climbed
