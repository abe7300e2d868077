// A browser for workbenches.

import { chromium } from 'playwright-core';

/** The timeout of all waits in milliseconds. It exists only so that a test that hangs reports where. */
export const patience = 240_000;

/** One browser for all suites, so that pages share downloaded and compiled code. */
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
 * Opens the workbench in a new page with no state of earlier ones.
 *
 * @param payload the parameters of the workbench in addition to the folder: pairs of a name and a value
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

/** Returns the URI of a file on the server. */
export function remote(base, path) {
  return `vscode-remote://${new URL(base).host}${path}`;
}
