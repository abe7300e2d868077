// The Skills view: the tree, its badge and its messages.

import { commands, window, type Disposable, type TreeView } from 'vscode';
import type { Session } from './session';
import type { Loaded, SkillTree } from './tree';
import { isSkillNode, type Node, type SkillNode } from './tree_nodes';

export const viewId = 'skills-ls.skills';

export class SkillsView implements Disposable {
  readonly view: TreeView<Node>;
  private readonly subscriptions: Disposable[];

  constructor(
    private readonly session: Session,
    tree: SkillTree,
  ) {
    this.view = window.createTreeView(viewId, { treeDataProvider: tree, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      session.onDidChangeState(() => this.tellState()),
      tree.onDidLoad((loaded) => this.show(loaded)),
    ];
    this.tellState();
  }

  /**
   * Returns the skill that has the keyboard focus, or undefined. The API reports
   * the selection, which the arrow keys do not change. The list's own command
   * toggles the selection of the focused item, which reveals it.
   */
  async focused(): Promise<SkillNode | undefined> {
    const before = this.view.selection;
    await commands.executeCommand('list.toggleSelection');
    const after = this.view.selection;
    await commands.executeCommand('list.toggleSelection');
    const [node] = [
      ...after.filter((node) => !before.includes(node)),
      ...before.filter((node) => !after.includes(node)),
    ];
    return isSkillNode(node) ? node : undefined;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  /** Sets the context that the welcome texts in package.json depend on. */
  private tellState(): void {
    void commands.executeCommand('setContext', 'skills-ls.state', this.session.state.kind);
  }

  private show({ inventories, failure }: Loaded): void {
    const { state } = this.session;
    const refused = new Set<string>();
    for (const { skills } of inventories) {
      for (const { fate, path } of skills) {
        if (fate === 'refused' || fate === 'lost') {
          refused.add(path);
        }
      }
    }
    this.view.badge =
      refused.size === 0
        ? undefined
        : {
            value: refused.size,
            tooltip: refused.size === 1 ? '1 skill rejected' : `${refused.size} skills rejected`,
          };
    // A message hides the welcome text, which would say that there are no skills.
    this.view.message =
      state.kind === 'waiting'
        ? state.reason
        : failure === undefined
          ? ''
          : `Cannot list the skills: the server answered "${failure}".`;
  }
}
