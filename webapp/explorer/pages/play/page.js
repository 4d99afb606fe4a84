// Play as a page: the board, the moves, the review's curve and the buttons.

import { createTree } from "../../cards/tree/tree.js";
import { draw, make } from "../../look/dom.js";
import { createBoard } from "./board.js";

const DIGITS = "123456789";

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { one, all, send } = shell;
  const board = createBoard(
    { board: one("[data-board]"), values: one("[data-values]") },
    (action) => send("move", action),
  );
  const tree = createTree(
    one(".tree-canvas"),
    () => {},
    () => {},
  );
  /** @type {any} */
  let status = {};
  let messages = 0;
  let limitShown = "";

  // ---- what is shown ----

  function showTable(table) {
    board.show(table);
    one("[data-sides]").replaceChildren(
      ...table.sides.map((side, player) => {
        const who = player === table.searchPlayer ? "search" : "opponent";
        return make(
          "li",
          {},
          make("i", { class: `play-disc ${who}` }),
          make("span", {}, make("strong", {}, side.name), make("small", {}, side.detail)),
        );
      }),
    );
    showMoves(table);
    one("[data-line]").textContent = table.ghosts.length
      ? `Expected play ${table.ghosts.map(({ name }) => name).join(" ")}`
      : "";
    one("[data-board-text]").textContent = inWords(table);
    const { dataset } = one("#play-status");
    dataset.ply = table.ply;
    dataset.moves = table.moves.map(({ name }) => name).join(" ");
    dataset.cells = table.cells.join("");
    dataset.over = table.isOver;
    dataset.mine = table.canMove;
  }

  function inWords(table) {
    const stones = table.cells.filter((value) => value > 0).length;
    const last = table.moves[table.ply - 1];
    return `${stones} stones on the board${last ? `, last move ${last.name}` : ""}.`;
  }

  const active = () => /** @type {HTMLElement} */ (document.activeElement);

  // The list is made anew only when it is another one, so that the focus stays.
  let listed = "";
  function showMoves(table) {
    const key = JSON.stringify([table.moves, table.ply, table.searchPlayer]);
    if (key === listed) return;
    listed = key;
    one("[data-moves-count]").textContent = `${table.ply} played`;
    const list = one("[data-moves]");
    const focused = list.contains(document.activeElement) && active().dataset.goto;
    list.replaceChildren(
      ...table.moves.map((move) => {
        const who = move.player === table.searchPlayer ? "search" : "opponent";
        const button = make(
          "button",
          {
            type: "button",
            "data-goto": move.number,
            "aria-current": move.number === table.ply ? "true" : null,
            class: move.isBack ? "back" : null,
          },
          `${move.number} `,
          make("i", { class: `play-disc ${who}` }),
          move.name,
        );
        if (move.mark) {
          const large = move.mark === "??";
          button.append(
            make(
              "span",
              {
                class: `play-mark${large ? " large" : ""}`,
                role: "img",
                "aria-label": large ? "large mistake" : "mistake",
              },
              move.mark,
            ),
          );
        }
        if (move.rate !== undefined && move.rate !== null) {
          button.append(
            make("span", { class: "rate" }, move.proven || `${Math.round(100 * move.rate)}%`),
          );
        }
        return make("li", {}, button);
      }),
    );
    const now = list.querySelector(focused ? `[data-goto="${focused}"]` : "[aria-current]");
    if (focused) now?.focus();
    else if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  function showCurve(review) {
    const place = one("[data-curve]");
    place.hidden = !review;
    if (!review) return;
    const table = board.table();
    const { curve } = review;
    const width = 1000;
    const x = (ply) => 20 + (ply * (width - 40)) / Math.max(1, curve.length - 1);
    const y = (rate) => 6 + 60 * (1 - rate);
    const known = curve.map((rate, ply) => [rate, ply]).filter(([rate]) => rate !== null);
    const svg = draw("svg", {
      viewBox: `0 0 ${width} 72`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Win rate of the search over the moves; ${review.text}`,
    });
    svg.append(
      draw("path", { d: `M0 ${y(0.5)}H${width}`, stroke: "var(--line)" }),
      draw("path", { d: `M${x(table.ply)} 0V72`, stroke: "var(--ink)", "stroke-width": 2 }),
      draw("polyline", {
        points: known.map(([rate, ply]) => `${x(ply)},${y(rate)}`).join(" "),
        fill: "none",
        stroke: "var(--accent)",
        "stroke-width": 2,
        "vector-effect": "non-scaling-stroke",
      }),
      ...review.mistakes
        .filter((ply) => curve[ply] !== null)
        .map((ply) =>
          draw("circle", {
            cx: x(ply),
            cy: y(curve[ply]),
            r: 5,
            fill: "var(--surface)",
            stroke: "var(--ink)",
            "stroke-width": 2,
          }),
        ),
    );
    place.replaceChildren(svg);
  }

  function enable(name, may) {
    for (const button of all(`[data-play="${name}"]`))
      button.setAttribute("aria-disabled", String(!may));
  }

  function show(given) {
    status = given;
    one("[data-title]").textContent = status.title;
    one("[data-turn]").textContent = status.turn;
    one("[data-narration]").textContent = status.narration;
    one("[data-hint-text]").textContent = status.hint
      ? `${status.hint.text}. ${status.hint.line}`
      : "";
    one("[data-progress]").style.width = `${100 * status.progress}%`;
    one("[data-about]").textContent = status.about;
    one(".play-tree").classList.toggle("empty", !status.hasTree);
    for (const [name, key] of [
      ["now", "canNow"],
      ["undo", "canUndo"],
      ["redo", "canRedo"],
      ["hint", "canHint"],
      ["review", "canReview"],
    ]) {
      enable(name, status[key]);
    }
    one("[data-play='pie']").hidden = !status.pie;
    const pause = one("[data-play='pause']");
    pause.textContent = status.paused ? "Go on" : "Pause";
    pause.setAttribute("aria-pressed", String(status.paused));
    one("[data-switch='ponder']").checked = status.ponders;
    one("[data-switch='hide']").checked = status.hides;
    one(".play-live").hidden = Boolean(status.review);
    one(".play-reviewing").hidden = !status.review;
    const { review, pool } = status;
    one("[data-count]").textContent = review
      ? review.done < review.of
        ? `reviewing, ${review.done} of ${review.of}`
        : review.text
      : "";
    showCurve(review);
    showPool(pool);
    showLimit();
    const { dataset } = one("#play-status");
    dataset.busy = status.busy;
    dataset.frame = status.frame;
    dataset.review = review ? `${review.done}/${review.of}` : "";
    dataset.playouts = pool ? pool.playouts : "";
    if (shell.isOpen()) shell.replace(`${location.pathname}?${status.query}`);
    if (status.message && status.message.number !== messages) {
      messages = status.message.number;
      shell.toast(status.message.text, status.message.is_error);
    }
    shell.announce(status.busy && !review ? status.turn : status.narration);
  }

  function showPool(pool) {
    one("[data-pool]").textContent = pool ? pool.text : "";
    for (const name of ["kept", "new", "freed"]) {
      one(`[data-meter] .${name}`).style.width = pool
        ? `${(100 * pool[name]) / pool.capacity}%`
        : "0";
    }
  }

  function showLimit() {
    const key = JSON.stringify(status.limit);
    if (key === limitShown || !status.limit) return;
    limitShown = key;
    const kind = status.limit.seconds ? "seconds" : "playouts";
    one("[data-limit='kind']").value = kind;
    one("[data-limit='amount']").value = status.limit[kind] || "";
    one("[data-form='level']").value = status.level || one("[data-form='level']").value;
  }

  // ---- what the visitor does ----

  function newGame() {
    const field = (name) => one(`[data-form='${name}']`);
    send("new", {
      game: field("game").value,
      first: field("first").value,
      level: field("level").value,
      position: field("position").value,
      pie: field("pie").checked,
    });
  }

  function sendLimit() {
    const kind = one("[data-limit='kind']").value;
    const amount = Number(one("[data-limit='amount']").value);
    if (amount > 0) send("limit", { [kind]: amount });
  }

  function press(command) {
    if (/^drop-\d$/.test(command)) {
      const name = command.slice(5);
      const target = board.table()?.drops && board.targets().find((each) => each.name === name);
      if (target) send("move", target.action);
      return;
    }
    const button = one(`[data-play="${command}"]`);
    if (button?.getAttribute("aria-disabled") === "true") return;
    const at = Number(one("#play-status").dataset.ply);
    if (command === "new") newGame();
    else if (command === "pause") send("pause", !status.paused);
    else if (command === "pie")
      send("move", board.targets().find(({ name }) => name === "swap").action);
    else if (!status.review) send(command);
    else if (command === "first") send("goto", 0);
    else if (command === "back") send("goto", at - 1);
    else if (command === "next") send("goto", at + 1);
    else if (command === "last") send("goto", status.review.of - 1);
    else if (command === "mistake") {
      const { mistakes } = status.review;
      const next = mistakes.find((number) => number > at) ?? mistakes[0];
      if (next !== undefined) send("goto", next);
    } else send(command);
  }

  for (const name of ["game", "first", "level"]) {
    one(`[data-form='${name}']`).addEventListener("change", () => {
      one("[data-pie-form]").hidden = one("[data-form='game']").value !== "yavalath";
      newGame();
    });
  }
  one("[data-form='pie']").addEventListener("change", newGame);
  for (const field of all("[data-limit]")) field.addEventListener("change", sendLimit);
  for (const box of all("[data-switch]")) {
    box.addEventListener("change", () => send(box.dataset.switch, box.checked));
  }
  one("[data-load]").addEventListener("change", async ({ target }) => {
    if (target.files[0]) shell.upload(await target.files[0].text());
    target.value = "";
  });

  function save(text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = make("a", { href: url, download: "game.txt" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
  }

  let timer = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      board.resize();
      const size = sizeOf();
      if (shell.isAnswered() && size[0]) send("size", size);
    }, 100);
  });
  observer.observe(one(".tree-canvas"));
  observer.observe(one(".play-stage"));

  function sizeOf() {
    const { width, height } = one(".tree-canvas").getBoundingClientRect();
    return [Math.round(width), Math.round(height)];
  }

  return {
    keys: {
      ...Object.fromEntries([...DIGITS].map((digit) => [digit, `drop-${digit}`])),
      u: "undo",
      r: "redo",
      h: "hint",
      n: "now",
      m: "mistake",
      ArrowLeft: "back",
      ArrowRight: "next",
      Home: "first",
      End: "last",
    },
    hello: () => ({ size: sizeOf() }),
    pictures: { table: showTable, tree: (picture) => tree.show(picture) },
    show,
    answer: (answer) => answer.kind === "file" && save(answer.text),
    click(event) {
      for (const part of event.composedPath()) {
        const element = /** @type {HTMLElement} */ (part);
        const data = element.dataset;
        if (!data) continue;
        if (data.play) {
          if (element.getAttribute("aria-disabled") !== "true") press(data.play);
          return true;
        }
        if (data.goto) {
          send("goto", Number(data.goto));
          return true;
        }
      }
      return false;
    },
    press,
    link: () => ({ url: location.href, told: "it opens this game" }),
  };
}
