// The lanes of a search that learns a policy (nrpa_view.py), as HTML and SVG. Their frame stays
// from moment to moment, so that a slider keeps the focus; what is in it is drawn anew.

import { actionsOf } from "../../look/actions.js";
import { round } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { board } from "../../look/small_board.js";
import { memoryStrip, pill } from "./boards.js";
import { along, legend } from "./improvement.js";
import { adaptation, formula, table } from "./policy.js";

/**
 * @param {HTMLElement} container
 * @param {() => boolean} still
 * @param {Send} send
 */
export function createNrpaLanes(container, still, send) {
  const SHADES = 20;
  const MOST_GLYPHS = 10; // columns of a board whose thumbnails have signs
  const MOST_NAMES = 24; // steps of a sequence that have room for their names
  const CHART = 100; // height of a chart's own coordinates

  /** @type {NrpaLanes} what is on show: from the first call on, before which nothing is built */
  let data;
  /** @type {Record<string, HTMLElement>} */
  let slots = {};
  /** @type {Record<string, HTMLInputElement>} */
  let ranges = {};
  let framed = ""; // what the frame was made for
  let moved = ""; // the adaptation that was animated

  /**
   * @param {string} name
   * @param {(Node | string | false | null)[]} children
   */
  const fill = (name, ...children) =>
    slots[name].replaceChildren(...children.flatMap((child) => child || []));
  /**
   * @param {string} name
   * @param {"div" | "p" | "section"} tag
   * @param {Record<string, unknown>} attributes
   */
  const slot = (name, tag, attributes) => (slots[name] = make(tag, attributes));
  const glyphs = () => data.board.width <= MOST_GLYPHS;

  /**
   * A range input for the keyboard beside elements that are clicked: one stop a strip.
   *
   * @param {string} name
   * @param {string} text
   * @param {() => string[]} steps
   */
  function range(name, text, steps) {
    const input = make("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": text });
    input.addEventListener("input", () => {
      const at = steps()[Number(input.value)];
      if (at !== undefined) send("pin", actionsOf(at));
    });
    ranges[name] = input;
    return input;
  }

  /**
   * @param {string} name
   * @param {number} count
   * @param {number} value below 0: as it is
   * @param {string} text
   */
  function setRange(name, count, value, text) {
    const input = ranges[name];
    input.max = String(Math.max(0, count - 1));
    input.disabled = count === 0;
    if (value >= 0) input.value = String(value);
    input.setAttribute("aria-valuetext", text);
  }

  // ---- the frame ----

  /** @param {number} level */
  function levelFrame(level) {
    const key = `level-${level}`;
    const title = `Step of level ${level}'s best sequence`;
    const section = slot(key, "section", {
      class: "lane level",
      "data-level": level,
      "aria-label": `Level ${level}`,
    });
    section.append(
      slot(`${key}-label`, "div", { class: "lane-label" }),
      slot(`${key}-chart`, "div", { class: "level-chart" }),
      make(
        "div",
        { class: "level-best" },
        slot(`${key}-head`, "div", { class: "level-head" }),
        slot(`${key}-strip`, "div", { class: "level-strip" }),
        make(
          "div",
          { class: "steps" },
          slot(`${key}-steps`, "div", { class: "steps-cells" }),
          range(`${key}-range`, title, () => stepsOf(level).map(([, , at]) => at)),
        ),
      ),
    );
    return section;
  }

  /** @param {number} level */
  const stepsOf = (level) => data.lanes.find((lane) => lane.level === level)?.steps ?? [];

  function courseFrame() {
    return make(
      "section",
      { class: "lane course", "aria-label": "Course of the policy" },
      slot("course-label", "div", { class: "lane-label" }),
      make(
        "div",
        { class: "course-body" },
        slot("course-caption", "p", { class: "lane-caption" }),
        slot("course-rows", "div", { class: "course-rows" }),
        make(
          "div",
          { class: "steps now" },
          slot("course-steps", "div", { class: "steps-cells" }),
          range("course-range", "Step of the best sequence", () =>
            data.course.steps.map(([, , at]) => at),
          ),
        ),
        slot("course-names", "div", { class: "course-names", "aria-hidden": true }),
        slot("course-foot", "p", { class: "course-foot" }),
      ),
    );
  }

  function improvementFrame() {
    return make(
      "section",
      { class: "lane changes", "aria-label": "Changes of the sequence" },
      slot("changes-label", "div", { class: "lane-label" }),
      make(
        "div",
        { class: "course-body" },
        slot("changes-head", "p", { class: "lane-caption" }),
        slot("changes-along", "div", { class: "changes-along" }),
        slot("changes-legend", "p", { class: "course-foot" }),
      ),
    );
  }

  function build() {
    slots = {};
    ranges = {};
    const levels = data.lanes.map(({ level }) => levelFrame(level));
    const playout = make(
      "section",
      { class: "lane playout", "data-level": 0, "aria-label": "Level 0" },
      slot("playout-label", "div", { class: "lane-label" }),
      slot("playout-board", "div", { class: "playout-board" }),
      make(
        "div",
        { class: "steps" },
        slot("playout-moves", "div", { class: "drawn-moves" }),
        range("playout-range", "Move of the playout", () => data.playout.moves.map(({ at }) => at)),
      ),
    );
    const policy = slot("policy", "section", { class: "policy", "aria-label": "Policy" });
    policy.append(
      slot("policy-head", "div", { class: "policy-head" }),
      make(
        "div",
        { class: "policy-where" },
        slot("policy-board", "div", { class: "policy-board" }),
        slot("policy-formula", "div", { class: "policy-formula" }),
      ),
      slot("policy-table", "div", { class: "policy-table" }),
      slot("policy-adaptation", "div", { class: "policy-adaptation" }),
    );
    const last = data.improvement ? improvementFrame() : courseFrame();
    container.replaceChildren(
      make(
        "div",
        { class: "nrpa" },
        make("div", { class: "nrpa-lanes" }, ...levels, playout, last),
        policy,
      ),
    );
  }

  // ---- a level: its results so far, the best of them and its sequence ----

  /**
   * Round dots of one size whatever the drawing is stretched to: lines without length.
   *
   * @param {NrpaLane} lane
   */
  function dots(lane) {
    /** @type {Map<Color, string>} */
    const paths = new Map();
    lane.points.forEach(([share, color], index) => {
      const x = round((100 * (index + 0.5)) / lane.span);
      paths.set(color, `${paths.get(color) ?? ""}M${x} ${round(CHART * (1 - share))}h0`);
    });
    return [...paths].map(([color, d]) =>
      draw("path", { class: "result", d, style: `stroke: ${color}` }),
    );
  }

  /** @param {NrpaLane} lane */
  function bestLine(lane) {
    let d = "";
    let last = Number.NaN;
    lane.points.forEach(([, , best], index) => {
      const y = round(CHART * (1 - best));
      if (index === 0) d += `M0 ${y}`;
      else if (y !== last) d += `H${round((100 * index) / lane.span)}V${y}`;
      last = y;
    });
    return lane.points.length ? `${d}H${round((100 * lane.points.length) / lane.span)}` : "";
  }

  /** @param {NrpaLane} lane */
  function chart(lane) {
    const svg = draw("svg", {
      viewBox: `0 0 100 ${CHART}`,
      preserveAspectRatio: "none",
      "aria-hidden": true,
    });
    svg.append(draw("path", { class: "best-line", d: bestLine(lane) }), ...dots(lane));
    const plot = make("div", { class: "plot" }, svg);
    if (lane.last) {
      const [share] = lane.points[lane.points.length - 1];
      const x = (100 * (lane.points.length - 0.5)) / lane.span;
      const knob = make("i");
      knob.style.background = lane.last[1];
      const last = make(
        "span",
        { class: `last${lane.climbed ? " new" : ""}${x > 70 ? " at-end" : ""}` },
        knob,
        lane.climbed ? make("b", {}, lane.last[0]) : "",
      );
      last.style.left = `${x}%`;
      last.style.top = `${100 * (1 - share)}%`;
      plot.append(last);
    }
    const [done, now] = [make("i"), make("b")];
    done.style.width = `${100 * lane.share}%`;
    now.style.left = `${100 * lane.now}%`;
    const rail = make("div", { class: "rail" }, done, now);
    const ends = make(
      "div",
      { class: "chart-ends" },
      ...lane.ends.toReversed().map((end) => make("span", {}, end)),
    );
    return [make("p", { class: "lane-caption" }, lane.caption), ends, plot, rail];
  }

  /** @param {NrpaStep[]} steps */
  function cells(steps, here = -1) {
    return steps.map(([shade, chance, at], index) =>
      make("i", {
        class: `step shade-${shade}${index === here ? " here" : ""}`,
        "data-pin": at,
        title: `step ${index + 1}: ${chance}`,
      }),
    );
  }

  /**
   * The scores of a level's beam, best first.
   *
   * @param {NrpaBeam} beam
   */
  function beam({ elements, rest }) {
    const pills = elements.map(({ score, current, new: fresh, title }) => {
      const element = pill(score, `${current ? "current" : ""}${fresh ? " new" : ""}`);
      element.title = title;
      return element;
    });
    return make("span", { class: "beam" }, "beam", ...pills, rest ? `+${rest}` : "");
  }

  /** @param {NrpaLane} lane */
  function showLevel(lane) {
    const key = `level-${lane.level}`;
    slots[key].className =
      `lane level${lane.climbed ? " climbed" : ""}${lane.improved ? " improved" : ""}${lane.best ? "" : " untried"}`;
    fill(
      `${key}-label`,
      make("b", {}, `Level ${lane.level}`),
      make("span", {}, lane.count),
      make("span", {}, lane.weights),
    );
    fill(`${key}-chart`, ...chart(lane));
    fill(
      `${key}-head`,
      lane.beam
        ? beam(lane.beam)
        : lane.best && make("span", { class: "level-score" }, "best ", pill(lane.best)),
      make("b", { class: "headline" }, lane.headline),
      make("span", { class: "more" }, lane.more),
    );
    fill(
      `${key}-strip`,
      lane.memory
        ? memoryStrip(data.board, lane.memory, { pins: true, glyphs: glyphs() })
        : make(
            "p",
            { class: "empty" },
            "The best sequence stands here as soon as there is a result.",
          ),
    );
    fill(`${key}-steps`, ...cells(lane.steps));
    const told = lane.steps.map(([, chance], index) => `step ${index + 1} ${chance}`);
    setRange(
      `${key}-range`,
      lane.steps.length,
      -1,
      told[Number(ranges[`${key}-range`].value)] ?? "none",
    );
  }

  // ---- level 0: the playout, move by move ----

  function showPlayout() {
    const { playout } = data;
    fill(
      "playout-label",
      make("b", {}, "Level 0"),
      make("span", {}, playout.title),
      ...playout.counts.map((text, index) =>
        make("span", { class: `drawn-count phase-${index + 1}` }, text),
      ),
    );
    fill(
      "playout-board",
      board(data.board, {
        cells: playout.cells,
        pin: playout.at,
        played: playout.group,
        label: playout.label,
      }),
      playout.score && pill(playout.score),
    );
    const list = playout.moves.map((move) => {
      const bar = make("i", { class: "bar" });
      bar.style.height = move.pending ? "0" : `${100 * move.share}%`;
      return make(
        "div",
        {
          class: `drawn phase-${move.phase}${move.shown ? " shown" : ""}${move.pending ? " pending" : ""}`,
          "data-pin": move.at,
          title: `${move.name}: ${[move.chance, move.points].filter(Boolean).join(", ")}`,
        },
        make("div", { class: "bar-room" }, bar),
        playout.named ? make("span", { class: "drawn-name" }, move.name) : "",
        playout.named ? make("span", { class: "drawn-chance" }, move.chance) : "",
      );
    });
    slots["playout-moves"].classList.toggle("many", !playout.named);
    slots["playout-moves"].style.setProperty("--letters", String(playout.longest));
    fill(
      "playout-moves",
      ...(list.length
        ? list
        : [
            make(
              "p",
              { class: "empty" },
              "The moves of the playout, each as high as it was probable.",
            ),
          ]),
    );
    const { policy } = data;
    const pinned = playout.moves.findIndex((move) => policy.pinned && move.at === policy.at);
    const here = pinned < 0 ? playout.moves.findIndex((move) => move.shown) : pinned;
    const move = playout.moves[here];
    setRange(
      "playout-range",
      playout.moves.length,
      here,
      move ? `${move.name} ${move.chance}` : "none",
    );
  }

  // ---- the policy's course: one row an adaptation ----

  /** @param {number[]} shades */
  const stops = (shades) =>
    shades
      .map((shade, index) => {
        const [from, to] = [index, index + 1].map((x) => `${round((100 * x) / shades.length)}%`);
        return `color-mix(in srgb, var(--accent) ${(100 * shade) / SHADES}%, var(--sunk)) ${from} ${to}`;
      })
      .join(", ");

  function showCourse() {
    const { course } = data;
    fill(
      "course-label",
      make("b", {}, "Learning"),
      ...(course.level
        ? [make("span", {}, `level ${course.level}'s policy`), make("span", {}, "on its sequence")]
        : []),
    );
    fill(
      "course-caption",
      course.level
        ? "Probability of each move of the best sequence: before each adaptation, and now"
        : "A row for each adaptation: how probable the policy makes the moves of the best sequence.",
    );
    fill(
      "course-rows",
      ...course.rows.map((row) => {
        const line = make("i", {});
        line.style.background = `linear-gradient(90deg, ${stops(row.shades)})`;
        return make(
          "div",
          {
            class: `course-row${row.new ? " new" : ""}`,
            title: `${course.unit} ${row.number}: ${row.score}, ${row.mean} a move`,
          },
          line,
        );
      }),
    );
    fill("course-steps", ...cells(course.steps, course.here));
    fill(
      "course-names",
      ...(course.names.length <= MOST_NAMES
        ? course.names.map((name) => make("span", {}, name))
        : []),
    );
    const step = course.steps[course.here];
    setRange(
      "course-range",
      course.steps.length,
      course.here,
      step ? `step ${course.here + 1}, ${course.names[course.here]}: ${step[1]}` : "none",
    );
    const first = course.rows[0];
    fill(
      "course-foot",
      ...(course.steps.length
        ? [
            first ? `${course.unit} ${first.number}: ${first.mean} a move` : "",
            make("span", { class: "course-key" }, "never ", make("i", {}), " always"),
            make("b", {}, `now ${course.mean} a move`),
          ]
        : []),
    );
  }

  // ---- in the place of the course, while no policy learns: the changes of a sequence ----

  /** @param {Improvement} improvement */
  function showImprovement(improvement) {
    slots["changes-head"].className = `lane-caption ${improvement.outcome}`;
    fill(
      "changes-label",
      make("b", {}, "Improving"),
      ...[improvement.count, improvement.of, improvement.threshold].map((text) =>
        make("span", {}, text),
      ),
    );
    fill("changes-head", make("b", {}, improvement.headline), ` ${improvement.more}`);
    fill("changes-along", along(data.board, improvement, glyphs()));
    fill("changes-legend", ...legend(improvement));
  }

  // ---- the policy at one position ----

  /**
   * The bars of an adaptation grow or shrink from what they were.
   *
   * @param {NrpaPolicy} policy
   */
  function animate(policy) {
    const key = policy.adapted ? `${data.playouts} ${policy.at} ${policy.title}` : "";
    if (!key || key === moved || still()) {
      moved = key;
      return;
    }
    moved = key;
    const moves = [...policy.moves, ...(policy.rest ? [policy.rest] : [])];
    slots["policy-table"].querySelectorAll(".chance-bar .now").forEach((element, index) => {
      const widths = [moves[index].old_share, moves[index].share].map((share) => ({
        width: `${100 * share}%`,
      }));
      element.animate(widths, { duration: 260, easing: "cubic-bezier(.65, 0, .35, 1)" });
    });
  }

  function showPolicy() {
    const { policy } = data;
    slots.policy.dataset.at = policy.at;
    fill(
      "policy-head",
      make("h3", {}, policy.title),
      make("span", {}, policy.place),
      policy.pinned &&
        make("button", { class: "link", type: "button", "data-pin": "none" }, "Follow"),
    );
    fill(
      "policy-board",
      board(data.board, {
        cells: policy.cells,
        label: policy.position,
        groups: policy.groups,
        played: policy.played,
      }),
    );
    fill(
      "policy-formula",
      make("p", { class: "position" }, policy.position),
      ...formula(policy.softmax),
    );
    fill("policy-table", policy.moves.length ? table(policy) : "");
    fill("policy-adaptation", ...adaptation(policy.adaptation));
    animate(policy);
  }

  /** @param {NrpaLanes} next */
  return (next) => {
    data = next;
    const key = `${data.lanes.map(({ level }) => level)} ${Boolean(data.improvement)}`;
    if (key !== framed || !container.querySelector(".nrpa")) {
      framed = key;
      build();
    }
    container.dataset.uppers = String(data.lanes.length);
    container.dataset.level = String(data.lanes[0].level);
    container.className = `canvas lanes phase-${data.phase || 1}`;
    data.lanes.forEach(showLevel);
    showPlayout();
    if (data.improvement) showImprovement(data.improvement);
    else showCourse();
    showPolicy();
  };
}
