"""Why this child? One row a child with the rule's terms, and its formula with the numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from explorer.cards.why.formula import numbers, symbols
from explorer.cards.why.frame import WhyFrame, WhyRow, shown_total
from explorer.look import signs, text
from explorer.look.markup import Markup
from explorer.look.palette import LIGHT, Palette
from explorer.moment.children import FormulaTerm

_CSS = """
:host { display: block; height: 100%; }
.why {
  color: var(--ink); display: flex; flex-direction: column; font: 12px/1.3 var(--font);
  font-variant-numeric: tabular-nums; height: 100%; overflow: hidden;
}
.rows { flex: 1 1 auto; min-height: 0; overflow: hidden auto; }
table { border-collapse: collapse; width: 100%; }
th { color: var(--ink2); font-size: 11px; font-weight: 400; }
td { height: 22px; }
th, thead td { height: 20px; }
th, td { padding: 0 5px; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 12px; text-align: left; }
th:last-child, td:last-child { padding-right: 12px; text-align: left; }
tbody tr { cursor: pointer; }
tbody tr:hover, tbody tr.hovered { background: var(--surface2); }
tr.chosen, tbody tr.chosen:hover { background: var(--accent-bg); }
tr.hovered td { box-shadow: inset 0 1px var(--accent), inset 0 -1px var(--accent); }
tr.chosen td:first-child { box-shadow: inset 3px 0 var(--accent); }
button {
  align-items: center; background: none; border: 0; color: inherit; cursor: pointer; display: flex;
  font: inherit; gap: 7px; padding: 2px 0;
}
button:focus-visible { border-radius: 4px; outline: 2px solid var(--accent); outline-offset: 2px; }
button small { color: var(--ink2); font-size: 11px; }
b { font-weight: 600; }
.long th:first-child, .long td:first-child { max-width: 0; min-width: 72px; width: 100%; }
.long td:first-child button { max-width: 100%; }
.long button > span:not([class]) { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.selecting tr.chosen td { animation: chosen .6s ease-out; }
@keyframes chosen { from { background: var(--select-bg); box-shadow: none; } }
@media (prefers-reduced-motion: reduce) { .selecting tr.chosen td { animation: none; } }
.sign, .swatch { flex: none; }
.swatch { border-radius: 2px; display: inline-block; height: 8px; margin-right: 5px; width: 8px; }
.bar { display: flex; height: 9px; max-width: 76px; min-width: 40px; width: 100%; }
.bar i { display: block; height: 100%; min-width: 0; }
.bar i:last-child { border-radius: 0 2px 2px 0; }
.bar svg { flex: none; }
.why { container-type: inline-size; }
.message { color: var(--ink2); padding: 10px 12px; }
.remark { color: var(--ink2); flex: none; font-size: 11px; margin: 0; padding: 4px 12px; }
.card {
  background: var(--surface2); border-top: 1px solid var(--line); display: grid; flex: none;
  grid-auto-columns: max-content; grid-auto-flow: column; grid-template-rows: auto auto 4px auto;
  justify-content: space-between; overflow: auto; padding: 4px 14px 6px; row-gap: 3px;
}
.card > * { align-self: center; justify-self: center; }
.card hr { align-self: stretch; border: 0; border-radius: 1px; height: 3px; justify-self: stretch;
  margin: 0; }
.card .sign-of { grid-row: 4; color: var(--ink3); padding: 0 5px; }
.card .name { color: var(--ink2); }
.card > .result { align-self: stretch; background: var(--surface2); display: grid; grid-row: 1 / -1;
  grid-template-rows: subgrid; justify-items: center; position: sticky; right: -14px;
  row-gap: 3px; }
.card > .result > * { align-self: center; }
.card > .result hr { align-self: stretch; }
.card > .result b { grid-area: 4 / 2; }
.many .card { padding-inline: 10px; }
.many .card > .result { box-shadow: -2px 0 3px var(--surface2); right: -10px; }
.many .card .sign-of { padding: 0; }
math { font-family: inherit; font-size: 12px; }
mi { font-style: normal; }
msub > :last-child { position: relative; top: .22em; }
mfrac > :first-child { padding-bottom: 1.5px; }
mfrac > :last-child { padding-top: 1px; }
msqrt {
  border-top: 1.1px solid currentColor; display: inline-block; margin: 2px 0 0 9px;
  padding: 1px 2px 0 2px; position: relative;
}
msqrt::before {
  background: currentColor; bottom: 0; content: ""; left: -8.5px; position: absolute; top: -1.1px;
  width: 9px;
  clip-path: polygon(0 62%, 32% 56%, 58% 88%, 93% 0, 100% 0, 100% 1.1px, 64% 100%, 53% 100%,
    25% 62%, 4% 66%);
}
.callout {
  background: var(--accent); border-radius: 8px; color: var(--on-accent);
  font: 650 10.5px/16px var(--font); height: 16px; text-align: center; width: 16px;
}
.called tr:not(.lit):not(.chosen) { opacity: .62; }
.called:hover tr { opacity: 1 !important; }
@media (forced-colors: active) {
  .bar, .bar i, .swatch, .sign, .card hr { forced-color-adjust: none; }
  tr.chosen td:first-child { border-left: 3px solid Highlight; }
}
.hidden { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
@container (max-width: 480px) {
  .many .card { font-size: 11px; }
  .many math { font-size: 10px; }
  .many :is(th, td):not(:first-child) { padding-inline: 3px; }
  .many th:last-child, .many td:last-child { display: none; }
  .many th:nth-last-child(2), .many td:nth-last-child(2) { padding-right: 12px; }
}
@container (max-width: 385px) {
  .card { padding: 4px 10px 6px; }
  .card > .result { right: -10px; }
  .many td { font-size: 11px; }
  .many :is(th, td):first-child { min-width: 44px; padding-left: 10px; }
  .many .swatch { margin-right: 2px; }
  .card .sign-of { padding: 0 1px; }
  th:last-child, td:last-child { display: none; }
  th:nth-last-child(2), td:nth-last-child(2) { padding-right: 12px; }
}
@container (max-width: 350px) {
  .swatch, .many small { display: none; }
  th { font-size: 10px; }
}
@container (max-width: 320px) {
  td { font-size: 11px; }
  :is(th, td):not(:first-child) { padding-inline: 3px; }
  th:nth-child(2), td:nth-child(2) { padding-left: 0; }
  .swatch { margin-right: 2px; width: 5px; }
}
@container (max-width: 220px) {
  .card, small, tbody tr:nth-child(n + 4) { display: none; }
  table { display: flex; flex-direction: column-reverse; }
  tbody { display: grid; }
  tr { align-items: center; display: grid; height: 26px; }
  tr { grid-template-columns: minmax(54px, max-content) minmax(0, 1fr) auto; }
  thead tr { display: flex; flex-wrap: wrap; gap: 0 8px; height: auto; padding: 4px 12px 0; }
  th { font-size: 11px; line-height: 13px; }
  th, td, td:last-child, td:first-child { height: auto; padding: 0; }
  td:first-child { padding-left: 12px; }
  td:nth-last-child(2) { order: 1; padding: 0 10px 0 6px; }
  td:last-child { display: block; }
  td:nth-child(n + 2):nth-last-child(n + 3), th:not(:has(.swatch)) { display: none; }
  .bar { min-width: 0; }
}
"""

_MANY = 4  # terms that need all the width of a card at 1440 pixels
_LONG = 10  # characters of a name that may not push the numbers out

_BREAK = (
    '<svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">'
    '<rect width="9" height="9" rx="1.5" fill="var(--term-1)"/>'
    '<path d="M3 -1L5.5 2.5 3 6l2.5 4" fill="none" stroke="var(--surface)" stroke-width="1.6"/>'
    "</svg>"
)


class WhyView:
    """`root` is the object to embed; its colours are CSS variables, so a theme needs no redraw.

    Neither does the node pointed at: the browser marks its row, because a redraw takes the
    keyboard's focus from the rows (see rows.js).
    """

    def __init__(self, palette: Palette = LIGHT) -> None:
        self.root = Markup(stylesheets=[_CSS], sizing_mode="stretch_both", margin=0)

    def set_palette(self, palette: Palette) -> None:
        """Nothing to do: the page's CSS variables change by themselves."""

    def show(self, why: WhyFrame) -> None:
        """Draw the table and the formula."""
        make_table = _rule_table if why.labels else _result_table
        if any(row.standing for row in why.rows):
            make_table = _rounds_table
        table = make_table(why)
        message = f'<p class="message">{escape(why.message)}</p>' if why.message else ""
        remark = f'<p class="remark">{escape(why.remark)}</p>' if why.remark else ""
        kind = "why selecting" if why.selecting else "why"
        if any(row.callout for row in why.rows):
            kind += " called"
        if len(why.labels) >= _MANY:
            kind += " many"
        if any(len(row.name) > _LONG for row in why.rows):
            kind += " long"
        rows = f'<div class="rows">{table}{message}</div>'
        self.root.object = f'<div class="{kind}">{rows}{remark}{_formula(why)}</div>'


def _swatch(term: int) -> str:
    return f'<span class="swatch" style="background: var(--term-{term})"></span>'


def _header(names: list[str], last: str) -> str:
    cells = "".join(f'<th scope="col">{name}</th>' for name in ["action", "visits", *names])
    # a header without words would be read as one
    end = f'<th scope="col">{last}</th>' if last else "<td></td>"
    return f"<thead><tr>{cells}{end}</tr></thead>"


def _row(why: WhyFrame, row: WhyRow, cells: list[str], bar: str) -> str:
    actions = ",".join(str(action) for action in row.actions)
    sign = signs.tile(row.tile) if row.tile else ""
    if why.mover >= 0:
        sign = signs.disc(why.mark, why.mover == why.search_player)
    size = f" <small>×{row.cells}</small>" if row.tile else ""
    certain = f" <small>{row.certain}</small>" if row.certain else ""
    current = ' aria-current="true"' if row.chosen else ""
    marks = " ".join(("chosen",) * row.chosen + ("lit",) * bool(row.callout))
    kind = f' class="{marks}"' if marks else ""
    callout = f'<span class="callout">{row.callout}</span>' if row.callout else ""
    title = f' title="{escape(row.name)}"' if len(row.name) > _LONG else ""
    numeric = "".join(f"<td>{cell}</td>" for cell in [text.number(row.visits), *cells])
    return (
        f'<tr data-actions="{actions}"{kind}{current}><td><button type="button"{title}>{sign}'
        f"<span><b>{escape(row.name)}</b>{size}{certain}</span>{callout}</button></td>"
        f"{numeric}<td>{bar}</td></tr>"
    )


def _column(values: list[float]) -> list[str]:
    """The numbers of a column, all with the decimals that its largest needs."""
    finite = [abs(value) for value in values if math.isfinite(value)]
    decimals = text.decimals_for(max(finite, default=0.0))
    return [text.number(value, decimals) for value in values]


def _rule_table(why: WhyFrame) -> str:
    terms = [
        [text.number(row.terms[i], decimals) for row in why.rows]
        for i, decimals in enumerate(why.decimals)
    ]
    totals = [
        text.number(row.total) if row.total == -math.inf else _total(row.terms, why)
        for row in why.rows
    ]
    start, end = axis(why.rows)
    names = [_swatch(i) + escape(label) for i, label in enumerate(why.labels, start=1)]
    last = f"from {text.score(start)}" if start and why.rows else ""
    body = "".join(
        _row(
            why,
            row,
            [*(column[i] for column in terms), f"<b>{totals[i]}</b>"],
            _stack(list(row.terms), start, end),
        )
        for i, row in enumerate(why.rows)
    )
    return f"<table>{_header([*names, 'score'], last)}<tbody>{body}</tbody></table>"


def _rounds_table(why: WhyFrame) -> str:
    """At the root of a search that plays rounds: how far each action has come."""
    rows = [(row, row.standing) for row in why.rows if row.standing]
    means = _column([row.mean for row, _ in rows])
    body = "".join(
        _row(
            why,
            row,
            [
                means[i],
                f"<b>{standing.last or text.MISSING}</b> {standing.note}",
                text.ordinal(standing.rank) if standing.playouts else text.MISSING,
            ],
            _segments([(1, row.mean)]) if row.visits else "",
        )
        for i, (row, standing) in enumerate(rows)
    )
    return (
        f"<table>{_header([f'{_swatch(1)}mean', 'round', 'rank'], '')}<tbody>{body}</tbody></table>"
    )


def _total(terms: Sequence[float], why: WhyFrame) -> str:
    # a child that was never visited has no terms yet, and is taken before all others
    unknown = any(math.isnan(term) for term in terms)
    return text.number(math.inf if unknown else shown_total(terms, why), why.total_decimals)


def _result_table(why: WhyFrame) -> str:
    """Without a selection rule: what the playouts through each child returned."""
    means, tops = _column([r.mean for r in why.rows]), _column([r.top for r in why.rows])
    known = [row for row in why.rows if math.isfinite(row.top)]
    end = max((row.top for row in known), default=1.0)
    lowest = min((row.mean for row in known), default=0.0)
    start = _below(lowest, end) if lowest < 0 else 0.0
    room = end - start
    if not known:
        return _score_table(why, means)
    names = [f"{_swatch(1)}mean", f"{_swatch(4)}top score"]
    body = "".join(
        _row(
            why,
            row,
            [means[i], f"<b>{tops[i]}</b>"],
            _segments([(1, (row.mean - start) / room), (4, (row.top - row.mean) / room)])
            if math.isfinite(row.top) and room > 0
            else "",
        )
        for i, row in enumerate(why.rows)
    )
    return f"<table>{_header(names, '')}<tbody>{body}</tbody></table>"


def _score_table(why: WhyFrame, means: list[str]) -> str:
    """For two players: a return as every position's score; of another program its mean values."""
    name = "score" if why.mover >= 0 else "mean value"
    body = "".join(
        _row(why, row, [f"<b>{means[i]}</b>"], _segments([(1, row.mean)]))
        for i, row in enumerate(why.rows)
    )
    return f"<table>{_header([f'{_swatch(1)}{name}'], '')}<tbody>{body}</tbody></table>"


def axis(rows: tuple[WhyRow, ...]) -> tuple[float, float]:
    """Where the bars begin and end: at 0, or at a round number below all first parts when these
    are negative or the differences would not show otherwise."""
    known = [row for row in rows if math.isfinite(row.total)]
    if not known:
        return 0.0, 1.0
    lowest = min(_lengths(row.terms)[0] for row in known)
    end = max(row.total for row in known)
    if lowest < 0:
        return _below(lowest, end), end
    start = lowest - 0.15 * (end - lowest)
    if start < 0.4 * end or start <= 0:
        return 0.0, max(end, 1e-9)
    return _below(lowest, end), end


def _below(lowest: float, end: float) -> float:
    """A round number somewhat below the lowest of what reaches to the end."""
    start = lowest - 0.15 * (end - lowest)
    step = text.nice_step(end - start, 5)
    return math.floor(start / step) * step


def _lengths(terms: Sequence[float]) -> list[float]:
    """The terms as parts of a bar: what is negative shortens the first."""
    first, *others = terms
    return [first + sum(min(term, 0.0) for term in others), *(max(term, 0.0) for term in others)]


def _stack(terms: list[float], start: float, end: float) -> str:
    if not all(math.isfinite(term) for term in terms):
        return ""
    room = (end - start) or 1.0  # all children may score the same
    first, *others = _lengths(terms)
    parts = [(1, (first - start) / room)]
    parts += [(i, term / room) for i, term in enumerate(others, start=2)]
    return _segments(parts, _BREAK if start else "")


def _segments(parts: list[tuple[int, float]], before: str = "") -> str:
    bars = "".join(
        f'<i style="width: {100 * max(share, 0.0):.1f}%; background: var(--term-{term})"></i>'
        for term, share in parts
    )
    return f'<div class="bar" aria-hidden="true">{before}{bars}</div>'


def _formula(why: WhyFrame) -> str:
    """One column a term: symbols, numbers, a bar in the term's colour, the value."""
    if not why.formula:
        return ""
    columns = []
    for index, term in enumerate(why.formula):
        if index:
            columns.append('<span class="sign-of" aria-hidden="true">+</span>')
        columns.append(_term_column(term, why, index))
    total = _total([term.value for term in why.formula], why)
    # stays in sight where the terms are wider than the card
    columns.append(
        '<span class="result"><span class="sign-of" aria-hidden="true">=</span>'
        '<span class="name" style="grid-area: 1 / 2 / 3">score</span>'
        '<hr style="grid-area: 3 / 2; background: var(--ink)">'
        f"<b>{total}</b></span>"
    )
    return f'<div class="card" aria-label="formula of the chosen child">{"".join(columns)}</div>'


def _term_column(term: FormulaTerm, why: WhyFrame, index: int) -> str:
    return (
        f"<span>{symbols(term.expression)}</span>"
        f"<span>{numbers(term.expression, why.variables)}</span>"
        f'<hr style="background: var(--term-{index + 1})">'
        f"<b>{text.number(term.value, why.decimals[index])}</b>"
    )
