"""How soon a foreign tree is seen: `python tests/e2e/measure_tree.py [served] [static]`.

Prints, for each, the time from the file that is chosen to the drawn frame with its nodes. Nothing
is checked: other programs on the machine slow it down, so read the figures on an idle one. The
static site must have been built (`make site`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from explorer_page import ExplorerPage
from foreign_tree import file_of, grown
from playwright.sync_api import Page
from stopwatch import UNTIL, measure_each, options, told

NODES = 100_000
TREES = 5
# Its promise is kept: the file is chosen from outside.
_WATCH = f"""(nodes) => {{
  const chooser = document.querySelector("[data-import-file]");
  const status = document.querySelector("#status");
  window.timed = new Promise((resolve) => {{
    chooser.addEventListener(
      "change",
      () => resolve(({UNTIL})(status, () => {{}}, () => status.dataset.nodes === nodes)),
      {{ capture: true, once: true }},
    );
  }});
}}"""


def measure(page: Page, url: str, kind: str) -> None:
    page.goto(f"{url}?view=explore", timeout=120_000)
    tab = ExplorerPage(page)
    tab.wait_until_moving()
    tab.pause()
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for more in range(TREES):
            root = grown(NODES + more, seed=more)
            page.evaluate(_WATCH, str(root["visits"]))
            page.locator("[data-import-file]").set_input_files(file_of(root, Path(folder)))
            times.append(page.evaluate("window.timed"))
    print(f"{kind}, a tree of {NODES:,} nodes")
    print(f"  file to the drawn frame   {told(times)}", flush=True)


if __name__ == "__main__":
    measure_each(options(__doc__).parse_args().pages, measure)
