// A bug report: what the server and the editor report about themselves. Without a
// server it contains the reason.

import { homedir } from 'node:os';
import { env, version, window, workspace, type ExtensionContext } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

/** Opens the report as an untitled document. It is not sent anywhere. */
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
    // A message may contain the path of the program in the home directory.
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
