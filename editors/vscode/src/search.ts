// Searching skills as the agent's own search does: by name, words and path.

import { CancellationTokenSource, ThemeIcon, Uri, commands, window, workspace, type QuickInputButton, type QuickPickItem } from 'vscode';
import { messageOf } from './actions';
import * as protocol from './protocol';
import type { Session } from './session';

interface Item extends QuickPickItem {
  readonly path: string;
}

const previewButton: QuickInputButton = { iconPath: new ThemeIcon('eye'), tooltip: 'Preview' };

const reasons: Record<string, string> = { exact_path: 'its path', exact_name: 'its name', prefix: 'begins so', token_overlap: 'its words' };

export function searchSkills(session: Session): void {
  const picker = window.createQuickPick<Item>();
  const prompt = 'Words of the name or of the description, or a path';
  picker.title = 'Search Skills';
  picker.placeholder = prompt;
  let asking: CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;

  const search = async (query: string): Promise<void> => {
    const own = (asking = new CancellationTokenSource());
    try {
      const { results } = await session.request(protocol.search, { query, limit: 50 }, own.token);
      if (own === asking) {
        picker.items = results.map(itemOf);
        picker.title = results.length > 0 || !query.trim() ? 'Search Skills' : 'Search Skills: nothing found';
      }
    } catch (error) {
      if (own === asking) {
        picker.items = [];
        picker.title = `Search Skills: ${messageOf(error)}`;
      }
    } finally {
      if (own === asking) {
        picker.busy = false;
      }
      own.dispose();
    }
  };
  picker.onDidChangeValue((query) => {
    asking?.cancel();
    clearTimeout(timer);
    picker.busy = true;
    timer = setTimeout(() => void search(query), 60);
  });
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    if (item) {
      picker.hide();
      void window.showTextDocument(Uri.file(item.path));
    }
  });
  picker.onDidTriggerItemButton(({ item }) => void commands.executeCommand('skills-ls.preview', Uri.file(item.path)));
  picker.onDidHide(() => {
    asking?.cancel();
    clearTimeout(timer);
    picker.dispose();
  });
  picker.show();
}

function itemOf({ skill, reason }: protocol.SearchResult['results'][number]): Item {
  return {
    label: skill.name,
    description: `${reasons[reason] ?? reason} · ${workspace.asRelativePath(skill.path)}`,
    detail: skill.description,
    path: skill.path,
    alwaysShow: true, // the server has filtered
    buttons: [previewButton],
  };
}
