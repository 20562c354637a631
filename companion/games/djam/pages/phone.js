// Djam on the phone: a tone at the gong and one when it is one's turn. Both are on the page
// and spoken too; nothing here knows a rule or a sentence.

import * as sounds from "/static/sounds.js";

let cue = "";

export function start(root) {
  sounds.listen();
  cue = read(root);
}

export function updated(root) {
  const before = cue;
  cue = read(root);
  if (cue === before) return;
  if (/^(listen|theme)/.test(before) && cue.startsWith("open")) sounds.play("gong");
  if (cue === "open-turn") sounds.play("chime");
}

function read(root) {
  return root.querySelector("#now")?.dataset.step?.split(":")[0] ?? "";
}
