// What the server says becomes of every skill, kept until it says that
// something changed.

import { EventEmitter, type CancellationToken, type Disposable } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

export class Inventory implements Disposable {
  /** Agents that nobody's skills here are meant for, and that were looked at all the same. */
  private readonly others = new Set<string>();
  private known: Promise<readonly protocol.AgentInventory[]> | undefined;
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: Disposable;

  /** What was answered before may be answered differently now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly session: Session) {
    this.subscription = session.onDidChange(() => this.forget());
  }

  /** All agents; of which not all were asked for their skills. @throws where the server cannot be asked */
  get(): Promise<readonly protocol.AgentInventory[]> {
    this.known ??= this.ask().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  /** One agent with its skills, whoever they are meant for. */
  async of(agent: string): Promise<protocol.AgentInventory | undefined> {
    const find = async (): Promise<protocol.AgentInventory | undefined> =>
      (await this.get()).find((one) => one.agent === agent);
    const found = await find();
    if (found === undefined || found.asked) {
      return found;
    }
    this.others.add(agent);
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

  private async ask(token?: CancellationToken): Promise<readonly protocol.AgentInventory[]> {
    const { agents } = await this.session.request(protocol.inventory, {}, token);
    const others = agents.filter(({ agent, asked }) => !asked && this.others.has(agent));
    if (others.length === 0) {
      return agents;
    }
    const more = await this.session.request(
      protocol.inventory,
      { agents: others.map(({ agent }) => agent) },
      token,
    );
    return agents.map((one) => more.agents.find(({ agent, asked }) => asked && agent === one.agent) ?? one);
  }
}
