// For somebody on paper: the order of the cards is tapped together into the field that is sent.
import { capitals } from "/static/fold.js";

export function start(root) {
  capitals(root, ".lj-capitals", () => {
    const { folds, tFolded } = root.querySelector("[data-folds]").dataset;
    return { folds: JSON.parse(folds), sentence: tFolded, also: "?" };
  });
  root.addEventListener("click", (event) => {
    const { tile } = event.target.closest?.("button[data-tile]")?.dataset ?? {};
    const field = root.querySelector("#paper-tiles");
    if (tile === undefined || !field) return;
    const tiles = field.value.split(" ").filter(Boolean);
    if (!tile) tiles.pop();
    else if (!tiles.includes(tile)) tiles.push(tile);
    field.value = tiles.join(" ");
  });
}
