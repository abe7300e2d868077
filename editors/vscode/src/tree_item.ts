// The appearance of the nodes in the Skills view.

import {
  type MarkdownString,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  workspace,
} from 'vscode';
import { escaped, paragraphs } from './markdown';
import type { AgentInventory, Fate, InventoryEntry, Tokens } from './protocol';
import { catalogSentences, tokensIn } from './size';
import { quoted } from './treatment';
import {
  idOf,
  isOfAgent,
  uriOf,
  type AgentNode,
  type CallNode,
  type Entry,
  type FileNode,
  type Node,
  type SkillNode,
} from './tree_nodes';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

export const scopeTitles: Record<string, [title: string, icon: string]> = {
  repo: ['Project', 'root-folder'],
  user: ['Home', 'home'],
  system: ['System', 'server'],
  admin: ['Admin', 'shield'],
  plugin: ['Plugins', 'extensions'],
};

interface Look {
  /** The state in a word, beside the name. */
  readonly word?: string;
  readonly icon: string;
  readonly color?: string;
}

const looks: Record<Fate, Look> = {
  unfound: { icon: 'book', color: 'disabledForeground' },
  offered: { icon: 'book' },
  ambiguous: { word: 'ambiguous', icon: 'question', color: 'list.warningForeground' },
  shadowed: { word: 'shadowed', icon: 'layers', color: 'disabledForeground' },
  surplus: { word: 'over the limit', icon: 'circle-slash', color: 'list.warningForeground' },
  refused: { word: 'rejected', icon: 'error', color: 'list.errorForeground' },
  off: { word: 'off', icon: 'circle-slash', color: 'disabledForeground' },
  lost: { word: 'not reached', icon: 'warning', color: 'list.errorForeground' },
};

export function itemOf(node: Node): TreeItem {
  const item = build(node);
  item.id = idOf(node);
  item.contextValue ??= node.kind;
  return item;
}

function build(node: Node): TreeItem {
  switch (node.kind) {
    case 'agents': {
      const item = new TreeItem('Agents', Collapsed);
      item.tooltip = 'What each agent does with the skills that it finds';
      item.iconPath = new ThemeIcon('hubot');
      return item;
    }
    case 'agent':
      return agentItem(node);
    case 'others': {
      const item = new TreeItem('Other Agents', Collapsed);
      item.description = String(node.agents.length);
      item.tooltip = 'Agents that are not targets of the skills here';
      item.iconPath = new ThemeIcon('ellipsis');
      return item;
    }
    case 'scope': {
      const [title, icon] = scopeTitles[node.scope] ?? [node.scope, node.icon ?? 'folder'];
      const item = new TreeItem(title, node.skills.length > 100 ? Collapsed : Expanded);
      item.description = node.skills.length.toLocaleString();
      item.iconPath = new ThemeIcon(icon);
      return item;
    }
    case 'page': {
      const item = new TreeItem(
        `${node.skills[0]?.name ?? ''} … ${node.skills.at(-1)?.name ?? ''}`,
        Collapsed,
      );
      item.description = [node.skills.length.toLocaleString(), ...troubles(node.skills)].join(', '); // helps to choose a page
      item.iconPath = new ThemeIcon('list-unordered');
      return item;
    }
    case 'skill':
      return skillItem(node);
    case 'calls': {
      const item = new TreeItem(node.incoming ? 'Mentioned by' : 'Mentions', Collapsed);
      item.tooltip = node.incoming
        ? 'Skills that mention this one or link to it'
        : 'Skills that this one mentions or links to';
      item.iconPath = new ThemeIcon(node.incoming ? 'call-incoming' : 'call-outgoing');
      return item;
    }
    case 'call':
      return callItem(node);
    case 'file':
      return fileItem(node);
  }
}

function agentItem({ inventory, catalog }: AgentNode): TreeItem {
  const item = new TreeItem(
    inventory.title,
    inventory.asked && inventory.skills.length > 0 ? Expanded : Collapsed,
  );
  if (inventory.asked) {
    item.description = inventory.disabled === undefined ? counts(inventory) : 'disabled';
    if (inventory.skills.length === 0) {
      item.collapsibleState = None;
    }
  }
  item.iconPath = new ThemeIcon(inventory.disabled === undefined ? 'hubot' : 'circle-slash');
  item.tooltip = paragraphs(
    escaped(inventory.asked ? `${inventory.title}: ${counts(inventory)}` : inventory.title),
    inventory.disabled && escaped(plain(inventory.disabled)),
    inventory.truncated ? 'There are more skills than it loads.' : undefined,
    catalog && escaped(catalogSentences(catalog).join(' ')),
    escaped(`Mention a skill: ${plain(inventory.mentions)}`),
  );
  return item;
}

/** Returns the number of skills that the agent offers and of the others: "12 skills, 1 rejected". */
export function counts({ skills }: AgentInventory): string {
  const offered = countOf(skills, 'offered') + countOf(skills, 'ambiguous');
  return [`${offered.toLocaleString()} ${offered === 1 ? 'skill' : 'skills'}`, ...troubles(skills)].join(
    ', ',
  );
}

/** Returns the numbers of skills in states other than offered: "1 rejected". */
function troubles(skills: readonly InventoryEntry[]): string[] {
  return (['refused', 'ambiguous', 'shadowed', 'off', 'surplus', 'lost'] as const)
    .map((fate) => [countOf(skills, fate), looks[fate].word ?? fate] as const)
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n.toLocaleString()} ${word}`);
}

function countOf(skills: readonly InventoryEntry[], fate: Fate): number {
  return skills.reduce((n, entry) => n + Number(entry.fate === fate), 0);
}

function skillItem(node: SkillNode): TreeItem {
  const { entry } = node;
  const look = looks[entry.fate] ?? looks.offered;
  const item = new TreeItem(entry.name, Collapsed);
  item.description = isOfAgent(node)
    ? descriptionOf(entry, look)
    : [plain(entry.why), entry.tokens && tokensIn(entry.tokens)].filter(Boolean).join(' · ');
  item.iconPath = new ThemeIcon(
    entry.fate === 'offered' && entry.hidden ? 'eye-closed' : look.icon,
    look.color === undefined ? undefined : new ThemeColor(look.color),
  );
  item.resourceUri = uriOf(node); // decorated with its problems
  item.command = { command: 'vscode.open', title: 'Open', arguments: [uriOf(node)] };
  item.contextValue = contextOf(entry.own ?? [entry]);
  item.accessibilityInformation = {
    label: [entry.name, isOfAgent(node) && look.word, entry.why, entry.tokens && tokensIn(entry.tokens)]
      .filter(Boolean)
      .join(', '),
  };
  return item;
}

/** Returns the words that the menus in package.json depend on. */
export function contextOf(entries: readonly InventoryEntry[]): string {
  const words = entries.flatMap((entry) => [entry.mention && 'mention', switchable(entry)]);
  return ['skill', ...['mention', 'on', 'off'].filter((word) => words.includes(word))].join('.');
}

/** Returns whether a skill is on or off. One whose state is unknown counts as on. */
function switchable(entry: InventoryEntry): string | undefined {
  if (entry.lines !== undefined) {
    return 'on';
  }
  return entry.switch && (entry.switch.on ? 'on' : 'off');
}

// The icon shows the state. There is space for a few words.
function descriptionOf(entry: Entry, look: Look): string {
  const directory = workspace.asRelativePath(Uri.joinPath(Uri.file(entry.path), '..', '..'));
  switch (entry.fate) {
    case 'refused':
      return whyRefused(entry) || 'rejected';
    case 'ambiguous':
    case 'shadowed':
      return `${directory} · ${look.word ?? entry.fate}`; // skills of one name differ in it
    default:
      return look.word ?? (entry.hidden ? 'hidden from the model' : directory);
  }
}

/** Returns why an agent refuses a file, its own words as a quotation. */
function whyRefused({ why = '', silent }: InventoryEntry): string {
  return silent || why === '' ? plain(why) : quoted(why);
}

/** Removes the markup from the server's sentences. */
export function plain(text = ''): string {
  return text.replaceAll('`', '');
}

/** Returns the full description of a skill. @param tokens the size of the text that an agent injects, of a skill in a group */
export function tooltipOf(
  { agent, entry }: SkillNode,
  description: string | undefined,
  tokens?: Tokens,
): MarkdownString {
  const look = looks[entry.fate] ?? looks.offered;
  if (entry.sentences) {
    return paragraphs(
      `**${escaped(entry.name)}**`,
      description && escaped(description),
      ...entry.sentences.map((sentence) => escaped(plain(sentence))),
      tokens && tokensIn(tokens),
      escaped(workspace.asRelativePath(entry.path)),
    );
  }
  return paragraphs(
    `**${escaped(entry.name)}**${look.word === undefined ? '' : `: ${look.word}`} in ${escaped(agent.title)}`,
    description && escaped(description),
    entry.why && escaped(entry.fate === 'refused' ? whyRefused(entry) : plain(entry.why)),
    entry.silent && `${escaped(agent.title)} reports no error.`,
    entry.mention && `Mention: ${escaped(entry.mention)}`,
    entry.switch?.on === true
      ? escaped(`${entry.switch.setting} in ${workspace.asRelativePath(entry.switch.file)} can disable it.`)
      : undefined,
    escaped(workspace.asRelativePath(entry.path)),
  );
}

function callItem({ name, directory, uri, range }: CallNode): TreeItem {
  const item = new TreeItem(name, None);
  item.description = directory;
  item.tooltip = workspace.asRelativePath(uri);
  item.iconPath = new ThemeIcon('book');
  const options = range && {
    selection: new Range(range.start.line, range.start.character, range.end.line, range.end.character),
  };
  item.command = { command: 'vscode.open', title: 'Open', arguments: [uri, options] };
  return item;
}

function fileItem({ uri, directory }: FileNode): TreeItem {
  const item = new TreeItem(uri, directory ? Collapsed : None);
  if (!directory) {
    item.command = { command: 'vscode.open', title: 'Open', arguments: [uri] };
  }
  item.contextValue = directory ? 'directory' : 'file';
  return item;
}
