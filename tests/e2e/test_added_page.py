"""A page in a folder of its own, and nothing else touched: served, linked to, played with."""

from explorer_page import ExplorerPage
from playwright.sync_api import Browser, expect


def test_a_folder_is_all_that_a_page_needs(browser: Browser, serve) -> None:
    with serve("added") as url:
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        page.goto(url)
        explorer = ExplorerPage(page)
        explorer.wait_until_moving()
        links = page.get_by_role("navigation", name="Pages").get_by_role("link")
        trial = links.all_inner_texts().index("Trial")

        links.nth(trial).click()
        expect(page).to_have_title("Trial · Monte Carlo Search Explorer")
        assert "view=trial" in page.url
        expect(page.get_by_text("Noughts and crosses")).to_be_visible()
        expect(page.get_by_label("Preset").filter(visible=True)).to_have_count(0)
        count = page.locator("#trial-count")
        expect(count).to_have_css("outline-color", "rgb(1, 2, 3)")
        expect(count).to_have_text("0 iterations")
        explorer.wait_until_still()  # Explore waits
        steps = explorer.status()["steps"]
        page.get_by_role("button", name="One iteration").click()
        expect(count).to_have_text("1 iterations")
        page.locator(".trial").click()
        page.keyboard.press("s")
        expect(count).to_have_text("2 iterations")
        expect(page.locator("[data-visits]")).to_contain_text("2 1 0")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("?")
        assert page.locator("#help dd:visible").all_inner_texts() == [
            "one iteration on",
            "these keys",
        ]
        page.keyboard.press("Escape")
        assert explorer.status()["steps"] == steps, "the keys of Explore are asleep"

        page.go_back()
        expect(page.locator("#explore")).to_be_visible()
        explorer.wait(f"Number(status.steps) > {steps}")
        explorer.pause()
        page.goto(f"{url}?view=trial")
        expect(count).to_have_text("0 iterations")
        page.get_by_role("link", name="Nine iterations in Explore").click()
        expect(page.locator("#explore")).to_be_visible()
        explorer.wait("status.iteration === '9'")
        links.nth(trial).click()
        page.locator(".trial a").evaluate("link => { link.search = '?preset=nmcs&at=3.0'; }")
        page.get_by_role("link", name="Nine iterations in Explore").click()
        explorer.wait("status.iteration === '3' && status.busy === 'false'")
        assert problems == []
        page.context.close()
