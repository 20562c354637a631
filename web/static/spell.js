// Letters by a spelling alphabet, when somebody asks for it. A voice of this machine may read
// them; one that would have to ask a server for its sound is never used.

/** Show what every `data-spell` on the page says, as long as it says it. */
export function spell(main, word) {
  const alphabet = () => word('spell-alphabet').split(' ');
  const signs = { '?': 'spell-gap', '*': 'spell-wildcard' };

  function spelled(letters) {
    return [...letters].map((letter) => {
      const at = letter.charCodeAt(0) - 65;
      if (at < 0 || at > 25) return word(signs[letter] ?? 'spell-unknown');
      return word('spell-as').replace('{letter}', letter).replace('{word}', alphabet()[at]);
    }).join(', ');
  }

  function speaking() {
    const voice = globalThis.speechSynthesis?.getVoices().find((each) => each.localService && each.lang.startsWith(document.documentElement.lang));
    if (!voice) return [];
    return [button(word('spell-speak'), () => {
      speechSynthesis.cancel();
      const text = new SpeechSynthesisUtterance(lines.map((line) => line.join(': ')).join('. '));
      text.voice = voice;
      text.lang = voice.lang;
      text.rate = .8;
      speechSynthesis.speak(text);
    })];
  }

  const dialog = make('dialog', '', 'card private');
  const title = make('h2', word('spell-title'));
  title.id = 'spell-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const list = make('dl', '', 'spelled');
  let lines;

  /** Say what the page says now: in a pause it shows no letter. */
  function follow() {
    const now = [...main.querySelectorAll('[data-spell]')].map(({ dataset }) => [dataset.who, spelled(dataset.spell)]);
    if (`${now}` === `${lines}`) return;
    globalThis.speechSynthesis?.cancel();
    lines = now;
    list.replaceChildren(...lines.flatMap(([who, text]) => [make('dt', who), make('dd', text)]).map((each) => Object.assign(each, { translate: false })));
    if (!lines.length) dialog.close();
  }

  const row = make('div', '', 'row end');
  row.append(...speaking(), button(word('spell-close'), () => dialog.close()));
  dialog.append(title, list, ...(row.children.length > 1 ? [make('p', word('spell-aloud'), 'muted small')] : []), row);
  const changes = new MutationObserver(follow);
  dialog.addEventListener('close', () => {
    changes.disconnect();
    globalThis.speechSynthesis?.cancel();
    dialog.remove();
    if (document.activeElement === document.body) main.focus({ preventScroll: true }); // the button is gone
  });
  document.body.append(dialog);
  dialog.showModal();
  follow();
  changes.observe(main, { subtree: true, childList: true, attributeFilter: ['data-spell', 'data-who'] });
}

function make(tag, text, classes = '') {
  return Object.assign(document.createElement(tag), { textContent: text, className: classes });
}

function button(text, action) {
  const made = make('button', text);
  made.type = 'button';
  made.onclick = action;
  return made;
}
