// The workbench as its user sees it: what is asked of it by tests of all parts.

import { join } from 'node:path';
import { openWorkbench, remote } from './browser.mjs';

/** How long is waited for anything, in milliseconds: a machine may be busy, and no test is about time. */
export const patience = 60_000;

/** Waits for something, and returns it. */
export async function until(what, condition) {
  const end = Date.now() + patience;
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
}

/** Takes a picture, for people to look at, once what moves has most likely come to rest. */
export async function takeShot(page, path) {
  await page.waitForTimeout(700);
  await page.screenshot({ path });
}

/** What Enter takes of a list to choose from: the line that is selected, which follows what is typed a while later. */
export function chosenIn(page, title) {
  return page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title });
}

export class Workbench {
  failures = 0;

  /** Opens the workbench with a file of the folder. */
  static async open(base, folder, file, shots, name) {
    const payload = [['openFile', remote(base, `${folder}/${file}`)]];
    const { browser, page } = await openWorkbench(base, folder, payload, (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']));
    page.setDefaultTimeout(patience);
    return Object.assign(new Workbench(), { browser, page, base, folder, shots, name });
  }

  async test(what, body) {
    try {
      const more = await body();
      console.log(`ok   ${this.name}: ${what}${more ? ` (${more})` : ''}`);
    } catch (error) {
      this.failures++;
      console.log(`FAIL ${this.name}: ${what}: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
      await this.shot(`fail-${this.failures}`);
    }
  }

  shot(what) {
    return takeShot(this.page, join(this.shots, `${this.name}-${what}.png`));
  }

  /** What Enter takes of a list to choose from. */
  chosen(title) {
    return chosenIn(this.page, title);
  }

  /** Presses keys until the box to type in is there: what was closed just before may still take the focus. */
  async quickInput(keys) {
    const input = this.page.locator('.quick-input-widget:visible input:visible').first();
    await until(`the box of ${keys}`, async () => {
      await this.page.keyboard.press(keys);
      return input.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
    return input;
  }

  async runCommand(title) {
    await (await this.quickInput('F1')).fill(`>${title}`);
    // Not what is only like it, which may come first.
    await this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
  }

  /** Opens a file of the folder in the first group. */
  async openFile(path) {
    await this.focusSource();
    await (await this.quickInput('Control+p')).fill(path);
    const directory = path.slice(0, path.lastIndexOf('/'));
    await this.page.locator('.quick-input-list .monaco-list-row[data-index="0"]', { hasText: directory }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.source(path).locator('.view-line').first().waitFor();
  }

  /** The editor of a file in the first group. */
  source(path) {
    return this.page.locator('.editor-group-container').first().locator(`.monaco-editor[data-uri$="${path}"]`);
  }

  async focusSource() {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Control+1');
  }

  /** The page of the preview that is in sight. */
  get preview() {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  /** The same as a frame, to run scripts in. */
  async previewFrame() {
    const outer = this.page.locator('iframe.webview.ready:visible');
    const inner = await (await outer.elementHandle()).contentFrame();
    return (await (await inner.waitForSelector('iframe#active-frame')).contentFrame());
  }

  async end() {
    await this.browser.close();
    process.exit(this.failures > 0 ? 1 : 0);
  }
}
