// Reports that the server is not running, with buttons to recover.

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

/** Opens a setting. In a remote window these are the settings of the remote machine. */
function openSetting(name: string): Thenable<void> {
  const command = env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  return commands.executeCommand(`workbench.action.${command}`, { query: `@id:${name}` });
}
