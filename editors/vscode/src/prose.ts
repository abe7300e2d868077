// The server's sentences mark code with backticks.

export interface Span {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a sentence into its plain text and its code. With an unmatched backtick all of it is plain. */
export function spansOf(sentence: string): Span[] {
  const parts = sentence.split('`');
  if (parts.length % 2 === 0) {
    return [{ text: sentence, isCode: false }];
  }
  return parts.map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== '');
}
