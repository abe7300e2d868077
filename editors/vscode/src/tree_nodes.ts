// The nodes of the Skills view: agents, scopes, skills and their files.

import { Uri } from 'vscode';
import type { InventoryEntry, AgentInventory, WorkspaceSkill } from './protocol';

export type Node = AgentNode | OthersNode | ScopeNode | PageNode | SkillNode | FileNode;

export interface AgentNode {
  readonly kind: 'agent';
  readonly inventory: AgentInventory;
}

/** The agents that are not targets. */
export interface OthersNode {
  readonly kind: 'others';
  readonly agents: readonly AgentNode[];
}

export interface ScopeNode {
  readonly kind: 'scope';
  readonly agent: AgentInventory;
  readonly scope: string;
  readonly skills: readonly InventoryEntry[];
}

/** A part of a long scope. */
export interface PageNode {
  readonly kind: 'page';
  readonly of: ScopeNode;
  readonly first: number;
  readonly skills: readonly InventoryEntry[];
}

export interface SkillNode {
  readonly kind: 'skill';
  readonly agent: AgentInventory;
  readonly entry: InventoryEntry;
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

/** Returns the agents and, by group, the skills of the workspace that none of them finds. */
export function roots(
  inventories: readonly AgentInventory[],
  workspaceSkills: readonly WorkspaceSkill[],
): Node[] {
  const unfound = groupsOf(inventories, workspaceSkills);
  // The welcome text explains an empty view.
  if (unfound.length === 0 && inventories.every(({ skills }) => skills.length === 0)) {
    return [];
  }
  const nodes = inventories.map((inventory): AgentNode => ({ kind: 'agent', inventory }));
  // Without targets the server includes the skills of the default agent.
  const anyTarget = inventories.some(({ target }) => target);
  const first = nodes.filter(({ inventory }) => (anyTarget ? inventory.target : inventory.asked));
  const others = nodes.filter((node) => !first.includes(node));
  return [...first, ...unfound, ...(others.length > 0 ? [{ kind: 'others', agents: others } as const] : [])];
}

// Stands for the agent of skills that no agent finds.
const noAgent: AgentInventory = {
  agent: '',
  title: 'the workspace',
  target: false,
  mentions: '',
  asked: true,
  truncated: false,
  skills: [],
};

function groupsOf(
  inventories: readonly AgentInventory[],
  workspaceSkills: readonly WorkspaceSkill[],
): ScopeNode[] {
  const found = new Set(inventories.flatMap(({ skills }) => skills.map(({ path }) => path)));
  const groups = new Map<string, InventoryEntry[]>();
  for (const { name, path, group, kind, agents } of workspaceSkills) {
    if (found.has(path)) {
      continue;
    }
    const title = kind === 'plugin' ? `Plugin ${group}` : group;
    const installed = agents.find((agent) => agent.installed !== undefined)?.installed;
    const why =
      installed === undefined
        ? 'The target agents do not look here.'
        : `It is ${installed} once the plugin is installed.`;
    const list = groups.get(title) ?? [];
    groups.set(title, list);
    list.push({ name, path, scope: title, fate: 'unfound', why });
  }
  return [...groups].map(([scope, skills]) => ({ kind: 'scope', agent: noAgent, scope, skills }));
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

export function skillNode(agent: AgentInventory, entry: InventoryEntry): SkillNode {
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
    case 'file':
      return `${node.agent}:${node.uri.toString()}/`;
  }
}
