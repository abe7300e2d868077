// Selects the agent to preview: a button with the current agent, and a list of all
// agents with their verdicts.

import type { Choice } from '../src/preview/messages';
import { linesOf, outcomeOf, wordsOf } from '../src/treatment';
import { element, icon, outcomeIcons } from './dom';

/** Why the standard cannot be selected. */
const nothing = 'The standard does not define an injected text. Choose an agent.';

export class Picker {
  readonly node: HTMLElement;

  private readonly button = element('button', {
    type: 'button',
    id: 'picker',
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
    'aria-controls': 'choices',
    'aria-labelledby': 'picker-label picker',
  });
  private readonly list = element('ul', {
    id: 'choices',
    role: 'listbox',
    'aria-label': 'Agents',
    hidden: true,
  });
  private readonly summary = element('span', { class: 'muted', id: 'summary' });

  private choices: readonly Choice[] = [];
  private selected = '';
  private active = 0;
  private typed = '';
  private typedAt = 0;

  constructor(private readonly picked: (agent: string) => void) {
    const label = element('label', { id: 'picker-label', for: 'picker' }, 'Agent');
    this.node = element(
      'div',
      { class: 'row picker' },
      label,
      element('div', { class: 'anchor' }, this.button, this.list),
      this.summary,
    );
    this.button.addEventListener('click', () => (this.isOpen ? this.close() : this.open()));
    this.button.addEventListener('keydown', (event) => this.key(event));
    this.button.addEventListener('blur', () => this.close());
    // The button keeps the focus, even while the user clicks in the list.
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      if (option) {
        this.pick([...this.list.children].indexOf(option));
      }
    });
  }

  update(choices: readonly Choice[], selected: string): void {
    this.choices = choices;
    this.selected = selected;
    const choice = choices.find(({ id }) => id === selected);
    this.button.replaceChildren(
      mark(choice),
      element('span', { class: 'title' }, choice?.title ?? selected),
      icon('open'),
    );
    const judged = choices.filter(({ verdict }) => verdict);
    const loading = judged.filter(({ verdict }) => verdict && outcomeOf(verdict) === 'loaded').length;
    this.summary.textContent =
      judged.length === 0
        ? ''
        : loading === judged.length
          ? `loaded by all ${judged.length}`
          : `loaded by ${loading} of ${judged.length}`;
    this.list.replaceChildren(...choices.map((choice, index) => this.option(choice, index)));
    if (this.isOpen) {
      this.activate(this.active);
    }
  }

  /** Returns the title of an agent, or its ID if the title is unknown. */
  titleOf(agent: string): string {
    return this.choices.find(({ id }) => id === agent)?.title ?? agent;
  }

  private get isOpen(): boolean {
    return !this.list.hidden;
  }

  private option(choice: Choice, index: number): HTMLElement {
    const { verdict } = choice;
    const lines = verdict ? linesOf(choice.title, verdict) : [];
    return element(
      'li',
      {
        role: 'option',
        id: `choice-${index}`,
        'aria-selected': String(choice.id === this.selected),
        'aria-disabled': choice.injects ? undefined : 'true',
        title: [...lines, choice.injects ? '' : nothing].filter(Boolean).join('\n') || undefined,
        'data-id': choice.id,
      },
      mark(choice),
      element('span', { class: 'title' }, choice.title),
      verdict?.target && element('span', { class: 'badge' }, 'target'),
      element('span', { class: 'muted' }, said(choice)),
    );
  }

  private open(): void {
    this.list.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    this.activate(
      Math.max(
        0,
        this.choices.findIndex(({ id }) => id === this.selected),
      ),
    );
  }

  private close(): void {
    this.list.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    this.button.removeAttribute('aria-activedescendant');
  }

  private activate(index: number): void {
    this.active = Math.max(0, Math.min(index, this.choices.length - 1));
    [...this.list.children].forEach((option, at) => option.classList.toggle('active', at === this.active));
    this.list.children[this.active]?.scrollIntoView({ block: 'nearest' });
    this.button.setAttribute('aria-activedescendant', `choice-${this.active}`);
  }

  private pick(index: number): void {
    const choice = this.choices[index];
    if (choice?.injects === false) {
      return;
    }
    this.close();
    if (choice && choice.id !== this.selected) {
      this.picked(choice.id);
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== 'ArrowDown')) {
      return;
    }
    const done = this.isOpen ? this.keyInList(event.key) : this.keyOnButton(event.key);
    if (done || this.findTyped(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private keyOnButton(key: string): boolean {
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter' && key !== ' ') {
      return false;
    }
    this.open();
    return true;
  }

  private keyInList(key: string): boolean {
    switch (key) {
      case 'ArrowDown':
        this.activate(this.active + 1);
        return true;
      case 'ArrowUp':
        this.activate(this.active - 1);
        return true;
      case 'Home':
        this.activate(0);
        return true;
      case 'End':
        this.activate(this.choices.length - 1);
        return true;
      case 'Enter':
      case ' ':
        this.pick(this.active);
        return true;
      case 'Escape':
        this.close();
        return true;
      default:
        return false;
    }
  }

  /** Moves to the next agent that starts with the typed text. */
  private findTyped({ key, timeStamp }: KeyboardEvent): boolean {
    if (key.length !== 1 || key === ' ') {
      return false;
    }
    this.typed = timeStamp - this.typedAt < 800 ? this.typed + key.toLowerCase() : key.toLowerCase();
    this.typedAt = timeStamp;
    if (!this.isOpen) {
      this.open();
    }
    const first = this.typed.length === 1 ? this.active + 1 : this.active;
    const order = this.choices.map((_, index) => (first + index) % this.choices.length);
    const found = order.find((index) => this.choices[index]!.title.toLowerCase().startsWith(this.typed));
    if (found !== undefined) {
      this.activate(found);
    }
    return true;
  }
}

function mark(choice: Choice | undefined): Node {
  const verdict = choice?.verdict;
  return icon(verdict ? outcomeIcons[outcomeOf(verdict)] : 'away');
}

function said(choice: Choice): string {
  return [saidOf(choice), choice.injects ? '' : 'no text'].filter(Boolean).join(', ');
}

function saidOf({ verdict, injects }: Choice): string {
  if (!verdict) {
    return '';
  }
  return !injects && outcomeOf(verdict) === 'loaded' ? 'valid' : wordsOf(verdict);
}
