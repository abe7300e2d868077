// Scripts within a page.

/** A script as it may stand within a page: what would end it, or begin a comment of HTML, is written otherwise. */
export function scriptWithin(text: string): string {
  return text.replace(/<(?=\/script|script|!--)/gi, '\\x3c');
}
