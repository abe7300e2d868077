// Links in a rendered skill: web links, which VS Code asks to confirm, and files
// in the project of the skill. No others are opened.

import { Uri, commands, env, window, workspace } from 'vscode';

/** @param href the target as written in the skill, which is untrusted */
export async function openLink(source: Uri, href: string): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'mailto') {
    await env.openExternal(Uri.parse(href, true));
    return;
  }
  const [path = '', fragment = ''] = href.split('#', 2).map(decoded);
  const target = path === '' ? source : fileBeside(source, path);
  if (scheme !== undefined || !target) {
    void window.showWarningMessage('This link leaves the project of the skill. Previews do not open it.');
    return;
  }
  await commands.executeCommand('vscode.open', target.with({ fragment }));
}

/** Returns the target of a relative path, or undefined if it is outside the skill's project. */
function fileBeside(source: Uri, path: string): Uri | undefined {
  if (/^[/\\]|\\|^[a-z]:|\0/i.test(path)) {
    return undefined;
  }
  const directory = Uri.joinPath(source, '..');
  const target = Uri.joinPath(directory, path);
  const home = workspace.getWorkspaceFolder(source)?.uri ?? directory;
  return target.path.startsWith(`${home.path.replace(/\/$/, '')}/`) ? target : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
