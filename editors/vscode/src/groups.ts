// The skills of the workspace by plugin and directory, and what the agents do with each. It knows no editor.

import type { AgentInventory, Fate, InventoryEntry, WorkspaceSkill } from './protocol';
import { predicateOf, quoted } from './treatment';

export interface Group {
  readonly title: string;
  readonly kind: WorkspaceSkill['kind'];
  readonly skills: readonly WorkspaceSkill[];
}

/**
 * Returns the groups in the server's order. Every skill is in exactly one.
 *
 * @param folderOf the name of the workspace folder of a path; undefined if there is only one folder, or for other paths
 */
export function groupsOf(
  skills: readonly WorkspaceSkill[],
  folderOf: (path: string) => string | undefined = () => undefined,
): Group[] {
  const groups = new Map<string, { title: string; kind: Group['kind']; skills: WorkspaceSkill[] }>();
  for (const skill of skills) {
    const { kind, path } = skill;
    const folder = kind === 'user' ? undefined : folderOf(path);
    const title = (folder === undefined ? '' : `${folder}: `) + titleOf(skill);
    const group = groups.get(title) ?? { title, kind, skills: [] };
    groups.set(title, group);
    group.skills.push(skill);
  }
  return [...groups.values()];
}

function titleOf({ kind, group }: WorkspaceSkill): string {
  switch (kind) {
    case 'plugin':
      return `Plugin ${group}`;
    case 'user':
      return 'Home';
    default:
      return group;
  }
}

/** What the agents do with a skill. */
export interface Standing {
  /** The worst state in an agent, or 'unfound' if no agent finds the skill. */
  readonly fate: Fate;
  /** A sentence for each agent. */
  readonly sentences: readonly string[];
}

// From the worst to the best.
const ranks: readonly Fate[] = [
  'refused',
  'lost',
  'ambiguous',
  'surplus',
  'shadowed',
  'off',
  'offered',
  'unfound',
];

/** @param directory the directory of the skill directory, in the form for the user */
export function standingOf(
  skill: WorkspaceSkill,
  inventories: readonly AgentInventory[],
  directory: string,
): Standing {
  const fates = new Set<Fate>();
  const sentences: string[] = [];
  const isTemplate = skill.template === true;
  // That an agent rejects a template is as it should be.
  const agents = skill.agents.filter(({ loads }) => loads || !isTemplate);
  for (const { agent, finds, loads, reasons = [], installed, alsoInstalled } of agents) {
    const inventory = inventories.find((one) => one.agent === agent);
    if (!inventory) {
      continue; // the standard, which looks nowhere
    }
    const { title } = inventory;
    const entry = inventory.skills.find(({ id }) => id === skill.id);
    const fate = entry?.fate ?? (!finds ? 'unfound' : loads ? 'offered' : 'refused');
    fates.add(fate);
    sentences.push(
      fate === 'unfound'
        ? `${title} ${predicateOf({ finds, loads, reasons, installed, alsoInstalled })}.`
        : entry?.fate === 'refused'
          ? refused(title, entry)
          : (entry?.why ?? `${title} ${loads ? 'loads' : 'rejects'} it.`),
    );
  }
  const breaksStandard = agents.some(
    ({ agent, loads }) => !loads && !inventories.some((one) => one.agent === agent),
  );
  if (fates.size === 0) {
    sentences.push(`No target agent looks in ${directory}.`);
    if (agents.length > 0) {
      fates.add(breaksStandard ? 'refused' : 'offered');
    }
  }
  if (breaksStandard) {
    sentences.push('It does not follow the Agent Skills standard.');
  }
  if (isTemplate) {
    sentences.push('It is a template for skills.');
  }
  return { fate: ranks.find((fate) => fates.has(fate)) ?? 'unfound', sentences };
}

function refused(title: string, { why = '', silent }: InventoryEntry): string {
  return silent ? `${title} ignores it without an error: ${why}` : `${title} rejects it: ${quoted(why)}`;
}
