import { Uri, commands, window, workspace, type ExtensionContext } from 'vscode';
import {
  copyMention,
  openSkill,
  previewSkill,
  renameFocused,
  renameSkill,
  revealSkill,
  switchSkill,
} from './actions';
import { baselineProblems } from './baseline';
import { documentSelector } from './client';
import { copySkill, deleteSkill, duplicateSkill } from './copies';
import { Inventory } from './inventory';
import { showMenu } from './menu';
import { createSkill } from './new_skill';
import { watchOverlap } from './overlap';
import { isPreviewable, Previews, sourceOf, type Address } from './preview';
import { askChoices } from './preview/choices';
import { compare } from './preview/compare';
import { Memory } from './preview/memory';
import { Panels } from './preview/panels';
import * as protocol from './protocol';
import { showReferences } from './references';
import { gatherBugReport } from './report';
import { showRule, showRulePage } from './rule_links';
import { searchSkills } from './search';
import { Segments } from './segments';
import { Session } from './session';
import { section } from './settings';
import { SkillContext } from './skill_context';
import { Status } from './status';
import { chooseTargets } from './targets';
import { SkillTree } from './tree';
import { compareVersions } from './version';
import { SkillsView } from './view';

let session: Session | undefined;

/** For the tests of the extension. */
export interface Api {
  readonly session: Session;
  readonly tree: SkillTree;
  readonly documents: typeof documentSelector;
  /** Duration of the activation in milliseconds, without starting the server. */
  readonly activation: number;
}

export function activate(context: ExtensionContext): Api {
  const began = performance.now();
  const output = window.createOutputChannel('Agent Skills', { log: true });
  const running = (session = new Session(context.extensionUri, output));
  const previews = new Previews(running);
  const panels = new Panels(running, context.extensionUri, new Memory(context.workspaceState), {
    compare,
    showOutput: () => output.show(),
  });
  const inventory = new Inventory(running);
  const tree = new SkillTree(running, inventory);
  const view = new SkillsView(running, tree);

  const handlers: Record<string, (...given: never[]) => unknown> = {
    preview: (argument?: unknown) => {
      const address = addressFor(argument, panels);
      return address && panels.show(address.source);
    },
    previewText: (argument?: unknown) => {
      const address = addressFor(argument, panels);
      return address && previews.show(address);
    },
    comparePreviews: async (argument?: unknown) => {
      const address = addressFor(argument, panels);
      return address && compare(address, await askChoices(running, address.source));
    },
    restart: () => running.restart(),
    showOutput: () => output.show(),
    gatherBugReport: () => gatherBugReport(running, context),
    showReferences,
    [showRule]: showRulePage,
    menu: () => showMenu(running, inventory),
    search: () => searchSkills(running),
    refresh: async () => {
      await running.request(protocol.executeCommand, { command: protocol.reload }).catch(() => undefined);
      inventory.forget();
    },
    chooseTargets: () => chooseTargets(running, inventory),
    createSkill: () => createSkill(running),
    baselineProblems: () => baselineProblems(running),
    openSkill,
    previewSkill,
    renameSkill: (argument?: unknown, name?: unknown) => renameSkill(running, argument, name),
    renameFocused: async () => renameFocused(running, await view.focused()),
    copyMention: (argument?: unknown) => copyMention(inventory, argument),
    switchOn: (argument?: unknown) => switchSkill(running, inventory, true, argument),
    switchOff: (argument?: unknown) => switchSkill(running, inventory, false, argument),
    duplicateSkill: (argument?: unknown) => duplicateSkill(running, argument),
    copySkill: (argument?: unknown) => copySkill(running, argument),
    deleteSkill: (argument?: unknown) => deleteSkill(running, argument),
    revealInExplorer: (argument?: unknown) => revealSkill('revealInExplorer', argument),
    revealInOS: (argument?: unknown) => revealSkill('revealFileInOS', argument),
  };
  context.subscriptions.push(
    output,
    running,
    previews,
    panels,
    inventory,
    tree,
    new Segments(previews),
    new Status(running, panels),
    new SkillContext(running),
    view,
    watchOverlap(context),
    ...Object.entries(handlers).map(([name, handler]) =>
      commands.registerCommand(`${section}.${name}`, handler),
    ),
    running.onDidChangeState(() => void compareVersions(running, context)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.server`)) {
        void running.restart();
      }
    }),
    workspace.onDidGrantWorkspaceTrust(() => void running.restart()),
  );
  // Activation does not wait for the server.
  void running.start();
  return { session: running, tree, documents: documentSelector, activation: performance.now() - began };
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Returns the skill to preview: the argument of a menu, or the focused document or preview. */
function addressFor(argument: unknown, panels: Panels): Address | undefined {
  if (argument instanceof Uri) {
    return { source: argument };
  }
  if (typeof argument === 'string') {
    return { source: Uri.parse(argument) }; // of a code lens
  }
  if (panels.active) {
    return panels.active;
  }
  const document = window.activeTextEditor?.document;
  if (document && isPreviewable(document)) {
    return { source: sourceOf(document.uri) };
  }
  void window.showInformationMessage('Open the SKILL.md of a skill to preview it.');
  return undefined;
}
