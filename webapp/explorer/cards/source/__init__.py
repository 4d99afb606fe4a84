"""The code of a visitor's own game: an editor, what the contract says of it, and where it is wrong.

The editor is Ace, whose scripts come with Panel; they are fetched when the card is opened first.
"""

from __future__ import annotations

ACE = "bundled/aceplot/ace-builds@1.40.1/src-min-noconflict"
"""Where Panel's own files have it."""
SCRIPTS = tuple(f"{ACE}/{name}" for name in ("ace.js", "mode-python.js"))
