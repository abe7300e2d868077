// Shared by the tests by mouse and keyboard: a workbench and functions to use it.

import { join } from 'node:path';
import { remote } from './browser.mjs';
import { appears, until, Workbench } from './workbench.mjs';

/** Opens the workbench. @param payload pairs of a name and a path in the folder */
export function openUi(setup, payload = []) {
  const { base, folder } = setup;
  return Ui.open(setup, payload.map(([key, path]) => [key, remote(base, join(folder, path))]));
}

class Ui extends Workbench {
  constructor(...args) {
    super(...args);
    const { page } = this;
    this.source = page.locator('.editor-group-container').first().locator('.monaco-editor[data-uri^="vscode-remote"]');
    this.status = page.locator('[id$="skills-ls.status"]');
    this.problems = page.locator('.markers-panel .monaco-list-row');
    this.suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
    // Selects the lines of this view only, because hidden views remain in the page.
    this.rows = page.locator('.pane-body .monaco-list[aria-label*="Skills"] .monaco-list-row');
  }

  /** Returns the lines of an editor, which keeps them unordered and with no-break spaces. */
  lines(editor) {
    return editor
      .locator('.view-line')
      .evaluateAll((found) =>
        found
          .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
          .map((line) => line.textContent.replaceAll('\u00a0', ' ')),
      );
  }

  /** Returns the text of an editor, whose long lines wrap. */
  async text(editor) {
    return (await this.lines(editor)).join('');
  }

  until(what, condition) {
    return until(what, condition);
  }

  problem(rule) {
    return this.problems.filter({ hasText: 'skills-ls' }).filter({ hasText: rule });
  }

  /** Makes the editor offer its fixes, and returns the one with a title. */
  async offered(title) {
    const action = this.page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
    await this.until('the fix to be offered', async (attempt) => {
      await this.page.keyboard.press('Control+.');
      return (await appears(action, attempt)) || (await this.page.keyboard.press('Escape'));
    });
    return action;
  }

  /** Applies one of the offered fixes. */
  async take(action) {
    // An element above the list catches the mouse until the list is used.
    const { x, y, width, height } = await action.boundingBox();
    await this.page.mouse.move(x + width / 2, y + height / 2 - 2);
    await this.page.mouse.click(x + width / 2, y + height / 2);
  }

  /** Shows the Skills view. */
  async openView() {
    await this.page.keyboard.press('Escape');
    const tab = this.page.locator('.activitybar .action-item', { has: this.page.locator('[aria-label^="Skills"]') });
    if ((await tab.getAttribute('aria-selected')) !== 'true' && !/checked/.test((await tab.getAttribute('class')) ?? '')) {
      await tab.click();
    }
    await this.leaveHovers();
  }

  /** Closes the hovers of the workbench. The hover of the tab covers the view and stays while the tab has the focus. */
  async leaveHovers() {
    const hovers = this.page.locator('.workbench-hover:visible');
    await this.until('the hovers to close', async () => {
      await this.page.mouse.move(640, 780);
      if ((await hovers.count()) === 0) {
        return true;
      }
      await this.page.keyboard.press('Escape');
      await this.page.locator('.sidebar .title-label').first().click(); // takes the keyboard from the tab
      return false;
    });
  }

  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  /**
   * Selects an item of a context menu with the keyboard. The menu ignores the mouse right after it has opened, and a second click may
   * hit what is below the menu if it has closed.
   */
  async chooseFromMenu(target, title) {
    const menu = this.page.locator('.monaco-menu:focus-within');
    // An update of the view, as after a change on disk, closes the menu.
    await this.until('the menu', async (attempt) => {
      await this.page.keyboard.press('Escape');
      await target.click({ button: 'right' });
      return appears(menu.getByText(title, { exact: true }), attempt);
    });
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
}
