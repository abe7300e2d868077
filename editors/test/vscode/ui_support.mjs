// What the tests by mouse and keyboard share: a workbench, and ways to use it.
//
// usage of a test: node NAME.mjs BASE FOLDER SHOTS NAME

import { join } from 'node:path';
import { openWorkbench, remote } from './browser.mjs';
import { chosenIn, patience, takeShot, until } from './workbench.mjs';

/** Opens the workbench as the command line says. @param payload pairs of a name and a value, besides the folder */
export async function openUi(payload = []) {
  const [, , base, folder, shots, name] = process.argv;
  const { browser, page } = await openWorkbench(base, folder, payload.map(([key, path]) => [key, remote(base, join(folder, path))]));
  page.setDefaultTimeout(patience);
  return new Ui(browser, page, { base, folder, shots, name });
}

class Ui {
  failures = 0;

  constructor(browser, page, { base, folder, shots, name }) {
    Object.assign(this, { browser, page, base, folder, shots, name });
    this.source = page.locator('.editor-group-container').first().locator('.monaco-editor[data-uri^="vscode-remote"]');
    this.status = page.locator('[id$="skills-ls.status"]');
    this.problems = page.locator('.markers-panel .monaco-list-row');
    this.suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
    // A test by its own lines alone: the view is kept when another is shown.
    this.rows = page.locator('.pane-body .monaco-list[aria-label*="Skills"] .monaco-list-row');
  }

  async test(what, body) {
    try {
      await body();
      console.log(`ok   ${this.name}: ${what}`);
    } catch (error) {
      this.failures++;
      console.log(`FAIL ${this.name}: ${what}: ${error.message.split('\n').slice(0, 3).join(' | ')}`);
      await this.shot(`fail-${this.failures}`);
    }
  }

  shot(what) {
    return takeShot(this.page, join(this.shots, `${this.name}-${what}.png`));
  }

  /** The lines of an editor, which keeps them in no order, and writes spaces as no-break spaces. */
  lines(editor) {
    return editor
      .locator('.view-line')
      .evaluateAll((found) =>
        found
          .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
          .map((line) => line.textContent.replaceAll('\u00a0', ' ')),
      );
  }

  /** The text of an editor: what does not fit goes on in the next line. */
  async text(editor) {
    return (await this.lines(editor)).join('');
  }

  until(what, condition) {
    return until(what, condition);
  }

  /** What Enter takes of a list to choose from. */
  chosen(title) {
    return chosenIn(this.page, title);
  }

  async runCommand(title) {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input').first().fill(`>${title}`);
    await this.chosen(title).waitFor();
    await this.page.keyboard.press('Enter');
  }

  async focusSource() {
    await this.page.mouse.move(640, 780);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Control+1');
  }

  problem(rule) {
    return this.problems.filter({ hasText: 'skills-ls' }).filter({ hasText: rule });
  }

  async goToLine(line, column = 1) {
    await this.page.keyboard.press('Control+g');
    await this.page.locator('.quick-input-widget input').first().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
  }

  /** Shows the Skills view. */
  async openView() {
    await this.page.keyboard.press('Escape');
    const tab = this.page.locator('.activitybar .action-item', { has: this.page.locator('[aria-label^="Skills"]') });
    if ((await tab.getAttribute('aria-selected')) !== 'true' && !/checked/.test((await tab.getAttribute('class')) ?? '')) {
      await tab.click();
    }
    await this.page.mouse.move(640, 780); // its own hover would lie over the view
  }

  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  /**
   * Takes an item of a context menu by the keyboard: to the mouse it does not listen right after it has opened, and a second
   * click, where the first one was not heard, may find it closed and hit what lay under it.
   */
  async chooseFromMenu(target, title) {
    const menu = this.page.locator('.monaco-menu:focus-within');
    await target.click({ button: 'right' });
    await menu.getByText(title, { exact: true }).waitFor();
    const focused = menu.locator('.action-item.focused');
    for (let steps = await menu.locator('.action-item').count(); ; steps--) {
      const before = await focused.count() === 0 ? '' : await focused.textContent();
      if (before === title) {
        break;
      }
      if (steps === 0) {
        throw new Error(`the menu has no ${title} to go to`);
      }
      await this.page.keyboard.press('ArrowDown');
      await this.until('the next item', async () => await focused.count() > 0 && await focused.textContent() !== before);
    }
    await this.page.keyboard.press('Enter');
    await menu.waitFor({ state: 'detached' });
  }

  async end() {
    await this.browser.close();
    process.exit(this.failures > 0 ? 1 : 0);
  }
}
