// The workbench as its user sees it: what is asked of it by tests of all parts.

import { join } from 'node:path';
import { openWorkbench, remote } from './browser.mjs';

/** Waits for something, and returns it. */
export async function until(what, condition) {
  const end = Date.now() + 20_000;
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

export class Workbench {
  failures = 0;

  /** Opens the workbench with a file of the folder. */
  static async open(base, folder, file, shots, name) {
    const payload = [['openFile', remote(base, `${folder}/${file}`)]];
    const { browser, page } = await openWorkbench(base, folder, payload, (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']));
    page.setDefaultTimeout(20_000);
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

  async shot(what) {
    await this.page.screenshot({ path: join(this.shots, `${this.name}-${what}.png`) });
  }

  /** Presses keys until the box to type in is there: what was closed just before may still take the focus. */
  async quickInput(keys) {
    const input = this.page.locator('.quick-input-widget:visible input:visible').first();
    await until(`the box of ${keys}`, async () => {
      await this.page.keyboard.press(keys);
      return input.waitFor({ timeout: 1000 }).then(
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
