// A quick pick of the skills of the project's agent. While the query is empty it
// lists all skills, and those not loaded with the reason. Otherwise it shows the
// results of the agent's own search by name, words and path.

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
import type { Inventory } from './inventory';
import * as protocol from './protocol';
import type { Session } from './session';
import { scopeTitles } from './tree_item';

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

const reasons: Record<string, string> = {
  exact_path: 'path',
  exact_name: 'name',
  prefix: 'name prefix',
  token_overlap: 'words',
};

export function searchSkills(session: Session, inventory: Inventory): void {
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
    const { items, note } = await find(session, inventory, query, own.token).catch(
      (error: unknown): Found => ({
        items: [],
        note: messageOf(error),
      }),
    );
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
  const search = (query: string, delay: number): void => {
    asking?.cancel();
    clearTimeout(timer);
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
    asking?.cancel();
    clearTimeout(timer);
    picker.dispose();
  });
  picker.show();
  search('', 0);
}

async function find(
  session: Session,
  inventory: Inventory,
  query: string,
  token: CancellationToken,
): Promise<Found> {
  const agent = await inventory.agent();
  if (query.trim() !== '') {
    const { results } = await session.request(protocol.search, { query, limit: 50, agent }, token);
    return {
      items: results.map(({ skill, reason }) => itemOf(skill, reasons[reason] ?? reason)),
      note: results.length === 0 ? 'no matches' : undefined,
    };
  }
  const { skills, errors, truncated } = await session.request(protocol.list, { agent }, token);
  const refused = errors.map(({ path, message }): Item => ({
    label: `$(error) ${workspace.asRelativePath(path)}`,
    detail: message,
    path,
    alwaysShow: true,
  }));
  return {
    items: [
      ...skills.map((skill) => itemOf(skill, scopeTitles[skill.scope]?.[0] ?? skill.scope)),
      ...(refused.length > 0 ? [{ label: 'Not loaded', kind: QuickPickItemKind.Separator }, ...refused] : []),
    ],
    note: truncated
      ? 'list cut at the limit of the agent'
      : skills.length + errors.length === 0
        ? 'no skills'
        : undefined,
  };
}

/** @param why the reason for the match */
function itemOf({ name, description, path }: protocol.SkillMetadata, why: string): Item {
  return {
    label: name,
    description: `${why} · ${workspace.asRelativePath(path)}`,
    detail: description,
    path,
    alwaysShow: true, // the server has filtered
    buttons: [previewButton],
  };
}
