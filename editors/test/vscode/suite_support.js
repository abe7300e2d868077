// Shared by the suites inside the extension host.
'use strict';

const vscode = require('vscode');

const folder = vscode.workspace.workspaceFolders[0].uri;

exports.folder = folder;
exports.skill = (name, root = '.agents/skills') => vscode.Uri.joinPath(folder, root, name, 'SKILL.md');

exports.until = async (what, condition) => {
  const end = Date.now() + 240_000; // only so that a test that hangs reports where
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`timed out: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Returns a function that runs a test and prints its line, and a function that ends the suite. */
exports.start = (suite) => {
  const prefix = `VS Code ${vscode.version} ${suite}`;
  let failures = 0;
  return {
    test: async (what, body) => {
      try {
        const more = await body();
        console.log(`ok   ${prefix}: ${what}${typeof more === 'string' ? ` (${more})` : ''}`);
      } catch (error) {
        failures++;
        console.log(`FAIL ${prefix}: ${what}: ${String(error.message).replaceAll('\n', '\\n')}`);
      }
    },
    end: () => {
      if (failures > 0) {
        throw new Error(`${failures} failed`);
      }
    },
  };
};

/** The extension, activated. */
exports.extension = async () => {
  const extension = vscode.extensions.getExtension('skills-ls.skills-ls');
  await extension.activate();
  return extension;
};
