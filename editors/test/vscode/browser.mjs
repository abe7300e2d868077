// A browser with the workbench in it.

import { chromium } from 'playwright-core';

/** @param payload what the workbench is told besides the folder: pairs of a name and a value */
export async function openWorkbench(base, folder, payload, prepare = async () => {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
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
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  if (process.env.VERBOSE) {
    page.on('console', (message) => console.log('  [console]', message.type(), message.text().slice(0, 400)));
  }
  await prepare(page);
  const query = `folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  await page.goto(`${base}/?${query}`);
  return { browser, page };
}

/** The address of a file on the server's side. */
export function remote(base, path) {
  return `vscode-remote://${new URL(base).host}${path}`;
}
