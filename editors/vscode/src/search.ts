// A quick pick of the skills of the workspace, whether an agent finds them or not.
// Those that no target agent loads are last.

import {
  CancellationTokenSource,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  commands,
  window,
  workspace,
  type CancellationToken,
  type QuickInputButton,
  type QuickPickItem,
} from 'vscode';
import { messageOf } from './actions';
import * as protocol from './protocol';
import type { Session } from './session';
import { problemsIn, tokensIn } from './size';

interface Item extends QuickPickItem {
  /** Undefined for a separator. */
  readonly path?: string;
}

interface Found {
  readonly items: readonly Item[];
  /** A note to show after the title. */
  readonly note?: string | undefined;
}

const previewButton: QuickInputButton = { iconPath: new ThemeIcon('eye'), tooltip: 'Preview' };

export function searchSkills(session: Session): void {
  const picker = window.createQuickPick<Item>();
  const title = 'Search Skills';
  picker.title = title;
  picker.placeholder = 'Search by name, description or path';
  let asking: CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;
  let chosen = false; // before the items arrived

  const open = (item: Item | undefined): void => {
    if (item?.path !== undefined) {
      picker.hide();
      void window.showTextDocument(Uri.file(item.path));
    }
  };
  const show = async (query: string): Promise<void> => {
    const own = (asking = new CancellationTokenSource());
    const { items, note } = await find(session, query, own.token).catch((error: unknown): Found => ({
      items: [],
      note: messageOf(error),
    }));
    if (own === asking) {
      picker.items = items;
      picker.title = note === undefined ? title : `${title}: ${note}`;
      picker.busy = false;
      if (chosen) {
        chosen = false;
        open(items[0]);
      }
    }
    own.dispose();
  };
  const cancel = (): void => {
    asking?.cancel();
    asking = undefined; // the answer, and the error of the cancellation, are not shown
    clearTimeout(timer);
  };
  const search = (query: string, delay: number): void => {
    cancel();
    picker.busy = true;
    chosen = false;
    timer = setTimeout(() => void show(query), delay);
  };
  picker.onDidChangeValue((query) => search(query, 60));
  picker.onDidAccept(() => {
    // The current items do not belong to the last query.
    chosen = picker.busy;
    if (!chosen) {
      open(picker.selectedItems[0] ?? picker.items[0]);
    }
  });
  picker.onDidTriggerItemButton(({ item: { path } }) => {
    if (path !== undefined) {
      void commands.executeCommand('skills-ls.preview', Uri.file(path));
    }
  });
  picker.onDidHide(() => {
    cancel();
    picker.dispose();
  });
  picker.show();
  search('', 0);
}

async function find(session: Session, query: string, token: CancellationToken): Promise<Found> {
  const params = { query, tokens: true, problems: true };
  const { skills } = await session.request(protocol.inventory, params, token);
  const loaded = skills.filter(isLoaded).sort((a, b) => rank(a, query) - rank(b, query));
  const others = skills.filter((skill) => !isLoaded(skill));
  const separator: Item = { label: 'Not loaded', kind: QuickPickItemKind.Separator };
  return {
    items: [...loaded.map(itemOf), ...(others.length > 0 ? [separator, ...others.map(itemOf)] : [])],
    note: skills.length > 0 ? undefined : query.trim() === '' ? 'no skills' : 'no matches',
  };
}

/** Reports whether one of its agents loads the skill, or would if it found it. A template counts as loaded. */
function isLoaded({ agents, template }: protocol.WorkspaceSkill): boolean {
  return template === true || agents.length === 0 || agents.some(({ loads }) => loads);
}

/** Ranks a skill with the name of the query first, and then those whose name contains it. */
function rank({ name }: protocol.WorkspaceSkill, query: string): number {
  const wanted = query.trim().toLowerCase();
  return name === wanted ? 0 : name.toLowerCase().includes(wanted) ? 1 : 2;
}

/** Returns the item of a skill. Its facts are those of the Skills view, the short ones first, since the state may be cut. */
function itemOf({ name, description, path, state, tokens, problems }: protocol.WorkspaceSkill): Item {
  const facts = [tokens && tokensIn(tokens), problems && problemsIn(problems), state];
  return {
    label: name,
    description: facts.filter(Boolean).join(' · '),
    detail: [workspace.asRelativePath(path), description].filter(Boolean).join(' · '),
    path,
    alwaysShow: true, // the server has filtered
    buttons: [previewButton],
  };
}
