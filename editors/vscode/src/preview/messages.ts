// The messages between the extension and the page of a preview. Offsets are in
// UTF-16 code units, as in strings.

import type { Treatment } from '../treatment';

/** The state of a preview, which restores it after the window is reloaded. */
export interface State {
  /** The URI of the SKILL.md. */
  readonly source: string;
  /** Undefined for the owner of the skill's directory. */
  readonly agent?: string;
  /** The text after the skill's name. Some agents distinguish undefined and empty. */
  readonly arguments?: string;
  readonly tab: Tab;
  readonly mode: Mode;
}

export type Tab = 'text' | 'catalog';
export type Mode = 'exact' | 'rendered';

/** An agent to choose, and its verdict on the skill. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  /** Whether there is a text to show. The standard does not define one. */
  readonly injects: boolean;
  /** Undefined until known. */
  readonly verdict?: Treatment & { readonly target: boolean };
}

/** The difference to the text that was sent before. */
export interface Splice {
  readonly start: number;
  readonly removed: number;
  readonly inserted: string;
}

/** A part of the text. It starts at the end of the previous one. */
export interface Part {
  readonly end: number;
  readonly kind: string;
  readonly note?: string;
}

export interface Meter {
  readonly of: string;
  readonly used: number;
  readonly limit: number;
  readonly unit: string;
}

export interface Count {
  readonly count: number;
  readonly method: string;
}

export interface Size {
  readonly bytes: number;
  readonly tokens: Count;
  /** The agent's own estimate. */
  readonly estimate?: Count;
}

export interface PreviewShown extends Treatment {
  readonly type: 'preview';
  readonly agent: string;
  readonly splice: Splice;
  readonly parts: readonly Part[];
  /** The rendered text, if requested. Its blocks have byte offsets. */
  readonly html?: string;
  /** For the blocks: the starts of lines in bytes and in UTF-16 code units. */
  readonly size: Size;
  readonly meters: readonly Meter[];
  readonly notes: readonly string[];
}

export interface CatalogSkill {
  readonly name: string;
  readonly path: string;
  /** The number of characters of the description in the text; undefined if the skill is not in it. */
  readonly kept?: number;
}

export interface CatalogShown {
  readonly type: 'catalog';
  readonly agent: string;
  readonly splice: Splice;
  readonly entries: number;
  readonly total: number;
  readonly dropped: readonly CatalogSkill[];
  readonly shortened: readonly CatalogSkill[];
  readonly size: Size;
  readonly meters: readonly Meter[];
  readonly notes: readonly string[];
}

/** From the extension to the page. */
export type ToPage =
  | { readonly type: 'state'; readonly state: State; readonly name: string }
  | { readonly type: 'choices'; readonly choices: readonly Choice[] }
  | PreviewShown
  | CatalogShown
  | { readonly type: 'failure'; readonly tab: Tab; readonly message: string }
  /** Scrolls the offset to the top. `heard` is the number of the last `scrolled` that the extension received. */
  | { readonly type: 'scroll'; readonly offset: number; readonly heard: number };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'agent'; readonly agent: string }
  | { readonly type: 'arguments'; readonly arguments?: string }
  | { readonly type: 'tab'; readonly tab: Tab }
  | { readonly type: 'mode'; readonly mode: Mode }
  | { readonly type: 'copy' }
  | { readonly type: 'compare' }
  | { readonly type: 'reason'; readonly index: number }
  | { readonly type: 'skill'; readonly path: string }
  | { readonly type: 'link'; readonly href: string }
  /** The user has scrolled the page. Each page counts these messages from 1. */
  | { readonly type: 'scrolled'; readonly offset: number; readonly number: number }
  | { readonly type: 'reveal'; readonly offset: number }
  | { readonly type: 'retry' }
  | { readonly type: 'output' };
