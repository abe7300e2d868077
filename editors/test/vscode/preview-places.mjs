// Where the preview and its source are scrolled to, in a skill whose lines have their numbers in them.

import { settle, until } from './workbench.mjs';

/** The number that a line of the manual has in it. */
const numberOf = (line) => Number(/(?:Step|Section) (\d+)/.exec(line)?.[1] ?? NaN);

/** Whether a source is at about a line. */
export const near = (line) => (source) => Math.abs(source - line) < 60;

/** The places of the preview that is in sight, and of its source. */
export function placesOf(w, path) {
  /** The number of the line that the preview has at its top. */
  const shownAtTop = async () => numberOf(await (await w.previewFrame()).evaluate(() => {
    const { left, top } = document.querySelector('#content').getBoundingClientRect();
    const { startContainer, startOffset } = document.caretRangeFromPoint(left + 30, top + 12) ?? {};
    const text = startContainer?.data ?? '';
    return text.slice(text.lastIndexOf('\n', startOffset - 1) + 1).split('\n', 1)[0];
  }));

  /** The number of the line that the source has at its top, where a line that does not fit goes on in the next one. */
  const sourceAtTop = async () => {
    const lines = await w.editorOf(path).locator('.view-line').evaluateAll((found) =>
      found.filter((line) => line.isConnected && line.getBoundingClientRect().bottom > line.closest('.monaco-editor').getBoundingClientRect().top + 4)
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map((line) => line.textContent.replaceAll('\u00a0', ' ')));
    return numberOf(lines.find((line) => numberOf(line) >= 0) ?? '');
  };

  /** Waits until both show the same place, where the source is as it is said, and stay there. */
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
