(() => {
  const taps = [], kinds = ['click', 'submit', 'input'];
  const sent = () => taps.some(({ type }) => type !== 'input');
  const keep = (event) => {
    const { type, target, submitter } = event;
    const element = type === 'click' ? target.closest(sent() ? 'a,button' : 'button') : target;
    if (!element || element.dataset.shellBusy || (type === 'click' && element.form && element.type === 'submit')) return; // its submit follows
    const fields = type === 'submit' ? [...element.elements] : type === 'input' ? [element] : [];
    const values = fields.map(({ value, checked }) => [value, checked]);
    const html = element.closest('[data-key], main > *')?.outerHTML;
    const again = taps.some((tap) => tap.element === element && `${tap.values}` === `${values}`);
    if (!again) taps.push({ type, element, submitter, fields, values, html });
    if (type === 'input') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    (submitter ?? element).setAttribute('aria-busy', 'true');
  };
  const hold = () => kinds.forEach((kind) => addEventListener(kind, keep, true));
  const over = () => kinds.forEach((kind) => removeEventListener(kind, keep, true));
  const anew = async (url) => {
    const net = document.getElementById('net');
    net.textContent = net.dataset.lost;
    net.hidden = false;
    do await new Promise((done) => setTimeout(done, 3000));
    while (!(await fetch(url, { cache: 'reload', signal: AbortSignal.timeout?.(4000) }).catch(() => null))?.ok);
    location.reload();
    return new Promise(() => {});
  };
  hold();
  addEventListener('error', ({ target }) => { if (target.localName === 'script') anew(target.src); }, true);
  addEventListener('pagehide', () => { if (sent() && !sessionStorage.untold) sessionStorage.untold = '1'; });
  globalThis.early = { taps, hold, over, anew };
})();
