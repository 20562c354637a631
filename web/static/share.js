// A picture goes on to a friend: a button where the browser can, which asks for a secure address.

/** Show the buttons where they do something. */
export function offer(root) {
  if (!navigator.share) return;
  for (const each of root.querySelectorAll('[data-share][hidden]')) each.hidden = false;
}

/** Hand the picture itself on; where only words may go, its address. */
async function share(address) {
  const name = decodeURIComponent(address.split('/').pop());
  const picture = await (await fetch(address)).blob();
  const files = [new File([picture], name, { type: picture.type })];
  const what = navigator.canShare?.({ files }) ? { files } : { url: new URL(address, location.href).href };
  await navigator.share(what).catch((error) => { if (error.name !== 'AbortError') throw error; });
}

addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-share]');
  if (button) share(button.dataset.share);
});
offer(document);
