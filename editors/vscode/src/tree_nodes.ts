// The nodes of the skills view: runtimes, scopes, skills and their files.

import { Uri } from 'vscode';
import type { InventoryEntry, RuntimeInventory } from './protocol';

export type Node = RuntimeNode | OthersNode | ScopeNode | PageNode | SkillNode | FileNode;

export interface RuntimeNode {
  readonly kind: 'runtime';
  readonly inventory: RuntimeInventory;
}

/** The runtimes that the skills here are not meant for. */
export interface OthersNode {
  readonly kind: 'others';
  readonly runtimes: readonly RuntimeNode[];
}

export interface ScopeNode {
  readonly kind: 'scope';
  readonly runtime: RuntimeInventory;
  readonly scope: string;
  readonly skills: readonly InventoryEntry[];
}

/** A part of a scope that is too long to be looked through. */
export interface PageNode {
  readonly kind: 'page';
  readonly of: ScopeNode;
  readonly first: number;
  readonly skills: readonly InventoryEntry[];
}

export interface SkillNode {
  readonly kind: 'skill';
  readonly runtime: RuntimeInventory;
  readonly entry: InventoryEntry;
}

/** A file or a directory of a skill. */
export interface FileNode {
  readonly kind: 'file';
  readonly runtime: string;
  readonly uri: Uri;
  readonly directory: boolean;
}

// A scope with more skills than one page holds twice is shown in pages.
const pageLength = 200;

export function roots(inventories: readonly RuntimeInventory[]): Node[] {
  const nodes = inventories.map((inventory): RuntimeNode => ({ kind: 'runtime', inventory }));
  // Without a target there is the default, which was asked about unasked.
  const anyTarget = inventories.some(({ target }) => target);
  const first = nodes.filter(({ inventory }) => (anyTarget ? inventory.target : inventory.asked));
  const others = nodes.filter((node) => !first.includes(node));
  return others.length > 0 ? [...first, { kind: 'others', runtimes: others }] : first;
}

export function scopes(runtime: RuntimeInventory): ScopeNode[] {
  const found = new Map<string, InventoryEntry[]>();
  for (const entry of runtime.skills) {
    const list = found.get(entry.scope);
    if (list) {
      list.push(entry);
    } else {
      found.set(entry.scope, [entry]);
    }
  }
  return [...found].map(([scope, skills]) => ({ kind: 'scope', runtime, scope, skills }));
}

export function skillsOf(scope: ScopeNode): (PageNode | SkillNode)[] {
  if (scope.skills.length <= 2 * pageLength) {
    return scope.skills.map((entry) => skillNode(scope.runtime, entry));
  }
  const pages: PageNode[] = [];
  for (let first = 0; first < scope.skills.length; first += pageLength) {
    pages.push({ kind: 'page', of: scope, first, skills: scope.skills.slice(first, first + pageLength) });
  }
  return pages;
}

export function skillNode(runtime: RuntimeInventory, entry: InventoryEntry): SkillNode {
  return { kind: 'skill', runtime, entry };
}

export function isSkillNode(value: unknown): value is SkillNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'skill';
}

export function uriOf({ entry }: SkillNode): Uri {
  return Uri.file(entry.path);
}

/** The same for the same thing, whatever else changes: what is expanded stays so. */
export function idOf(node: Node): string {
  switch (node.kind) {
    case 'runtime':
      return node.inventory.runtime;
    case 'others':
      return '*';
    case 'scope':
      return `${node.runtime.runtime}/${node.scope}`;
    case 'page':
      return `${idOf(node.of)}/${node.first}`;
    case 'skill':
      return `${node.runtime.runtime}:${node.entry.path}`;
    case 'file':
      return `${node.runtime}:${node.uri.toString()}/`;
  }
}
