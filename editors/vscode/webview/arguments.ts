// The text after the skill's name. Some agents distinguish no arguments and empty
// ones, so there is a checkbox.

import { element } from './dom';

export class Arguments {
  readonly node: HTMLElement;

  private readonly given = element('input', { type: 'checkbox', id: 'given' });
  private readonly text = element('input', {
    type: 'text',
    id: 'arguments',
    'aria-label': 'Arguments',
    placeholder: 'text after the skill name',
    spellcheck: 'false',
    autocomplete: 'off',
  });

  /** @param changed receives the text, or undefined for no arguments */
  constructor(private readonly changed: (text: string | undefined) => void) {
    const title =
      'Checked: the user invokes the skill with these arguments, which may be empty. Unchecked: the model loads the skill, without arguments.';
    this.node = element(
      'div',
      { class: 'row arguments' },
      element('label', { for: 'given', title }, this.given, 'Arguments'),
      this.text,
    );
    this.given.addEventListener('change', () => this.tell());
    this.text.addEventListener('input', () => {
      this.given.checked = true;
      this.tell();
    });
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.given.checked) {
        this.text.value = '';
        this.given.checked = false;
        this.tell();
        event.stopPropagation();
      }
    });
  }

  /** Shows the arguments, unless the user is typing them. */
  set(text: string | undefined): void {
    if (document.activeElement !== this.text) {
      this.given.checked = text !== undefined;
      this.text.value = text ?? this.text.value;
    }
  }

  private tell(): void {
    this.changed(this.given.checked ? this.text.value : undefined);
  }
}
