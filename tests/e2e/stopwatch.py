"""What the scripts share that measure how fast a page answers; they check nothing."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterable

from playwright.sync_api import Page

from conftest import DESKTOP, launched, served_page, site_page

ADDRESSES = {"served": served_page, "static": site_page}

UNTIL = """(root, act, fits) => new Promise((resolve) => {
  const begin = performance.now();
  const seen = new MutationObserver(look);
  function look() {
    if (!fits()) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
  }
  seen.observe(root, { subtree: true, childList: true, attributes: true });
  act();
  look();
})"""
"""JavaScript: the milliseconds from an act to the drawn frame in which something in `root` fits."""


def told(times: list[float]) -> str:
    """The median and the largest of some times."""
    return f"{statistics.median(times):.0f} ms (at most {max(times):.0f} ms of {len(times)})"


def told_rates(rates: list[float]) -> str:
    """The median and the range of how often something was done in a second."""
    low, high = min(rates), max(rates)
    return f"{statistics.median(rates):.1f} a second ({low:.1f} to {high:.1f} of {len(rates)})"


def options(document: str) -> argparse.ArgumentParser:
    """The command line of such a script: which pages."""
    parser = argparse.ArgumentParser(description=document.splitlines()[0])
    parser.add_argument("pages", nargs="*", choices=(*ADDRESSES, []), default=[])
    return parser


def measure_each(kinds: Iterable[str], measure: Callable[[Page, str, str], None]) -> None:
    """Measure a fresh tab of each kind of page, of both by default, at its address."""
    with launched() as browser:
        for kind in kinds or ADDRESSES:
            with ADDRESSES[kind]() as url:
                page = browser.new_page(viewport=DESKTOP)
                measure(page, url, kind)
                page.close()
