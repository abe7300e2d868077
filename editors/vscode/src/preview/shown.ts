// Converts the server's results to messages for the page.

import type { Limit, PreviewResult, Tokens } from '../protocol';
import type { CatalogShown, Part, PreviewShown, Size } from './messages';
import { Offsets } from './offsets';
import type { CatalogResult } from './catalog';
import { spliceOf } from './splice';

/** Returns the segments, with their ends in UTF-16 code units. */
export function partsOf({ content, segments }: PreviewResult): Part[] {
  const offsets = new Offsets(content);
  return segments.map(({ end, kind, note }) => ({
    end: offsets.unitsAt(end),
    kind,
    ...(note !== undefined && { note }),
  }));
}

/** @param before the text that the page has */
export function previewShown(result: PreviewResult, parts: readonly Part[], before: string): PreviewShown {
  return {
    type: 'preview',
    agent: result.agent,
    finds: result.finds,
    loads: result.loads,
    installed: result.installed,
    alsoInstalled: result.alsoInstalled,
    reasons: result.reasons,
    splice: spliceOf(before, result.content),
    parts,
    ...(result.html !== undefined && { html: result.html }),
    size: sizeOf(result),
    meters: result.limits,
    notes: result.notes,
  };
}

/** @param before the text that the page has */
export function catalogShown(result: CatalogResult, before: string): CatalogShown {
  return {
    type: 'catalog',
    agent: result.agent,
    splice: spliceOf(before, result.content),
    entries: result.entries,
    total: result.total,
    dropped: result.dropped.map(({ name, path }) => ({ name, path })),
    shortened: result.shortened.map(({ skill: { name, path }, kept }) => ({ name, path, kept })),
    size: sizeOf(result),
    meters: budgetOf(result),
    notes: result.notes,
  };
}

function budgetOf({ budget, used }: CatalogResult): Limit[] {
  const units = [
    ['entries', 'skills'],
    ['bytes', 'bytes'],
    ['chars', 'characters'],
    ['tokens', 'tokens'],
  ] as const;
  return units.flatMap(([key, unit]) => {
    const limit = budget[key];
    return limit === undefined ? [] : [{ of: 'budget', used: used[key] ?? 0, limit, unit }];
  });
}

function sizeOf({ bytes, tokens, estimate }: { bytes: number; tokens: Tokens; estimate?: Tokens }): Size {
  return { bytes, tokens, ...(estimate && { estimate }) };
}
