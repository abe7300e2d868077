// What the user is told when there is no server, and what can be done.

import { commands, env, window, type LogOutputChannel } from 'vscode';
import { ServerError } from './server';
import { section } from './settings';

export function reportFailure(error: unknown, output: LogOutputChannel): void {
  const message = error instanceof Error ? error.message : String(error);
  const choices: Record<string, () => unknown> = {
    'Show Output': () => output.show(),
    Restart: () => commands.executeCommand('skills-ls.restart'),
  };
  if (error instanceof ServerError) {
    choices['Open Settings'] = () => openSetting(`${section}.server.path`);
  } else {
    choices['Report'] = () => commands.executeCommand('skills-ls.gatherBugReport');
  }
  void window.showErrorMessage(message, ...Object.keys(choices)).then((choice) => choices[choice ?? '']?.());
}

/** Shows a setting where it can be changed: on a remote machine, in the settings of that machine. */
function openSetting(name: string): Thenable<void> {
  const command = env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  return commands.executeCommand(`workbench.action.${command}`, { query: `@id:${name}` });
}
