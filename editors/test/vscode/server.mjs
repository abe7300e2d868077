// The server build of VS Code: the real workbench for a browser, and the real extension host in Node.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const flags = ['--accept-server-license-terms', '--telemetry-level', 'off'];

function directories(data, extensions) {
  return ['--server-data-dir', data, '--user-data-dir', join(data, 'user'), '--extensions-dir', extensions];
}

/** Installs the extension from its package; throws with the output if that fails. */
export function installExtension({ node, program, vsix, extensions, data, home }) {
  mkdirSync(extensions, { recursive: true });
  const args = [program, ...flags, ...directories(data, extensions), '--install-extension', vsix];
  const { status, stdout, stderr } = spawnSync(node, args, { env: { ...process.env, HOME: home }, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`cannot install ${vsix}: ${stdout}${stderr}`);
  }
}

/**
 * The built-in extensions that the tests use: themes, and the languages of skills and settings. The others need a quarter of the processor
 * time of a start.
 */
const builtIn = ['configuration-editing', 'json', 'json-language-features', 'markdown-basics', 'markdown-language-features', 'prompt-basics', 'theme-defaults', 'yaml'];

/** Makes a directory with those extensions. Throws if this version of VS Code lacks one. */
function selectBuiltIn(program, directory) {
  mkdirSync(directory, { recursive: true });
  for (const name of builtIn) {
    const extension = join(dirname(program), '../extensions', name);
    readFileSync(join(extension, 'package.json'));
    symlinkSync(extension, join(directory, name));
  }
  return directory;
}

/** Starts a server. All folders are trusted unless asksForTrust is set. It has all built-in extensions if isComplete is set. */
export class Server {
  static async start({ node, program, extensions, data, home, log, asksForTrust = false, isComplete = false }) {
    const settings = JSON.parse(readFileSync(new URL('settings.json', import.meta.url), 'utf8'));
    if (asksForTrust) {
      delete settings['security.workspace.trust.enabled'];
      settings['security.workspace.trust.startupPrompt'] = 'never';
    }
    mkdirSync(join(data, 'user/User'), { recursive: true });
    mkdirSync(join(data, 'user/Machine'), { recursive: true });
    mkdirSync(home, { recursive: true });
    writeFileSync(join(data, 'user/User/settings.json'), JSON.stringify(settings));
    const args = [
      ...[program, ...flags, ...directories(data, extensions)],
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--enable-smoke-test-driver'],
      ...(asksForTrust ? [] : ['--disable-workspace-trust']),
      ...(isComplete ? [] : ['--builtin-extensions-dir', selectBuiltIn(program, join(data, 'built-in'))]),
    ];
    const errors = openSync(log, 'a');
    const child = spawn(node, args, { env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', errors] });
    closeSync(errors);
    const server = new Server(child, data, home);
    server.base = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`the server of VS Code ended with ${code}: see ${log}`)));
      createInterface(child.stdout).on('line', (line) => {
        writeFileSync(log, `${line}\n`, { flag: 'a' });
        const port = /agent listening on (\d+)/.exec(line)?.[1];
        if (port) {
          resolve(`http://127.0.0.1:${port}`);
        }
      });
    });
    return server;
  }

  constructor(child, data, home) {
    Object.assign(this, { child, data, home });
  }

  /** Replaces the machine settings of the server, which a project cannot set. */
  setOfMachine(settings) {
    writeFileSync(join(this.data, 'user/Machine/settings.json'), JSON.stringify(settings));
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill();
      await ended;
    }
  }
}
