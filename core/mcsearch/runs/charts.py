"""Charts of the command line: drawn by the page's package, which has Bokeh, in a program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from mcsearch.runs.store import StoreError


def write_chart(file: str, document: Mapping[str, Any]) -> None:
    """Draw a document into a file, .html, .svg or .png; StoreError with the reason."""
    command = [sys.executable, "-m", "explorer.alone.charts", file]
    done = subprocess.run(command, input=json.dumps(document), text=True, capture_output=True)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        if "No module named" in reason:
            reason += "; install mcsearch[app]"
        raise StoreError(f"--chart: {file} was not written: {reason}")
