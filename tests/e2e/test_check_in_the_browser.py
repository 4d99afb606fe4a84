"""A search checked: from its code to the counterexample, the trees and the chapter; code that
raises, and code that does not come back. Served for its owner, and on the built static site."""

import pytest
from explorer_page import violations, violations_in_its_theme
from playwright.sync_api import expect

from conftest import PHONE, Tab, editor_address, served_page
from mcsearch.check import HEADINGS

EDIT = """text =>
  ace.edit(document.querySelector('#check [data-check-text]')).setValue(text, -1)"""
ENDLESS = "def run(state, iterations, seed):\n    while True:\n        pass\n"
HANGS_LATE = """
from mcsearch.examples import plain_mcts

def run(state, iterations, seed):
    while iterations > 200:
        pass
    return plain_mcts.run(state, iterations, seed)
"""
RAISES = """import random

def best(children):
    return random.choice(children)

def run(state, iterations, seed):
    return best([])
"""
PRINTS = """from mcsearch.examples import plain_mcts

def run(state, iterations, seed):
    print("thinking " * 1000)
    return plain_mcts.run(state, iterations, seed)
"""
THREADS = """import threading, time
from mcsearch.examples import plain_mcts

def run(state, iterations, seed):
    threading.Thread(target=time.sleep, args=(60,)).start()
    return plain_mcts.run(state, iterations, seed)
"""
CHANGES = """from mcsearch.examples import plain_mcts

def run(state, iterations, seed):
    state.__init__(state.play(state.legal_actions()[0]).state, state.recipe, {})
    return plain_mcts.run(state, iterations, seed)
"""
RENAMED = """from mcsearch.examples import plain_mcts

class Odd:
    def __init__(self, node):
        self.offspring = [Odd(each) for each in node.children]
        self.seen, self.gain, self.ply = node.visits, node.wins, node.move

def run(state, iterations, seed):
    return Odd(plain_mcts.run(state, iterations, seed))
"""
SLOW = """import time
from mcsearch.examples import plain_mcts

def run(state, iterations, seed):
    for _ in range(iterations):
        time.sleep(10)
    return plain_mcts.run(state, iterations, seed)
"""
WRONG = "import math\n\ndef run(state, iterations, seed)\n    return None\n"


@pytest.fixture(scope="module", params=["served", "static"])
def address(request):
    if request.param == "static":
        yield request.getfixturevalue("static")
        return
    with served_page(arguments=("--address", "localhost", "--args", "--edit")) as url:
        yield editor_address(url)


@pytest.fixture(scope="module")
def tab(browser, address):
    query = "view=check&example=same-sign&game=tictactoe&seconds=5"
    tab = Tab(browser, f"{address}{'&' if '?' in address else '?'}{query}", at_rest=True)
    yield tab
    tab.context.close()


@pytest.fixture
def page(tab, request):
    page = tab.explorer.page
    expect(page.locator("[data-check-context]")).not_to_be_empty(timeout=120_000)
    page.locator("#check [data-check-text]:not([aria-busy]) .ace_line").first.wait_for()
    yield page
    problems = tab.finish(request.node)
    assert not problems, problems


# what the scripts alone do is the same on the static site
by_script_alone = pytest.mark.parametrize("address", ["served"], indirect=True, scope="module")


def begin(page):
    """Press Check, and wait until it has begun: some checks have ended before one would look."""
    status = page.locator("#check-status")
    before = status.get_attribute("data-number")
    page.locator(".check-code [data-check-do='toggle']").click()
    expect(status).not_to_have_attribute("data-number", before)


def check(page, state="done"):
    begin(page)
    page.locator(f"#check-status[data-state='{state}']").wait_for(state="attached", timeout=180_000)


@pytest.fixture
def thorough(page):
    """Time for more than one counterexample, where Python is slow, too."""
    time = page.locator("[data-check-seconds]")
    time.select_option("20")
    yield
    time.select_option("5")


@pytest.mark.usefixtures("thorough")
def test_the_sign_fault_from_its_code_to_the_counterexample_and_its_chapter(tab, page, axe):
    check(page)
    verdicts = page.locator("[data-check-lines] .check-verdict").all_inner_texts()
    assert len(verdicts) == len(HEADINGS)
    reward = page.locator("[data-check-line='reward']")
    expect(reward).to_have_attribute("aria-expanded", "true")
    expect(reward.locator(".check-verdict")).to_have_text("wrong")
    opened = page.locator("#check-line-reward")
    expect(opened.locator(".check-board")).to_be_visible()
    expect(opened.locator("tr.wrong")).to_have_count(1)
    expect(opened).to_contain_text("Usual cause")
    expect(opened).to_contain_text("(line 50)")
    name = page.locator("#check .source-named").evaluate(
        "element => getComputedStyle(element, '::after').content"
    )
    assert name == '"Same sign at every level"'
    marked = page.locator("#check .ace_gutter-cell.ace_error")
    expect(marked).to_have_text("50")
    expect(page.locator("[data-check-line='cost']")).to_contain_text("bytes a node")
    expect(page.locator(".check-tree")).to_have_count(2)
    expect(page.locator(".check-tree .wrong .ring").first).to_be_visible()
    expect(page.locator(".check-chart")).to_be_visible()
    assert violations_in_its_theme(tab.explorer, axe) == []
    # counterexamples are stepped through, and the trees follow
    before = opened.locator(".check-board").get_attribute("aria-label")
    opened.get_by_label("The next counterexample").click()
    expect(opened.locator(".check-steps")).to_contain_text("counterexample 2")
    assert opened.locator(".check-board").get_attribute("aria-label") != before
    opened.get_by_role("link", name="Chapter 3").click()
    expect(page.locator("#learn")).to_be_visible()
    assert "chapter=whose-reward" in page.url
    page.go_back()
    expect(reward).to_be_visible()


def test_names_that_nobody_can_guess_are_told_by_hand(tab, page, axe):
    before = page.locator("[data-check-example]").input_value()
    page.evaluate(EDIT, RENAMED)
    page.locator(".check-reading summary").click()
    expect(page.locator("[data-check-command]")).to_contain_text("--seconds 5")
    names = {"children": "offspring", "visits": "seen", "value": "gain", "action": "ply"}
    for field, name in names.items():
        page.get_by_label(field, exact=True).fill(name)
    told = " ".join(f"--tree {field}={name}" for field, name in names.items())
    expect(page.locator("[data-check-command]")).to_contain_text(f"my_mcts.py:run {told} --game")
    assert violations_in_its_theme(tab.explorer, axe) == []
    check(page, "running")
    expect(page.locator("[data-check-reading]")).to_contain_text("seen", timeout=60_000)
    stop(page)
    # also where the page began anew
    expect(page.locator("[data-check-command]")).to_contain_text(f"my_mcts.py:run {told} --game")
    page.locator("[data-check-example]").select_option(before)
    # they are names of one search
    expect(page.locator("[data-check-command]")).not_to_contain_text("--tree")
    if page.locator(".check-reading details[open]").count():
        page.locator(".check-reading summary").click()


@by_script_alone
@pytest.mark.usefixtures("thorough")
def test_lines_are_reached_and_opened_by_the_keyboard(page):
    check(page)
    page.locator("#check").focus()
    page.keyboard.press("ArrowDown")
    first = page.locator(f"[data-check-line='{HEADINGS[0].name}']")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("n")
    expect(page.locator("[data-check-line='reward']")).to_be_focused()
    page.keyboard.press("]")  # before there is an answer to the key before
    steps = page.locator(".check-steps")
    expect(steps).to_contain_text("counterexample 2 of")
    page.keyboard.press("[")
    page.keyboard.press("]")
    page.keyboard.press("]")
    # how many were found depends on the clock; after the last comes the first
    count = int(steps.inner_text().split(" of ")[1].split()[0])
    expect(steps).to_contain_text(f"counterexample {3 if count > 2 else 1} of")
    expect(first).to_have_attribute("aria-expanded", "false")
    # another report begins at its first again
    check(page)
    expect(page.locator(".check-steps")).to_contain_text("counterexample 1 of")
    page.locator("#check").focus()
    page.keyboard.press("]")
    expect(page.locator(".check-steps")).to_contain_text("counterexample 2 of")


def test_the_position_opens_in_explore(tab, page):
    if not page.locator("#check-line-reward .check-board").is_visible():
        check(page)  # no test before this one has left its report here
    label = page.locator("#check-line-reward .check-board").get_attribute("aria-label")
    page.locator("#check-line-reward").get_by_text("Open this position").click()
    expect(page.locator("#check")).to_be_hidden()
    tab.explorer.wait("Number(status.steps) > 0")
    assert label.removeprefix("The position ").replace(" / ", "/") in (
        tab.explorer.copy_link().replace("%2F", "/").replace("+", "").replace("%20", "")
    )
    page.locator("[data-page-link='check']").click()
    expect(page.locator("#check")).to_be_visible()


def test_code_that_does_not_come_back_is_ended_and_what_is_no_python_is_marked(tab, page, axe):
    page.evaluate(EDIT, ENDLESS)
    check(page)
    expect(page.locator("[data-check-line='state']")).to_contain_text("10 s")
    page.evaluate(EDIT, WRONG)
    check(page, "failed")
    expect(page.locator("#check [data-check-error] b")).to_have_text("Line 3")
    expect(page.locator("#check .source-wrong")).to_have_count(1)
    expect(page.locator(".check-failed")).to_have_text("Line 3 SyntaxError: expected ':'")
    assert violations_in_its_theme(tab.explorer, axe) == []
    page.locator("[data-check-example]").select_option("right")
    check(page)
    expect(page.locator("[data-check-counts] [title='wrong']")).to_have_count(0)
    expect(page.locator("[data-check-lines] [aria-expanded='true']")).to_have_count(0)


def stop(page, seconds=20):
    """Where it is running still: pressed after its end the button would begin it again."""
    page.locator(".check-code [data-check-do='toggle']").evaluate(
        "button => document.querySelector('#check-status').dataset.state === 'running'"
        " && button.click()"
    )
    ended = page.locator("#check-status:is([data-state='stopped'], [data-state='done'])")
    ended.wait_for(state="attached", timeout=1000 * seconds)


def until_told(page, text, line):
    """Check the code until the line is there; where the code gives nothing nothing is left."""
    page.evaluate(EDIT, text)
    begin(page)
    told = page.locator(f"[data-check-line='{line}']")
    expect(told.locator(".check-verdict")).not_to_be_empty(timeout=120_000)
    if page.locator("#check [data-check-error]").is_visible():
        page.locator("#check-status[data-state='done']").wait_for(state="attached")
    else:
        stop(page)
    return told


def test_what_a_search_does_besides_searching_is_told_and_the_page_goes_on(tab, page, address, axe):
    is_static = "/pages/of/" in address
    told = until_told(page, RAISES, "state")
    expect(told).to_contain_text("run raised IndexError")
    expect(page.locator("#check [data-check-error]")).to_contain_text("IndexError")
    # of all that was called the last line of the search's own
    expect(page.locator("#check [data-check-error] b")).to_have_text("Line 4")
    expect(page.locator("#check .source-wrong")).to_have_count(1)
    # the line that is wrong is open, where its words have room
    expect(page.locator("#check-line-state")).to_contain_text("line 4: return random.choice")
    told = until_told(page, PRINTS, "state")
    expect(page.locator("#check .source-wrong")).to_have_count(0)
    expect(page.locator("#check [data-check-error]")).to_be_hidden()
    expect(told).to_contain_text("run prints, 9,001 characters a call")
    told = until_told(page, CHANGES, "state")
    expect(told).to_contain_text("run changes the position it is given")
    told = until_told(page, THREADS, "state")
    if is_static:
        expect(told).to_contain_text("Python in a browser has none")
        expect(page.locator("#check [data-check-error] b")).to_have_text("Line 5")
    else:
        expect(told).to_contain_text("threads running after")
    page.evaluate(EDIT, SLOW)
    begin(page)
    assert not violations(tab.explorer, axe)  # once: it is running for 10 s
    if is_static:
        stop(page, 60)
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
    else:
        stop(page, 5)
    expect(page.locator("#check-status")).to_have_attribute("data-state", "stopped")
    assert violations_in_its_theme(tab.explorer, axe) == []
    page.locator("[data-check-example]").select_option("right")
    check(page)
    expect(page.locator("[data-check-counts] [title='wrong']")).to_have_count(0)
    expect(page.locator("[data-check-counts] [title='right']")).to_contain_text("1")


def test_a_search_that_hangs_in_long_calls_alone_is_stopped_at_once(page, address):
    page.evaluate(EDIT, HANGS_LATE)
    begin(page)
    if "/pages/of/" in address:
        expect(page.locator("[data-check-context]")).to_contain_text("has not come back")
        stop(page, 60)
        expect(page.locator("[data-toast-error]")).to_contain_text("was stopped")
        expect(page.locator("[data-check-example]")).to_have_value("")
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
    else:
        expect(page.locator("[data-check-line='state'] .check-verdict")).not_to_be_empty()
    page.locator("[data-check-example]").select_option("right")
    if page.locator("#check-status[data-state='running']").count():
        stop(page)
    check(page)
    expect(page.locator("[data-check-counts] [title='wrong']")).to_have_count(0)


def test_a_file_that_the_server_was_given_is_shown_and_checked_as_it_is(browser, tmp_path):
    path = tmp_path / "own_mcts.py"
    text = PRINTS.replace("print", "len")
    path.write_text(text, encoding="utf-8")
    with served_page(arguments=("--args", str(path))) as url:
        tab = Tab(browser, f"{url}?view=check&seconds=5", at_rest=True)
        page = tab.explorer.page
        page.locator("#check [data-check-text]:not([aria-busy]) .ace_line").first.wait_for()
        expect(page.locator("[data-check-example]")).to_have_value("own_mcts.py")
        editor = "ace.edit(document.querySelector('#check [data-check-text]'))"
        assert page.evaluate(f"[{editor}.getReadOnly(), {editor}.getValue()]") == [True, text]
        expect(page.locator("[data-check-command]")).to_contain_text("check own_mcts.py:run")
        expect(page.locator("#check .check-note")).to_contain_text(
            "read whenever the page is loaded"
        )
        check(page)
        expect(page.locator("[data-check-counts] [title='wrong']")).to_have_count(0)
        expect(page.locator("[data-check-line='state']")).to_contain_text("same seed, same tree")
        path.write_text(f"# changed\n{text}", encoding="utf-8")
        page.reload()
        page.locator("#check [data-check-text]:not([aria-busy]) .ace_line").first.wait_for()
        assert page.evaluate(f"{editor}.getValue()") == f"# changed\n{text}"
        assert not tab.problems, tab.problems
        tab.context.close()


@by_script_alone
def test_on_a_phone_what_is_wrong_comes_first_and_nothing_is_wider_than_the_window(
    browser, address, axe
):
    query = "view=check&example=same-sign&seconds=5"
    tab = Tab(browser, f"{address}{'&' if '?' in address else '?'}{query}", at_rest=True, **PHONE)
    page = tab.explorer.page
    expect(page.locator("[data-check-done]")).not_to_be_empty(timeout=120_000)
    page.locator(".check-buttons [data-check-do='toggle']").tap()
    page.locator("#check-status[data-state='done']").wait_for(state="attached", timeout=180_000)
    expect(page.locator("[data-check-lines] .check-verdict").first).to_have_text("wrong")
    expect(page.locator("[data-check-segments] i")).to_have_count(len(HEADINGS))
    for name in ("report", "trees", "strength"):
        page.locator(f"[data-check-tab='{name}']").tap()
        expect(page.locator(f".check-{name}")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name
        assert not violations(tab.explorer, axe)
    tab.context.close()
