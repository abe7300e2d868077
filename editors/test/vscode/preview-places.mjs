// Reads the scroll positions of the preview and its source in a skill whose lines contain their numbers.

import { settle, until } from './workbench.mjs';

/** Returns the number in a line of the manual. */
const numberOf = (line) => Number(/(?:Step|Section) (\d+)/.exec(line)?.[1] ?? NaN);

/** Reports whether a source is scrolled near a line. */
export const near = (line) => (source) => Math.abs(source - line) < 60;

/** The scroll positions of the visible preview and of its source. */
export function placesOf(w, path) {
  /** Returns the number of the top line of the preview. */
  const shownAtTop = async () => numberOf(await (await w.previewFrame()).evaluate(() => {
    const { left, top } = document.querySelector('#content').getBoundingClientRect();
    const { startContainer, startOffset } = document.caretRangeFromPoint(left + 30, top + 12) ?? {};
    const text = startContainer?.data ?? '';
    return text.slice(text.lastIndexOf('\n', startOffset - 1) + 1).split('\n', 1)[0];
  }));

  /** Returns the number of the top line of the source, whose long lines wrap. */
  const sourceAtTop = async () => {
    const lines = await w.editorOf(path).locator('.view-line').evaluateAll((found) =>
      found.filter((line) => line.isConnected && line.getBoundingClientRect().bottom > line.closest('.monaco-editor').getBoundingClientRect().top + 4)
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map((line) => line.textContent.replaceAll('\u00a0', ' ')));
    return numberOf(lines.find((line) => numberOf(line) >= 0) ?? '');
  };

  /** Waits until both stay at the same position and the source is at the expected one. */
  async function inStep(what, isThere) {
    let places;
    let unchanged = 0;
    await until(what, async () => {
      const now = [await sourceAtTop(), await shownAtTop()];
      if (`${now}` !== `${places}`) {
        places = now;
        unchanged = 0;
      }
      unchanged++;
      await settle(w.page);
      const [source, shown] = now;
      return Math.abs(source - shown) <= 4 && isThere(source) && unchanged > 5;
    }).catch((error) => {
      throw new Error(`${error.message}: the source is at ${places[0]}, the preview at ${places[1]}`);
    });
  }

  return { inStep, shownAtTop, sourceAtTop };
}
