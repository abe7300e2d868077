// Links in a rendered skill: to the web after VS Code's own confirmation, to
// files that lie beside the skill or in its project, and to nothing else.

import { Uri, commands, env, window, workspace } from 'vscode';

/** @param href as it is written in the skill, which a stranger may have written */
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

/** The file that a relative path leads to; undefined where it leads out of the skill's project. */
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
