// Djam on the phone: a press takes the written word along, and how long a tap of this phone is
// under way, measured anew before each round, is told to its own player only. The order of the
// taps is the table's; nothing here takes part in it.

const TRIES = 5;
let measured = "";

export function start(root) {
  // In the capture phase, before the shell sends what the button says.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("button[data-do]");
    const press = button && JSON.parse(button.dataset.do);
    const field = root.querySelector('[id^="word-form-"] input');
    if (press?.type === "Buzz") button.dataset.do = JSON.stringify({ ...press, word: field?.value ?? "" });
  }, true);
  updated(root);
}

export function updated(root) {
  const place = root.querySelector("#fair");
  if (!place || place.dataset.round === measured) return;
  measured = place.dataset.round;
  measure().then((ms) => {
    const told = root.querySelector("#fair-measured");
    if (told && ms !== null) told.textContent = place.dataset.tMeasured.replace("{ms}", ms);
  });
}

/** Return the longest of some round trips in whole ms; null where none came back. */
async function measure() {
  const took = [];
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const before = performance.now(); // the first one, which may open a connection, is not counted
    const there = await fetch("/now", { cache: "no-store" }).then((answer) => answer.ok && answer.text()).catch(() => "");
    if (there && tries) took.push(performance.now() - before);
  }
  return took.length ? Math.ceil(Math.max(...took)) : null;
}
