"""The lanes of NRPA and GNRPA on the page are what the engine reports, phase by phase."""

import re

import pytest
from playwright.sync_api import expect

from explorer.look.text import chance
from mcsearch import Recipe
from mcsearch.presets import PRESETS
from mcsearch.trace import record

pytestmark = pytest.mark.at_rest


def arrive(explorer, name: str, iterations: int = 0, level: int | None = None):
    """The page and the engine's own search at the same moment."""
    preset = PRESETS[name]
    explorer.load_preset(preset.title)
    explorer.wait("status.steps === '0'")
    recipe = preset.recipe
    if level is not None:
        explorer.page.get_by_role("radio", name=str(level), exact=True).check()
        expect(explorer.page.locator("#lanes .lane.level")).to_have_count(level)
        explorer.wait("status.steps === '0'")
        recipe = recipe.replace(parameters={**recipe.parameters, "level": level})
    explorer.pause()
    explorer.run_to(iterations)
    search = recipe.build()
    search.run(iterations)
    return search


def texts(explorer, selector: str) -> list[str]:
    return explorer.page.locator(f"#lanes {selector}").all_inner_texts()


def plain(text: str) -> str:
    return text.replace("\u202f", "").replace("−", "-")


def at(actions) -> str:
    return ",".join(map(str, actions))


def check_levels(explorer, search) -> None:
    for level in search.nesting:
        lane = explorer.page.locator(f"#lanes .lane.level[data-level='{level.level}']")
        label = plain(lane.locator(".lane-label").inner_text())
        assert f"of {level.repeats}" in label
        assert f"{level.num_weights} weight" in label
        scores = [plain(text) for text in lane.locator(".level-score .pill").all_inner_texts()]
        known = [f"{level.best_score:.0f}"] if level.best_sequence else []
        assert scores == known
        steps = lane.locator(".step")
        assert steps.count() == len(level.best_sequence)
        shown = [title.split(": ")[1] for title in lane.locator(".step").evaluate_all(
            "cells => cells.map(cell => cell.title)")]  # fmt: skip
        assert shown == [chance(p) for p in search.certainty(level.level)]
        dots = lane.locator(".result").evaluate_all(
            "paths => paths.map(path => path.getAttribute('d').split('h0').length - 1)"
        )
        assert sum(dots) == len(search.lessons.results(level.level))


def check_playout(explorer, search) -> None:
    moves = explorer.page.locator("#lanes .drawn")
    line = search.path_actions + search.playout_actions
    assert moves.count() == len(line)
    shown = moves.evaluate_all("all => all.map(e => [e.dataset.pin, e.title])")
    state = search.root
    for ply, (pin, title) in enumerate(shown):
        assert pin == at(line[:ply])
        name = state.action_name(line[ply])
        assert title.startswith(f"{name}: {chance(search.drawn[ply])}, ")
        state = state.play(line[ply])
    pill = [plain(text) for text in texts(explorer, ".playout-board .pill")]
    assert pill == ([f"{search.playout_return:.0f}"] if search.phase >= 3 else [])


def check_policy(explorer, search) -> None:
    level = search.adapted or 1
    head = explorer.page.locator("#lanes .policy-head").inner_text()
    assert f"Policy of level {level}" in head
    actions = explorer.page.locator("#lanes .policy").get_attribute("data-at")
    state = search.root
    for action in map(int, actions.split(",") if actions else []):
        state = state.play(action)
    policy = {state.action_name(c.action): c for c in search.policy_at(state, level)}
    before = {
        state.action_name(c.action): c for c in search.policy_at(state, level, before=True)
    }  # fmt: skip
    rows = explorer.page.locator("#lanes .policy-table tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )
    total = 0.0
    for row in rows:
        name = row[0].split()[0]
        numbers = [plain(cell) for cell in row[1:] if cell]
        if name not in policy:
            assert row[0].endswith("more")
            continue
        choice = policy[name]
        total += choice.probability
        shown = chance(choice.probability)
        assert shown in numbers
        assert f"{choice.weight:.2f}".replace("-0.00", "0.00") in numbers
        if search.adapted:
            change = choice.weight - before[name].weight
            (text,) = [cell for cell in numbers if re.search("[+±]", cell) or "▼" in cell]
            assert float(re.sub("[▲▼+± ]", "", text)) == pytest.approx(change, abs=0.0051)
    if len(rows) == len(policy):
        assert total == pytest.approx(1.0)


def check_changes(explorer, search) -> None:
    now, is_over = search.improvement, search.phase == 4
    lane = explorer.page.locator("#lanes .lane.changes")
    label = plain(lane.locator(".lane-label").inner_text())
    assert f"change {now.num_changes + (not is_over)}\n" in label
    outcome = "open" if not is_over else "accepted" if now.accepted else "refused"
    cut = lane.locator(f".cut.{outcome}")
    expect(cut).to_have_attribute("data-cut", str(now.cut))
    drawn = lane.evaluate(
        "lane => ['.begun', '.gained'].map(bars => lane.querySelector(`path${bars}`)"
        ".getAttribute('d').split('z').length - 1)"
    )
    assert drawn == [sum(map(bool, now.changes)), sum(map(bool, now.gains))]
    # the cut goes through the boards and the bars, where its ply is
    middle, chart, boards = (
        lane.locator(f"{part}").bounding_box()
        for part in (".cut", ".changes-bars", ".plies-boards")
    )
    share = min(now.cut, len(now.sequence)) / len(now.sequence)
    assert middle["x"] == pytest.approx(chart["x"] + share * chart["width"], abs=1)
    assert middle["y"] <= boards["y"]
    assert middle["y"] + middle["height"] >= chart["y"] + chart["height"]


@pytest.mark.parametrize("name", ["nrpa", "gnrpa"])
def test_phase_by_phase_the_lanes_follow_the_engine(explorer, name):
    # through the end of a level-1 search, which makes level 2 adapt
    search = arrive(explorer, name, 90)
    while search.iterations < 99:
        explorer.press("Step one iteration")
        search.run(1)
        explorer.wait(f"status.iteration === '{search.iterations}' && status.busy === 'false'")
    for _ in range(8):
        explorer.step()
        search.advance()
        check_levels(explorer, search)
        check_playout(explorer, search)
        check_policy(explorer, search)
        current = explorer.page.locator("[data-code-line][aria-current]")
        expect(current).to_have_attribute("data-code-line", str(search.phase))
    assert search.iterations == 101


@pytest.mark.parametrize("level", [1, 4])
def test_every_number_of_levels_has_its_lanes(explorer, level):
    search = arrive(explorer, "nrpa", 30, level)
    for _ in range(4):
        explorer.step()
        search.advance()
    check_levels(explorer, search)
    check_policy(explorer, search)
    lanes = explorer.page.locator("#lanes")
    is_whole = "e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1"
    assert lanes.evaluate(is_whole)
    # then a trace that ends while the search changes its sequence
    given = {"level": level, "repeats": 2, "changes": 20, "threshold": 8.0}
    recipe = Recipe("samegame", "6x6x3:7", "threshold-accepting", given, 1)
    done = 2**level + 6
    explorer.give("\n".join(record(recipe, done)))
    explorer.wait(f"status.iteration === '{done}' && status.busy === 'false'")
    search = recipe.build()
    search.run(done)
    check_changes(explorer, search)
    before = lanes.inner_html()
    for _ in range(4):
        explorer.step()
        search.advance()
        check_changes(explorer, search)
    assert lanes.evaluate(is_whole)
    for _ in range(4):
        explorer.press("Back one phase")
    explorer.wait(f"status.iteration === '{done}' && status.busy === 'false'")
    expect(lanes.locator(".cut")).not_to_have_class("cut open")
    assert lanes.inner_html() == before


def test_a_level_shows_its_beam(explorer):
    recipe = Recipe("samegame", "6x6x4:7", "nrpa", {"level": 2, "repeats": 20, "beam": 4}, 3)
    explorer.give("\n".join(record(recipe, 40)))
    explorer.wait("status.iteration === '40' && status.busy === 'false'")
    search = recipe.build()
    search.run(40)
    for _ in range(8):
        explorer.step()
        search.advance()
        beam = search.beam(1)
        pills = explorer.page.locator("#lanes .lane.level[data-level='1'] .beam .pill")
        assert [plain(text) for text in pills.all_inner_texts()] == [
            f"{element.score:.0f}" for element in beam
        ]
        marked = pills.evaluate_all("pills => pills.map(e => e.classList.contains('current'))")
        assert marked == [element.is_current for element in beam]


@pytest.mark.parametrize("name", ["nrpa", "gnrpa"])
def test_back_and_forward_give_the_same_picture(explorer, name):
    arrive(explorer, name, 60)
    explorer.step()
    explorer.step()
    before = explorer.still_picture()
    for _ in range(7):
        explorer.press("Back one phase")
    explorer.wait("status.iteration === '58' && status.busy === 'false'")
    assert explorer.still_picture()["lanes"] != before["lanes"]
    for _ in range(7):
        explorer.step()
    after = explorer.still_picture()
    assert after["lanes"] == before["lanes"]
    assert after["texts"] == before["texts"]


def test_a_position_is_pinned_by_click_and_by_keyboard_and_in_a_link(explorer, open_page):
    search = arrive(explorer, "nrpa", 40)
    page = explorer.page
    policy = page.locator("#lanes .policy")
    sequence = search.nesting[-1].best_sequence
    page.locator("#lanes .lane.level[data-level='1'] .step").nth(2).click()
    expect(policy).to_have_attribute("data-at", at(sequence[:2]))
    expect(explorer.button("Follow")).to_be_visible()
    explorer.step()
    expect(policy).to_have_attribute("data-at", at(sequence[:2]))
    steps = page.get_by_label("Step of the best sequence", exact=True)
    steps.focus()
    steps.press("ArrowRight")
    expect(policy).to_have_attribute("data-at", at(sequence[:3]))
    expect(steps).to_be_focused()
    other = open_page(explorer.copy_link())
    other.wait_until_moving()
    expect(other.page.locator("#lanes .policy")).to_have_attribute("data-at", at(sequence[:3]))
    explorer.press("Follow")
    expect(explorer.button("Follow")).to_have_count(0)
    explorer.step()
    search.advance()
    search.advance()
    expect(policy).to_have_attribute("data-at", at(search.path_actions[:-1]))


def test_the_playouts_slider_goes_on_from_the_pinned_move(explorer):
    search = arrive(explorer, "nrpa", 40)
    for _ in range(3):
        explorer.step()
        search.advance()
    line = search.path_actions + search.playout_actions
    page = explorer.page
    moves, policy = page.get_by_label("Move of the playout"), page.locator("#lanes .policy")
    moves.focus()
    moves.press("Home")
    expect(policy).to_have_attribute("data-at", "")
    state = search.root
    for ply in range(1, 4):
        moves.press("ArrowRight")
        state = state.play(line[ply - 1])
        expect(policy).to_have_attribute("data-at", at(line[:ply]))
        expect(moves).to_have_js_property("value", str(ply))
        name = f"{state.action_name(line[ply])} {chance(search.drawn[ply])}"
        expect(moves).to_have_attribute("aria-valuetext", name)
    explorer.press("Follow")
    expect(explorer.button("Follow")).to_have_count(0)
    shown = page.locator("#lanes .drawn").evaluate_all(
        "all => all.findIndex(e => e.classList.contains('shown'))"
    )
    expect(moves).to_have_js_property("value", str(shown))


def test_follow_is_pressed_across_a_frame(explorer):
    explorer.page.emulate_media(reduced_motion="no-preference")
    arrive(explorer, "nrpa", 40)
    explorer.page.locator("#lanes .lane.level[data-level='1'] .step").nth(2).click()
    explorer.press_across_a_step(explorer.button("Follow"))
    expect(explorer.button("Follow")).to_have_count(0)


def test_on_a_phone_nothing_is_cut_off(on_phone):
    page = on_phone.page
    on_phone.load_preset(PRESETS["gnrpa"].title)
    on_phone.wait("status.steps === '0'")
    for _ in range(4):
        on_phone.step()
    for _ in on_phone.in_both_themes():
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        boxes = page.locator("#lanes .lane, #lanes .policy").evaluate_all(
            "all => all.map(e => [e.scrollWidth <= e.clientWidth + 1, e.scrollHeight"
            " <= e.clientHeight + 1])"
        )
        assert boxes == [[True, True]] * 6
