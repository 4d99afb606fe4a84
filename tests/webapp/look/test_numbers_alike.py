"""Numbers read alike in Python and in the scripts, which Node.js runs here."""

import json
import subprocess
from pathlib import Path

import pytest

from explorer.look import text

NUMBERS = Path(__file__).parents[3] / "webapp" / "explorer" / "look" / "numbers.js"
RUN = """
import { readFileSync } from "node:fs";
const { number, measure, shortCount } = await import(process.argv[1]);
const ways = { number, percent: (value) => measure(value, true),
  score: (value) => measure(value, false), shortCount };
const [way, values] = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(values.map((value) => ways[way](value))));
"""

TIES = [sign * n / 8 for sign in (1, -1) for n in range(0, 1700, 3)]
SHARES = [n / 1000 for n in range(1001)] + [n / 331 for n in range(332)] + [0.52496]
SCORES = [*TIES, 2.35, 99.94, 99.96, 123.45, 1234.5, 1235.5, -1234.5, 1e6 / 3, 1.0, 1e6, -0.04]
SCORES += [n / 2**k for k in range(4, 12) for n in range(1, 2**k, 7)] + [9.9999, 4.2e-5, 1e-12]
COUNTS = [0, 7, 999, 1000, 1402, 1450, 9949, 9950, 13_757, 999_499, 1_234_567, 9_950_000]


def in_scripts(way, values):
    command = ["node", "--input-type=module", "--eval", RUN, NUMBERS.as_uri()]
    done = subprocess.run(
        command, input=json.dumps([way, values]), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("way", "in_python", "values"),
    [
        ("number", text.number, SCORES),
        ("percent", text.percent, SHARES),
        ("score", text.score, SCORES),
        ("shortCount", text.short_count, COUNTS),
    ],
)
def test_numbers_read_alike_in_python_and_in_the_scripts(way, in_python, values):
    """A tie goes to the even digit, and nothing is rounded twice."""
    assert dict(zip(values, in_scripts(way, values), strict=True)) == {
        value: in_python(value) for value in values
    }
