// The server process.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;

  /** Resolves when the process ends, to a description such as "was killed (SIGKILL)". */
  readonly ended: Promise<string>;

  constructor(command: string, args: readonly string[]) {
    this.child = spawn(command, args, { windowsHide: true });
    this.ended = new Promise((resolve) => {
      this.child.on('error', (error) => resolve(`could not start (${error.message})`));
      this.child.on('exit', (code, signal) => {
        resolve(signal === null ? `exited with code ${code ?? 'unknown'}` : `was killed (${signal})`);
      });
    });
    // The exit event reports a server that is gone.
    this.child.stdin.on('error', () => undefined);
  }

  /** Kills the process if it does not exit by itself. */
  async end(patience = 2_000): Promise<void> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, patience))]);
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
    }
  }
}
