// Runs the suites inside the extension host, in one window.
'use strict';

const vscode = require('vscode');

/** Closes all editors and discards their unsaved text. */
async function closeEditors() {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

exports.run = async () => {
  const failures = [];
  for (const suite of ['suite', 'suite_language', 'suite_view']) {
    try {
      await require(`./${suite}`).run();
    } catch (error) {
      console.log(`FAIL VS Code ${vscode.version} ${suite}: ${String(error.message).replaceAll('\n', '\\n')}`);
      failures.push(suite);
    }
    await closeEditors();
  }
  if (failures.length > 0) {
    throw new Error(`${failures.join(' and ')} failed`);
  }
};
