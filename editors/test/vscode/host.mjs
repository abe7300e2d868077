// Runs a suite inside the extension host of a real VS Code.
//
// usage: node host.mjs BASE FOLDER [SUITE.js]
// The tests' lines go to stdout, the workbench's log to stderr.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkbench, remote } from './browser.mjs';

const [, , base, folder, suite = 'suite.js'] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));

let finish;
const finished = new Promise((resolve) => (finish = resolve));
const { browser } = await openWorkbench(
  base,
  folder,
  [
    ['extensionDevelopmentPath', remote(base, join(here, 'host'))],
    ['extensionTestsPath', remote(base, join(here, suite))],
    ['skipWelcome', 'true'],
  ],
  async (page) => {
    // The workbench's own log comes the same way.
    await page.exposeFunction('codeAutomationLog', (_type, args) =>
      /^(ok|FAIL) /.test(args[0]) ? console.log(args[0]) : console.error(...args),
    );
    await page.exposeFunction('codeAutomationExit', (code) => finish(code));
  },
);
const timeout = setTimeout(() => finish('no answer in three minutes'), 180_000);
const code = await finished;
clearTimeout(timeout);
await browser.close();
if (code !== 0 && code !== 1) {
  console.log(`FAIL the extension host runs the tests: ${code}`);
}
process.exit(code === 0 ? 0 : 1);
