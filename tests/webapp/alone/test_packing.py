"""What a file has packed is read by its script in Node.js, from any moment to any other."""

import base64
import json
import math
import random
import subprocess
from pathlib import Path

import numpy as np
import pytest

from explorer.alone import moments
from explorer.alone.moments import detail_of, moments_of, packed
from explorer.cards.lanes.sent import lanes_of
from explorer.cards.strip.picture import strip_picture
from explorer.cards.tree.view import at_moment
from explorer.moment.detail import FEW_SLOTS
from explorer.schema import pack
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from explorer.words.narration import conclude, narrate
from mcsearch import Recipe, search_for
from mcsearch.examples.nim import Nim

UNPACK = Path(__file__).parents[3] / "webapp" / "explorer" / "alone" / "unpack.js"
RUN = """
import { readFileSync } from "node:fs";
const { inflate, unpack } = await import(process.argv[1]);
const { text, wanted } = JSON.parse(readFileSync(0, "utf8"));
const { head, at } = unpack(await inflate(text));
console.log(JSON.stringify({ head, moments: wanted.map((moment) => at(moment)) }));
"""
SEARCHES = {
    "one player": lambda: Recipe("samegame", "8x8x4:3", "spmcts", seed=2).build(),
    "two players": lambda: Recipe("connect4", "44", seed=2).build(),
    "levels": lambda: Recipe("samegame", "5x5x3:1", "nmcs", seed=2).build(),
    "a policy": lambda: Recipe("samegame", "5x5x3:1", "nrpa", {"level": 2}, seed=2).build(),
    "a person's": lambda: search_for(Nim(), seed=2),
}


def unpacked(search, wanted, most_moments=400):
    text = base64.b64encode(packed(search, most_moments)).decode()
    command = ["node", "--input-type=module", "--eval", RUN, UNPACK.as_uri()]
    given = json.dumps({"text": text, "wanted": wanted})
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def without_looks(boards):
    """Boards of a strip without the looks of a person's cells, which the file has once."""
    return [{**board, "looks": len(board["looks"])} for board in boards]


def whole(values):
    return [None if math.isnan(value) else value for value in values.tolist()]


@pytest.mark.parametrize("name", SEARCHES)
def test_every_moment_has_the_numbers_of_the_page(name):
    search = SEARCHES[name]()
    search.run(20)
    order = [*range(81), *range(80, -1, -7), *random.Random(1).sample(range(81), 20)]
    read = unpacked(search, order)
    again = search.beginning()
    detail = detail_of(search)
    frames = [make_frame(again, detail=detail)]
    sentences = [narrate(again, frames[0])]
    while again.iterations < 20:
        again.advance()
        frames.append(make_frame(again, detail=detail))
        sentences.append((conclude if again.stopped else narrate)(again, frames[-1]))
    assert read["head"]["moments"] == 81
    assert bool(read["head"]["parts"]) == (name in ("levels", "a policy"))
    assert any(frame.strip for frame in frames) == (name not in ("levels", "a policy"))
    for moment, shown in zip(order, read["moments"], strict=True):
        frame = frames[moment]
        expected = pack.packed(at_moment(frame.tree, False, moment, 0.0))
        tree, rest = shown["tree"], shown["rest"]
        for name in ("parent", "visits", "tiles"):
            assert tree[name] == expected[name].tolist()
        for name in ("mean", "top"):
            assert tree[name] == whole(expected[name])
        for name in ("names", "action"):
            assert tree[name] == list(expected[name])
        for name, parts in read["head"]["columns"].items():
            assert np.abs(np.asarray(tree[name]) - expected[name]).max() <= 0.5 / parts + 1e-9
        for name in ("path", "best", "new", "selected", "caption", "steps", "phase", "result"):
            assert rest[name] == json.loads(json.dumps(expected[name], default=np.ndarray.tolist))
        for name in ("pill_parent", "pill_text"):
            assert tree[name] == list(expected[name])
        assert rest["sentence"] == [list(piece) for piece in sentences[moment]]
        assert rest["board.badge"] == frame.board.badge
        strip = plain(strip_picture(frame.strip, FEW_SLOTS)) if frame.strip else {}
        kept = [rest[f"strip.{place}"] for place in range(len(strip.get("boards", ())))]
        assert without_looks(kept) == without_looks(strip.get("boards", ()))
        assert rest.get("stripTitle") == strip.get("title")
        assert rest.get("stripCut") == strip.get("cut")
        lanes = lanes_of(frame.nested, frame.nrpa)
        assert shown["lanes"] == (lanes and plain(lanes))


def test_a_long_search_has_its_first_phases_and_then_its_iterations():
    assert [*moments_of(10, 11)] == [*range(11)]
    kept = [*moments_of(4 * 100 + 2, 40)]
    assert kept[:21] == [*range(21)]
    assert kept[-1] == 402
    assert kept == sorted(set(kept))
    assert 35 <= len(kept) <= 40
    assert all(steps % 4 == 0 for steps in kept[21:-1])


def test_a_search_that_learns_has_fewer_moments_unless_more_are_asked_for(monkeypatch):
    monkeypatch.setattr(moments, "MOST_LEARNING", 24)
    for name, count in (("levels", 81), ("a policy", 24)):
        search = SEARCHES[name]()
        search.run(20)
        assert unpacked(search, [], most_moments=None)["head"]["moments"] <= count
        assert unpacked(search, [], most_moments=400)["head"]["moments"] == 81


def test_a_longer_search_is_packed_at_its_moments():
    search = SEARCHES["two players"]()
    search.run(100)
    search.advance()
    kept = [*moments_of(401, 40)]
    read = unpacked(search, [*range(len(kept))], most_moments=40)
    assert [moment["rest"]["steps"] for moment in read["moments"]] == kept
    assert read["moments"][-1]["tree"]["visits"][0] == 100
