"""The facts beside a board: its score, its candidates, what lies on it."""

from __future__ import annotations

from html import escape

from explorer.cards.board.frame import BoardFrame
from explorer.look import signs

FACTS_STYLES = """
.facts { color: var(--ink); font: 13px/1.3 var(--font); font-variant-numeric: tabular-nums; }
.facts dl { margin: 0; }
.facts dt { color: var(--ink2); font-size: 11.5px; margin-top: 11px; }
.facts dd { font-weight: 600; margin: 1px 0 0; }
.facts dd.large { font-size: 22px; font-weight: 650; letter-spacing: -.02em; line-height: 28px; }
.facts dd.name { font-size: 15px; line-height: 24px; }
.facts dt:first-child { margin-top: 0; }
.facts ul { list-style: none; margin: 2px 0 0; padding: 0; }
.facts li { align-items: center; display: flex; font-weight: 400; gap: 8px; height: 20px; }
.facts li span { min-width: 18px; text-align: right; }
.facts li b { color: var(--simulate); font-weight: 600; margin-left: 4px; }
.sign { flex: none; }
@container (max-width: 365px) {
  .facts dd.name { font-size: 13px; line-height: 18px; }
  .facts dt { margin-top: 6px; }
  .facts li { gap: 5px; height: 19px; }
  .facts li span { min-width: 15px; }
}
@media (min-width: 1200px) and (max-height: 858px) {
  .facts dt { margin-top: 6px; }
}
@container (max-width: 280px) { .facts { display: none; } }
"""


def facts(frame: BoardFrame) -> str:
    """The HTML of what a position has to say; its styles are beside."""
    parts = []
    for index, (title, fact) in enumerate(frame.facts):
        if index == 2 and frame.tile_counts:
            parts.append(_counts(frame))
        kind = ("large" if any(map(str.isdigit, fact)) else "name") if index == 0 else ""
        parts.append(f'<dt>{escape(title)}</dt><dd class="{kind}">{escape(fact)}</dd>')
    if frame.num_players == 2 and frame.board.num_cells and frame.board.pieces == "stones":
        mark, other = (
            frame.board.marks[frame.search_player],
            frame.board.marks[1 - frame.search_player],
        )
        parts.append(
            "<dt>Stones</dt><dd><ul>"
            f"<li>{signs.disc(mark, True)}search</li>"
            f"<li>{signs.disc(other, False)}opponent</li></ul></dd>"
        )
    return f'<div class="facts"><dl>{"".join(parts)}</dl></div>'


def _counts(frame: BoardFrame) -> str:
    rows = "".join(
        f"<li>{signs.tile(tile)}<span>{count}</span>"
        f"{'<b>tabu</b>' if tile == frame.tabu else ''}</li>"
        for tile, count in frame.tile_counts
    )
    return f"<dt>Cells left</dt><dd><ul>{rows}</ul></dd>"
