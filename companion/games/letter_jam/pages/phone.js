// Letter Jam on the phone: the final word builder, capital letters, plus and minus.
// Whatever is kept lives on the guessing sheet; nothing here knows a rule or a sentence.

import { button, fill, list, make } from "/static/elements.js";
import { capitals } from "/static/fold.js";
import { change, draw as drawDraft, resume, typed } from "./draft.js";

const TILE = /^(\d*)(\*|b\d+)?$/;
const LAID = '[data-build="placed"]';
let api = null;
let arranged = null;
let letters = null; // tells what a box holds, whatever a keyboard is about to write into it
let chosen = ""; // the cover that waits for a card to lie on
let lies; // the tiles of the word that lies: none once somebody said to have no word

export function start(root, shell) {
  api = shell;
  letters = capitals(root, ".lj-capitals", () => folding(root), (field, held) => onLetters(root, field, held));
  root.addEventListener("click", (event) => onClick(root, event));
  root.addEventListener("submit", (event) => {
    // What was told stands below; the form would push it off the screen.
    const told = event.target.closest("#tell");
    if (told) told.open = false;
  });
  root.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".lj-one.lj-capitals")) event.target.select();
  });
  lies = root.querySelector("#unlaid")?.dataset.laid;
  updated(root);
  resume(root);
}

export function updated(root) {
  if (root.querySelector("#builder")) letMove(root);
  putBack(root);
  mirror(root);
  mark(root);
  draw(root);
  drawDraft(root);
}

// -- inputs --

function folding(root) {
  const { folds, tFolded } = root.querySelector("[data-folds]").dataset;
  return { folds: JSON.parse(folds), sentence: tFolded };
}

function onLetters(root, field, held) {
  const { sheet } = field.dataset;
  if (field.id === "draft-type") typed(root, api, held);
  if (sheet) api?.sheet(sheet, held);
  if (field.id === "word-input") mark(root);
  if (!sheet?.startsWith("guess:")) return;
  for (const twin of root.querySelectorAll(`[data-sheet="${sheet}"]`)) {
    if (twin !== field) twin.value = held;
  }
  mirror(root);
  draw(root);
}

function onClick(root, event) {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.step) step(root, button);
  else if (button.dataset.draft) change(root, api, button);
  else if (button.dataset.letter) type(root, button);
  else if ("unlay" in button.dataset) write(root, (word) => word.slice(0, -1));
  else if (button.dataset.build) build(root, button);
}

function step(root, button) {
  const field = root.querySelector(`#${button.dataset.for}`);
  const value = Number(field.value || 0) + Number(button.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), value));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A card is laid, or taken back: its letter's last one. */
function type(root, card) {
  const { dataset: { letter } } = card;
  const used = card.toggleAttribute("data-shell-used");
  if (used) write(root, (word) => word + letter);
  else write(root, (word) => word.replace(new RegExp(`${letter}(?!.*${letter})`), ""));
}

function write(root, change) {
  const field = root.querySelector("#word-input");
  field.value = change(field.value).slice(0, field.maxLength);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Mark a card for each letter of the word, where it can be the one that was tapped. */
function mark(root) {
  const field = root.querySelector("#word-input");
  if (!field) return;
  const left = [...letters(field)];
  const cards = [...root.querySelectorAll("#making [data-letter]")];
  cards.sort((one, other) => ("shellUsed" in other.dataset) - ("shellUsed" in one.dataset));
  for (const card of cards) {
    const at = left.indexOf(card.dataset.letter);
    card.setAttribute("aria-pressed", String(at >= 0));
    card.toggleAttribute("data-shell-used", at >= 0);
    if (at >= 0) left.splice(at, 1);
  }
}

// -- what a form sends beside its own fields --

function mirror(root) {
  const guesses = allGuesses(root);
  for (const field of root.querySelectorAll("[data-guesses]")) field.value = guesses;
  const guess = root.querySelector("#move-guess");
  if (!guess) return;
  const { confirmEmpty } = guess.form.dataset;
  if (!letters(guess)) guess.form.dataset.confirm = confirmEmpty;
  else delete guess.form.dataset.confirm;
}

function allGuesses(root) {
  const boxes = [...root.querySelectorAll("[data-guess]")];
  return boxes.map((box) => letters(box) || "?").join("");
}

// -- the final word builder --

function read(root) {
  const data = root.querySelector("#builder")?.dataset;
  if (!data) return null;
  const reserved = data.reserved.split(" ").filter(Boolean);
  const bonus = new Map(data.bonus.split(" ").filter(Boolean).map((pair) => pair.split(":")));
  const cards = Array.from({ length: Number(data.length) }, (_, index) => String(index + 1));
  const guesses = allGuesses(root);
  const field = root.querySelector("#final-tiles");
  const tiles = parse(field.value, cards, reserved);
  if (!reserved.includes(chosen)) chosen = "";
  const rest = cards.filter((card) => !tiles.some((tile) => tile.card === card));
  const word = (tile) => (tile.cover ? sign(tile.cover) : guesses[tile.card - 1] || "?");
  const sign = (cover) => (cover === "*" ? "*" : bonus.get(cover) ?? "?");
  return { data, reserved, cards, field, tiles, rest, word, sign };
}

function parse(text, cards, reserved) {
  const tiles = [];
  for (const each of text.split(" ").filter(Boolean)) {
    const [, card, cover = ""] = TILE.exec(each) ?? [null, "", ""];
    const kept = reserved.includes(cover) ? cover : "";
    if (card ? cards.includes(card) : kept) tiles.push({ card, cover: kept });
  }
  return tiles;
}

function build(root, button) {
  const state = read(root);
  if (!state) return;
  const { build: what, which } = button.dataset;
  const at = Number(which);
  const tiles = state.tiles;
  if (what === "add") lay(tiles, which, chosen);
  else if (what === "placed" && chosen) cover(tiles, tiles[at]);
  else if (what === "placed") tiles.splice(at, 1);
  else if (what === "left") [tiles[at - 1], tiles[at]] = [tiles[at], tiles[at - 1]];
  // One card is left, and it has to lie somewhere: whatever comes on top now lies on it.
  else if (what === "use" && state.rest.length === 1) lay(tiles, state.rest[0], which);
  else if (what === "use") chosen = chosen === which ? "" : which;
  else if (what === "under") [tiles[at].card] = state.rest;
  else if (what === "off") takeOff(tiles, which);
  else if (what === "lengthen") lay(tiles, state.rest.length === 1 ? state.rest[0] : "", chosen);
  else if (what === "clear") tiles.length = 0;
  keep(state);
  draw(root);
}

/** Cards can be moved from the first builder on; before that nobody needs to load how. */
function letMove(root) {
  arranged ??= api.load("/static/arrange.js").then(({ arrange }) => arrange(root, LAID, (...way) => move(root, ...way)));
}

/** Lay a card beside another one; returns its button at the new place. */
function move(root, card, beside, after) {
  const state = read(root);
  const [from, to] = [card, beside].map(({ dataset }) => Number(dataset.which));
  const [tile] = state.tiles.splice(from, 1);
  const at = to - (to > from) + after;
  state.tiles.splice(at, 0, tile);
  keep(state);
  draw(root);
  return root.querySelectorAll(LAID)[at];
}

function cover(tiles, tile) {
  if (!tile.card) return; // a lengthening card is no card to cover
  tile.cover = chosen;
  chosen = "";
}

function lay(tiles, card, onTop) {
  tiles.push({ card, cover: onTop });
  chosen = "";
}

function takeOff(tiles, which) {
  const at = tiles.findIndex((tile) => tile.cover === which);
  if (at < 0) return;
  if (tiles[at].card) tiles[at].cover = "";
  else tiles.splice(at, 1);
}

function keep({ field, tiles }) {
  field.value = tiles.map((tile) => tile.card + tile.cover).join(" ");
  api?.sheet("tiles", field.value);
}

function draw(root) {
  const state = read(root);
  const place = root.querySelector("#builder-ui");
  if (!state || !place) return;
  // No card at all means "I have no word": for that there is a button of its own.
  for (const lay of root.querySelectorAll('[form="final-form"], #final-form > button')) lay.disabled = !state.tiles.length;
  state.field.value = state.tiles.map((tile) => tile.card + tile.cover).join(" ");
  holdBack(root, state.field.value);
  drawLaid(root, state);
  const active = place.contains(document.activeElement) ? document.activeElement.dataset : null;
  const old = active ? `${active.build} ${active.which}` : "";
  place.replaceChildren(...parts(state));
  if (!old) return;
  const buttons = [...place.querySelectorAll("button")];
  const again = buttons.find(({ dataset }) => `${dataset.build} ${dataset.which}` === old);
  (again ?? place.querySelector('[data-build="add"]') ?? buttons[0])?.focus();
}

/** The word that lies reads as the boxes do now: they count as they stand at the reveal. */
function drawLaid(root, { cards, reserved, word }) {
  const laid = root.querySelector("#laid-word");
  const text = laid?.querySelector(".lj-reading");
  if (text) text.textContent = parse(laid.dataset.tiles, cards, reserved).map(word).join("");
}

/** Who has said to have no word has no cards lying either; who takes that back has them again. */
function putBack(root) {
  const field = root.querySelector("#final-tiles");
  const before = lies;
  lies = root.querySelector("#unlaid")?.dataset.laid;
  if (!field || lies === undefined || lies === before || (lies && field.value)) return;
  field.value = lies;
  api?.sheet("tiles", lies);
}

/** A word that was changed and not laid must not be missing when the cards are turned. */
function holdBack(root, tiles) {
  const note = root.querySelector("#unlaid");
  if (!note) return;
  const changed = tiles !== note.dataset.laid;
  note.hidden = !changed;
  for (const reveal of root.querySelectorAll('[form="reveal-form"]')) reveal.disabled = changed;
  const form = root.querySelector("#build-again");
  if (changed && form) form.open = true;
}

function parts(state) {
  const { data, tiles, rest, reserved, word, sign } = state;
  const text = tiles.length
    ? fill(data.tWord, { word: tiles.map(word).join("") })
    : data.tWordNone;
  const left = rest.length ? fill(data.tRest, { cards: rest.join(", ") }) : data.tComplete;
  const nodes = [make("p", "lj-sofar", text), list("lj-built", tiles.map((tile, at) => placed(state, tile, at)))];
  const under = tiles.filter((tile) => tile.card && tile.cover);
  const lies = under.map((tile) => fill(data.tUnder, { card: tile.card, letter: spoken(data, word(tile)) }));
  nodes.push(make("p", "muted", [left, ...lies].join(" ")), ...layUnder(state));
  if (rest.length) {
    nodes.push(make("h3", "", data.tPool));
    nodes.push(list("lj-hand", rest.map((card) => [inPool(state, card)])));
  }
  if (reserved.length) {
    nodes.push(make("h3", "", data.tCovers));
    nodes.push(list("lj-hand", reserved.map((spot) => [coverButton(state, spot, sign(spot))])));
  }
  if (chosen) {
    nodes.push(make("p", "", data.tCoverHint));
    nodes.push(button("lengthen", "", "", data.tLengthen));
  }
  if (tiles.length) nodes.push(button("clear", "", "quiet", data.tClear));
  return nodes;
}

/** A card is left while something else makes the word longer: perhaps it was meant to lie there. */
function layUnder({ data, tiles, rest, word }) {
  if (rest.length !== 1) return [];
  const longer = tiles.filter((tile) => !tile.card);
  const named = (tile) => fill(data.tLayUnder, { card: rest[0], letter: spoken(data, word(tile)) });
  return longer.map((tile) => button("under", tiles.indexOf(tile), "", named(tile)));
}

function placed(state, tile, at) {
  const { data, word } = state;
  const letter = spoken(data, word(tile));
  const card = tile.card || "+";
  const sentence = chosen && tile.card ? data.tCover : data.tBack;
  const main = button("placed", at, "lj-small", word(tile), fill(sentence, { card, letter }));
  main.translate = false; // a letter is no word
  main.append(make("small", "", card));
  if (tile.cover) main.classList.add("lj-is-wild");
  if (chosen && tile.card) main.classList.add("lj-target");
  if (at === 0) return [main];
  return [main, button("left", at, "lj-left", "←", fill(data.tLeft, { card, letter }))];
}

function inPool({ data, word }, card) {
  const letter = word({ card, cover: "" });
  const name = fill(chosen ? data.tCover : data.tAdd, { card, letter: spoken(data, letter) });
  const made = button("add", card, `lj-small${chosen ? " lj-target" : ""}`, letter, name);
  made.translate = false;
  made.append(make("small", "", card));
  return made;
}

function coverButton({ data, tiles }, spot, letter) {
  const lies = tiles.some((tile) => tile.cover === spot);
  const sentence = fill(lies ? data.tTakeOff : data.tUse, { letter: spoken(data, letter) });
  const made = button(lies ? "off" : "use", spot, "lj-small lj-is-wild", letter, sentence);
  made.translate = false;
  made.append(make("small", "", lies ? "↩" : "+"));
  if (!lies) made.setAttribute("aria-pressed", String(chosen === spot));
  return made;
}

function spoken(data, letter) {
  if (letter === "*") return data.tWildcard;
  return letter === "?" ? data.tUnknown : letter;
}
