// Caches the state of every skill until the server reports a change.

import { EventEmitter, Uri, type CancellationToken, type Disposable } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

export interface Known {
  readonly targets: readonly string[];
  readonly skills: readonly protocol.WorkspaceSkill[];
  readonly agents: readonly protocol.AgentInventory[];
  /** Of the agents whose skills were requested. */
  readonly catalogs: readonly protocol.AgentCatalog[];
}

/** A skill in the list of an agent. */
export interface AgentEntry {
  readonly agent: protocol.AgentInventory;
  readonly entry: protocol.InventoryEntry;
}

/** Returns the entries of a skill in the lists of the agents. */
export function entriesOf(
  { skills, agents }: Pick<protocol.InventoryResult, 'skills' | 'agents'>,
  uri: Uri,
): AgentEntry[] {
  const isThere = ({ path }: { readonly path: string }): boolean =>
    Uri.file(path).toString() === uri.toString();
  const { id } = [...skills, ...agents.flatMap((agent) => agent.skills)].find(isThere) ?? {};
  return agents.flatMap((agent) =>
    agent.skills.filter((entry) => entry.id === id).map((entry) => ({ agent, entry })),
  );
}

export class Inventory implements Disposable {
  /** Agents that are not targets, but whose skills were requested. */
  private readonly others = new Set<string>();
  private known: Promise<Known> | undefined;
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: Disposable;

  /** Earlier results may be outdated. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly session: Session) {
    this.subscription = session.onDidChange(() => this.forget());
  }

  /** Returns all agents. Not all of them include their skills. @throws if the server is not available */
  async get(): Promise<readonly protocol.AgentInventory[]> {
    return (await this.latest()).agents;
  }

  /** Returns the agents and all skills of the workspace, by group. @throws if the server is not available */
  latest(): Promise<Known> {
    this.known ??= this.ask().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  /** Returns the entries of a skill in the lists of the agents. @throws if the server is not available */
  async entriesOf(uri: Uri): Promise<AgentEntry[]> {
    return entriesOf(await this.latest(), uri);
  }

  /** Returns one agent with its skills, even if it is not a target. */
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

  private async ask(token?: CancellationToken): Promise<Known> {
    const { targets, skills, agents, catalogs } = await this.session.request(
      protocol.inventory,
      { tokens: true },
      token,
    );
    const others = agents.filter(({ agent, asked }) => !asked && this.others.has(agent));
    if (others.length === 0) {
      return { targets, skills, agents, catalogs };
    }
    const more = await this.session.request(
      protocol.inventory,
      { agents: others.map(({ agent }) => agent) },
      token,
    );
    return {
      targets,
      skills,
      agents: agents.map(
        (one) => more.agents.find(({ agent, asked }) => asked && agent === one.agent) ?? one,
      ),
      catalogs: [...catalogs, ...more.catalogs],
    };
  }
}
