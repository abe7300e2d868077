// Finds the server program and checks that it runs.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

const program = process.platform === 'win32' ? 'skills-ls.exe' : 'skills-ls';

export interface Server {
  readonly command: string;
  readonly version: string;
}

/** Describes a problem with the server program and its solution. */
export class ServerError extends Error {}

/**
 * Finds the program and runs it to get its version. This distinguishes a missing
 * program, one for another platform, and one that is not skills-ls. In the
 * language client, all of these look like a closed pipe.
 *
 * @param setting what the user configured, or the empty string
 * @param bundled the directory of the program in the extension
 */
export async function findServer(setting: string, bundled: string): Promise<Server> {
  const command = await locate(setting.trim(), bundled);
  try {
    const { stdout } = await promisify(execFile)(command, ['version'], {
      timeout: 20_000,
      windowsHide: true,
    });
    return { command, version: stdout.trim() };
  } catch (error) {
    throw new ServerError(
      `${command} cannot start (${reason(error)}). ` +
        (setting
          ? 'Set "skills-ls.server.path" to a skills-ls program for this platform or leave it empty.'
          : 'Set "skills-ls.server.path" to a skills-ls program for this platform.'),
    );
  }
}

async function locate(setting: string, bundled: string): Promise<string> {
  if (setting) {
    const path = setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : setting;
    if (isAbsolute(path)) {
      if (await isExecutable(path)) {
        return path;
      }
      throw new ServerError(
        `There is no program at ${path}. Change the setting "skills-ls.server.path" or leave it empty.`,
      );
    }
    if (/[\\/]/.test(path)) {
      throw new ServerError(
        `"${path}" is a relative path. Set "skills-ls.server.path" to an absolute path or a program name.`,
      );
    }
    const found = await lookPath(path);
    if (found) {
      return found;
    }
    throw new ServerError(
      `"${path}" is not in PATH. Change the setting "skills-ls.server.path" or leave it empty.`,
    );
  }

  const own = join(bundled, program);
  if (await isFile(own)) {
    if (!(await isExecutable(own))) {
      // Packages built on Windows lose the executable bit.
      await chmod(own, 0o755).catch(() => undefined);
    }
    return own;
  }
  const found = await lookPath('skills-ls');
  if (found) {
    return found;
  }
  throw new ServerError(
    'skills-ls not found: this build of the extension does not include it, and it is not in PATH. ' +
      'Install skills-ls or set "skills-ls.server.path" to its path.',
  );
}

async function lookPath(name: string): Promise<string | undefined> {
  const extensions =
    process.platform === 'win32' ? ['', ...(process.env['PATHEXT'] ?? '.EXE').split(';')] : [''];
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    // A relative entry could run a program of the workspace.
    if (!isAbsolute(directory)) {
      continue;
    }
    for (const extension of extensions) {
      const path = join(directory, name + extension);
      if (await isExecutable(path)) {
        return path;
      }
    }
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function isExecutable(path: string): Promise<boolean> {
  const runs = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return runs && isFile(path);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const { code, stderr, killed } = error as Error & { code?: unknown; stderr?: unknown; killed?: unknown };
  if (killed === true) {
    return 'timeout';
  }
  if (typeof code === 'number') {
    const line = typeof stderr === 'string' ? stderr.trim().split('\n', 1)[0] : '';
    return line ? `exit code ${code}: ${line}` : `exit code ${code}`;
  }
  return typeof code === 'string' ? code : error.message;
}
