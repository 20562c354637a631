// Buchstabenbluff on the phone: choosing cards for a word. Whatever is kept lives on the sheet;
// nothing here knows a rule, a sentence, or whether a word is true.
import { button, fill, list, make } from "/static/elements.js";
import { fold, folded } from "/static/fold.js";
import { start as startGong, updated as updatedGong } from "./table.js";

let api = null;

export function start(root, shell) {
  api = shell;
  root.addEventListener("click", (event) => onClick(root, event));
  root.addEventListener("input", (event) => {
    if (event.target.id === "lay-word") count(root);
  });
  startGong(root);
  draw(root);
}

export function updated(root) {
  updatedGong(root);
  draw(root);
}

// -- what lies ready --

function read(root) {
  const form = root.querySelector("#lay");
  if (!form) return null;
  const names = form.dataset.names.split("|");
  const hand = form.dataset.hand.trim().split(" ").map((text, at) => {
    const [place, letter, value] = text.split(":");
    return { place, letter, value, name: names[at] };
  });
  const fields = { cards: form.querySelector("#lay-cards"), shown: form.querySelector("#lay-shown") };
  const places = hand.map((card) => card.place);
  const chosen = placesOf(fields.cards).filter((place) => places.includes(place));
  const shown = placesOf(fields.shown).filter((place) => chosen.includes(place));
  return { form, data: form.dataset, hand, fields, chosen, shown };
}

function placesOf(field) {
  return field.value.split(" ").filter(Boolean);
}

function onClick(root, event) {
  const pressed = event.target.closest?.("button[data-build]");
  const state = pressed && read(root);
  if (!state) return;
  const { build: what, which: place } = pressed.dataset;
  if (what === "add") state.chosen.push(place);
  if (what === "back") state.chosen = state.chosen.filter((each) => each !== place);
  if (what === "clear") state.chosen = [];
  if (what === "say") say(root, state); // a bluff may begin with the same word
  if (what === "show") state.shown.push(place);
  if (what === "hide" || what === "back") state.shown = state.shown.filter((each) => each !== place);
  keep(state, "cards", state.chosen);
  keep(state, "shown", state.shown.filter((each) => state.chosen.includes(each)));
  draw(root);
}

function keep(state, name, places) {
  const field = state.fields[name];
  if (field.value === places.join(" ")) return;
  field.value = places.join(" ");
  api?.sheet(field.dataset.sheet, field.value);
}

/** Fill in the word that the cards make as they lie; a joker waits for its letter. */
function say(root, { hand, chosen }) {
  const field = root.querySelector("#lay-word");
  field.value = chosen.map((place) => hand.find((card) => card.place === place).letter).join("");
  api?.sheet(field.dataset.sheet, field.value);
  const joker = field.value.indexOf("?");
  if (joker < 0) return;
  field.focus();
  field.setSelectionRange(joker, joker + 1);
}

// -- drawing --

function draw(root) {
  const state = read(root);
  const place = root.querySelector("#builder");
  if (!state || !place) return;
  const active = place.contains(document.activeElement) ? document.activeElement.dataset : null;
  const alike = active ? [...place.querySelectorAll(`[data-build="${active.build}"]`)] : [];
  const old = active && { build: active.build, which: active.which, at: alike.indexOf(document.activeElement) };
  place.replaceChildren(...parts(state));
  if (old) again(place, old);
  count(root);
}

/** Give the finger or the keyboard back what it was at, or what comes next to it. */
function again(place, old) {
  const buttons = [...place.querySelectorAll("button")];
  const same = buttons.find(({ dataset }) => dataset.build === old.build && dataset.which === old.which);
  const alike = buttons.filter(({ dataset }) => dataset.build === old.build);
  const next = alike[old.at] ?? alike.at(-1);
  (same ?? next ?? buttons[0])?.focus();
}

function parts({ data, hand, chosen, shown }) {
  const card = (place) => hand.find((each) => each.place === place);
  const rest = hand.filter((each) => !chosen.includes(each.place));
  const nodes = [];
  nodes.push(list("bb-cards", rest.map((each) => [tile(data.tAdd, "add", each)])));
  nodes.push(make("p", "bb-label", data.tChosen));
  const laid = chosen.map((place) => laidCard(data, card(place), shown.includes(place)));
  nodes.push(laid.length ? list("bb-cards bb-laid", laid) : make("p", "bb-laid muted small", data.tChoose));
  if (data.halfOpen && laid.length) nodes.push(make("p", "muted small", data.tOpenHint));
  if (laid.length) {
    const both = make("div", "row");
    both.append(button("say", "", "quiet", data.tSay), button("clear", "", "quiet", data.tClear));
    nodes.push(both);
  }
  return nodes;
}

function laidCard(data, card, up) {
  const nodes = [tile(data.tBack, "back", card)];
  if (!data.halfOpen) return nodes;
  const name = fill(up ? data.tHide : data.tShow, { card: card.name });
  const turn = button(up ? "hide" : "show", card.place, "bb-turn", up ? data.tUp : data.tDown, name);
  return [...nodes, turn];
}

function tile(sentence, what, card) {
  const made = button(what, card.place, "bb-card", card.letter, fill(sentence, { card: card.name }));
  made.translate = false; // a letter is no word
  if (card.letter === "?") made.classList.add("bb-joker");
  made.append(make("small", "", card.value));
  return made;
}

/** Say how many letters and cards there are; an honest word and a bluff look alike here. */
function count(root) {
  const state = read(root);
  if (!state) return;
  const { form, data, chosen } = state;
  const [typed, folds] = [form.querySelector("#lay-word").value, JSON.parse(data.folds)];
  const word = fold(typed, folds);
  const values = { cards: chosen.length, letters: word.length, word };
  const place = root.querySelector("#lay-counts");
  const fits = chosen.length === word.length;
  const counted = word || chosen.length ? fill(fits ? data.tCounts : data.tCountsBad, values) : "";
  place.textContent = `${counted} ${folded(typed, folds, data.tFolded)}`.trim();
  if (fits && word) form.dataset.confirm = fill(data.tSure, values);
  else delete form.dataset.confirm;
}
