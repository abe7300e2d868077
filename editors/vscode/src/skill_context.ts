// The context for the commands of the palette: what the agents of the project let a user do with the skill in the active editor.

import { Uri, commands, window, type Disposable } from 'vscode';
import { entriesOf } from './inventory';
import * as protocol from './protocol';
import type { Session } from './session';
import { skillBeingEdited } from './skill';
import { contextOf } from './tree_item';

/** Sets the context to words as in the view, such as "skill.mention.on", or to undefined if no skill is active. */
export class SkillContext implements Disposable {
  private readonly subscriptions: Disposable[];
  private updates = 0;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      window.onDidChangeActiveTextEditor(() => void this.update()),
      session.onDidChange(() => void this.update()),
    ];
    void this.update();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async update(): Promise<void> {
    const own = ++this.updates;
    const uri = skillBeingEdited();
    const context = uri && (await this.contextOf(uri));
    if (own === this.updates) {
      void commands.executeCommand('setContext', 'skills-ls.skill', context);
    }
  }

  private async contextOf(uri: Uri): Promise<string | undefined> {
    try {
      const known = await this.session.request(protocol.inventory, {}); // cheap without tokens
      return contextOf(entriesOf(known, uri).map(({ entry }) => entry));
    } catch {
      return undefined; // the server is not available
    }
  }
}
