import { Uri, commands, window, workspace, type ExtensionContext } from 'vscode';
import { showList } from './list';
import { isPreviewable, Previews, sourceOf } from './preview';
import { gatherBugReport } from './report';
import { Segments } from './segments';
import { Session } from './session';
import { section } from './settings';
import { Status } from './status';

let session: Session | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel('Agent Skills', { log: true });
  const running = (session = new Session(context.extensionUri, output));
  const previews = new Previews(running);

  context.subscriptions.push(
    output,
    running,
    previews,
    new Segments(previews),
    new Status(previews),
    commands.registerCommand('skills-ls.preview', (argument?: unknown) => {
      const source = sourceFor(argument);
      return source ? previews.show(source) : undefined;
    }),
    commands.registerCommand('skills-ls.list', () => showList(running, previews)),
    commands.registerCommand('skills-ls.restart', () => running.restart()),
    commands.registerCommand('skills-ls.showOutput', () => output.show()),
    commands.registerCommand('skills-ls.gatherBugReport', () => gatherBugReport(running, context)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.server`)) {
        void running.restart();
      }
    }),
    workspace.onDidGrantWorkspaceTrust(() => void running.restart()),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** The document to preview: menus hand it over. */
function sourceFor(argument: unknown): Uri | undefined {
  if (argument instanceof Uri) {
    return argument;
  }
  if (typeof argument === 'string') {
    return Uri.parse(argument); // of a code lens
  }
  const document = window.activeTextEditor?.document;
  if (document && isPreviewable(document)) {
    return sourceOf(document.uri);
  }
  void window.showInformationMessage('Open the SKILL.md of a skill to preview it.');
  return undefined;
}
