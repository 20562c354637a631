// What is wrong with the words on a page: cut, broken in their middle, or one on another.
() => {
  const words = [], bad = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const aside = '.sr, s, script, style, template, dialog, noscript, svg, header.top, #title';
  const up = function* (from) { for (let each = from; each; each = each.parentElement) yield each; };
  const hidden = (each) => !each.checkVisibility() || [...up(each)].some((one) => getComputedStyle(one).clipPath !== 'none');
  const cut = ({ left, right, top, bottom, height }, at) => [...up(at)].some((one) => {
    const { overflowX, overflowY } = getComputedStyle(one), around = one.getBoundingClientRect();
    if (one === document.documentElement || overflowX + overflowY === 'visiblevisible') return false;
    const out = height / 4;
    return left < around.left - 1.5 || right > around.right + 1.5 || top + out < around.top || bottom - out > around.bottom;
  });
  for (let node; (node = walk.nextNode());) {
    const at = node.parentElement;
    if (!node.data.trim() || at.closest(aside) || hidden(at)) continue;
    for (const { 0: text, index } of node.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const plain = /^\p{L}{2,14}[.,:;!?…]?$/u.test(text);
      if (plain && boxes.some(({ top }) => Math.abs(top - boxes[0].top) > 4)) bad.push(`broken: ${text}`);
      for (const box of boxes) {
        words.push({ at, text, box });
        if (box.left < -1 || box.right > innerWidth + 1 || cut(box, at)) bad.push(`cut: ${text}`);
      }
    }
  }
  words.forEach((one, n) => {
    const { left, right, top, bottom } = one.box;
    for (const other of words.slice(n + 1)) {
      if (one.at === other.at) continue;
      const wide = Math.min(right, other.box.right) - Math.max(left, other.box.left);
      const high = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      if (wide > 2 && high > 4) bad.push(`${one.text} on ${other.text}`);
    }
  });
  return bad;
}
