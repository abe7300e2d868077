// Makes invisible characters visible that change the meaning of a text: terminal
// and direction controls, zero-width characters and tags. They are shown as codes
// and have no effect on the text around them.

// Joiners, variation selectors, tabs, line feeds and the carriage returns before them are ordinary text and stay unchanged.
const hidden =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]|\r(?!\n)/gu;

/** Appends a text with its invisible characters made visible. */
export function appendVisible(parent: Node, text: string): void {
  let at = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > at) {
      parent.appendChild(document.createTextNode(text.slice(at, match.index)));
    }
    parent.appendChild(control(match[0]));
    at = match.index + match[0].length;
  }
  if (at < text.length) {
    parent.appendChild(document.createTextNode(text.slice(at)));
  }
}

function control(character: string): HTMLElement {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = document.createElement('span');
  shown.className = 'control';
  shown.title = `Invisible character: ${code}`;
  shown.dataset['code'] = code;
  shown.textContent = character;
  return shown;
}
