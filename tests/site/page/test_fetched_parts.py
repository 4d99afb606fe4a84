"""The page's worker says of a file of the site that does not come why it did not."""

import json
import subprocess

import pytest

from build import build_site

RUN = """
const [code, answer] = process.argv.slice(1);
const self = { performance, onmessage: null, postMessage: () => {} };
const fetch = async () => new Response(...JSON.parse(answer));
const run = new Function("self", "siteRoot", "fetch", `${code}; return fetchPart;`);
const file = { name: "library", title: "Python's library", url: "library.bundle", bytes: 3 };
const told = await run(self, "http://site.invalid/", fetch)(file).catch((error) => error);
console.log(JSON.stringify([told.part, told.file, told.message]));
"""


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((None, {"status": 204, "statusText": "No Content"}), "the server answered 204 No Content"),
        (("", {"status": 404}), "the server answered 404"),
        (("ab", {}), "it is not the file that was published"),
        (("abcd", {}), "it is larger than published"),
    ],
    ids=["no body", "no file", "another file", "a larger file"],
)
def test_a_file_that_does_not_come_is_told_with_the_reason(answer: tuple, reason: str) -> None:
    code = b"".join(map(build_site.script, build_site.WORKER[1:])).decode()
    assert "@param" not in code
    command = ["node", "--input-type=module", "--eval", RUN, code, json.dumps(answer)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["Python's library (library.bundle)", "library", reason]
