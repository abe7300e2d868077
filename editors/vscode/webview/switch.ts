// Tabs or radio buttons. Only the selected one is in the tab order, and the arrow
// keys move between them.

import { element } from './dom';

export class Switch<V extends string> {
  readonly node: HTMLElement;

  private readonly buttons = new Map<V, HTMLButtonElement>();

  constructor(
    role: 'tablist' | 'radiogroup',
    label: string,
    values: readonly (readonly [value: V, label: string])[],
    private readonly chosen: (value: V) => void,
  ) {
    this.node = element('div', { role, class: role, 'aria-label': label });
    this.attribute = role === 'tablist' ? 'aria-selected' : 'aria-checked';
    for (const [value, text] of values) {
      const made = element(
        'button',
        { type: 'button', role: role === 'tablist' ? 'tab' : 'radio', 'data-value': value },
        text,
      );
      if (role === 'tablist') {
        made.setAttribute('aria-controls', 'content');
      }
      made.addEventListener('click', () => this.choose(value));
      this.buttons.set(value, made);
      this.node.append(made);
    }
    this.node.addEventListener('keydown', (event) => this.key(event));
  }

  private readonly attribute: 'aria-selected' | 'aria-checked';
  private selected: V | undefined;

  select(value: V): void {
    this.selected = value;
    for (const [other, made] of this.buttons) {
      made.setAttribute(this.attribute, String(other === value));
      made.tabIndex = other === value ? 0 : -1;
    }
  }

  private choose(value: V): void {
    if (value !== this.selected) {
      this.select(value);
      this.chosen(value);
    }
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || this.selected === undefined) {
      return;
    }
    const values = [...this.buttons.keys()];
    const next = values.at((values.indexOf(this.selected) + step) % values.length);
    if (next !== undefined) {
      this.buttons.get(next)?.focus();
      this.choose(next);
    }
    event.preventDefault();
  }
}
