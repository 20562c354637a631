// Haiclue on the phone: putting a clue together.
// The draft lives on the private sheet; nothing here knows a rule or a sentence.

import { button, fill, make } from "/static/elements.js";
import { peek } from "/static/peek.js";

const BREAK = "/";
const LAID = '.hc-draft [data-build="select"]';
let api = null;
let arranged = null;
let chosen = ""; // the tile in the clue that is selected

export function start(root, shell) {
  api = shell;
  peek(root, "#card");
  root.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button?.dataset.build) build(root, button.dataset);
  });
  updated(root);
}

export function updated(root) {
  if (root.querySelector("#composer")) letMove(root);
  draw(root);
}

function read(root) {
  const data = root.querySelector("#composer")?.dataset;
  if (!data) return null;
  const words = data.words.split("|");
  const field = root.querySelector("[data-tiles]");
  const parts = field.value.split(" ").filter((each) => each === BREAK || words[each - 1]);
  if (!parts.includes(chosen)) chosen = "";
  return { data, words, field, parts, word: (tile) => words[tile - 1] };
}

function build(root, { build: what, which }) {
  const state = read(root);
  if (!state) return;
  const { parts } = state;
  const at = parts.indexOf(chosen);
  if (what === "add") parts.push(which);
  else if (what === "select") chosen = chosen === which ? "" : which;
  else if (what === "earlier" && at > 0) parts.splice(at - 1, 0, ...parts.splice(at, 1));
  else if (what === "later") parts.splice(at + 1, 0, ...parts.splice(at, 1));
  else if (what === "break") parts.splice(at, 0, BREAK);
  else if (what === "join") parts.splice(at - 1, 1);
  else if (what === "out") parts.splice(at, 1);
  else if (what === "line") parts.push(BREAK);
  else if (what === "clear") parts.length = 0;
  keep(root, state);
}

/** Tiles can be moved from the first clue on; before that nobody needs to load how. */
function letMove(root) {
  arranged ??= api.load("/static/arrange.js").then(({ arrange }) => arrange(root, LAID, (...way) => move(root, ...way)));
}

/** Lay a tile beside another one; returns its button at the new place. */
function move(root, tile, beside, after) {
  const state = read(root);
  const { parts } = state;
  const [which, other] = [tile, beside].map(({ dataset }) => dataset.which);
  parts.splice(parts.indexOf(which), 1);
  parts.splice(parts.indexOf(other) + after, 0, which);
  keep(root, state);
  return root.querySelector(`${LAID}[data-which="${which}"]`);
}

function keep(root, { field, parts }) {
  field.value = tidy(parts).join(" ");
  api?.sheet(field.dataset.sheet, field.value);
  draw(root);
}

/** No line is empty; a break at the end waits for the next tile. */
function tidy(parts) {
  return parts.filter((each, at) => each !== BREAK || (at > 0 && parts[at - 1] !== BREAK));
}

function draw(root) {
  const state = read(root);
  const place = root.querySelector("#composer-ui");
  if (!state || !place) return;
  const active = place.contains(document.activeElement) ? document.activeElement.dataset : null;
  const old = active ? [active.build, active.which] : null;
  place.replaceChildren(...nodes(state));
  if (!old) return;
  const buttons = [...place.querySelectorAll("button")];
  const same = buttons.find(({ dataset }) => dataset.build === old[0] && dataset.which === old[1]);
  const placed = buttons.find(({ dataset }) => dataset.which === old[1]);
  (same ?? (old[1] ? placed : null) ?? buttons.find(({ dataset }) => dataset.which === chosen) ?? buttons[0])?.focus();
}

function nodes(state) {
  const { data, words, parts } = state;
  const rest = words.map((_, at) => String(at + 1)).filter((tile) => !parts.includes(tile));
  const made = [make("p", parts.length ? "sr" : "muted", parts.length ? fill(data.tSoFar, { clue: text(state) }) : data.tEmpty)];
  if (parts.length) made.push(clue(state));
  if (chosen) made.push(tools(state));
  else if (parts.length) made.push(row("row", [
    parts.at(-1) === BREAK ? null : button("line", "", "", `↵ ${data.tLine}`),
    button("clear", "", "quiet", data.tClear),
  ]));
  if (rest.length) {
    if (parts.length) made.push(make("h3", "", data.tTiles)); // else the sentence above has said it
    made.push(row(`hc-pool hc-${data.side}`, rest.map((tile) => loose(state, tile))));
  }
  return made;
}

/** A tile that is not in the clue. By its id the tutorial points at it. */
function loose({ data, word }, tile) {
  const made = worded("add", tile, word(tile), fill(data.tAdd, { word: word(tile) }), data.lang);
  made.id = `tile-${tile}`;
  return made;
}

function text({ parts, word }) {
  return parts.map((each) => (each === BREAK ? each : word(each))).join(" ");
}

function clue({ data, parts, word }) {
  const place = make("div", `hc-draft hc-${data.side}`);
  place.id = "draft";
  let line = make("div", "hc-row");
  place.append(line);
  for (const each of parts) {
    if (each === BREAK) {
      line = make("div", "hc-row");
      place.append(line);
      continue;
    }
    const tile = worded("select", each, word(each), fill(data.tPlaced, { word: word(each) }), data.lang);
    tile.setAttribute("aria-pressed", String(each === chosen));
    line.append(tile);
  }
  if (!line.childElementCount) line.append(make("span", "hc-gap", "…"));
  return place;
}

function tools({ data, parts, word }) {
  const at = parts.indexOf(chosen);
  const broken = parts[at - 1] === BREAK;
  const place = make("div", "hc-tools");
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", fill(data.tChosen, { word: word(chosen) }));
  place.append(...[
    at > 0 ? button("earlier", "", "", `← ${data.tEarlier}`) : null,
    at < parts.length - 1 ? button("later", "", "", `${data.tLater} →`) : null,
    at > 0 ? button(broken ? "join" : "break", "", "", `↵ ${broken ? data.tJoin : data.tBreak}`) : null,
    button("out", "", "", `✕ ${data.tOut}`),
    button("select", chosen, "quiet", data.tDone),
  ].filter(Boolean));
  return place;
}

// -- making elements --

function row(classes, items) {
  const node = make("div", classes);
  node.append(...items.filter(Boolean));
  return node;
}

/** The button of a tile: its word is in the game's language, and its name in the reader's. */
function worded(what, which, word, name, lang) {
  const node = button(what, which, "hc-tile", "", name);
  node.append(Object.assign(make("span", "", word), { lang, translate: false }));
  return node;
}
