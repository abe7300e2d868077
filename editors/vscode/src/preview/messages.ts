// What the extension and the page of a preview say to each other. Offsets
// count UTF-16 units, as strings do here.

/** What a preview shows, and what brings it back after the window was loaded anew. */
export interface State {
  /** The URI of the SKILL.md. */
  readonly source: string;
  /** Undefined for the one in whose place the skill lies. */
  readonly agent?: string;
  /** What a user wrote after the skill's name; undefined and empty differ to some agents. */
  readonly arguments?: string;
  readonly tab: Tab;
  readonly mode: Mode;
}

export type Tab = 'text' | 'catalog';
export type Mode = 'exact' | 'rendered';

/** An agent to choose, and what it makes of the skill. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  /** Whether there is anything to show: the standard says nothing of what is injected. */
  readonly injects: boolean;
  /** Undefined while that is not known. */
  readonly verdict?: {
    readonly accepted: boolean;
    readonly discovered: boolean;
    readonly target: boolean;
    readonly reasons: readonly string[];
  };
}

/** What has become of the text that was sent before. */
export interface Splice {
  readonly start: number;
  readonly removed: number;
  readonly inserted: string;
}

/** A part of the text; it begins where the one before ends. */
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
  /** What the agent itself counts. */
  readonly estimate?: Count;
}

export interface PreviewShown {
  readonly type: 'preview';
  readonly agent: string;
  readonly accepted: boolean;
  readonly reasons: readonly { readonly text: string; readonly hasPlace: boolean }[];
  readonly splice: Splice;
  readonly parts: readonly Part[];
  /** Where rendered text was asked for; its blocks have their offsets in bytes. */
  readonly html?: string;
  /** For the blocks: where lines of the text begin, in bytes and in UTF-16 units. */
  readonly size: Size;
  readonly meters: readonly Meter[];
  readonly notes: readonly string[];
}

export interface CatalogSkill {
  readonly name: string;
  readonly path: string;
  /** Characters of the description that are in the text; undefined for a skill that is not. */
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
  /** Shows the place at the top. `heard` is the number of the last `scrolled` that the extension had received. */
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
  | { readonly type: 'asText' }
  | { readonly type: 'reason'; readonly index: number }
  | { readonly type: 'skill'; readonly path: string }
  | { readonly type: 'link'; readonly href: string }
  /** The user has scrolled the page. Each page counts these messages from 1. */
  | { readonly type: 'scrolled'; readonly offset: number; readonly number: number }
  | { readonly type: 'reveal'; readonly offset: number }
  | { readonly type: 'retry' }
  | { readonly type: 'output' };
