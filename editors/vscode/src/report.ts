// A text for a bug report: what the server tells of itself, and the editor's
// side of it. Without a server it says why there is none.

import { homedir } from 'node:os';
import { env, version, window, workspace, type ExtensionContext } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

/** Shows the text, not sent anywhere, in an editor of its own. */
export async function gatherBugReport(session: Session, { extension }: ExtensionContext): Promise<void> {
  const content = `${await serverSide(session)}\n${editorSide((extension.packageJSON as { version: string }).version)}`;
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document);
}

async function serverSide(session: Session): Promise<string> {
  try {
    return await session.request(protocol.executeCommand, { command: protocol.bugReport });
  } catch (error) {
    const reason = session.failure ?? (error instanceof Error ? error.message : String(error));
    // A message may name the program, which may lie in the user's home.
    return `# skills-ls bug report\n\nThe server did not report: ${reason.replaceAll(homedir(), '~')}\n`;
  }
}

function editorSide(extension: string): string {
  const remote = env.remoteName === undefined ? '' : `, remote (${env.remoteName})`;
  return [
    '## Editor',
    '',
    `- ${env.appName}: \`${version}\`, ${env.appHost}${remote}`,
    `- extension: \`${extension}\`, ${process.platform} ${process.arch}`,
    '',
  ].join('\n');
}
