"""A game of the visitor's own: written, run, searched, played, raced and stopped.

On the built static site, and served with a file.
"""

import re
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import Tab, editor_address, served_page
from explorer.session.problems import PROBLEMS

LEFT = PROBLEMS.find("left-move").text
NIM = PROBLEMS.find("nim").text
BEGINS = "        taken_from, number = action"
# more calls than the check makes, and fewer than a search that plays
LATE = """        global calls
        calls += 1
        while calls > 100_000:
            pass
"""
PLAYED = "return LeftMove(self.moves + move, self.length)"
EDIT = "text => ace.edit(document.querySelector('[data-code]')).setValue(text, -1)"
FIND = """word => {
  const editor = ace.edit(document.querySelector('[data-code]'));
  editor.find(word);
  editor.focus();
}"""
CHOSEN = "header select[data-game] option:checked"
READ = "() => ace.edit(document.querySelector('[data-code]')).getValue()"


class Author:
    """The code card of a page."""

    def __init__(self, explorer):
        self.explorer, self.page = explorer, explorer.page
        self.error = self.page.locator("[data-code-error]")

    def choose(self, name):
        self.page.locator("header select[data-game]").select_option(name)
        expect(self.page.locator(f"[data-example='{name}'][aria-pressed='true']")).to_be_visible()
        self.page.locator("[data-code]:not([aria-busy]) .ace_line").first.wait_for()

    def write(self, text):
        self.page.evaluate(EDIT, text)

    def type(self, old, new):
        """Replace a word by the keyboard."""
        self.page.evaluate(FIND, old)
        self.page.keyboard.type(new)

    def written(self):
        return self.page.evaluate(READ)

    def run(self):
        self.page.locator("[data-client='run-code']").click()

    def expect_to_run(self):
        expect(self.page.locator("[data-contract] [data-state='held']")).to_have_count(6)
        expect(self.error).to_be_hidden()
        self.explorer.wait("Number(status.iteration) > 2 && Number(status.nodes) > 3")

    def go(self, page):
        """To another page of the visit."""
        self.page.locator(f"[data-page-link='{page}']").click()

    def play(self, name):
        """Begin a game of one's own in Play, and make its first action."""
        self.go("play")
        self.page.locator("#play-status[data-game]").wait_for(state="attached")
        self.page.locator("header [data-form='game']").select_option(name)
        self.page.locator(f"#play-status[data-game='{name}']").wait_for(state="attached")
        self.page.locator("#play [data-action='3']").click()

    def race(self, name):
        """Race a game of one's own for a while."""
        self.go("race")
        self.page.locator("#race-status[data-state='idle']").wait_for(state="attached")
        self.page.locator("header [data-race-game]").select_option(name)
        self.page.locator("#race .race-note").first.wait_for()
        self.page.locator("[data-race-do='toggle']").click()

    def expect_wrong(self, line, message):
        expect(self.error).to_contain_text(message)
        expect(self.error.locator("b")).to_have_text(f"Line {line}")
        expect(self.page.locator(".source-wrong")).to_have_count(1)


@pytest.fixture(scope="module")
def tabs():
    """One tab an address, closed at the end."""
    tabs = {}
    yield tabs
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture
def visit(browser, tabs, request):
    """Opens an address, in a tab that may be there; checks at the end that it stayed clean."""

    def visit(url):
        if url not in tabs:
            tabs[url] = Tab(browser, url, at_rest=True)
        return Author(tabs[url].explorer)

    yield visit
    problems = [problem for tab in tabs.values() for problem in tab.finish(request.node)]
    assert not problems, problems


@pytest.fixture
def author(visit, static):
    author = visit(static)
    author.explorer.wait_until_moving()
    return author


def test_the_examples_are_edited_run_and_shown_live(author):
    explorer, page = author.explorer, author.page
    for problem in PROBLEMS.examples:
        author.choose(problem.name)
        assert author.written() == problem.text
        author.write(problem.text.replace('"""', '"""Mine. ', 1))
        author.run()
        author.expect_to_run()
        name = type(problem.make()).__name__
        expect(page.locator(CHOSEN)).to_have_text(f"{name} (yours)")
        before = explorer.status()["iteration"]
        explorer.wait(f"Number(status.iteration) > {before}")
        explorer.pause()
    expect(page.locator("[data-text='board-context']")).not_to_be_empty()
    # what stands in the editor, and in no link
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.button("Copy link").click()
    expect(page.locator("[data-toast]")).to_contain_text("travels as a file only")
    assert page.evaluate("navigator.clipboard.readText()") == page.url.partition("?")[0]
    # mistakes are marked where they are, and the last search stays
    steps = explorer.status()["steps"]
    author.choose("left-move")
    page.locator("[data-client='reset-code']").click()
    author.run()
    author.expect_to_run()
    explorer.pause()
    steps = explorer.status()["steps"]
    author.write(LEFT.replace("return len(self.moves) ==", "return ln(self.moves) =="))
    author.run()
    author.expect_wrong(29, "NameError: name 'ln' is not defined")
    author.write(LEFT.replace(PLAYED, f"self.moves += move; {PLAYED}"))
    author.run()
    author.expect_wrong(25, "changed the state that it was called on: moves was ''")
    expect(page.locator("[data-method='play']")).to_contain_text("does not hold")
    assert explorer.status()["steps"] == steps
    # a file asks before its code runs
    mine = LEFT.replace("LeftMove", "FromFile")
    given = {"name": "from_file.py", "mimeType": "text/x-python", "buffer": mine.encode()}
    page.locator("[data-code-file]").set_input_files(given)
    expect(page.locator("#ask-code")).to_contain_text("Run the code of from_file.py?")
    expect(page.locator("[data-asked-text]")).to_contain_text("class FromFile")
    page.locator("[data-client='show-code']").click()
    assert author.written() == mine
    assert explorer.status()["steps"] == steps
    page.locator("[data-import-file]").set_input_files(given)
    page.locator("[data-client='run-asked']").click()
    author.expect_to_run()
    expect(page.locator(CHOSEN)).to_have_text("FromFile (yours)")
    # code for two is played and raced, and travels in no address of these pages either
    author.choose("nim")
    author.write(NIM.replace("class Nim", "class Mine").replace("return Nim", "return Mine"))
    author.run()
    author.expect_to_run()
    author.play("your-game")
    page.locator("#play-status[data-ply='2'][data-mine='true']").wait_for(state="attached")
    expect(page.locator("#play [data-title]")).to_have_text("Mine")
    expect(page.locator("#play [data-about]")).to_contain_text("has not been measured")
    assert "Mine" not in page.url
    assert page.url.endswith("?view=play")
    page.locator("#play [data-board] button").first.press("Enter")  # a place in the picture
    page.locator("#play-status[data-ply='4']").wait_for(state="attached")
    author.race("your-game")
    page.locator("#race [data-games] [data-number='1']").wait_for()
    expect(page.locator("#race .race-own svg")).to_be_visible()
    assert page.url.endswith("?view=race")
    page.locator("#race [data-review='0']").click()
    page.locator("#play-status[data-review*='/']:not([data-review^='0/'])").wait_for(
        state="attached"
    )
    author.go("explore")
    policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    scripts = re.search(r"script-src ([^;]*)", policy)[1].split()
    assert scripts[:2] == ["'self'", "'wasm-unsafe-eval'"]  # Python is compiled in the worker
    assert all(source.startswith("'sha256-") for source in scripts[2:])


def test_code_that_does_not_come_back_is_stopped_and_the_page_goes_on(author):
    explorer, page = author.explorer, author.page
    author.choose("left-move")
    shorter = LEFT.replace("length=60", "length=20")
    author.write(shorter)
    author.run()
    author.expect_to_run()
    explorer.pause()
    steps = explorer.status()["steps"]
    # while it is typed and when it is run it is stopped by itself
    author.write(shorter.replace(PLAYED, "while True: pass"))
    author.expect_wrong(26, "play did not return within 2 s")
    expect(page.locator("[data-method='legal_actions']")).to_contain_text("returns 2 actions")
    author.write(shorter.replace('return ["L", "R"]', "while True: pass"))
    author.run()
    author.expect_wrong(23, "legal_actions did not return within 2 s")
    author.type("pass", "return ['L']")
    expect(page.locator("[data-contract] [data-state='held']")).to_have_count(5)
    expect(page.locator("[data-contract-summary]")).to_have_text("5 of 5 hold")
    expect(author.error).to_be_hidden()
    assert explorer.status()["steps"] == steps
    # in the search it is stopped by who waits for it
    late = "ASKED.append(1)\n        while len(ASKED) > 100_000: pass\n        "
    endless = shorter.replace("LEFT, RIGHT", "ASKED = []\nLEFT, RIGHT", 1)
    endless = endless.replace(PLAYED, late + PLAYED)
    author.write(endless)
    author.run()
    explorer.press("To budget")
    page.locator("[data-unanswered] button").click()
    expect(page.locator("[data-toast-error]")).to_contain_text("was stopped", timeout=120_000)
    page.locator("[data-code]:not([aria-busy]) .ace_line").first.wait_for()
    assert author.written() == endless
    # also what is played or raced can be stopped
    larger = NIM.replace("(2, 3, 4)", "(5, 6, 7)").replace("width: int = 4", "width: int = 7")
    author.choose("nim")
    author.write(larger.replace(BEGINS, f"{LATE}{BEGINS}") + "\n\ncalls = 0\n")
    author.run()
    author.expect_to_run()
    explorer.pause()
    author.play("your-game")
    page.locator("[data-unanswered] button").click(timeout=120_000)
    expect(page.locator("[data-toast-error]")).to_contain_text("was stopped", timeout=120_000)
    author.choose("left-move")
    author.write(shorter)
    author.run()
    author.expect_to_run()


def test_a_server_lets_its_owner_edit_and_nobody_else(visit, served, tmp_path):
    with urllib.request.urlopen(served) as page:
        html = page.read().decode()
    assert 'value="knights-tour"' in html
    assert "data-source" not in html.partition("<script")[0]
    assert 'data-client="run-code"' not in html
    path = tmp_path / "my_game.py"
    alone, two = LEFT.replace("LeftMove", "MyGame"), NIM.replace("Nim", "Pairs")
    future = "from __future__ import annotations"
    path.write_text(two + alone.replace(future, ""), encoding="utf-8")
    arguments = ("--address", "localhost", "--args", str(path), "--edit")
    with served_page(arguments=arguments) as url:
        with urllib.request.urlopen(url) as page:
            html = page.read().decode()
        assert 'value="MyGame"' in html
        assert 'data-client="run-code"' not in html
        author = visit(f"{editor_address(url)}&game=MyGame&search=nmcs&seed=1")
        page = author.page
        expect(page).to_have_url(re.compile(r"\?game=MyGame&search=nmcs&seed=1"))
        author.page.locator("[data-code]:not([aria-busy]) .ace_line").first.wait_for()
        author.run()
        author.expect_to_run()
        author.write(LEFT.replace('return ["L", "R"]', "while True: pass"))
        author.run()
        author.expect_wrong(23, "legal_actions did not return within 2 s")
        expect(author.error).to_contain_text("The search goes on with the last code that ran.")
        # the classes of the file are played and raced, by links too
        author.play("Pairs")
        page.locator("#play-status[data-ply='2'][data-mine='true']").wait_for(state="attached")
        assert "game=Pairs" in page.url
        # with dice what was drawn stands among the moves, and is told
        page.locator("header [data-form='game']").select_option("pig")
        page.locator("#play-status[data-game='pig']").wait_for(state="attached")
        for _ in range(20):  # a one gives the turn to the search, which may hold at last
            ply = page.locator("#play-status").get_attribute("data-ply")
            page.locator("#play [data-action='0']").click()
            mine = f"#play-status[data-mine='true']:not([data-ply='{ply}'])"
            page.locator(mine).wait_for(state="attached")
            if "drawn: " in page.locator("#play [data-narration]").inner_text():
                break
        else:
            pytest.fail("nothing drawn is told")
        expect(page.locator("#play [data-moves] .die").first).to_be_visible()
        author.race("MyGame")
        page.locator("#race .race-own-picture svg").first.wait_for()
        page.locator("#race-status:not([data-done='0'])").wait_for(state="attached")
        assert "game=MyGame" in page.url
        author.go("explore")
        author.write(NIM.replace("return not any(self.heaps)", "return not any(self.heap)"))
        author.run()
        author.expect_wrong(31, "has no attribute 'heap'")
