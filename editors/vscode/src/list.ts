// The catalogue of skills as a list to pick from.

import { QuickPickItemKind, ThemeIcon, Uri, commands, window, workspace, type QuickInputButton, type QuickPickItem } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

interface Item extends QuickPickItem {
  /** Undefined for a separator. */
  readonly path?: string;
}

const previewButton: QuickInputButton = { iconPath: new ThemeIcon('eye'), tooltip: 'Preview' };

export async function showList(session: Session): Promise<void> {
  const picker = window.createQuickPick<Item>();
  picker.placeholder = 'Skills that the agent finds from here';
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;

  const show = async (item: Item | undefined): Promise<void> => {
    if (item?.path !== undefined) {
      picker.hide();
      await window.showTextDocument(Uri.file(item.path));
    }
  };
  picker.onDidAccept(() => void show(picker.selectedItems[0]));
  picker.onDidTriggerItemButton(({ item }) => {
    if (item.path !== undefined) {
      void commands.executeCommand('skills-ls.preview', Uri.file(item.path));
    }
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();

  try {
    const result = await session.request(protocol.list, {});
    picker.items = items(result);
    picker.busy = false;
    if (result.truncated) {
      picker.placeholder = 'Skills that the agent finds from here (there are more: the runtime stops at its limit)';
    } else if (picker.items.length === 0) {
      picker.placeholder = 'The agent finds no skills from here';
    }
  } catch (error) {
    picker.hide();
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function items({ skills, errors }: protocol.ListResult): Item[] {
  const found = skills.map(
    (skill): Item => ({
      label: skill.name,
      description: `${skill.scope}  ${workspace.asRelativePath(skill.path)}`,
      detail: skill.description,
      path: skill.path,
      buttons: [previewButton],
    }),
  );
  if (errors.length === 0) {
    return found;
  }
  return [
    ...found,
    { label: 'Not loaded', kind: QuickPickItemKind.Separator },
    ...errors.map(
      (error): Item => ({
        label: `$(error) ${workspace.asRelativePath(error.path)}`,
        detail: error.message,
        path: error.path,
      }),
    ),
  ];
}
