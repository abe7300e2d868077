// The agent and the format that the user chose last, for the next preview.

import { Uri, type Memento } from 'vscode';
import type { Mode, State } from './messages';

const key = 'skills-ls.preview';

interface Chosen {
  readonly mode?: Mode;
  /** By directory of skills, because the owner of another one reads other skills. */
  readonly agents?: Readonly<Record<string, string>>;
}

export class Memory {
  constructor(private readonly storage: Memento) {}

  /** Returns the state of a new preview. */
  stateOf(source: Uri): State {
    const { mode = 'exact', agents = {} } = this.chosen;
    const agent = agents[directoryOf(source)];
    return { source: source.toString(), tab: 'text', mode, ...(agent !== undefined && { agent }) };
  }

  keep({ source, agent, mode }: State): void {
    const agents = {
      ...this.chosen.agents,
      ...(agent !== undefined && { [directoryOf(Uri.parse(source, true))]: agent }),
    };
    void this.storage.update(key, { mode, agents } satisfies Chosen);
  }

  private get chosen(): Chosen {
    return this.storage.get<Chosen>(key, {});
  }
}

/** Returns the directory of the skill directory. */
function directoryOf(source: Uri): string {
  return Uri.joinPath(source, '..', '..').toString();
}
