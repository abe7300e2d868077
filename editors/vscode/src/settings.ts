// The settings, and which of them are sent to the server.

import { Uri, workspace, type WorkspaceConfiguration } from 'vscode';

export const section = 'skills-ls';

const forServer = ['targets', 'rules', 'overrides', 'ignore', 'roots', 'limits', 'agents'];

/**
 * Returns the settings that the user has set, without defaults. A setting that is
 * sent overrides the project's .skills-ls.yaml, and a default must not.
 */
export function explicitSettings(scope: string | undefined): Record<string, unknown> {
  const configuration = workspace.getConfiguration(
    section,
    scope === undefined ? undefined : Uri.parse(scope),
  );
  return Object.fromEntries(
    forServer
      .filter((name) => isExplicit(configuration, name))
      .map((name) => [name, configuration.get<unknown>(name) ?? null]),
  );
}

function isExplicit(configuration: WorkspaceConfiguration, name: string): boolean {
  const found = configuration.inspect(name);
  return (
    found?.globalValue !== undefined ||
    found?.workspaceValue !== undefined ||
    found?.workspaceFolderValue !== undefined
  );
}

export function serverPath(): string {
  return workspace.getConfiguration(section).get('server.path', '');
}

export function logLevel(): string {
  return workspace.getConfiguration(section).get('server.logLevel', 'info');
}
