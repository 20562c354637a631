// For somebody on paper: the order of the cards is tapped together into the field that is sent.

export function start(root) {
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
