// The nodes of the Skills view: groups of skills, agents, scopes, skills and their files.

import { Uri, workspace } from 'vscode';
import { groupsOf, standingOf } from './groups';
import type { AgentCatalog, AgentInventory, InventoryEntry, Range, Tokens, WorkspaceSkill } from './protocol';

export type Node =
  AgentsNode | AgentNode | OthersNode | ScopeNode | PageNode | SkillNode | CallsNode | CallNode | FileNode;

/** All agents, and what each does with the files that it finds. */
export interface AgentsNode {
  readonly kind: 'agents';
  readonly inventories: readonly AgentInventory[];
  readonly catalogs: readonly AgentCatalog[];
}

export interface AgentNode {
  readonly kind: 'agent';
  readonly inventory: AgentInventory;
  readonly catalog?: AgentCatalog | undefined;
}

/** The agents that are not targets. */
export interface OthersNode {
  readonly kind: 'others';
  readonly agents: readonly AgentNode[];
}

/** The skills of an agent in a scope, or a group of skills of the workspace. */
export interface ScopeNode {
  readonly kind: 'scope';
  readonly agent: AgentInventory;
  readonly scope: string;
  readonly icon?: string;
  readonly skills: readonly Entry[];
}

/** A skill in a list of an agent or in a group. */
export interface Entry extends InventoryEntry {
  /** Of a skill in a group: its description, tokens, a sentence for each agent, and its entries in the lists of the agents. */
  readonly description?: string;
  readonly tokens?: Tokens | undefined;
  readonly sentences?: readonly string[];
  readonly own?: readonly InventoryEntry[];
}

/** A part of a long scope. */
export interface PageNode {
  readonly kind: 'page';
  readonly of: ScopeNode;
  readonly first: number;
  readonly skills: readonly Entry[];
}

export interface SkillNode {
  readonly kind: 'skill';
  readonly agent: AgentInventory;
  readonly entry: Entry;
}

/** The skills that a skill mentions, or those that mention it. */
export interface CallsNode {
  readonly kind: 'calls';
  readonly of: SkillNode;
  /** Those that mention it. */
  readonly incoming: boolean;
}

export interface CallNode {
  readonly kind: 'call';
  readonly of: CallsNode;
  readonly name: string;
  readonly directory: string;
  readonly uri: Uri;
  /** The first mention in the document. */
  readonly range?: Range;
}

/** A file or directory of a skill. */
export interface FileNode {
  readonly kind: 'file';
  readonly agent: string;
  readonly uri: Uri;
  readonly directory: boolean;
}

// A scope with more than two pages of skills is split into pages.
const pageLength = 200;

/** Returns the skills of the workspace by group, and the agents. */
export function roots(
  inventories: readonly AgentInventory[],
  workspaceSkills: readonly WorkspaceSkill[],
  catalogs: readonly AgentCatalog[],
): Node[] {
  // The welcome text explains an empty view.
  if (workspaceSkills.length === 0 && inventories.every(({ skills }) => skills.length === 0)) {
    return [];
  }
  const groups = groupsOf(workspaceSkills, folderOf).map(({ title, kind, skills }): ScopeNode => ({
    kind: 'scope',
    agent: noAgent,
    scope: title,
    icon: groupIcons[kind],
    skills: skills.map((skill) => listed(skill, inventories)),
  }));
  return [...groups, { kind: 'agents', inventories, catalogs }];
}

/** Returns the target agents, and the others. */
export function agentsOf({ inventories, catalogs }: AgentsNode): Node[] {
  const nodes = inventories.map((inventory): AgentNode => ({
    kind: 'agent',
    inventory,
    catalog: catalogs.find(({ agent }) => agent === inventory.agent),
  }));
  // Without targets the server includes the skills of the default agent.
  const anyTarget = inventories.some(({ target }) => target);
  const first = nodes.filter(({ inventory }) => (anyTarget ? inventory.target : inventory.asked));
  const others = nodes.filter((node) => !first.includes(node));
  return [...first, ...(others.length > 0 ? [{ kind: 'others', agents: others } as const] : [])];
}

const groupIcons: Readonly<Record<WorkspaceSkill['kind'], string>> = {
  project: 'root-folder',
  plugin: 'extensions',
  loose: 'folder',
  user: 'home',
};

// Stands for the agent of the skills in groups, which belong to none.
const noAgent: AgentInventory = {
  agent: '',
  title: 'the workspace',
  target: false,
  mentions: '',
  asked: true,
  truncated: false,
  skills: [],
};

/** Reports whether a skill is in the list of an agent, not in a group. */
export function isOfAgent({ agent }: SkillNode): boolean {
  return agent.agent !== noAgent.agent;
}

function folderOf(path: string): string | undefined {
  const folders = workspace.workspaceFolders ?? [];
  return folders.length > 1 ? workspace.getWorkspaceFolder(Uri.file(path))?.name : undefined;
}

/** Returns the entry of a skill in its group. */
function listed(skill: WorkspaceSkill, inventories: readonly AgentInventory[]): Entry {
  const directory = workspace.asRelativePath(Uri.joinPath(Uri.file(skill.path), '..', '..'));
  const { fate, sentences } = standingOf(skill, inventories, directory);
  const own = inventories.flatMap(({ skills }) => skills.filter(({ id }) => id === skill.id));
  const { id, name, path, group: scope, state: why, description, tokens } = skill;
  return { id, name, path, scope, fate, why, description, tokens, sentences, own };
}

export function scopes(agent: AgentInventory): ScopeNode[] {
  const found = new Map<string, InventoryEntry[]>();
  for (const entry of agent.skills) {
    const list = found.get(entry.scope);
    if (list) {
      list.push(entry);
    } else {
      found.set(entry.scope, [entry]);
    }
  }
  return [...found].map(([scope, skills]) => ({ kind: 'scope', agent, scope, skills }));
}

export function skillsOf(scope: ScopeNode): (PageNode | SkillNode)[] {
  if (scope.skills.length <= 2 * pageLength) {
    return scope.skills.map((entry) => skillNode(scope.agent, entry));
  }
  const pages: PageNode[] = [];
  for (let first = 0; first < scope.skills.length; first += pageLength) {
    pages.push({ kind: 'page', of: scope, first, skills: scope.skills.slice(first, first + pageLength) });
  }
  return pages;
}

export function skillNode(agent: AgentInventory, entry: Entry): SkillNode {
  return { kind: 'skill', agent, entry };
}

export function isSkillNode(value: unknown): value is SkillNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'skill';
}

export function uriOf({ entry }: SkillNode): Uri {
  return Uri.file(entry.path);
}

/** Returns a stable ID, so that expanded nodes stay expanded. */
export function idOf(node: Node): string {
  switch (node.kind) {
    case 'agents':
      return '**';
    case 'agent':
      return node.inventory.agent;
    case 'others':
      return '*';
    case 'scope':
      return `${node.agent.agent}/${node.scope}`;
    case 'page':
      return `${idOf(node.of)}/${node.first}`;
    case 'skill':
      return `${node.agent.agent}:${node.entry.path}`;
    case 'calls':
      return `${idOf(node.of)}?${node.incoming ? 'by' : 'of'}`;
    case 'call':
      return `${idOf(node.of)}:${node.uri.toString()}`;
    case 'file':
      return `${node.agent}:${node.uri.toString()}/`;
  }
}
