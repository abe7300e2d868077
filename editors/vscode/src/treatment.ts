// What an agent does with a skill where it is, in words. Whether it finds the skill and whether it loads the skill are
// independent. This file knows no editor.

/** Lines from 0, characters in UTF-16 units. */
export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Why an agent does not find or does not load a skill. */
export interface Reason {
  readonly code: string;
  readonly message: string;
  /** The agent's own words. */
  readonly verbatim?: string;
  /** The agent reports nothing. */
  readonly silent: boolean;
  /** The place in SKILL.md. */
  readonly range?: Range;
}

/** What an agent does with a skill where it is. */
export interface Treatment {
  readonly finds: boolean;
  readonly loads: boolean;
  /** The name by which the agent finds the skill once the plugin that it is in is installed. */
  readonly installed?: string | undefined;
  /** Its names in the other plugins that list it. */
  readonly alsoInstalled?: readonly string[] | undefined;
  /** If the agent does not find the skill, the first one says why. The others say why it does not load it. */
  readonly reasons: readonly Reason[];
}

/** 'unfound' if the agent would load the skill in another place, 'off' if settings or a limit leave it out. */
export type Outcome = 'loaded' | 'unfound' | 'rejected' | 'off';

export function outcomeOf(treatment: Treatment): Outcome {
  if (treatment.loads) {
    return treatment.finds ? 'loaded' : 'unfound';
  }
  const why = whyNotLoaded(treatment);
  return why.length > 0 && why.every(isChosen) ? 'off' : 'rejected';
}

/** Returns the outcome in a few words. */
export function wordsOf(treatment: Treatment): string {
  const words = {
    loaded: 'loaded',
    unfound: treatment.installed === undefined ? 'not found here' : 'found once installed',
    rejected: treatment.finds ? 'rejected' : 'would be rejected',
    off: 'not loaded',
  };
  return words[outcomeOf(treatment)];
}

/**
 * Returns what the agent does, to follow its title: "would load it, but does not look in .claude/skills", or "finds it
 * as tools:deploy once the plugin is installed".
 */
export function predicateOf(treatment: Treatment): string {
  const { finds, loads, reasons, installed, alsoInstalled = [] } = treatment;
  const isOff = outcomeOf(treatment) === 'off';
  if (finds) {
    return loads ? 'loads it' : isOff ? 'does not load it' : 'rejects it';
  }
  if (loads && installed !== undefined) {
    return `finds it as ${[installed, ...alsoInstalled].join(' or ')} once the plugin is installed`;
  }
  const place =
    installed === undefined
      ? (reasons[0]?.message ?? 'does not find it here')
      : 'finds it once the plugin is installed';
  return loads
    ? `would load it, but ${place}`
    : `${isOff ? 'would not load' : 'would reject'} it, and ${place}`;
}

/** Returns the reasons why the agent does not load the skill, without the one why it does not find it. */
export function whyNotLoaded({ finds, reasons }: Treatment): readonly Reason[] {
  return finds ? reasons : reasons.slice(1);
}

/** Returns a reason with the agent's own words as a quotation. */
export function textOf(reason: Reason): string {
  const { message, verbatim, silent } = reason;
  const said = silent && !isChosen(reason) ? `ignored without an error: ${message}` : message;
  return verbatim === undefined ? said : `${said}: ${quoted(verbatim)}`;
}

export function quoted(words: string): string {
  return `“${words.trimEnd()}”`;
}

/** Returns the whole answer about an agent: a sentence, and a line for each reason. */
export function linesOf(title: string, treatment: Treatment): string[] {
  return [sentenceOf(title, treatment), ...whyNotLoaded(treatment).map(textOf)];
}

/** Returns what the agent does as a sentence, with its own words about a file that it does not find, if it has any. */
export function sentenceOf(title: string, treatment: Treatment): string {
  const words = treatment.finds ? undefined : treatment.reasons[0]?.verbatim;
  return `${title} ${predicateOf(treatment)}${words === undefined ? '' : `: ${quoted(words)}`}.`;
}

function isChosen({ code }: Reason): boolean {
  return code === 'off' || code === 'surplus';
}
