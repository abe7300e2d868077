// What a preview asks the server, beside what others ask, too.

import { RequestType } from 'vscode-languageclient/node';
import type { SkillMetadata, Tokens } from '../protocol';

export interface CatalogParams {
  readonly cwd?: string;
  readonly runtime?: string;
}

/** By units. */
export interface Budget {
  readonly entries?: number;
  readonly bytes?: number;
  readonly chars?: number;
  readonly tokens?: number;
}

export interface CatalogResult {
  readonly runtime: string;
  readonly content: string;
  readonly entries: number;
  readonly total: number;
  readonly dropped: readonly SkillMetadata[];
  readonly shortened: readonly { readonly skill: SkillMetadata; readonly kept: number }[];
  readonly bytes: number;
  readonly tokens: Tokens;
  readonly estimate?: Tokens;
  readonly budget: Budget;
  readonly used: Budget;
  readonly notes: readonly string[];
}

export interface CompatResult {
  readonly runtimes: readonly {
    readonly runtime: string;
    readonly target: boolean;
    readonly discovered: boolean;
    readonly accepted: boolean;
    readonly reasons: readonly string[];
  }[];
}

export interface RuntimesResult {
  readonly runtimes: readonly { readonly id: string; readonly title: string }[];
}

export const catalog = new RequestType<CatalogParams, CatalogResult, void>('skills/catalog');
export const compat = new RequestType<{ readonly textDocument: { readonly uri: string } }, CompatResult, void>('skills/compat');
export const runtimes = new RequestType<Record<string, never>, RuntimesResult, void>('skills/runtimes');
