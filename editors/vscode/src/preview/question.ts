// A request that is repeated after each change, but not before the last answer has
// arrived.

import { CancellationTokenSource, type CancellationToken, type Disposable } from 'vscode';

export class Question<R> implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;
  private again = false;

  /** @param delay milliseconds between a change and the request, to skip keystrokes of a burst */
  constructor(
    private readonly delay: number,
    private readonly ask: (token: CancellationToken) => Promise<R>,
    private readonly answered: (answer: R) => void,
    private readonly failed: (message: string) => void,
  ) {}

  /**
   * Sends the request after the delay. Further calls do not extend the delay, so
   * the preview follows continuous typing. If an answer is pending, the request is
   * sent after it.
   */
  schedule(): void {
    if (this.asking) {
      this.again = true;
    } else {
      this.timer ??= setTimeout(() => void this.askNow(), this.delay);
    }
  }

  /** Sends the request immediately and drops a pending answer. */
  async askNow(): Promise<void> {
    this.dispose();
    const asking = (this.asking = new CancellationTokenSource());
    try {
      const answer = await this.ask(asking.token);
      if (asking === this.asking) {
        this.answered(answer);
      }
    } catch (error) {
      if (asking === this.asking) {
        this.failed(error instanceof Error ? error.message : String(error));
      }
    }
    asking.dispose();
    if (asking === this.asking) {
      this.asking = undefined;
      if (this.again) {
        this.schedule();
      }
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again = false;
    this.asking?.cancel();
    this.asking = undefined;
  }
}
