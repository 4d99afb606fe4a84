// A page's end of its line to Python (bus.py), the same whether Python runs on a server or in a web
// worker of this page: says hello until it is answered, hands over what comes, acknowledges frames.

import { save } from "../look/files.js";
import { leaveTabOrder } from "../look/stops.js";
import { createLine } from "./line.js";

const RETRY_MS = 120;

/** @param {string} name the model's */
function findBus(name) {
  const documents = window.Bokeh?.documents ?? [];
  for (const candidate of [...documents].reverse()) {
    const model = candidate.get_model_by_name(name);
    if (model) return model;
  }
  return null;
}

/**
 * @param {string} name of the page
 * @param {{
 *   isLost: () => boolean,
 *   found: (bus: Bus) => void,
 *   hello: () => unknown,
 *   page: () => Page,
 *   tell: (text: string) => void,
 *   isCovered: () => boolean,
 *   uncover: () => void,
 * }} shell a page is covered while it shows a finished search until Python has something to show
 */
export function createWire(name, { isLost, found, hello, isCovered, page, tell, uncover }) {
  /** @type {Bus | null} */
  let bus = null;
  let answered = false;
  let isWanted = false; // the visitor has opened the page
  /** @type {string | null} */
  let early = null; // a file that was given before Python could take it
  let uploads = 0;
  let timer = 0;
  /** @type {any} */
  let status = {};
  const line = createLine((events) => {
    if (bus && !isLost()) bus.events = JSON.stringify(events);
  });

  function connect() {
    if (answered) {
      if (early !== null) upload(early);
      return;
    }
    /** @type {Bus | null} */
    const candidate = findBus(`bus-${name}`);
    if (candidate && candidate !== bus) {
      bus = candidate;
      found(candidate);
      const { properties } = candidate;
      properties.status.change.connect(receive);
      properties.answer.change.connect(() => hear(JSON.parse(candidate.answer)));
      for (const picture of Object.keys(page().pictures ?? {})) {
        properties[picture].change.connect(() => draw(picture));
      }
      if (isCovered() && !isWanted) uncover(); // nobody looks, and Python is not asked
      if (!isCovered()) drawAll();
    }
    if (bus && isWanted) line.send("hello", hello());
    if (bus && !isWanted) return; // until the visitor opens the page
    clearTimeout(timer);
    timer = setTimeout(connect, RETRY_MS);
  }

  /** @param {RefusedAnswer | FileAnswer} answer or one of the page's own */
  function hear(answer) {
    if (answer.kind === "refused") {
      line.hear(answer.heard);
      tell(answer.text);
    } else if (answer.kind === "file") {
      save(answer.name, new Blob([answer.text], { type: answer.type }));
    } else page().answer?.(answer);
  }

  /** @param {string} picture */
  function draw(picture) {
    if (bus?.[picture]) page().pictures?.[picture](JSON.parse(bus[picture]));
  }

  function drawAll() {
    for (const picture of Object.keys(page().pictures ?? {})) draw(picture);
    take();
  }

  function take() {
    if (!bus) return;
    status = JSON.parse(bus.status);
    line.hear(status.heard ?? 0);
    if (Object.keys(status).length > 0) page().show?.(status);
  }

  function receive() {
    if (!answered) leaveTabOrder(document);
    answered = true;
    if (isCovered()) {
      uncover();
      drawAll();
    } else take();
    const { frame } = status;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (bus) bus.painted = frame;
        // not before: what is set while Python's own values arrive is not sent back
        line.goOn();
      }),
    );
  }

  /** @param {string} text */
  function upload(text) {
    if (isLost()) return;
    if (bus && answered) bus.upload = JSON.stringify([++uploads, text]);
    else early = text;
  }

  return {
    send: line.send,
    isHeard: line.isHeard,
    upload,
    connect,
    /** @param {string} model the name of one that Python has put into the document */
    model: (model) => bus?.document.get_model_by_name(model) ?? null,
    isAnswered: () => answered,
    // From now on Python is told that the visitor is here.
    want() {
      if (isWanted) return;
      isWanted = true;
      if (bus) connect();
    },
  };
}
