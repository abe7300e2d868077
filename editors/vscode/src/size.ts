// The sizes of skills and catalogs in words. It knows no editor.

import type { AgentCatalog, Budget, Problems, Tokens } from './protocol';

/** Returns a number of tokens: "37 tokens", or "~1.2k tokens" for an estimate. */
export function tokensIn({ count, method }: Tokens): string {
  if (method === 'o200k_base') {
    return `${count.toLocaleString()} tokens`;
  }
  return `~${count < 1000 ? count : `${(count / 1000).toFixed(1)}k`} tokens`;
}

/** Returns the numbers of errors and warnings: "1 error, 2 warnings", or "" if there are none. */
export function problemsIn({ errors, warnings }: Problems): string {
  const counts = [
    [errors, 'error'],
    [warnings, 'warning'],
  ] as const;
  return counts
    .filter(([n]) => n > 0)
    .map(([n, thing]) => count(n, thing))
    .join(', ');
}

/** Returns a number of things. */
export function count(n: number, thing: string): string {
  return `${n.toLocaleString()} ${thing}${n === 1 ? '' : 's'}`;
}

const units: readonly (readonly [keyof Budget, string])[] = [
  ['entries', 'skills'],
  ['bytes', 'bytes'],
  ['chars', 'characters'],
  ['tokens', 'tokens'],
];

// The number of dropped skills that a tooltip names.
const mostNamed = 10;

/** Returns sentences that say how much of the prompt an agent's list of skills takes. */
export function catalogSentences(catalog: AgentCatalog): string[] {
  const { entries, total, tokens, budget, used, dropped, shortened } = catalog;
  const parts = units.flatMap(([unit, word]) => {
    const limit = budget[unit];
    return limit === undefined
      ? []
      : [`${(used[unit] ?? 0).toLocaleString()} of ${limit.toLocaleString()} ${word}`];
  });
  const names = dropped.slice(0, mostNamed).map(({ name }) => name);
  if (dropped.length > mostNamed) {
    names.push(`${dropped.length - mostNamed} more`);
  }
  return [
    `Catalog in the prompt: ${entries} of ${total} skills, ${tokensIn(tokens)}.`,
    ...(parts.length > 0 ? [`It uses ${parts.join(' and ')}.`] : []),
    ...(names.length > 0 ? [`It drops ${names.join(', ')}.`] : []),
    ...(shortened > 0 ? [`It shortens ${shortened} of the descriptions.`] : []),
  ];
}
