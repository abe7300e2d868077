// The links of rules: a page on this machine opens rendered, not as the Markdown in an editor.

import { Uri, commands, type Diagnostic } from 'vscode';
import { section } from './settings';

export const showRule = 'showRule';

/** Makes the codes of diagnostics link to the rendered pages of their rules. */
export function linkRules(diagnostics: readonly Diagnostic[]): void {
  for (const { code } of diagnostics) {
    if (typeof code === 'object' && code.target.scheme === 'file') {
      const given = encodeURIComponent(JSON.stringify([code.target.toString()]));
      code.target = Uri.parse(`command:${section}.${showRule}?${given}`);
    }
  }
}

/** Shows a page of a rule. The argument is its URI. */
export async function showRulePage(argument?: unknown): Promise<void> {
  if (typeof argument === 'string') {
    await commands.executeCommand('markdown.showPreview', Uri.parse(argument, true));
  }
}
