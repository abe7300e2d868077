// Makes the existing problems of a project known, so that only new ones are reported.

import { Uri, window, workspace } from 'vscode';
import { messageOf } from './actions';
import { pickFolder } from './new_skill';
import * as protocol from './protocol';
import type { Session } from './session';
import { count } from './size';

/** Writes the baseline and the setting that names it. Does not wait until the message is dismissed. */
export async function baselineProblems(session: Session): Promise<void> {
  const cwd = (await pickFolder())?.fsPath;
  if (cwd === undefined) {
    return;
  }
  try {
    const { problems, files, changed } = await session.request(protocol.baselineProblems, {
      command: protocol.baseline,
      arguments: [{ cwd }],
    });
    for (const path of changed) {
      const document = await workspace.openTextDocument(Uri.file(path));
      if (!(await document.save())) {
        throw new Error(`${path} could not be saved.`);
      }
    }
    const counts = `${count(problems, 'problem')} in ${count(files, 'file')}`;
    void window.showInformationMessage(
      changed.length > 0
        ? `Baselined ${counts}. Only new problems are reported.`
        : `Nothing to baseline. Known already: ${counts}.`,
    );
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
  }
}
