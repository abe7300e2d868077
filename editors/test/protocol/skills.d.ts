// The server's own methods, according to docs/protocol.md. Each interface names its section.

import type { Range } from 'vscode-languageserver-protocol';

/** skills/list */
export interface Skill {
  id: string;
  name: string;
  description: string;
  path: string;
  dir: string;
  scope: 'repo' | 'user' | 'system' | 'admin' | 'plugin';
  mtime_ms: number;
}

/** skills/catalog */
interface Budget {
  entries?: number;
  bytes?: number;
  chars?: number;
  tokens?: number;
}

interface Tokens {
  count: number;
  method: string;
}

/** Errors */
export interface Reason {
  code: string;
  message: string;
  verbatim?: string;
  silent: boolean;
  range?: Range;
}

export interface ErrorData {
  reason:
    | (
        | 'ambiguous'
        | 'not_found'
        | 'not_a_skill'
        | 'unknown_agent'
        | 'unknown_command'
        | 'invalid_uri'
        | 'invalid_arguments'
        | 'invalid_name'
      )
    | (
        | 'exists'
        | 'invalid'
        | 'ambiguous'
        | 'outside'
        | 'read_only'
        | 'linked'
        | 'unsupported'
        | 'unwritten'
        | 'unscanned'
      );
  candidates: string[];
}

/** Which agent */
type AgentReason = 'named' | 'owner' | 'target' | 'project' | 'default';

export interface Results {
  /** skills/list */
  'skills/list': {
    agent: string;
    agentReason: AgentReason;
    skills: Skill[];
    errors: { path: string; message: string }[];
    truncated: boolean;
  };
  /** skills/search */
  'skills/search': {
    agent: string;
    agentReason: AgentReason;
    results: {
      skill: Skill;
      score: number;
      reason: 'exact_path' | 'exact_name' | 'prefix' | 'token_overlap';
    }[];
    count: number;
    truncated: boolean;
  };
  /** skills/preview */
  'skills/preview': {
    agent: string;
    agentReason: AgentReason;
    finds: boolean;
    loads: boolean;
    installed?: string;
    alsoInstalled?: string[];
    reasons: Reason[];
    content: string;
    segments: {
      start: number;
      end: number;
      kind: 'envelope' | 'frontmatter' | 'body' | 'substituted' | 'unexecuted' | 'files' | 'notice';
      range?: Range;
      note?: string;
    }[];
    skill: Skill | null;
    files: string[];
    files_truncated: boolean;
    bytes: number;
    tokens: Tokens;
    estimate?: Tokens;
    limits: { of: string; used: number; limit: number; unit: string }[];
    notes: string[];
    html?: string;
  };
  /** skills/inventory */
  'skills/inventory': {
    agent: string;
    agentReason: AgentReason;
    targets: string[];
    skills: {
      id: string;
      name: string;
      description: string;
      path: string;
      dir: string;
      group: string;
      kind: 'project' | 'plugin' | 'loose' | 'user';
      agents: {
        agent: string;
        finds: boolean;
        loads: boolean;
        name?: string;
        installed?: string;
        alsoInstalled?: string[];
        reasons?: Reason[];
      }[];
      others?: { agent: string; loads: boolean }[];
      unreadable?: boolean;
      state: string;
      template?: boolean;
      tokens?: Tokens;
      tooLong?: { of: string; used: number; limit: number; unit: string }[];
      problems?: { errors: number; warnings: number; information: number; hints: number };
    }[];
    agents: {
      agent: string;
      title: string;
      target: boolean;
      mentions: string;
      asked: boolean;
      disabled?: string;
      truncated: boolean;
      manual?: { setting: string; file: string; note: string };
      skills: {
        id: string;
        name: string;
        path: string;
        scope: Skill['scope'];
        fate: 'offered' | 'ambiguous' | 'shadowed' | 'surplus' | 'refused' | 'off' | 'lost';
        why?: string;
        silent?: boolean;
        by?: string[];
        hidden?: boolean;
        mention?: string;
        switch?: { setting: string; file: string; on: boolean };
        lines?: string;
      }[];
    }[];
    catalogs: {
      agent: string;
      entries: number;
      total: number;
      tokens: Tokens;
      bytes: number;
      budget: Budget;
      used: Budget;
      dropped: Skill[];
      shortened: number;
    }[];
  };
  /** skills/catalog */
  'skills/catalog': {
    agent: string;
    agentReason: AgentReason;
    content: string;
    entries: number;
    total: number;
    truncated: boolean;
    dropped: Skill[];
    shortened: { skill: Skill; kept: number }[];
    bytes: number;
    tokens: Tokens;
    estimate?: Tokens;
    budget: Budget;
    used: Budget;
    notes: string[];
  };
  /** skills/compat */
  'skills/compat': {
    agents: {
      agent: string;
      target: boolean;
      finds: boolean;
      loads: boolean;
      name?: string;
      installed?: string;
      alsoInstalled?: string[];
      description?: string;
      reasons: Reason[];
      notes: string[];
    }[];
  };
  /** skills/agents */
  'skills/agents': {
    agents: {
      id: string;
      title: string;
      source: string;
      roots: {
        dir: string;
        base: 'cwd' | 'chain' | 'project' | 'home' | 'config' | 'system';
        scope: Skill['scope'];
        depth?: number;
        env?: string;
      }[];
      limits: {
        unit: string;
        name?: number;
        description?: number;
        compatibility?: number;
        listing: Budget;
        listing_entry?: number;
        file_bytes?: number;
        kept_tokens?: number;
        listed_files?: number;
        listed_bytes?: number;
        resource_bytes?: number;
      };
      mentions: string;
      arguments: string;
      new_in: string;
      injects: boolean;
      fields: {
        name: string;
        types: string;
        required?: boolean;
        values?: string[];
        default?: string;
        doc: string;
      }[];
      notes: string[];
    }[];
  };
  /** skills/roots */
  'skills/roots': {
    places: {
      cwd: string;
      settings?: string;
      roots: {
        path: string;
        exists: boolean;
        scope: Skill['scope'];
        agents: string[];
        targets: string[];
      }[];
    }[];
  };
  /** skills/locations */
  'skills/locations': {
    agent?: string;
    agentReason?: AgentReason;
    locations: {
      path: string;
      label: string;
      detail: string;
      exists: boolean;
      used: boolean;
      own: boolean;
      agents: string[];
    }[];
  };
}

/** skills/didChange */
export interface Notifications {
  'skills/didChange': Record<string, never>;
}
