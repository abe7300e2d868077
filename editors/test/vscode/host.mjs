// Runs the suites inside the extension host of a real VS Code.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkbench, remote } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Prints the lines of their tests to stdout and the workbench's log to stderr. Returns how many tests have failed.
 */
export default async function (setup) {
  const { base } = setup;
  let finish;
  let failures = 0;
  const finished = new Promise((resolve) => (finish = resolve));
  const page = await openWorkbench(
    setup,
    [
      ['extensionDevelopmentPath', remote(base, join(here, 'host'))],
      ['extensionTestsPath', remote(base, join(here, 'suites.js'))],
      ['skipWelcome', 'true'],
    ],
    async (page) => {
      // The workbench's log arrives the same way.
      await page.exposeFunction('codeAutomationLog', (_type, args) => {
        if (/^(ok|FAIL) /.test(args[0])) {
          failures += args[0].startsWith('FAIL') ? 1 : 0;
          console.log(args[0]);
        } else {
          console.error(...args);
        }
      });
      await page.exposeFunction('codeAutomationExit', (code) => finish(code));
    },
  );
  const code = await finished;
  await page.close();
  if (code !== 0 && failures === 0) {
    throw new Error(`the extension host ended with ${code}`);
  }
  return failures;
}
