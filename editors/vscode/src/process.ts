// The server's process, and how it ended.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;

  /** How the process ended, in words: "was killed (SIGKILL)". Settles when it has. */
  readonly ended: Promise<string>;

  constructor(command: string, args: readonly string[]) {
    this.child = spawn(command, args, { windowsHide: true });
    this.ended = new Promise((resolve) => {
      this.child.on('error', (error) => resolve(`could not start (${error.message})`));
      this.child.on('exit', (code, signal) => {
        resolve(signal === null ? `exited with code ${code ?? 'unknown'}` : `was killed (${signal})`);
      });
    });
    // Writing to a server that has just gone is told by its end.
    this.child.stdin.on('error', () => undefined);
  }

  /** Ends a process that does not end by itself. */
  async end(patience = 2_000): Promise<void> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, patience))]);
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
    }
  }
}
