// The catalog request of a preview.

import { RequestType } from 'vscode-languageclient/node';
import type { SkillMetadata, Tokens } from '../protocol';

export interface CatalogParams {
  readonly cwd?: string;
  readonly agent?: string;
}

/** By units. */
export interface Budget {
  readonly entries?: number;
  readonly bytes?: number;
  readonly chars?: number;
  readonly tokens?: number;
}

export interface CatalogResult {
  readonly agent: string;
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

export const catalog = new RequestType<CatalogParams, CatalogResult, void>('skills/catalog');
