// Markdown for tooltips, of texts that are somebody else's: nothing in them is
// taken for a link or an image.

import { MarkdownString } from 'vscode';

/** The text as Markdown that shows it. Unlike appendText it keeps blanks, so that long texts are wrapped. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!~<>&|$]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}

/** Paragraphs of Markdown, those that are missing left out. Icons like $(pass) are shown. */
export function paragraphs(...parts: readonly (string | undefined)[]): MarkdownString {
  return new MarkdownString(parts.filter(Boolean).join('\n\n'), true);
}
