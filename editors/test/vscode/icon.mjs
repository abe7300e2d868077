// Renders the extension's icon, which must be a PNG, from its SVG. Run it after a change of the SVG.
//
// usage: node icon.mjs EXTENSION

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from './browser.mjs';

const [, , extension] = process.argv;
const media = join(extension, 'media');
const profile = await mkdtemp(join(tmpdir(), 'icon-'));
const context = await openBrowser(profile);
const page = await context.newPage();
await page.setViewportSize({ width: 128, height: 128 });
await page.setContent(`<body style="margin: 0; line-height: 0">${readFileSync(join(extension, 'icon.svg'), 'utf8')}</body>`);
await page.screenshot({ path: join(media, 'icon.png'), omitBackground: true });
await context.close();
await rm(profile, { recursive: true });
