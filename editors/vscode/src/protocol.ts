// The server's own methods, beyond the Language Server Protocol.

import {
  NotificationType,
  RequestType,
  SymbolKind,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type PrepareRenameParams,
  type RenameParams,
  type WorkspaceEdit,
} from 'vscode-languageclient/node';
import type { Range, Reason, Treatment } from './treatment';

export type { Range } from './treatment';

export interface SkillMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly dir: string;
  readonly scope: string;
  readonly mtime_ms: number;
}

export interface PreviewParams {
  readonly textDocument: { readonly uri: string };
  readonly agent?: string;
  readonly arguments?: string;
  readonly render?: 'html';
}

export interface Segment {
  /** Offsets into the content, in bytes of UTF-8. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The source of the text in SKILL.md. */
  readonly range?: Range;
  readonly note?: string;
}

export interface Tokens {
  readonly count: number;
  readonly method: string;
}

/** A size compared with a limit. */
export interface Limit {
  readonly of: string;
  readonly used: number;
  readonly limit: number;
  readonly unit: string;
}

export interface PreviewResult extends Treatment {
  readonly agent: string;
  readonly content: string;
  readonly segments: readonly Segment[];
  readonly bytes: number;
  readonly tokens: Tokens;
  readonly estimate?: Tokens;
  readonly limits: readonly Limit[];
  readonly notes: readonly string[];
  readonly html?: string;
}

/** The state of a file that an agent finds, or 'unfound' for one that none of the targets finds. */
export type Fate = 'unfound' | 'offered' | 'ambiguous' | 'shadowed' | 'surplus' | 'refused' | 'off' | 'lost';

export interface InventoryEntry {
  /** That of the skill of the workspace, whose path may be another one: agents may find it through a link. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly scope: string;
  readonly fate: Fate;
  readonly why?: string;
  /** The agent refuses the file without an error, so `why` has none of its words. */
  readonly silent?: boolean;
  readonly by?: readonly string[];
  readonly hidden?: boolean;
  readonly mention?: string;
  readonly switch?: { readonly setting: string; readonly file: string; readonly on: boolean };
  /** The lines that disable the skill in the file of the agent's `manual`. */
  readonly lines?: string;
}

/** A setting in a file that only the user changes. The server does not read it. */
export interface ManualSwitch {
  readonly setting: string;
  readonly file: string;
  readonly note: string;
}

/** Limits, or how much of them is used. Absent members are unlimited. */
export interface Budget {
  readonly entries?: number;
  readonly bytes?: number;
  readonly chars?: number;
  readonly tokens?: number;
}

/** How much of the prompt an agent's list of skills takes. */
export interface AgentCatalog {
  readonly agent: string;
  readonly entries: number;
  readonly total: number;
  readonly tokens: Tokens;
  readonly budget: Budget;
  readonly used: Budget;
  readonly dropped: readonly SkillMetadata[];
  /** The number of skills whose description is cut or left out. */
  readonly shortened: number;
}

/** A skill of the workspace, whether an agent finds it there or not. */
export interface WorkspaceSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly group: string;
  readonly kind: 'project' | 'plugin' | 'loose' | 'user';
  /** Which agents find and load the skill, in a few words. */
  readonly state: string;
  readonly agents: readonly {
    readonly agent: string;
    readonly finds: boolean;
    readonly loads: boolean;
    /** Why the agent does not find the skill. */
    readonly reasons?: readonly Reason[];
    /** The name of the skill once its plugin is installed. */
    readonly installed?: string;
    readonly alsoInstalled?: readonly string[];
  }[];
  /** The skill is to be copied and filled in, so that agents may reject it. */
  readonly template?: boolean;
  readonly tokens?: Tokens;
  readonly problems?: Problems;
}

/** The numbers of the problems of a skill. */
export interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

export interface AgentInventory {
  readonly agent: string;
  readonly title: string;
  readonly target: boolean;
  readonly mentions: string;
  readonly asked: boolean;
  readonly disabled?: string;
  readonly truncated: boolean;
  readonly manual?: ManualSwitch;
  readonly skills: readonly InventoryEntry[];
}

export interface InventoryParams {
  readonly agents?: readonly string[];
  readonly query?: string;
  readonly tokens?: boolean;
  readonly problems?: boolean;
}

export interface InventoryResult {
  /** The agents that the skills must work in, as configured or by default. */
  readonly targets: readonly string[];
  readonly skills: readonly WorkspaceSkill[];
  readonly agents: readonly AgentInventory[];
  readonly catalogs: readonly AgentCatalog[];
}

/** A skill in the call hierarchy. */
export interface CallItem {
  readonly name: string;
  readonly detail?: string;
  readonly uri: string;
}

export interface IncomingCall {
  readonly from: CallItem;
  readonly fromRanges: readonly Range[];
}

export interface Compatibility extends Treatment {
  readonly agent: string;
  readonly target: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly notes: readonly string[];
}

export interface Agent {
  readonly id: string;
  readonly title: string;
  readonly mentions: string;
  readonly new_in: string;
  /** Whether the agent injects a text to preview. */
  readonly injects: boolean;
}

/** A directory for new skills. */
export interface Location {
  readonly path: string;
  readonly label: string;
  readonly detail: string;
  readonly exists: boolean;
}

export interface NewSkill {
  readonly name: string;
  readonly description?: string;
  readonly dir: string;
  readonly cwd: string;
  /** Create nothing. */
  readonly check?: boolean;
}

export interface LocationsResult {
  /** Best first. */
  readonly locations: readonly Location[];
}

/** The data of a server error. */
export interface ErrorData {
  readonly reason: string;
  readonly candidates: readonly string[];
}

export interface Baselined {
  /** In the baseline, in that many files. */
  readonly problems: number;
  readonly files: number;
  /** Paths of the files to save. */
  readonly changed: readonly string[];
}

/** The name of a server command, for workspace/executeCommand. */
export const baseline = 'skills-ls.baseline';
export const bugReport = 'skills-ls.bugReport';

export const newSkill = 'skills-ls.newSkill';
export const reload = 'skills-ls.reload';
export const switchSkill = 'skills-ls.switchSkill';

export const executeCommand = new RequestType<
  { readonly command: string; readonly arguments?: readonly unknown[] },
  string,
  void
>('workspace/executeCommand');
/** The same method for the command `baseline`. */
export const baselineProblems = new RequestType<
  { readonly command: typeof baseline; readonly arguments: readonly [{ readonly cwd: string }] },
  Baselined,
  void
>('workspace/executeCommand');
/** The same method for the command `newSkill`, whose result is the file. */
export const createSkill = new RequestType<
  { readonly command: typeof newSkill; readonly arguments: readonly [NewSkill] },
  { readonly path: string },
  void
>('workspace/executeCommand');
export const compat = new RequestType<
  { readonly path: string } | { readonly textDocument: { readonly uri: string } },
  { readonly agents: readonly Compatibility[] },
  void
>('skills/compat');
export const inventory = new RequestType<InventoryParams, InventoryResult, void>('skills/inventory');
export const locations = new RequestType<{ readonly cwd: string }, LocationsResult, void>('skills/locations');
export const agents = new RequestType<Record<string, never>, { readonly agents: readonly Agent[] }, void>(
  'skills/agents',
);
// The client declares support for trees, so the server returns one, and a placeholder with every name.
export const documentSymbol = new RequestType<DocumentSymbolParams, readonly DocumentSymbol[] | null, void>(
  'textDocument/documentSymbol',
);
export const frontmatterKind = SymbolKind.Namespace;
export const prepareRename = new RequestType<
  PrepareRenameParams,
  { readonly range: Range; readonly placeholder: string } | null,
  void
>('textDocument/prepareRename');
export const rename = new RequestType<RenameParams, WorkspaceEdit | null, void>('textDocument/rename');
// A skill calls those that it mentions.
export const prepareCallHierarchy = new RequestType<PrepareRenameParams, readonly CallItem[] | null, void>(
  'textDocument/prepareCallHierarchy',
);
export const incomingCalls = new RequestType<
  { readonly item: CallItem },
  readonly IncomingCall[] | null,
  void
>('callHierarchy/incomingCalls');
export const outgoingCalls = new RequestType<
  { readonly item: CallItem },
  readonly { readonly to: CallItem }[] | null,
  void
>('callHierarchy/outgoingCalls');
export const preview = new RequestType<PreviewParams, PreviewResult, void>('skills/preview');

// The skills changed: earlier results may be outdated.
export const didChange = new NotificationType<Record<string, never>>('skills/didChange');
