"""The ring of Python's objects is taken out of a memory and linked again."""

import json
import subprocess
from pathlib import Path

SITE = Path(__file__).resolve().parents[3] / "site"
RUN = """
import { readFileSync } from "node:fs";
const [memory, capture, places, tracked] = process.argv.slice(1);
const code = readFileSync(memory, "utf8") + readFileSync(capture, "utf8");
const make = new Function("self", `${code}; return { linkRing, unlinkRing };`);
const { linkRing, unlinkRing } = make({});
const order = JSON.parse(places);
const words = new Int32Array(4096);
for (const [at, place] of order.entries()) {
  const next = order[(at + 1) % order.length];
  words[place] = 4 * next;
  words[next + 1] = 4 * place + (next % 4); // the flags are others at each place
}
const bytes = new Uint8Array(words.buffer);
const answer = {};
try {
  const steps = unlinkRing(bytes, 4 * Number(tracked));
  answer.steps = Array.from(steps);
  answer.left = Array.from(words.filter((word) => word !== 0));
  linkRing(bytes, steps);
} catch (error) {
  answer.error = String(error);
}
answer.linked = order.map((place) => {
  const [after, before] = words.subarray(place, place + 2);
  return [after / 4, before >> 2, before & 3];
});
console.log(JSON.stringify(answer));
"""


def ring(*places: int, tracked: int) -> dict:
    """What becomes of a ring through words of a memory in this order."""
    paths = [SITE / "page" / "memory.js", SITE / "build" / "capture.js"]
    given = [*map(str, paths), json.dumps(places), str(tracked)]
    command = ["node", "--input-type=module", "--eval", RUN, *given]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_a_ring_is_kept_as_the_steps_between_its_places_and_linked_in_their_order() -> None:
    found = ring(40, 3000, 7, 295, tracked=3000)
    # a step of 255 words and a step that is a multiple of it take another one
    assert found["steps"] == [7, 33, 255, 0, *[255] * 10, 155]
    assert found["left"] == [3, 3]
    after, before, flags = zip(*found["linked"], strict=True)
    assert after == (295, 7, 40, 3000)
    assert before == (7, 295, 3000, 40)
    assert flags == (0, 0, 3, 3)


def test_objects_that_are_linked_in_another_way_give_no_memory() -> None:
    found = ring(40, 3000, 7, tracked=41)
    assert found["error"] == "Error: Python's objects are linked in another way"
