// The clue that a player builds in private. It stays on the own sheet: the table is told
// its figures, and only when the player says so.

const SPOTS = ".lj-draft-spots";

/** Add a letter, take one back or clear, as the pressed button says. */
export function change(root, api, button) {
  const field = root.querySelector(SPOTS);
  if (!field) return;
  const spots = field.value.split(" ").filter(Boolean);
  if (button.dataset.draft === "add") spots.push(button.dataset.spot);
  else if (button.dataset.draft === "back") spots.pop();
  else spots.length = 0;
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
  if (!place || !field) return echo(root, []);
  const found = tiles(root, field);
  const give = place.parentElement.dataset.give === "true";
  const lay = root.querySelector('[form="lay-draft"]');
  if (give) field.value = found.map((tile) => tile.spot).join(" "); // what is sent
  if (lay) lay.hidden = lay.disabled = !found.length;
  echo(root, found);
  const fresh = element("div", "", "");
  fresh.append(...parts(place.parentElement.dataset, found, give));
  place.hidden = give && !found.length;
  // Nothing new: a button that has the focus, or is under a finger, stays the same one.
  if (fresh.innerHTML === place.innerHTML) return;
  const had = place.contains(document.activeElement) ? document.activeElement.dataset.draft : "";
  place.replaceChildren(...fresh.childNodes);
  if (had) (place.querySelector(`[data-draft="${had}"]`) ?? place.querySelector("button"))?.focus();
}

/** On a small phone the bar hides the clue that is spelled: it stands there too. */
function echo(root, found) {
  const hint = root.querySelector("#now > p:not(#draft-echo)");
  const shown = root.querySelector("#draft-echo");
  if (!found.length || !hint) return shown?.remove();
  const text = shown ?? element("p", "private lj-cluetext", "");
  Object.assign(text, { id: "draft-echo", textContent: found.map((tile) => tile.sign).join("") });
  text.translate = false;
  text.setAttribute("aria-hidden", "true"); // it is read where it is built
  if (!shown) hint.before(text);
}

/** The tiles of the clue in order; one whose card has gone is left out. */
function tiles(root, field) {
  const found = field.value.split(" ").filter(Boolean).map((spot) => root.querySelector(`[data-spot="${CSS.escape(spot)}"]`));
  return found.filter(Boolean).map((tile) => tile.dataset);
}

function parts(words, found, give) {
  if (!found.length) return [element("p", "muted", words.tNone)];
  const nodes = [element("p", "muted", words.tTitle), Object.assign(element("p", "lj-cluetext", found.map((tile) => tile.sign).join("")), { translate: false })];
  if (give) return nodes;
  const row = element("div", "row", "");
  row.append(pressable("back", "", words.tBack), pressable("clear", "quiet", words.tClear));
  return [...nodes, row];
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
  const form = root.querySelector("#tell");
  if (form && found.length) form.open = true;
}

function element(tag, classes, text) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.textContent = text;
  if (tag === "button") node.type = "button";
  return node;
}

function pressable(what, classes, text) {
  const node = element("button", classes, text);
  node.dataset.draft = what;
  return node;
}
