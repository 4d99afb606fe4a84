"""Stands in for modules of Panel that it imports, but whose classes nothing here is made of.

They take a twentieth of the time to start.  Imported before Panel is; packages.py leaves the
modules themselves out.
"""

import sys
import types
from typing import Any

import js
import pyodide.code


class StandIn(types.ModuleType):
    """An empty module that has every name asked for."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


MODULES = (
    "panel.chat",
    "panel.pane.deckgl",
    "panel.pane.echarts",
    "panel.pane.perspective",
    "panel.pane.plotly",
    "panel.pane.vega",
    "panel.pane.vizzu",
    "panel.pane.vtk",
    "panel.widgets.codeeditor",
    "panel.widgets.debugger",
    "panel.widgets.file_selector",
    "panel.widgets.speech_to_text",
    "panel.widgets.terminal",
    "panel.widgets.text_to_speech",
    "panel.widgets.texteditor",
)
for _name in MODULES:
    sys.modules[_name] = StandIn(_name)


_run_js = pyodide.code.run_js


def _converter_of_panel(_code: str) -> Any:
    pyodide.code.run_js = _run_js
    return js.toObject


# Panel makes one function of JavaScript out of text when it is imported; the worker's policy
# refuses text as code, and a function without a name could not be found again in a later visit.
pyodide.code.run_js = _converter_of_panel
