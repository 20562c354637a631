// The clue that a player builds in private. It stays on the own sheet: the table is told
// its figures, and only when the player says so.

import { fill, make } from "/static/elements.js";

const SPOTS = ".lj-draft-spots";
const SIGNS = { "?": "lj-gap", "*": "lj-wild" };

/** Add a letter, take one back or clear, as the pressed button says. */
export function change(root, api, button) {
  const field = root.querySelector(SPOTS);
  if (!field) return;
  const spots = field.value.split(" ").filter(Boolean);
  if (button.dataset.draft === "add") spots.push(button.dataset.spot);
  else if (button.dataset.draft === "back") spots.pop();
  else spots.length = 0;
  keep(root, api, field, spots);
  field.dataset.shellBase = field.value; // of the shell, so that no update takes it away
  field.dataset.shellWild = field.dataset.shellBaseWild = spots.includes("*") ? field.dataset.shellWild ?? "" : "";
  const typed = root.querySelector("#draft-type");
  if (typed) typed.value = "";
  miss(root, "");
}

/**
 * Spell what a keyboard wrote: a letter that stands on the table gets its tile, one other letter the wildcard, which is one
 * letter a clue; what a wildcard stands for that was tapped, nobody has said.
 */
export function typed(root, api, letters) {
  const field = root.querySelector(SPOTS);
  if (!field) return;
  const found = (field.dataset.shellBase ??= field.value).split(" ").filter(Boolean);
  let wild = field.dataset.shellBaseWild ?? "";
  let missing = "";
  for (const letter of letters) {
    const spot = spotOf(root, letter);
    if (!spot) wild ||= letter;
    if (spot || wild === letter) found.push(spot ?? "*");
    else missing = letter;
  }
  field.dataset.shellWild = wild;
  keep(root, api, field, found);
  miss(root, missing);
}

/** Say which letter has no card; empty: each has one. */
function miss(root, letter) {
  root.querySelector("#draft-missing")?.remove();
  if (!letter) return;
  const note = make("p", "small", fill(root.querySelector("#draft").dataset.tMissing, { letter }));
  note.id = "draft-missing";
  note.dataset.shell = "1"; // no update takes it away
  note.setAttribute("role", "status");
  root.querySelector(".lj-type").after(note);
  note.scrollIntoView({ block: "nearest" });
}

/** A player's letter helps somebody, so it comes before a stand that helps nobody. */
function spotOf(root, letter) {
  const kinds = ["player", "nonplayer", "bonus"];
  const same = [...root.querySelectorAll("[data-spot]")].filter(({ dataset }) => dataset.sign === letter);
  same.sort((one, other) => kinds.indexOf(one.dataset.kind) - kinds.indexOf(other.dataset.kind));
  return same[0]?.dataset.spot;
}

function keep(root, api, field, spots) {
  field.value = spots.join(" ");
  api?.sheet(field.dataset.sheet, field.value);
  draw(root);
  count(root, tiles(root, field));
}

/** A clue that lay on the sheet when the page came: its figures are counted as if it had just been spelled. */
export function resume(root) {
  const field = root.querySelector(SPOTS);
  const found = field ? tiles(root, field) : [];
  if (found.length && root.querySelector("#draft")?.dataset.give === "false") count(root, found);
}

/** Show the clue so far, with what can be done with it. */
export function draw(root) {
  const place = root.querySelector("#draft-ui");
  const field = root.querySelector(SPOTS);
  if (!place || !field) return echo(root, laid(root));
  const found = tiles(root, field);
  const give = place.parentElement.dataset.give === "true";
  const lay = root.querySelector('[form="lay-draft"]');
  if (give) field.value = found.map((tile) => tile.spot).join(" "); // what is sent
  if (lay) lay.hidden = lay.disabled = !found.length;
  echo(root, found);
  const lies = root.querySelector("#clue"); // no chip does yet, while the word is in the bar
  if (lies) lies.hidden = found.length > 0;
  const fresh = make("div");
  fresh.append(...parts(place.parentElement.dataset, found, give));
  place.hidden = give && !found.length;
  // Nothing new: a button that has the focus, or is under a finger, stays the same one.
  if (fresh.innerHTML === place.innerHTML) return;
  const had = place.contains(document.activeElement) ? document.activeElement.dataset.draft : "";
  place.replaceChildren(...fresh.childNodes);
  if (had) (place.querySelector(`[data-draft="${had}"]`) ?? place.querySelector("button"))?.focus();
}

/** The word stands large in the bar from its first letter until it lies; under it, how each friend whom it helps will read it. */
function echo(root, found) {
  const title = root.querySelector("#now-title");
  const words = root.querySelector("#draft")?.dataset;
  for (const old of root.querySelectorAll("#draft-echo, #draft-readers")) old.remove();
  if (!title) return;
  const readers = words ? [...new Set(found.filter((tile) => tile.kind === "player").map((tile) => tile.spot))] : [];
  for (const hint of root.querySelectorAll("#now > p")) if (found.length) hint.hidden = true;
  if (!found.length) return;
  const word = make("p", "private lj-word-tiles");
  word.append(...found.map(({ sign }) => make("span", SIGNS[sign] ?? "", sign)));
  const label = words?.tTitle ?? root.querySelector("#clue > p")?.textContent ?? "";
  word.setAttribute("role", "img");
  word.setAttribute("aria-label", `${label}: ${found.map(({ sign }) => sign).join(" ")}`);
  title.after(Object.assign(word, { id: "draft-echo", translate: false }));
  if (!readers.length) return;
  const lines = readers.map((spot) => words.tReads.replace("{name}", nameOf(root, spot)).replace("{word}", found.map((tile) => (tile.spot === spot ? "?" : tile.sign)).join("")));
  const said = make("p", "private small lj-readers");
  said.append(...lines.flatMap((line, at) => [at ? " " : "", make("span", "", lines[at + 1] ? `${line},` : line)]));
  word.after(Object.assign(said, { id: "draft-readers", translate: false }));
}

function nameOf(root, spot) {
  return root.querySelector(`[data-spot="${CSS.escape(spot)}"] .lj-letter`)?.dataset.who ?? "";
}

/** The clue that lies, as this page reads it. */
function laid(root) {
  return [...(root.querySelector("#clue .lj-reading")?.textContent.trim() ?? "")].map((sign) => ({ sign }));
}

/** The tiles of the clue in order; one whose card has gone is left out. */
function tiles(root, field) {
  const found = field.value.split(" ").filter(Boolean).map((spot) => root.querySelector(`[data-spot="${CSS.escape(spot)}"]`));
  return found.filter(Boolean).map((tile) => tile.dataset);
}

function parts(words, found, give) {
  if (!found.length) return [make("p", "muted", words.tNone)];
  if (give) return [];
  const row = make("div", "row");
  row.append(pressable("back", "", words.tBack), pressable("clear", "quiet", words.tClear));
  return [row];
}

/** Count what may be told: different stands, however often a letter is used. */
function count(root, found) {
  const kinds = (kind) => new Set(found.filter((tile) => tile.kind === kind).map((tile) => tile.spot)).size;
  const figures = { letters: found.length, players: kinds("player"), nonplayers: kinds("nonplayer"), bonus: kinds("bonus") };
  for (const [name, value] of Object.entries(figures)) {
    const field = root.querySelector(`#figure-${name}`);
    if (field && (found.length || name !== "letters")) field.value = value;
  }
  const wildcard = root.querySelector('[name="figures.wildcard"]');
  if (wildcard) wildcard.checked = kinds("wildcard") > 0;
  const form = root.querySelector("#tell-figures");
  if (form) form.toggleAttribute("data-shell-filled", found.length > 0); // then nobody has to look into it
}

function pressable(what, classes, text) {
  const node = make("button", classes, text);
  node.dataset.draft = what;
  return node;
}
