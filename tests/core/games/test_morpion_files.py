"""Morpion Solitaire in other programs' files: the record games go out and come back."""

import base64
import json
import re
import zlib

import pytest
from test_morpion import records

from mcsearch import RecipeError
from mcsearch.games.morpion.pentasol import PENTASOL
from mcsearch.games.morpion.record_json import RECORD_JSON
from mcsearch.games.morpion.state import beginning
from mcsearch.play.record import parse, saved, written

FORMATS = (RECORD_JSON, PENTASOL)
# the header of the games of C. Rosin on morpionsolitaire.com and the beginning of the first of 177
# moves, as Rosetta Code's page about the game quotes them
QUOTED = """\
# Morpion Solitaire game
(28,28)
(27,25) - +2
(32,32) / 0
(30,28) - +2
(28,35) | -2
(30,33) / 0
"""
ONE = {"version": "0.1", "variant": "5T", "moves": [{"x": 2, "y": 0, "dir": "H", "pos": 0}]}


def as_json(variant, moves):
    """A record game as the specification has it, from the lines of the data file."""
    told = [move.split(",") for move in moves]
    objects = [{"x": int(x), "y": int(y), "dir": d, "pos": int(pos)} for x, y, d, pos in told]
    return {"version": "0.1", "variant": variant, "score": len(moves), "moves": objects}


def compact(fields):
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = pack.compress(json.dumps(fields).encode()) + pack.flush()
    return "MS1:" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def end_of(text):
    """The state after the game of a text, which the rules have replayed."""
    return parse(text).attempt().state


@pytest.mark.parametrize(("variant", "score", "moves"), list(records()))
def test_record_games_come_in_whole_and_go_out_again(variant, score, moves):
    fields = as_json(variant, moves)
    end = end_of(json.dumps(fields))
    assert (end.variant, end.returns(), end.is_terminal()) == (variant, score, True)
    assert end_of(compact(fields)).played() == end.played()
    out = json.loads(written(parse(json.dumps(fields)), "msr"))
    assert {name: out[name] for name in fields} == fields
    assert (out["terminal"], out["available_moves"]) == (True, 0)
    if variant[0] == "5":
        text = PENTASOL.write(end)
        assert [each.name for each in FORMATS if each.is_like(text)] == ["pentasol"]
        assert end_of(text).played() == end.played()
        bare = "\n".join(line for line in text.splitlines() if line[0] != "#")
        assert end_of(bare).variant == variant
        assert end_of(bare).played() == end.played()


def test_pentasol_is_what_the_community_writes():
    record = parse(QUOTED)
    assert (record.setting.game, record.setting.position) == ("morpion", "5T")
    end = record.attempt().state
    told = [line for line in PENTASOL.write(end).splitlines() if line[0] != "#"]
    assert told == QUOTED.splitlines()[1:]
    # the reference point says where the frame is
    moved = re.sub(r"(\d+),(\d+)", lambda at: f"{int(at[1]) - 20},{int(at[2]) + 5}", QUOTED)
    assert end_of(moved).played() == end.played()


def test_pentasol_without_a_reference_point_counts_from_the_squares_corner():
    # as morpion-solitaire.io writes the first moves of the same game
    text = "(3,1)--2\n(8,8)/+0\n(6,4)--2\n(4,11)|+2\n(6,9)/+0"
    assert end_of(text).played() == end_of(QUOTED).played()


def test_files_get_their_format_by_their_ending():
    record = parse(QUOTED)
    assert saved(record, "game.MSR").startswith('{\n "version": "0.1"')
    assert saved(record, "game.psol").startswith("# Morpion Solitaire 5T, 5 moves")
    assert saved(record, "game.txt") == str(record)
    assert parse(str(record)) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (QUOTED + "(30,33) / 0", r"line 8: move 6, \(5,8\) DP 2, is not legal in 5T here; legal"),
        (QUOTED + "(30,33) x 0", r"line 8: '\(30,33\) x 0' is no move; give a point, one of"),
        (QUOTED + "(30,33) / 3", "the distance to the line's centre, -2 to [+]2"),
        (QUOTED.replace("(27,25) -", "(2,2) -"), r"line 3: move 1, \(-23,-23\) H 0, is not legal"),
        ('{"variant": "5T", "moves": [', r"is no JSON \(.*\); copy it whole"),
        ({**ONE, "variant": "6T"}, "variant '6T' is not known; give 5T, 5D, 4T or 4D"),
        ({**ONE, "version": "2.0"}, "version '2.0' is not known; give a record of version 0.1"),
        ({**ONE, "score": 178}, "score 178 is not the number of its moves, 1; give the whole"),
        ({**ONE, "moves": 3}, "moves 3 are no list"),
        ({**ONE, "moves": [{"x": 1}]}, "move 1, {'x': 1}, is none; give whole numbers"),
        ({**ONE, "moves": ONE["moves"] * 2}, r"moves\[1\]: move 2, \(2,0\) H 0, is not legal"),
        ("MS1:!!", "can't be unpacked .*; copy it whole"),
        ("MS2:abc", "'MS2:' is not known; give one that begins with 'MS1:', or JSON"),
        (compact({**ONE, "tags": ["x" * 2_000_000]}), "no end within 1,000,000 bytes"),
        (compact(ONE)[:-9], "no end within|can't be unpacked"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(RecipeError, match=message):
        parse(text if isinstance(text, str) else json.dumps(text))


def test_pentasol_has_no_lines_of_four():
    with pytest.raises(RecipeError, match="it has no games of 4D, but of lines of five; save as"):
        PENTASOL.write(beginning("4D"))


def test_older_spellings_of_a_record_are_read():
    assert end_of(json.dumps({**ONE, "variant": "t5", "version": 1, "new": 2})).returns() == 1
