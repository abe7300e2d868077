// Determines the skill of a command.

import { TabInputText, Uri, window } from 'vscode';
import { isSkillNode, uriOf, type SkillNode } from './tree_nodes';

export function isSkill(uri: Uri): boolean {
  return /(^|\/)skill\.md$/i.test(uri.path) && (uri.scheme === 'file' || uri.scheme === 'untitled');
}

/** Returns the SKILL.md in the active editor. */
export function skillBeingEdited(): Uri | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri && isSkill(uri) ? uri : undefined;
}

/** Returns the skill of a menu's argument, which is a node of the view or a file. Without one it uses the active editor. */
export function skillFor(argument: unknown): Uri | undefined {
  if (isSkillNode(argument)) {
    return uriOf(argument);
  }
  if (argument instanceof Uri) {
    return argument;
  }
  const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
  const found =
    skillBeingEdited() ?? (input instanceof TabInputText && isSkill(input.uri) ? input.uri : undefined);
  if (!found) {
    void window.showInformationMessage('Open a SKILL.md first, or select a skill in the Skills view.');
  }
  return found;
}

export type { SkillNode };
