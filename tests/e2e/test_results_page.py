"""The Results page: stored numbers, links, keys, and the way of a row into Explore."""

from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import pytest
from explorer_page import ExplorerPage, plotted, violations, violations_in_its_theme
from playwright.sync_api import expect

from explorer.look.text import number
from explorer.pages.results import matches, tables
from explorer.session.limits import within
from explorer.session.permalink import from_query

pytestmark = pytest.mark.at_rest

STORED = tables.stored()
LEFT = 52  # pixels of the plot's axis


# The texts that the plot in an element paints: themselves, their left, right and upper end.
PAINTED = """(element) => new Promise((resolve) => {
  const roots = Bokeh.documents.flatMap((each) => each.roots());
  const views = roots.map((each) => Bokeh.index.get_by_id(each.id));
  const view = views.find((each) => each?.frame && element.contains(each.el));
  const { fillText } = CanvasRenderingContext2D.prototype;
  const painted = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { e, f } = this.getTransform();
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = this.measureText(text);
    painted.push({ text, left: e + x - left, right: e + x + right, top: f + y });
  };
  view.repainted.connect(() => {
    CanvasRenderingContext2D.prototype.fillText = fillText;
    resolve(painted);
  });
  view.request_repaint();
})"""


def place(table: int, line: int) -> tuple[str, dict, dict]:
    """The name of a stored table of scores, the table and one of its recipes that has runs."""
    of_scores = [name for name, each in STORED.tables.items() if "lines" in each]
    name = of_scores[table]
    lines = [each for each in STORED.tables[name]["lines"] if each["rows"]]
    return name, STORED.tables[name], lines[line]


def page_link(explorer: ExplorerPage, name: str):
    return explorer.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name)


def open_table(explorer: ExplorerPage, name: str, label: str) -> None:
    """Go to Results and choose a recipe there."""
    page_link(explorer, "Results").click()
    explorer.page.locator(f".results-list a[href*='table={name}']").click()
    explorer.page.locator(f"[data-line='{label}']").click()


def cells(explorer: ExplorerPage, part: str, row: str) -> list[str]:
    found = explorer.page.locator(f"[data-part='{part}'] tbody tr").filter(
        has=explorer.page.locator(f"[data-line='{row}'], [data-board-open='{row}']")
    )
    return found.locator("th, td").all_inner_texts()


def shown(value: float | None, decimals: int) -> str:
    if value is None:
        return "–"
    # a browser rounds what lies in the middle up, 20.25 to 20.3
    return number(float(Decimal(value).quantize(Decimal(10) ** -decimals, ROUND_HALF_UP)), decimals)


def signed(value: float | None, decimals: int) -> str:
    return f"+{shown(value, decimals)}" if value and value > 0 else shown(value, decimals)


def begins_with(cell: str, text: str) -> bool:
    """Whether a cell shows a number, with or without an interval after it."""
    return cell.split("±")[0].strip() == text


def check_plot(explorer: ExplorerPage, line: dict) -> None:
    """That it has a stem for each board that is compared, and names below that lie apart."""
    rows = {row["board"]: row for row in line["rows"]}
    in_order = explorer.page.locator("[data-part='rows'] tbody tr").evaluate_all(
        "rows => rows.map((row) => row.dataset.board)"
    )
    compared = [rows[board] for board in in_order if rows[board]["published"] is not None]
    plot = explorer.page.locator(".differences")
    assert plot.count() == bool(compared)
    if not compared:
        return
    apart = [row["score"] - row["published"] for row in compared]
    assert [row["y"] for row in plotted(plot, "Scatter")] == pytest.approx(apart)
    zero, mean, *stems = plotted(plot, "MultiLine")
    assert (zero["ys"], mean["ys"]) == ([0, 0], pytest.approx([line["difference"]] * 2))
    assert [stem["ys"] for stem in stems] == [pytest.approx([0, each]) for each in apart]
    [band] = plotted(plot, "Quad")
    spread = line["difference_interval"] or 0
    assert band["top"] - band["bottom"] == pytest.approx(2 * spread, abs=1e-9)
    boards = [row["board"] for row in compared]
    if len(boards) > 30:
        return
    painted = [name for name in plot.evaluate(PAINTED) if name["text"]]
    lowest = max(name["top"] for name in painted)
    names = [name for name in painted if name["top"] == lowest]
    assert names[0]["text"] == boards[0]
    assert {name["text"] for name in names} <= set(boards)
    assert len(names) >= min(len(boards), 4)
    assert all(one["right"] < other["left"] for one, other in pairwise(names))


def test_the_tables_show_what_is_stored(explorer):
    page = explorer.page
    page_link(explorer, "Results").click()
    for name, table in STORED.tables.items():
        page.get_by_role("navigation", name="Tables").get_by_text(table["title"]).click()
        expect(page.get_by_role("heading", name=table["title"])).to_be_visible()
        assert f"table={name}" in page.url
        if "lines" not in table:
            continue
        told = page.locator(".results-totals li b").all_inner_texts()
        assert told == sorted((number(each["total"], 0) for each in table["totals"]), reverse=True)
        has_spread = any(line["interval"] is not None for line in table["lines"])
        assert ("95 %" in page.locator(".results-table").inner_text()) == has_spread
        for line in table["lines"]:
            _, ours, published, difference, *_ = cells(explorer, "lines", line["label"])
            assert begins_with(ours, shown(line["mean"], 1))
            assert published == shown(line["published"], 1)
            assert begins_with(difference, signed(line["difference"], 1))
            if not line["rows"]:
                continue
            page.locator(f"[data-line='{line['label']}']").click()
            assert page.locator("[data-part='rows'] tbody tr").count() == len(line["rows"])
            heads = page.locator("[data-part='rows'] thead th").all_inner_texts()
            assert heads[2].strip() == table["called"].capitalize()
            check_plot(explorer, line)
            row = line["rows"][-1]
            board, ours, published, difference, *_ = cells(explorer, "rows", row["board"])
            assert board == row["board"]
            assert begins_with(ours, shown(row["score"], row["score"] % 1 and 1))
            if row["published"] is not None:
                apart = row["score"] - row["published"]
                assert difference == signed(apart, apart % 1 and 1)
    page_link(explorer, "Explore").click()


def test_a_board_is_pointed_at_in_the_plot_and_in_the_table_alike(explorer):
    page = explorer.page
    name, _, line = place(0, 0)
    open_table(explorer, name, line["label"])
    part = page.locator("[data-part='rows']")
    reaches = page.locator(".differences [data-board]")
    expect(reaches).to_have_count(len(line["rows"]))
    told = part.locator("output")
    # in the order of the table, which a visit before may have sorted
    order = part.locator("tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.board)")
    scored = {row["board"]: row for row in line["rows"]}
    assert scored.keys() == set(order)
    for index in (0, len(order) - 1):
        row = scored[order[index]]
        plot = page.locator(".differences").bounding_box()
        assert plot is not None
        # where its stem stands
        width = plot["width"] - LEFT
        page.mouse.move(plot["x"] + LEFT + width * (index + 0.5) / len(order), plot["y"] + 40)
        expect(part.locator("tr.pointed")).to_have_attribute("data-board", row["board"])
        expect(told).to_contain_text(f"Board {row['board']}: {shown(row['score'], 0)},")
        page.mouse.down()
        page.mouse.up()
        opening = page.locator(f"[data-board-open='{row['board']}']")
        expect(opening).to_be_focused()
    page.mouse.move(0, 0)
    expect(part.locator(".pointed")).to_have_count(0)
    # the other way round, and in another order
    part.locator("[data-sort='difference']").click()
    expect(part.locator("[aria-sort]")).to_have_attribute("aria-sort", "descending")
    row = max(line["rows"], key=lambda row: row["score"] - row["published"])
    part.locator(f"tbody tr[data-board='{row['board']}']").hover()
    expect(reaches.first).to_have_class("pointed")
    stems = plotted(page.locator(".differences"), "Scatter")
    assert stems[0]["y"] == max(stem["y"] for stem in stems)
    page_link(explorer, "Explore").click()


def test_the_plot_follows_the_theme(explorer):
    name, _, line = place(0, 0)
    open_table(explorer, name, line["label"])
    plot = explorer.page.locator(".differences")
    colors = []
    for theme in ("dark", "light"):
        explorer.set_theme(theme)
        [band] = plotted(plot, "Quad")
        assert band["fill_color"] == explorer.page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--accent-bg').trim()"
        )
        colors.append(band["fill_color"])
    assert colors[0] != colors[1]
    page_link(explorer, "Explore").click()


def test_columns_sort_both_ways(explorer):
    page = explorer.page
    name, _, line = place(0, 0)
    open_table(explorer, name, line["label"])
    rows = page.locator("[data-part='rows']")
    for sort, order in (("descending", True), ("ascending", False)):
        rows.get_by_role("button", name="Ours").click()
        expect(rows.locator("th[aria-sort]")).to_have_attribute("aria-sort", sort)
        expected = sorted((row["score"] for row in line["rows"]), reverse=order)
        shown_scores = rows.locator("td.ours-value").all_inner_texts()
        assert shown_scores == [shown(score, score % 1 and 1) for score in expected]
    page_link(explorer, "Explore").click()


def test_a_row_opens_its_run_in_explore(explorer):
    name, _, line = place(-1, -1)
    board = line["rows"][-1]["board"]
    page = explorer.page
    open_table(explorer, name, line["label"])
    explorer.button(f"Open board {board} in Explore").click()
    expect(page.locator("#results")).to_be_hidden()
    explorer.wait("Number(status.steps) > 3 && status.busy === 'true'")
    explorer.pause()
    link = from_query(explorer.copy_link().partition("?")[2])
    assert link is not None
    recipe, _ = within(STORED.recipe(name, line["label"], board))
    assert link.recipe == recipe


def test_a_best_sequence_is_stepped_through_in_play(explorer):
    page = explorer.page
    name, table = next((name, table) for name, table in STORED.tables.items() if "best" in table)
    open_table(explorer, name, table["best_line"]["label"])
    row = table["best_line"]["rows"][0]
    moves = table["best"][row["board"]]["moves"]
    expect(page.locator("[data-part='rows']")).to_contain_text(f"{len(moves)} moves")
    page.locator(f"[data-board-open='{row['board']}']").click()
    page.locator("#play-status[data-game='samegame'][data-ply='0']").wait_for(state="attached")
    page.locator("#play").focus()
    for ply in (1, 2):
        page.keyboard.press("r")
        page.locator(f"#play-status[data-ply='{ply}']").wait_for(state="attached")
    page_link(explorer, "Explore").click()


def test_by_keyboard_alone(explorer):
    page, keyboard = explorer.page, explorer.page.keyboard
    explorer.step()
    steps = explorer.status()["steps"]
    page_link(explorer, "Explore").focus()
    for name in ("Play", "Race", "Check", "Results"):
        keyboard.press("ArrowRight")
        expect(page_link(explorer, name)).to_be_focused()
    keyboard.press("Enter")
    expect(page.locator("#results")).to_be_visible()
    reached = set()
    for _ in range(12):
        keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('[class]').className"))
    assert not any("layout" in name for name in reached), "Explore is out of the way"
    name, _, line = place(0, 1)
    page.locator(f".results-list a[href*='table={name}']").focus()
    keyboard.press("Enter")
    chosen = page.locator(f"[data-line='{line['label']}']")
    chosen.focus()
    keyboard.press("Enter")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    keyboard.press("Space")
    keyboard.press("ArrowRight")
    sort = page.locator("[data-part='rows'] [data-sort='difference']")
    sort.focus()
    keyboard.press("Enter")
    expect(page.locator("[data-part='rows'] [data-sort='difference']")).to_be_focused()
    assert explorer.status()["steps"] == steps, "the keys of Explore are asleep"
    page.locator("[data-board-open]").first.focus()
    keyboard.press("Enter")
    expect(page.locator("#explore")).to_be_focused()
    explorer.wait("Number(status.steps) > 3")
    keyboard.press("Space")
    explorer.wait_until_still()


def test_explore_waits_while_results_are_open(explorer):
    explorer.set_speed(25)
    explorer.page.locator("#explore .play").click()
    explorer.wait("Number(status.steps) > 4")
    page_link(explorer, "Results").click()
    explorer.wait_until_still()
    steps = explorer.status()["steps"]
    assert explorer.stays_still_for(0.5)
    explorer.page.go_back()
    expect(explorer.page.locator("#results")).to_be_hidden()
    explorer.wait(f"Number(status.steps) > {steps}")
    explorer.pause()
    page_link(explorer, "Results").click()
    page_link(explorer, "Explore").click()
    assert explorer.stays_still_for(0.5), "what was paused stays paused"


def test_a_link_opens_the_table(open_page, url):
    name, table, line = place(-1, -1)
    explorer = open_page(f"{url}?view=results&table={name}&recipe={line['label']}")
    page = explorer.page
    expect(page.get_by_role("heading", name=table["title"])).to_be_visible()
    pressed = page.locator("[data-line][aria-pressed='true']")
    expect(pressed).to_have_attribute("data-line", line["label"])
    if any(row["published"] is not None for row in line["rows"]):  # before Python is there
        expect(page.locator(".differences canvas").first).to_be_visible()
    expect(page).to_have_title("Results · Monte Carlo Search Explorer")
    explorer.wait("status.busy === 'false' && document.title", 60)
    page.wait_for_timeout(1500)
    assert explorer.status()["steps"] == 0 or page.locator("#picture").count()
    page_link(explorer, "Explore").click()
    explorer.wait_until_moving()
    expect(page).to_have_title("Monte Carlo Search Explorer")
    explorer.pause()


def test_back_shows_what_the_address_names(explorer):
    first, other = (STORED.tables[name]["title"] for name in list(STORED.tables)[:2])
    page = explorer.page
    page_link(explorer, "Results").click()
    page.get_by_role("navigation", name="Tables").get_by_text(first, exact=True).click()
    heading = page.locator("#results-title")
    pressed = page.locator("[data-line][aria-pressed='true']")
    expect(heading).to_have_text(first)
    line = pressed.get_attribute("data-line")
    page.get_by_role("navigation", name="Tables").get_by_text(other, exact=True).click()
    expect(heading).to_have_text(other)
    page.go_back()
    expect(heading).to_have_text(first)
    expect(pressed).to_have_attribute("data-line", line)
    page_link(explorer, "Explore").click()


def test_copy_link_gives_the_table(explorer):
    explorer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page_link(explorer, "Results").click()
    explorer.press("Copy link")
    expect(explorer.page.locator("[data-toast-note]")).to_contain_text("this table")
    assert "view=results" in explorer.page.evaluate("navigator.clipboard.readText()")
    explorer.page.context.clear_permissions()
    page_link(explorer, "Explore").click()


HIGH_ENOUGH = "(e) => e.scrollHeight <= e.clientHeight"
WHOLE = "(e) => [...e.children].every((part) => part.scrollHeight <= part.clientHeight)"


HOLDS_MEANS = """(row) => {
  const parts = [row, row.querySelector(".means-plot")];
  const [outer, inner] = parts.map((part) => part.getBoundingClientRect());
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""


def test_it_fits_and_axe_is_content(explorer, axe):
    name, _, line = place(0, 0)
    open_table(explorer, name, line["label"])
    for width in explorer.in_sizes((1440, 900), (1024, 768), (390, 844)):
        assert explorer.page.evaluate("document.documentElement.scrollWidth") == width
        for part in (".results-table", ".results-boards", ".results-list"):
            assert explorer.page.locator(part).evaluate("e => e.scrollWidth <= e.clientWidth"), part
        assert explorer.page.locator(".results-table").evaluate(HIGH_ENOUGH)
        if width < 1440:  # beside the table the list scrolls
            assert explorer.page.locator(".results-list").evaluate(HIGH_ENOUGH)
        for row in explorer.page.locator(".results-recipes tbody tr").all():
            assert row.evaluate(HOLDS_MEANS)
        for name in explorer.page.locator(".results-recipes tbody th button").all():
            assert name.evaluate(WHOLE), name.inner_text()
        assert violations_in_its_theme(explorer, axe) == []
    page_link(explorer, "Explore").click()


def test_a_match_is_told_and_opens_in_race(explorer, axe):
    name = "two_players"
    line = matches.for_browser(name, STORED.tables[name]).lines[1]
    page = explorer.page
    open_table(explorer, name, line.label)
    match = page.locator(".results-match")
    expect(match).to_contain_text(line.match.command)
    expect(page.locator("[data-part='lines'] tr.current")).to_contain_text(line.match.verdict)
    won = match.get_by_role("row", name="all").locator("td").first
    expect(won).to_have_text(str(line.match.games[0]))
    assert violations(explorer, axe) == []
    match.get_by_role("link", name="Open in Race").click()
    expect(page.get_by_role("main", name="Race")).to_be_visible()
    assert "entrant=uct:selection%3Dgrave" in page.url
