// Announcements for screen readers, not at every keystroke.

import { element } from './dom';

const quiet = 900; // milliseconds

export class Announcer {
  readonly node = element('div', { id: 'said', role: 'status', 'aria-live': 'polite', class: 'unseen' });

  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    if (text !== this.node.textContent) {
      this.node.textContent = text;
    }
  }

  /** Announces the text when nothing else has been announced for a while. */
  later(text: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(text), quiet);
  }
}
