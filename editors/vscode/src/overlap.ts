// Newer versions of the editor check a SKILL.md of the language "skill"
// themselves. No setting turns that off, but they do not check Markdown.

import {
  ConfigurationTarget,
  languages,
  window,
  workspace,
  type Disposable,
  type ExtensionContext,
  type Uri,
} from 'vscode';
import { isSkill } from './skill';

const explained = 'skills-ls.overlapAsked';

/** Explains once, and offers to avoid duplicate diagnostics, when both report problems in a document. */
export function watchOverlap({ globalState }: ExtensionContext): Disposable {
  if (globalState.get(explained) === true) {
    return { dispose: () => undefined };
  }
  const subscription = languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some(isFoundTwice)) {
      subscription.dispose();
      void offer();
    }
  });
  const offer = async (): Promise<void> => {
    const treat = 'Treat SKILL.md as Markdown';
    await globalState.update(explained, true);
    const choice = await window.showInformationMessage(
      'VS Code also checks SKILL.md files, so some problems are listed twice. To avoid duplicates, ' +
        'open SKILL.md files as Markdown ("files.associations"). This extension still checks them.',
      treat,
    );
    if (choice === treat) {
      const files = workspace.getConfiguration('files');
      const associations = files.inspect<Record<string, string>>('associations')?.globalValue ?? {};
      await files.update(
        'associations',
        { ...associations, 'SKILL.md': 'markdown' },
        ConfigurationTarget.Global,
      );
    }
  };
  return subscription;
}

function isFoundTwice(uri: Uri): boolean {
  if (
    !isSkill(uri) ||
    !workspace.textDocuments.some(
      (document) => document.languageId === 'skill' && document.uri.toString() === uri.toString(),
    )
  ) {
    return false;
  }
  const found = languages.getDiagnostics(uri);
  return found.some(({ source }) => source === 'skills-ls') && found.some(({ source }) => !source);
}
