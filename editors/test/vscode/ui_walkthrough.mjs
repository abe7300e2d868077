// The pictures and texts of the walkthrough, in light, dark and high-contrast themes. In a real VS Code.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './workbench.mjs';

const manifest = JSON.parse(await readFile(new URL('../../vscode/package.json', import.meta.url), 'utf8'));
const [{ steps }] = manifest.contributes.walkthroughs;

const themes = [
  ['Light Modern', 'light', 'vs'],
  ['Dark Modern', 'dark', 'vs-dark'],
  ['Dark High Contrast', 'contrast', 'hc-black'],
];

/** Returns the contrast of the faintest text with what is behind it, by WCAG. Runs in the page of a picture. */
function faintest() {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const root = getComputedStyle(document.documentElement);
  const probe = document.createElement('div');
  probe.style.color = root.getPropertyValue('--vscode-editor-background');
  document.body.append(probe);
  const page = channels(getComputedStyle(probe).color);
  probe.remove();
  const behind = (node) => {
    const inner = node.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('rect')].filter((box) => {
      const outer = box.getBoundingClientRect();
      return outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top && inner.bottom <= outer.bottom;
    });
    return boxes.length > 0 ? channels(getComputedStyle(boxes.at(-1)).fill) : page;
  };
  const contrasts = [...document.querySelectorAll('text, tspan, p, li, code, h1')].filter((node) => node.textContent.trim()).map((node) => {
    const style = getComputedStyle(node);
    const opacity = Number(style.opacity);
    const background = behind(node);
    const color = channels(node instanceof SVGElement ? style.fill : style.color).slice(0, 3).map((c, i) => c * opacity + background[i] * (1 - opacity));
    const [a, b] = [luminance(color), luminance(background)].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), node.textContent.trim().slice(0, 30)];
  });
  return { count: contrasts.length, least: contrasts.sort(([a], [b]) => a - b)[0] };
}

/** Tests the walkthrough that a workbench shows, and leaves the last of the themes. */
export async function testWalkthrough(ui) {
  const { page } = ui;
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 1500, height: 900 });

  for (const [theme, name, kind] of themes) {
    await ui.runCommand('Preferences: Color Theme');
    await page.locator('.quick-input-widget:visible input:visible').first().fill(theme);
    await ui.chosen(theme).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
    for (const step of steps) {
      await ui.test(`the step "${step.title}" is legible in ${theme}`, async () => {
        await page.locator('.getting-started-step .step-title', { hasText: step.title }).first().click();
        const text = await page.locator('.getting-started-step.expanded').textContent();
        assert.ok(!text.includes('`'), text);
        const picture = page.frameLocator('.getting-started-media iframe, iframe.webview.ready:visible').frameLocator('iframe#active-frame');
        // VS Code may replace the page of a picture once more after it has appeared.
        const { count, least } = await until('the picture', async () => {
          await picture.locator(step.media.svg ? 'svg text' : 'p').first().waitFor();
          return picture.locator('body').evaluate(faintest).catch((error) => {
            if (!/detached|destroyed/.test(error.message)) {
              throw error;
            }
          });
        });
        await ui.shot(`${name}-${step.id}`);
        assert.ok(count > 2);
        assert.ok(least[0] >= 4.5, `contrast ${least[0].toFixed(1)} of "${least[1]}"`);
      });
    }
  }
  await page.setViewportSize({ width, height });
}
