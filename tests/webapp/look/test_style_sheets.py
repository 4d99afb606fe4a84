"""Style sheets ask for no more than a page with frames can bear."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
SHEETS = [*ROOT.glob("webapp/explorer/**/*.css"), *ROOT.glob("site/page/*.css")]

WHOLE = re.compile(r"(?:^|[\s,{}>~+])(?:html|body|:root|main|\*)[^\s,{}>~+]*:has\(", re.MULTILINE)


def test_nothing_that_a_frame_changes_styles_the_whole_page():
    """A browser looks at `body:has(...)` again after a change anywhere, and styles all below it."""
    assert len(SHEETS) > 10
    found = {sheet.name: WHOLE.findall(sheet.read_text(encoding="utf-8")) for sheet in SHEETS}
    assert {name: rules for name, rules in found.items() if rules} == {}
