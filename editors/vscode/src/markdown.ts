// Markdown for tooltips from untrusted text: links and images in it are not
// rendered.

import { MarkdownString } from 'vscode';
import { spansOf } from './prose';

/** Escapes text for Markdown. Unlike appendText it keeps spaces, so that long texts wrap. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!~<>&|$]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}

/** Escapes a sentence of the server, except its code. */
export function prose(sentence: string): string {
  return spansOf(sentence)
    .map(({ text, isCode }) => (isCode ? `\`${text}\`` : escaped(text)))
    .join('');
}

/** Joins paragraphs of Markdown and omits missing ones. Icons such as $(pass) are rendered. */
export function paragraphs(...parts: readonly (string | false | undefined)[]): MarkdownString {
  return new MarkdownString(parts.filter(Boolean).join('\n\n'), true);
}
