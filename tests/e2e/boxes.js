// What is wrong with the boxes of a page as it stands in its window: texts and controls that lie on
// one another or are cut, texts that end at their card's edge, controls that a pointer cannot reach,
// stops of the Tab key without a name.
() => {
  const LEAST_ROOM = 4; // pixels between a text and the end of its card
  const problems = new Set();
  const parentOf = (e) =>
    e.parentNode instanceof ShadowRoot ? e.parentNode.host : e.parentElement;
  const all = [];
  const walk = (root) => {
    for (const e of root.querySelectorAll("*")) {
      all.push(e);
      if (e.shadowRoot) walk(e.shadowRoot);
    }
  };
  walk(document);
  const chain = (e) => {
    const found = [];
    for (let c = e; c instanceof Element; c = parentOf(c)) found.push(c);
    return found;
  };
  const isWithin = (e, other) => chain(e).includes(other);
  const isHidden = (e) =>
    chain(e).some((c) => /^inset\((50|100)%\)$/.test(getComputedStyle(c).clipPath));
  const isSeen = (e) =>
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    e.getBoundingClientRect().width > 1 &&
    !isHidden(e);
  const nameOf = (e) => {
    const words = e.getAttribute("aria-label") || e.id || e.dataset?.text || e.textContent;
    return `${words.trim().slice(0, 36)} <${e.tagName.toLowerCase()}>`;
  };

  // What of a box is in sight, all ancestors considered, and which of them cuts it. What can be
  // scrolled to, and what ends in an ellipsis, is not cut.
  function inSight(e, box) {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let isFree = false; // of the ancestors that are not positioned
    for (const c of chain(e)) {
      const style = getComputedStyle(c);
      const clips = c !== e || style.textOverflow === "ellipsis";
      const isPlain = style.display === "contents" || style.display === "inline";
      if (c !== document.body && clips && !isPlain && !(isFree && style.position === "static")) {
        const outer = c.getBoundingClientRect();
        const isShort = style.textOverflow === "ellipsis";
        const cuts = (flow) => (flow === "hidden" || flow === "clip") && !isShort;
        const beyondX = Math.max(outer.left - left, right - outer.right);
        const beyondY = Math.max(outer.top - top, bottom - outer.bottom);
        if (cuts(style.overflowX) && right > left && beyondX > 1.5)
          problems.add(`cut by ${Math.round(beyondX)} px: ${nameOf(e)}`);
        if (cuts(style.overflowY) && bottom > top && beyondY > 3)
          problems.add(`cut by ${Math.round(beyondY)} px: ${nameOf(e)}`);
        if (style.overflowX !== "visible")
          [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
        if (style.overflowY !== "visible")
          [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
      }
      if (style.position === "fixed") break;
      if (style.position !== "static") isFree = style.position === "absolute";
    }
    return { left, top, right, bottom };
  }

  // a text that ends in an ellipsis after several lines has lost its end: nothing else has it
  for (const e of all.filter((one) => isSeen(one))) {
    const lines = getComputedStyle(e).webkitLineClamp;
    if (lines !== "none" && e.scrollHeight > e.clientHeight + 3)
      problems.add(`cut after ${lines} lines: ${nameOf(e)}`);
  }

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 1) problems.add(`the page is wider than its window by ${wide} px`);

  const controls = all.filter(
    (e) =>
      e.matches("button, a[href], select, input, textarea, summary") &&
      !e.matches(".spot") &&
      isSeen(e) &&
      !e.disabled &&
      !e.closest("[inert]"),
  );
  const texts = all.filter(
    (e) =>
      isSeen(e) &&
      !e.matches("style, script") &&
      !e.closest("svg, math, select") &&
      [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim()),
  );
  const layerOf = (e) =>
    chain(e).find((c) => ["fixed", "sticky"].includes(getComputedStyle(c).position));
  const boxes = [];
  for (const e of new Set([...texts, ...controls])) {
    if (e.matches("input[type='range'], input[type='file'], .dice")) continue;
    const range = document.createRange();
    range.selectNodeContents(e);
    const isBox = controls.includes(e);
    // something else may stand in the last line of a text
    const isLines = !isBox && getComputedStyle(e).display === "inline";
    const found = isLines ? range.getClientRects() : [(isBox ? e : range).getBoundingClientRect()];
    for (const each of found) {
      const box = inSight(e, each);
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push([e, box, layerOf(e)]);
    }
  }
  for (const e of all.filter((one) => one.matches("canvas") && isSeen(one)))
    inSight(e, e.getBoundingClientRect());
  // text that ends at the edge of its card looks cut; what scrolls has no end there, and what is
  // fixed to the window lies in no card
  for (const [e, box] of boxes) {
    const above = chain(e);
    const within = above.slice(0, above.findIndex((c) => c.matches(".card") && c.offsetWidth) + 1);
    if (!within.length || !texts.includes(e) || controls.some((c) => isWithin(e, c))) continue;
    const isElsewhere = ({ overflowX, overflowY, position }) =>
      /auto|scroll/.test(overflowX + overflowY) || position === "fixed";
    if (within.some((c) => isElsewhere(getComputedStyle(c)))) continue;
    const card = within.at(-1).getBoundingClientRect();
    const room = Math.min(card.bottom - box.bottom, card.right - box.right);
    if (room < LEAST_ROOM) problems.add(`${Math.round(room)} px from its card's end: ${nameOf(e)}`);
  }
  boxes.forEach(([one, a, layer], i) => {
    for (const [other, b, otherLayer] of boxes.slice(i + 1)) {
      if (layer !== otherLayer || isWithin(one, other) || isWithin(other, one)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 3) problems.add(`on one another: ${nameOf(one)}, ${nameOf(other)}`);
    }
  });

  // as wide as it would be with nothing but what is chosen; the recipe's column shortens its own
  for (const e of controls.filter((c) => c.matches("select") && !c.closest("#recipe"))) {
    if (!e.selectedOptions.length) continue;
    const alone = e.cloneNode();
    alone.append(new Option(e.selectedOptions[0].text));
    alone.style.cssText =
      "flex: none; max-width: none; min-width: 0; position: absolute; visibility: hidden; width: max-content;";
    e.after(alone);
    const needs = alone.offsetWidth;
    alone.remove();
    if (needs > e.offsetWidth + 1)
      problems.add(`cut: “${e.selectedOptions[0].text}” needs ${needs}, has ${e.offsetWidth} px`);
  }

  const hit = (x, y) => {
    let e = document.elementFromPoint(x, y);
    while (e?.shadowRoot) {
      const inner = e.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === e) break;
      e = inner;
    }
    return e;
  };
  // what can be scrolled to is in reach where it has room
  for (const e of controls) {
    const scroller = chain(e).find((c) => /auto|scroll/.test(getComputedStyle(c).overflowX));
    const beyond = e.offsetWidth - (scroller?.clientWidth ?? innerWidth);
    if (beyond > 1) problems.add(`wider than what it scrolls in by ${beyond} px: ${nameOf(e)}`);
  }
  for (const e of controls) {
    e.scrollIntoView({ block: "center", inline: "center" });
    const box = e.getBoundingClientRect();
    const at = hit(box.left + box.width / 2, box.top + box.height / 2);
    const label = e.labels?.[0];
    if (!at || !(isWithin(at, e) || (label && isWithin(at, label))))
      problems.add(`out of reach: ${nameOf(e)}, under ${at ? nameOf(at) : "nothing"}`);
  }
  for (const e of [...all, document.documentElement]) {
    if (e.scrollTop) e.scrollTop = 0;
    if (e.scrollLeft) e.scrollLeft = 0;
  }

  for (const e of all.filter((one) => one.tabIndex >= 0 && isSeen(one))) {
    const isNamed = e.matches("a, button, input, select, textarea, summary, [aria-label]");
    const scrolls = e.scrollHeight > e.clientHeight + 1; // browsers make a stop of it
    if (!isNamed && !scrolls && !e.hasAttribute("aria-labelledby"))
      problems.add(`a stop of the Tab key without a name: ${nameOf(e)} ${e.className}`);
  }
  return [...problems];
}
