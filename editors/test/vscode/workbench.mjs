// The workbench as its user sees it, shared by the tests of all parts.

import { join } from 'node:path';
import { openWorkbench, patience } from './browser.mjs';

/** Waits for a condition and returns its value. The condition gets the number of calls before. */
export async function until(what, condition) {
  const end = Date.now() + patience;
  for (let attempt = 0; ; attempt++) {
    const value = await condition(attempt);
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`timed out: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Reports whether something appears. An editor may have ignored the input that should show it, so this waits only for some seconds, and
 * longer with each attempt, until it is long enough for any machine.
 */
export function appears(locator, attempt = 2) {
  return locator.first().waitFor({ timeout: 2_500 * 2 ** Math.min(attempt, 6) }).then(
    () => true,
    () => false,
  );
}

/** Takes a screenshot. */
async function takeShot(page, path) {
  await page.screenshot({ path: path.replaceAll(' ', '-') });
}

/**
 * Waits until every frame of a page has handled its messages, and those that they caused. A page that the browser does not draw gets no
 * animation frame, so that wait ends after a second.
 */
export async function settle(page) {
  for (let round = 0; round < 3; round++) {
    const turns = page.frames().map((frame) =>
      frame.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined), // a frame that has gone
    );
    await Promise.all(turns);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(resolve));
          setTimeout(resolve, 1000);
        }),
    );
  }
}

/** Reports whether the browser stores a text with all of these words. Runs in the page. */
export async function isKept(words) {
  const outcome = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
  for (const { name } of await indexedDB.databases()) {
    const database = await outcome(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await outcome(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => typeof value === 'string' && words.every((word) => value.includes(word)))) {
          return true;
        }
      }
    } finally {
      database.close();
    }
  }
  return false;
}

/**
 * Returns where the focus is: "there" for the first editor group, "elsewhere", or "coming" if the page of another group has the focus and the
 * workbench, which learns of it later, has not yet activated that group. Runs in the page.
 */
function keyboardPlace() {
  const group = document.querySelector('.editor-group-container');
  const isActive = group.classList.contains('active');
  if (!group.querySelector('.monaco-editor')) {
    return isActive ? 'there' : 'elsewhere'; // a page is above its group in the DOM, not within it
  }
  if (isActive && document.activeElement?.matches('iframe')) {
    return 'coming';
  }
  return isActive && group.contains(document.activeElement) ? 'there' : 'elsewhere';
}

/** Returns the message of an error in one line, without the repeated lines of the browser's log. */
const briefly = (error) => [...new Set(error.message.split('\n'))].slice(0, 12).join(' | ');

export class Workbench {
  failures = 0;

  /** @param payload the parameters of the workbench in addition to the folder: pairs of a name and a value */
  static async open(setup, payload = [], prepare = undefined) {
    const page = await openWorkbench(setup, payload, prepare);
    return new this(page, setup);
  }

  constructor(page, { base, folder, shots, name }) {
    Object.assign(this, { page, base, folder, shots, name });
  }

  /** Runs a test, which may return a remark. */
  async test(what, body) {
    try {
      const more = await body();
      console.log(`ok   ${this.name}: ${what}${more ? ` (${more})` : ''}`);
    } catch (error) {
      this.failures++;
      console.log(`FAIL ${this.name}: ${what}: ${briefly(error)}`);
      await takeShot(this.page, join(this.shots, `${this.name}-fail-${this.failures}.png`));
    }
  }

  /** Takes a screenshot if SKILLS_LS_SHOTS is set. */
  async shot(what) {
    if (process.env.SKILLS_LS_SHOTS) {
      await takeShot(this.page, join(this.shots, `${this.name}-${what}.png`));
    }
  }

  /** Returns the selected row of a quick pick, which Enter accepts. The selection follows the input with a delay. */
  chosen(title) {
    return this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title });
  }

  /** Presses keys until they have opened something that is closed now. A part that has just closed may still take the focus and the keys. */
  async pressFor(keys, opened) {
    await until(`${keys} to be heard`, async (attempt) => {
      await this.page.keyboard.press(keys);
      return appears(opened, attempt);
    });
  }

  async quickInput(keys) {
    const input = this.page.locator('.quick-input-widget:visible input:visible').first();
    await this.pressFor(keys, input);
    return input;
  }

  /** Opens an input by keys, types a text and waits for a row. Starts again if the input loses the focus and closes. */
  async find(keys, text, row) {
    await until(`${text} to be found`, async (attempt) => {
      const input = await this.quickInput(keys);
      await input.fill(text, { timeout: 10_000 }).catch(() => undefined); // it has closed
      return (await appears(row, attempt)) || (await this.page.keyboard.press('Escape'));
    });
  }

  async runCommand(title) {
    // Not a similar row, which may come first.
    const row = this.page.locator(`.quick-input-list .monaco-list-row:is([aria-label="${title}"], [aria-label^="${title},"])`).first();
    await until(`${title} to be run`, async () => {
      await this.find('F1', `>${title}`, row);
      return row.click({ timeout: 10_000 }).then(
        () => true,
        () => this.page.keyboard.press('Escape'),
      );
    });
  }

  /** Shows the notifications until one contains a text, and returns it. VS Code hides the list when it loses the focus. */
  async notification(text) {
    const item = this.page.locator('.notification-list-item', { hasText: text }).first();
    await until(`the notification: ${text}`, async (attempt) => {
      await this.runCommand('Notifications: Show Notifications');
      return appears(item, attempt);
    });
    return item;
  }

  async goToLine(line, column = 1) {
    await this.find('Control+g', `:${line}:${column}`, this.chosen(`${line}`));
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').first().waitFor({ state: 'hidden' });
  }

  async showProblems() {
    await this.pressFor('Control+Shift+M', this.page.locator('.markers-panel:visible'));
  }

  /** Focuses the first editor group and waits until it keeps the focus. A part that has closed may move the focus later. */
  async focusSource() {
    await this.page.mouse.move(640, 780);
    await this.page.keyboard.press('Escape');
    let coming = 0;
    await until('the keyboard in the source', async () => {
      const place = await this.page.evaluate(keyboardPlace);
      coming = place === 'coming' ? coming + 1 : 0;
      if (place === 'elsewhere' || coming > 20) {
        await this.page.keyboard.press('Control+1');
        coming = 0;
      }
      await settle(this.page);
      return place === 'there' && (await this.page.evaluate(keyboardPlace)) === 'there';
    });
  }

  /** Opens a file of the folder in the first group. */
  async openFile(path) {
    await this.focusSource();
    const directory = path.slice(0, path.lastIndexOf('/'));
    await this.find('Control+p', path, this.page.locator('.quick-input-list .monaco-list-row[data-index="0"]', { hasText: directory }));
    await this.page.keyboard.press('Enter');
    await this.editorOf(path).locator('.view-line').first().waitFor();
  }

  /** Returns the editor of a file in the first group. */
  editorOf(path) {
    return this.page.locator('.editor-group-container').first().locator(`.monaco-editor[data-uri$="${path}"]`);
  }

  /** Closes an editor whose title contains a text. */
  async closeTab(title) {
    const tab = this.page.locator('.tabs-container .tab', { hasText: title });
    await tab.first().click({ button: 'middle' });
    await tab.first().waitFor({ state: 'detached' });
    await this.page.mouse.move(640, 780); // another tab may be there now, whose hover would cover the content
  }

  /** Returns the page of the visible preview. */
  get preview() {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  /** Returns its frame, to run scripts in. */
  async previewFrame() {
    const outer = this.page.locator('iframe.webview.ready:visible');
    const inner = await (await outer.elementHandle()).contentFrame();
    return (await (await inner.waitForSelector('iframe#active-frame')).contentFrame());
  }

  /** Closes the workbench and returns how many tests have failed. */
  async end() {
    await this.page.close();
    return this.failures;
  }
}
