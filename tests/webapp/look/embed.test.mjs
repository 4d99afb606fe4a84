import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf, withoutEmbed } from "../../../webapp/explorer/look/embed.js";

test("the name of the card is taken out of a query, and nothing else", () => {
  assert.equal(withoutEmbed("?embed=tree"), "");
  assert.equal(withoutEmbed("?preset=nmcs&embed=tree"), "?preset=nmcs");
  assert.equal(withoutEmbed("?embed=tree&preset=nmcs"), "?preset=nmcs");
  assert.equal(withoutEmbed("?a=1&embed=tree&position=x+o%20/"), "?a=1&position=x+o%20/");
  assert.equal(withoutEmbed("?embedded=1"), "?embedded=1");
});

test("a frame has the address with the card, as an attribute has to be written", () => {
  const frame = frameOf('https://example.org/?preset=nmcs&position="', "tree", 'A "tree"');
  assert.match(
    frame,
    /src="https:\/\/example\.org\/\?preset=nmcs&amp;position=&quot;&amp;embed=tree"/,
  );
  assert.match(frame, /title="A &quot;tree&quot;"/);
  assert.match(
    frameOf("https://example.org/", "tree", ""),
    /src="https:\/\/example\.org\/\?embed=tree"/,
  );
});
