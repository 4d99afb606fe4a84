"""What the worker says waits until a script takes it; who asks to hear it last is told."""

import json
import subprocess

from build import build_site

RUN = """
const [code] = process.argv.slice(1);
const element = { textContent: '{"worker": "worker.js", "files": {}, "main": "main.py"}' };
const document = {
  getElementById: () => element,
  baseURI: "http://site.invalid/",
  documentElement: { setAttribute: () => {} },
};
const window = { name: "", addEventListener: () => {} };
const location = { search: "", hash: "", href: "http://site.invalid/" };
let worker;
class Worker {
  constructor(address, options) {
    this.told = [options.type];
    worker = this;
  }
  postMessage(message) {
    this.told.push(message.type);
  }
}
const names = ["window", "document", "location", "Worker", "HTMLElement"];
const page = [window, document, location, Worker, { prototype: { popover: "" } }];
new Function(...names, code)(...page);
const heard = [];
const say = (type) => worker.onmessage({ data: { type } });
say("way");
window.site.on({ way: () => heard.push("first way"), step: () => heard.push("first step") });
say("step");
window.site.on({ step: () => heard.push("second step") });
say("step");
say("way");
console.log(JSON.stringify([worker.told, heard]));
"""


def test_messages_wait_and_the_last_who_asks_for_a_type_hears_it() -> None:
    command = ["node", "--input-type=module", "--eval", RUN, build_site.script("start.js").decode()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told, heard = json.loads(done.stdout)
    assert told == ["module", "start"]
    assert heard == ["first way", "first step", "second step", "first way"]
