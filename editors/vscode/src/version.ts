// Warns about a server of another version than the extension, which may not
// support all of its requests.

import { window, type ExtensionContext } from 'vscode';
import { mayDiffer, versionIn } from './release';
import type { Session } from './session';

/** Warns once for each pair of versions. */
export async function compareVersions(
  session: Session,
  { extension, globalState }: ExtensionContext,
): Promise<void> {
  const own = (extension.packageJSON as { version: string }).version;
  const other = versionIn(session.version);
  const told = `skills-ls.told:${own}:${other ?? ''}`;
  if (
    session.state.kind !== 'running' ||
    other === undefined ||
    !mayDiffer(other, own) ||
    globalState.get(told) === true
  ) {
    return;
  }
  await globalState.update(told, true);
  void window.showWarningMessage(
    `The skills-ls server is version ${other}, but this extension was built for ${own}. ` +
      'Some features may be missing. The setting "skills-ls.server.path" selects the program.',
  );
}
