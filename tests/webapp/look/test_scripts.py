"""Modules of scripts become one script; Node.js runs it, and the modules as they are, alike."""

import re
import subprocess
from pathlib import Path

import pytest

from explorer.look.scripts import ScriptError, as_module, joined
from explorer.shell.template import SCRIPT, read_script

EXPLORER = Path(__file__).parents[3] / "webapp" / "explorer"

MODULES = {
    "shell/main.js": """// The entry.
import * as plot from "../pages/plot.js";
import {
  number,
  twice as doubled,
} from "../look/numbers.js";

const mine = "shell";
console.log(mine, number(2), doubled(2), plot.mark, new plot.Pen().color, plot.arrow());
""",
    "pages/plot.js": """import { number } from "../look/numbers.js";

const mine = "pages";
export const mark = `${mine} ${number(3)}`;
export class Pen {
  color = "red";
}
export const arrow = () => mine;
""",
    "look/numbers.js": """console.log("once");
const mine = "look";
const text = "export const nothing = import";

export function number(value) {
  return `${mine} ${value}`;
}

export function twice(value) {
  return number(2 * value) + text.length;
}
""",
}


def run(*arguments: str) -> str:
    done = subprocess.run(["node", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_joined_script_does_what_the_modules_do(tmp_path):
    for name, text in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    single = tmp_path / "single.cjs"
    single.write_text(joined("shell/main.js", MODULES.__getitem__), encoding="utf-8")
    said = run(str(tmp_path / "shell" / "main.js"))
    assert said == "once\nshell look 2 look 429 pages look 3 red pages\n"
    assert run(str(single)) == said


def test_a_module_of_one_file_exports_what_its_entry_does(tmp_path):
    single = tmp_path / "single.mjs"
    single.write_text(as_module("pages/plot.js", MODULES.__getitem__, "mark"), encoding="utf-8")
    user = tmp_path / "user.mjs"
    user.write_text('import { mark } from "./single.mjs";\nconsole.log(mark);\n', encoding="utf-8")
    assert run(str(user)) == "once\npages look 3\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("export default 1;\n", "export default 1;"),
        ("export let count = 0;\n", "export let count"),
        ("const a = 1;\nexport { a };\n", "export { a };"),
        ('export * from "./b.js";\n', "export \\*"),
        ('import "./b.js";\n', "import"),
        ('import whole from "./b.js";\n', "import whole"),
        ('const b = await import("./b.js");\n', "import"),
        ("console.log(import.meta.url);\n", "import.meta"),
        ('import { a } from "a-package";\n', "no relative address"),
        ('const end = "</script>";\n', "would end the script"),
    ],
)
def test_what_cannot_be_joined_is_told(text, what):
    with pytest.raises(ScriptError, match=what):
        joined("a.js", {"a.js": text, "b.js": ""}.__getitem__)


def test_what_the_type_checker_reads_above_a_function_is_not_sent():
    code = """/** The entry's */
const four = /** @type {number} */ (4); // stays
/**
 * Doubles. * / and /* are no ends.
 * @param {number} value
 */
function twice(value) {
  /** @type {number[]} */
  const text = ["/** a text */", value];
  return text;
}
"""
    script = joined("a.js", {"a.js": code}.__getitem__)
    kept = [line for line in code.splitlines() if line.strip()[:2] not in ("/*", "*", "* ", "*/")]
    assert "\n".join(kept) in script
    assert "Doubles" not in script
    assert "entry's" not in script


def test_a_circle_of_imports_is_told():
    modules = {
        "a.js": 'import { b } from "./b.js";\n',
        "b.js": 'import { a } from "./a.js";\n',
    }
    with pytest.raises(ScriptError, match=re.escape("a.js -> b.js -> a.js")):
        joined("a.js", modules.__getitem__)


def test_every_script_of_the_explorer_is_on_the_page():
    read = set()

    def read_one(name: str) -> str:
        read.add(name)
        return read_script(name)

    joined(SCRIPT, read_one)
    for card in (
        "tree",
        "board",
        "strip",
        "lanes",
        "transport",
    ):  # in notebooks and other applications
        as_module(f"cards/{card}/card.js", read_one, "render")
    joined("alone/file.js", read_one)  # in a saved file
    read_one("alone/widget.js")  # in a notebook, as it stands
    assert read - {SCRIPT} == {
        path.relative_to(EXPLORER).as_posix() for path in EXPLORER.rglob("*.js")
    }
