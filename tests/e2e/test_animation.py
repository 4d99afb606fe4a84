"""The tree as a film: the file is decoded, its frames counted and compared."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import expect

from mcsearch.presets import PRESETS

# Frames of a film at some of its times: its size and the green of its points.
DECODE = """async ([type, data, times]) => {
  const video = document.createElement("video");
  video.muted = true;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  video.src = URL.createObjectURL(new Blob([bytes], { type }));
  const once = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener("error", () => reject(video.error), { once: true });
  });
  await once("loadeddata");
  // a recorder writes no duration: the end has to be found
  video.currentTime = 1e9;
  await once("seeked");
  const { duration, videoWidth, videoHeight } = video;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 270];
  const context = canvas.getContext("2d");
  const frames = [];
  for (const share of times) {
    video.currentTime = share * duration;
    await once("seeked");
    // a busy machine seeks before it has a frame to draw: then nothing is drawn, not even black
    const drawn = () => {
      context.clearRect(0, 0, 320, 270);
      context.drawImage(video, 0, 0, 320, 270);
      return context.getImageData(0, 0, 320, 270).data;
    };
    for (let wait = 0; drawn()[3] === 0 && wait < 200; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    frames.push([...drawn()].filter((_, i) => i % 4 === 1));
  }
  return { duration, videoWidth, videoHeight, frames };
}"""


def num_blocks(film: bytes) -> int:
    """How many frames a WebM file (RFC 9559) has: blocks of its clusters, simple or in groups."""

    def number(at: int, keeps_marker: bool) -> tuple[int, int]:
        length = 9 - film[at].bit_length()
        value = int.from_bytes(film[at : at + length], "big")
        is_unknown = value & ((1 << 7 * length) - 1) == (1 << 7 * length) - 1
        if not keeps_marker:
            value = -1 if is_unknown else value - (1 << 7 * length)
        return value, at + length

    count = at = 0
    while at < len(film):
        name, at = number(at, True)
        size, at = number(at, False)
        if name in (0x18538067, 0x1F43B675):  # a segment, a cluster: on with what is in it
            continue
        count += name in (0xA3, 0xA0)
        at += size
    return count


def film_of(explorer, name: str) -> tuple[str, bytes]:
    explorer.button("Export and import").click()
    with explorer.page.expect_download() as waiting:
        explorer.button(name).click()
        expect(explorer.page.locator("dialog#animation")).to_be_visible()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def decoded(explorer, film: bytes, *times: float) -> dict:
    """Decoded on an empty page, whose policy allows films."""
    page = explorer.page.context.browser.new_page()
    data = base64.b64encode(film).decode()
    result = page.evaluate(DECODE, ["video/webm", data, times])
    page.close()
    return result


def differing(one: list[int], other: list[int]) -> float:
    """The share of points that differ clearly."""
    return sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) / len(one)


def test_one_iteration_becomes_a_film(explorer):
    explorer.run_to(50)
    before = explorer.status()
    name, film = film_of(explorer, "Animation of this iteration")
    assert name == "spmcts-uct-last-1.webm"
    told = decoded(explorer, film, 0.02, 0.4, 0.6, 0.99)
    assert told["videoWidth"] == 1280
    assert 700 < told["videoHeight"] < 1280
    assert told["videoHeight"] % 2 == 0
    # four phases, 1.1 s each, a beginning and an end; on a busy machine an answer comes late
    assert told["duration"] > 4 * 1.1 + 0.9
    assert num_blocks(film) > 20
    first, *others = told["frames"]
    # where the answer to a phase comes late, the one before lasts longer
    assert sum(differing(first, other) > 0.005 for other in others) >= 2
    assert max(first) > 200  # the ground is white, not what an empty picture is
    # the moment is the one from which it was asked for
    assert explorer.status() == before
    expect(explorer.page.locator("dialog#animation")).to_be_hidden()


def test_a_cancelled_film_leaves_the_moment_and_no_file(explorer):
    explorer.run_to(50)
    explorer.step()
    before = explorer.status()
    files = []
    explorer.page.on("download", lambda each: files.append(each))
    explorer.button("Export and import").click()
    explorer.button("Animation of the last 10").click()
    explorer.wait("Number(status.iteration) === 42")
    bar = explorer.page.locator("[data-animation-progress]")
    assert bar.get_attribute("max") == "37"  # one phase of iteration 51, nine whole ones
    explorer.page.keyboard.press("Escape")
    expect(explorer.page.locator("dialog#animation")).to_be_hidden()
    explorer.wait(f"Number(status.steps) === {before['steps']}")
    assert explorer.status() == before
    assert files == []


def test_what_cannot_be_filmed_is_told(explorer):
    toast = explorer.page.locator("[data-toast]")
    explorer.button("Export and import").click()
    explorer.button("Animation of this iteration").click()
    expect(toast).to_contain_text("Nothing to show yet")
    explorer.load_preset(PRESETS["nmcs"].title)
    explorer.button("Export and import").click()
    explorer.button("Animation of the last 10").click()
    expect(toast).to_contain_text("An animation is of the tree")


def test_a_browser_that_cannot_record_is_told(open_page):
    explorer = open_page()
    explorer.wait_until_moving()
    explorer.pause()
    explorer.page.evaluate("() => { delete window.MediaRecorder; }")
    explorer.button("Export and import").click()
    explorer.button("Animation of this iteration").click()
    expect(explorer.page.locator("[data-toast]")).to_contain_text("records no canvas")
