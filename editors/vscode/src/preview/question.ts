// A question that is asked again and again: soon after something changed,
// and no sooner than the last answer has come.

import { CancellationTokenSource, type CancellationToken, type Disposable } from 'vscode';

export class Question<R> implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;
  private again = false;

  /** @param delay milliseconds from a change to the question: some keystrokes of a burst are skipped */
  constructor(
    private readonly delay: number,
    private readonly ask: (token: CancellationToken) => Promise<R>,
    private readonly answered: (answer: R) => void,
    private readonly failed: (message: string) => void,
  ) {}

  /**
   * Asks soon. Further calls do not put it off, so that whoever types without a
   * pause sees what is typed; while an answer is under way it is asked behind it.
   */
  schedule(): void {
    if (this.asking) {
      this.again = true;
    } else {
      this.timer ??= setTimeout(() => void this.askNow(), this.delay);
    }
  }

  /** Asks at once; an answer still under way is out of date and dropped. */
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
