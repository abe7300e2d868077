// Inline scripts.

/** Escapes a script for a page, so that nothing in it ends the script element or starts an HTML comment. */
export function scriptWithin(text: string): string {
  return text.replace(/<(?=\/script|script|!--)/gi, '\\x3c');
}
