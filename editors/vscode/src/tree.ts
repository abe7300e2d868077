// The tree of the Skills view. One request to the server returns all skills. The
// files of a skill are read when it is expanded.

import { isDeepStrictEqual } from 'node:util';
import {
  EventEmitter,
  FileType,
  Uri,
  workspace,
  type CancellationToken,
  type Disposable,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import { ErrorCodes, ResponseError } from 'vscode-languageclient/node';
import type { Inventory, Known } from './inventory';
import { callsOf } from './mentions';
import * as protocol from './protocol';
import type { Session } from './session';
import { itemOf, tooltipOf } from './tree_item';
import {
  agentsOf,
  idOf,
  isOfAgent,
  isSkillNode,
  roots,
  scopes,
  skillNode,
  skillsOf,
  uriOf,
  type CallsNode,
  type FileNode,
  type Node,
} from './tree_nodes';

const ignored = new Set(['.git', 'node_modules', '__pycache__']);

/** What the view shows: nothing if the server is not available, and the reason if the request failed. */
export interface Loaded {
  readonly inventories: readonly protocol.AgentInventory[];
  readonly failure?: string;
}

export class SkillTree implements TreeDataProvider<Node>, Disposable {
  private readonly changed = new EventEmitter<Node[] | undefined>();
  private readonly loaded = new EventEmitter<Loaded>();
  private readonly subscriptions: Disposable[];

  // The inventory that the editor shows, and the skills and directories that were expanded.
  private given: Known | undefined;
  private readonly opened = new Map<string, Node>();

  readonly onDidChangeTreeData = this.changed.event;

  readonly onDidLoad = this.loaded.event;

  constructor(
    private readonly session: Session,
    private readonly inventory: Inventory,
  ) {
    this.subscriptions = [
      this.changed,
      this.loaded,
      inventory.onDidChange(() => void this.update()),
      session.onDidChangeState(() => this.showAnew()),
    ];
  }

  getTreeItem(node: Node): TreeItem {
    return itemOf(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined:
        return this.roots();
      case 'agents':
        return agentsOf(node);
      case 'agent':
        // If the server has just ended, the session reports it.
        return scopes(
          (await this.inventory.of(node.inventory.agent).catch(() => undefined)) ?? node.inventory,
        );
      case 'others':
        return [...node.agents];
      case 'scope':
        return skillsOf(node);
      case 'page':
        return node.skills.map((entry) => skillNode(node.of.agent, entry));
      case 'skill':
        this.opened.set(idOf(node), node);
        return [
          ...(await files(Uri.joinPath(uriOf(node), '..'), node.agent.agent)),
          ...[false, true].map((incoming): CallsNode => ({ kind: 'calls', of: node, incoming })),
        ];
      case 'calls':
        this.opened.set(idOf(node), node);
        // If the server has just ended, the session reports it.
        return callsOf(this.session, node).catch(() => []);
      case 'call':
        return [];
      case 'file':
        this.opened.set(idOf(node), node);
        return node.directory ? files(node.uri, node.agent) : [];
    }
  }

  /** Requests the description of a skill for its tooltip. The list of an agent does not have it. */
  async resolveTreeItem(item: TreeItem, node: Node, token: CancellationToken): Promise<TreeItem> {
    if (isSkillNode(node) && !isOfAgent(node)) {
      const params = { textDocument: { uri: uriOf(node).toString() } };
      const preview = await this.session.request(protocol.preview, params, token).catch(() => undefined);
      item.tooltip = tooltipOf(node, node.entry.description, preview?.tokens);
    } else if (isSkillNode(node)) {
      const params = { path: node.entry.path };
      const compat = await this.session.request(protocol.compat, params, token).catch(() => undefined);
      const own = compat?.agents.find(({ agent }) => agent === node.agent.agent);
      item.tooltip = tooltipOf(node, own?.description);
    }
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  /**
   * Updates the view if the inventory has changed, after the new one has arrived.
   * When the editor refreshes the whole tree, it drops all items at once, and an
   * action chosen in an open menu has no effect.
   */
  private async update(): Promise<void> {
    const { given } = this;
    const known = given && (await this.inventory.latest().catch(() => undefined));
    if (given && given === this.given && isDeepStrictEqual(known, given)) {
      this.changed.fire([...this.opened.values()]);
    } else {
      this.showAnew();
    }
  }

  private showAnew(): void {
    this.given = undefined;
    this.opened.clear();
    this.changed.fire(undefined);
  }

  private async roots(): Promise<Node[]> {
    if (this.session.state.kind !== 'running') {
      this.loaded.fire({ inventories: [] });
      return [];
    }
    try {
      const known = await this.inventory.latest();
      this.given = known;
      this.loaded.fire({ inventories: known.agents });
      return roots(known.agents, known.skills, known.catalogs);
    } catch (error) {
      // If the server has just ended, the session reports it.
      this.loaded.fire({ inventories: [], ...(isAnswer(error) && { failure: error.message }) });
      return [];
    }
  }
}

/** Reports whether the error is an answer of the server, perhaps an older one, and not of the connection. */
function isAnswer(error: unknown): error is ResponseError<unknown> {
  const { jsonrpcReservedErrorRangeStart: first, jsonrpcReservedErrorRangeEnd: last } = ErrorCodes;
  return error instanceof ResponseError && (error.code < first || error.code > last);
}

async function files(directory: Uri, agent: string): Promise<FileNode[]> {
  const found = await workspace.fs.readDirectory(directory).then(
    (entries) => entries.filter(([name]) => !ignored.has(name)),
    () => [],
  );
  return found
    .map(([name, type]): FileNode => {
      const isDirectory = (type & FileType.Directory) !== 0;
      return { kind: 'file', agent, uri: Uri.joinPath(directory, name), directory: isDirectory };
    })
    .sort((a, b) => rank(a) - rank(b) || a.uri.path.localeCompare(b.uri.path));
}

// The SKILL.md first, files before directories.
function rank({ uri, directory }: FileNode): number {
  return directory ? 2 : Number(!/\/skill\.md$/i.test(uri.path));
}
