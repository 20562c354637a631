export function start(root) { root.dataset.started = '1'; }
export function updated(root) { root.dataset.updates = Number(root.dataset.updates || 0) + 1; }
