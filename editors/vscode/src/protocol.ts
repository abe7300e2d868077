// The server's own methods, beyond the Language Server Protocol.

import { NotificationType, RequestType } from 'vscode-languageclient/node';

export interface SkillMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly dir: string;
  readonly scope: string;
  readonly mtime_ms: number;
}

export interface SkillLoadError {
  readonly path: string;
  readonly message: string;
}

export interface ListResult {
  readonly skills: readonly SkillMetadata[];
  readonly errors: readonly SkillLoadError[];
  readonly truncated: boolean;
}

export interface PreviewParams {
  readonly textDocument: { readonly uri: string };
}

export interface Segment {
  /** Offsets into the content, in bytes of UTF-8. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export interface PreviewResult {
  readonly runtime: string;
  readonly accepted: boolean;
  readonly reasons: readonly string[];
  readonly content: string;
  readonly segments: readonly Segment[];
  readonly bytes: number;
  readonly tokens: { readonly count: number; readonly method: string };
  readonly notes: readonly string[];
}

/** The name of a server's command, for workspace/executeCommand. */
export const bugReport = 'skills-ls.bugReport';

export const executeCommand = new RequestType<{ readonly command: string }, string, void>('workspace/executeCommand');
export const list = new RequestType<Record<string, never>, ListResult, void>('skills/list');
export const preview = new RequestType<PreviewParams, PreviewResult, void>('skills/preview');

// The catalogue changed: what was asked before may be answered differently now.
export const didChange = new NotificationType<Record<string, never>>('skills/didChange');
