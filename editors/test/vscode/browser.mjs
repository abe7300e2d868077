// A browser with workbenches in it.

import { chromium } from 'playwright-core';

/** How long is waited for anything, in milliseconds. No test is about time: this is only for a test that hangs to say where. */
export const patience = 240_000;

/** One browser for all suites: what a page has fetched and compiled, the next one has at once. */
export async function openBrowser(profile) {
  const context = await chromium.launchPersistentContext(profile, {
    timeout: patience,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    args: [
      ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  context.setDefaultTimeout(patience);
  return context;
}

/**
 * Opens the workbench in a page of its own, which knows nothing of earlier ones.
 *
 * @param payload what the workbench is told besides the folder: pairs of a name and a value
 */
export async function openWorkbench({ context, base, folder }, payload, prepare = async () => {}) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'cookies,indexeddb,local_storage' });
  if (process.env.VERBOSE) {
    page.on('console', (message) => console.error('  [console]', message.type(), message.text().slice(0, 400)));
  }
  await prepare(page);
  const query = `folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  await page.goto(`${base}/?${query}`);
  return page;
}

/** The address of a file on the server's side. */
export function remote(base, path) {
  return `vscode-remote://${new URL(base).host}${path}`;
}
