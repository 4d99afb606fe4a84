"""Every colour, glyph and font of the page, once for each theme.

The stylesheet gets them as CSS variables (`css_variables`), the canvas as values, so that HTML
and Bokeh can never disagree. Families never mix: MEANS (viridis) colours mean results,
`phases` (saturated Okabe-Ito) the four phases, `tiles` (pastel) the cells of a board; the accent
is the only interface colour. The `entrants` of a race have the Okabe-Ito hues that phases leave.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from explorer.look.marks import MARKS

FONT = (
    "ui-sans-serif, -apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, "
    "'Helvetica Neue', Arial, sans-serif"
)
# A canvas does not know the generic name ui-sans-serif.
CANVAS_FONT = FONT.removeprefix("ui-sans-serif, ")
CODE_FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace"

MEANS = (
    "#482878",
    "#433E85",
    "#38588C",
    "#2D708E",
    "#25858E",
    "#1E9B8A",
    "#2BB07F",
    "#51C56A",
    "#85D54A",
    "#C2DF23",
    "#FDE725",
)
"""Viridis without its darkest part, low to high; the same in both themes."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One of the four phases: told by colour, shape and text together."""

    css_name: str
    color: str
    background: str
    marker: str  # Bokeh's name of the shape
    glyph: str  # the same shape as a character


@dataclass(frozen=True, slots=True)
class Tile:
    """A cell colour of a tile game: the glyph on it says the same as the colour."""

    name: str
    color: str
    glyph_color: str
    marker: str
    glyph: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A stone: the colour tells whose it is (the search's or the opponent's)."""

    color: str
    mark_color: str  # the ring or the cross on it
    ghost: str  # fill of a disc that is only expected


@dataclass(frozen=True, slots=True)
class Entrant:
    """One of up to four that race: its mark (`marks.ENTRANTS`) says the same as its colour."""

    color: str
    tint: str  # of a ghost, a chip
    text: str  # on the colour


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, `#RRGGBB` or `#RRGGBBAA`."""

    name: str
    bg: str
    surface: str
    surface2: str
    sunk: str
    seg_on: str
    line: str
    line2: str
    ink: str
    ink2: str
    ink3: str
    accent: str
    accent_bg: str
    on_accent: str
    edge: str
    node_line: str
    empty_cell: str
    plate: str  # of a board with holes, into which discs fall
    hole: str
    best: str
    outline: str  # candidate groups on a board
    error: str
    shadow: str  # the value of box-shadow
    phases: tuple[Phase, Phase, Phase, Phase]
    terms: tuple[str, ...]  # of a selection rule, in its order; 4 is the top score's
    tiles: tuple[Tile, ...]  # of the cell values 1..9: tiles[value - 1]
    discs: tuple[Disc, Disc]  # the search's, the opponent's
    entrants: tuple[Entrant, ...]  # of the slots of a race

    def phase(self, code: int) -> Phase:
        """The phase with this code (1..4); before the first, the look of the first."""
        return self.phases[max(code, 1) - 1]


_PHASES = (
    ("select", "inverted_triangle", "▼"),
    ("expand", "plus", "✚"),
    ("simulate", "diamond", "◆"),
    ("backprop", "triangle", "▲"),
)


def _phases(*colors: tuple[str, str]) -> tuple[Phase, Phase, Phase, Phase]:
    one, two, three, four = (
        Phase(css_name, color, background, marker, glyph)
        for (css_name, marker, glyph), (color, background) in zip(_PHASES, colors, strict=True)
    )
    return one, two, three, four


def _tiles(*colors: tuple[str, str]) -> tuple[Tile, ...]:
    return tuple(
        Tile(mark.name, color, glyph_color, mark.marker, mark.glyph)
        for mark, (color, glyph_color) in zip(MARKS, colors, strict=True)
    )


LIGHT = Palette(
    name="light",
    bg="#F3F3F0",
    surface="#FFFFFF",
    surface2="#F8F8F5",
    sunk="#EFEFEB",
    seg_on="#FFFFFF",
    line="#E3E3DD",
    line2="#CFCFC7",
    ink="#1A1C21",
    ink2="#4A4D55",
    ink3="#696C75",
    accent="#4549C4",
    accent_bg="#ECECFA",
    on_accent="#FFFFFF",
    edge="#BDBEB8",
    node_line="#2A2C3340",
    empty_cell="#F1F1ED",
    plate="#EFEFEB",
    hole="#FFFFFF",
    best="#1A1C21",
    outline="#1A1C21D9",
    error="#B3261E",
    shadow="0 1px 2px rgba(20,20,30,.05)",
    phases=_phases(
        ("#006DAB", "#E3F0F8"),
        ("#00784F", "#E1F3EC"),
        ("#B54800", "#FCEADD"),
        ("#A43D7C", "#F7E6F0"),
    ),
    terms=("#8B93A1", "#56B4E9", "#E9B44C", "#B08BC9", "#6FBF9B", "#D98C8C"),
    tiles=_tiles(
        ("#F08F6C", "#7A2E14"),
        ("#7FB2E5", "#163F6E"),
        ("#F0DA7A", "#6B5300"),
        ("#4DBD9C", "#084A38"),
        ("#F3B6C6", "#7E2745"),
        ("#B9A5DC", "#3F2A6B"),
        ("#B7C66B", "#434E0C"),
        ("#C4C7CC", "#3C4048"),
        ("#8FD3DE", "#0F4C57"),
    ),
    discs=(
        Disc("#2F6DB5", "#FFFFFFCC", "#2F6DB526"),
        Disc("#E9AE3C", "#6B4A00CC", "#E9AE3C26"),
    ),
    entrants=(
        Entrant("#3A9AD9", "#DCEDF9", "#1A1C21"),
        Entrant("#C98200", "#F8ECD3", "#1A1C21"),
        Entrant("#6E6A00", "#E9E8D2", "#FFFFFF"),
        Entrant("#1A1C21", "#DFE0E2", "#FFFFFF"),
    ),
)

DARK = Palette(
    name="dark",
    bg="#0E1014",
    surface="#16191F",
    surface2="#1B1F26",
    sunk="#11141A",
    seg_on="#323843",
    line="#272C35",
    line2="#3A404B",
    ink="#ECEDF0",
    ink2="#BBBFC8",
    ink3="#8F949F",
    accent="#A5A9FF",
    accent_bg="#262945",
    on_accent="#12131F",
    edge="#444A56",
    node_line="#FFFFFF66",
    empty_cell="#1B1F26",
    plate="#343B47",
    hole="#14171C",
    best="#FFFFFF",
    outline="#FFFFFFD9",
    error="#FF8A80",
    shadow="none",
    phases=_phases(
        ("#5DB7EE", "#12303F"),
        ("#2FC596", "#0F3329"),
        ("#FF9248", "#3E2413"),
        ("#E58BC0", "#3B2032"),
    ),
    terms=("#7D8696", "#56B4E9", "#E3AE48", "#B08BC9", "#6FBF9B", "#D98C8C"),
    tiles=_tiles(
        ("#D97B58", "#3F1305"),
        ("#6699CE", "#0A2547"),
        ("#D8C05F", "#3D2F00"),
        ("#3FA587", "#02291E"),
        ("#D999AC", "#4A1025"),
        ("#A795C6", "#261647"),
        ("#A5B260", "#2A3200"),
        ("#B0B3B8", "#23262C"),
        ("#81BEC8", "#062F37"),
    ),
    discs=(
        Disc("#2F6DB5", "#FFFFFFCC", "#2F6DB54D"),
        Disc("#E9AE3C", "#6B4A00CC", "#E9AE3C40"),
    ),
    entrants=(
        Entrant("#9AD9FA", "#9AD9FA38", "#10131A"),
        Entrant("#F0B429", "#F0B42938", "#10131A"),
        Entrant("#8E8614", "#8E861438", "#10131A"),
        Entrant("#FFFFFF", "#FFFFFF38", "#10131A"),
    ),
)

PALETTES = {palette.name: palette for palette in (LIGHT, DARK)}


def _variables(palette: Palette) -> dict[str, str]:
    """CSS variable name (without the dashes in front) -> value."""
    variables = {
        field.name.replace("_", "-"): value
        for field in fields(palette)
        if isinstance(value := getattr(palette, field.name), str) and field.name != "name"
    }
    for phase in palette.phases:
        variables[phase.css_name] = phase.color
        variables[f"{phase.css_name}-bg"] = phase.background
    for number, color in enumerate(palette.terms, start=1):
        variables[f"term-{number}"] = color
    for number, tile in enumerate(palette.tiles, start=1):
        variables[f"tile-{number}"] = tile.color
        variables[f"tile-{number}-glyph"] = tile.glyph_color
    for who, disc in zip(("search", "opponent"), palette.discs, strict=True):
        variables[f"disc-{who}"] = disc.color
        variables[f"disc-{who}-mark"] = disc.mark_color
    for number, entrant in enumerate(palette.entrants, start=1):
        variables[f"entrant-{number}"] = entrant.color
        variables[f"entrant-{number}-tint"] = entrant.tint
        variables[f"entrant-{number}-text"] = entrant.text
    return variables


def _block(selector: str, variables: dict[str, str], scheme: str) -> str:
    lines = "".join(f"  --{name}: {value};\n" for name, value in variables.items())
    return f"{selector} {{\n  color-scheme: {scheme};\n{lines}}}\n"


def css_variables() -> str:
    """The style sheet of both palettes: light by default, dark under `data-theme="dark"`."""
    shared = {
        "font": FONT,
        "code-font": CODE_FONT,
        "means": f"linear-gradient(90deg, {', '.join(MEANS)})",
    }
    return _block(":root", shared | _variables(LIGHT), "light") + _block(
        ':root[data-theme="dark"]', _variables(DARK), "dark"
    )


def host_variables() -> str:
    """The same on the element of a card that stands alone, dark with that theme or class."""
    dark = ':host([data-theme="dark"]), :host(.dark)'
    return css_variables().replace(':root[data-theme="dark"]', dark).replace(":root", ":host")
