// What the server says becomes of every skill, kept until it says that
// something changed.

import { EventEmitter, type CancellationToken, type Disposable } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

export class Inventory implements Disposable {
  /** Runtimes that nobody's skills here are meant for, and that were looked at all the same. */
  private readonly others = new Set<string>();
  private known: Promise<readonly protocol.RuntimeInventory[]> | undefined;
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: Disposable;

  /** What was answered before may be answered differently now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly session: Session) {
    this.subscription = session.onDidChange(() => this.forget());
  }

  /** All runtimes; of which not all were asked for their skills. @throws where the server cannot be asked */
  get(): Promise<readonly protocol.RuntimeInventory[]> {
    this.known ??= this.ask().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  /** One runtime with its skills, whoever they are meant for. */
  async of(runtime: string): Promise<protocol.RuntimeInventory | undefined> {
    const find = async (): Promise<protocol.RuntimeInventory | undefined> =>
      (await this.get()).find((one) => one.runtime === runtime);
    const found = await find();
    if (found === undefined || found.asked) {
      return found;
    }
    this.others.add(runtime);
    this.known = undefined;
    return find();
  }

  forget(): void {
    this.known = undefined;
    this.changed.fire();
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async ask(token?: CancellationToken): Promise<readonly protocol.RuntimeInventory[]> {
    const { runtimes } = await this.session.request(protocol.inventory, {}, token);
    const others = runtimes.filter(({ runtime, asked }) => !asked && this.others.has(runtime));
    if (others.length === 0) {
      return runtimes;
    }
    const more = await this.session.request(protocol.inventory, { runtimes: others.map(({ runtime }) => runtime) }, token);
    return runtimes.map((one) => more.runtimes.find(({ runtime, asked }) => asked && runtime === one.runtime) ?? one);
  }
}
