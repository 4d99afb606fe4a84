"""The status of a page, texts in the `data-` attributes of an element, and waiting for it."""

from __future__ import annotations

import time

from playwright.sync_api import Error, Page

# Whether a condition on the status comes true within a second.
WAIT = """new Promise((resolve) => {
  const element = document.querySelector("%s");
  const holds = ((status) => Boolean(status && (%s))).bind(null, element?.dataset);
  if (holds()) return resolve(true);
  const watch = new MutationObserver(() => holds() && end(true));
  const timer = setTimeout(() => end(holds()), element ? 1000 : 50);
  const end = (is) => {
    watch.disconnect();
    clearTimeout(timer);
    resolve(is);
  };
  if (element) watch.observe(element, { attributes: true });
})"""


def status_of(page: Page, selector: str) -> dict[str, str]:
    """The texts of the element that a selector names; none without such an element."""
    return page.evaluate(f"({{...document.querySelector('{selector}')?.dataset}})")


def wait_for_status(page: Page, selector: str, condition: str, seconds: float = 60) -> None:
    """Until a JavaScript condition on `status` (the dataset, numbers as text) holds.

    The page looks when the status changes: asking it again and again takes a fifth of a
    processor. Every second it is asked anew, since a page that is left forgets the question.
    AssertionError when it does not hold in time.
    """
    # Playwright's own wait_for_function evaluates text in the page, which the site's
    # Content-Security-Policy rightly forbids.
    script = WAIT % (selector, condition)
    deadline = time.monotonic() + seconds
    while not _holds(page, script):
        if time.monotonic() > deadline:
            found = status_of(page, selector)
            raise AssertionError(f"not within {seconds} s: {condition}; it is {found}")


def _holds(page: Page, script: str) -> bool:
    try:
        return bool(page.evaluate(script))
    except Error as error:
        if "context was destroyed" in error.message:
            return False
        raise
