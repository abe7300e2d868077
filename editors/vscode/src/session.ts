// The running server: started once, restarted on request, asked by the rest.

import {
  EventEmitter,
  Uri,
  commands,
  env,
  window,
  type CancellationToken,
  type Disposable,
  type LogOutputChannel,
} from 'vscode';
import { State, type LanguageClient, type RequestType } from 'vscode-languageclient/node';
import { createClient } from './client';
import * as protocol from './protocol';
import { findServer, ServerError } from './server';
import { logLevel, section, serverPath } from './settings';

export class Session implements Disposable {
  private client: LanguageClient | undefined;
  private readonly changed = new EventEmitter<void>();

  /** Why the server could not be started, if that was tried last. */
  failure: string | undefined;

  // Starting, stopping and restarting, one after the other.
  private last: Promise<void> = Promise.resolve();

  /** The server (re)started, or says that the catalogue of skills changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly extension: Uri,
    private readonly output: LogOutputChannel,
  ) {}

  start(): Promise<void> {
    return this.enqueue(() => this.open());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.close();
      await this.open();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.close());
  }

  /** @throws where the server does not run, refuses, or the token is cancelled */
  async request<P, R>(type: RequestType<P, R, void>, params: P, token?: CancellationToken): Promise<R> {
    await this.last;
    if (this.client?.state !== State.Running) {
      throw new Error('The skills-ls server is not running. "Skills: Show Output" says why.');
    }
    // An undefined token would be sent as a second parameter.
    return token
      ? this.client.sendRequest<R>(type.method, params, token)
      : this.client.sendRequest<R>(type.method, params);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error: unknown) => this.report(error));
    return this.last;
  }

  private async open(): Promise<void> {
    this.failure = undefined;
    const { command, version } = await findServer(serverPath(), Uri.joinPath(this.extension, 'server').fsPath);
    this.output.info(`${command} (${version})`);
    const client = createClient(command, logLevel(), this.output);
    client.onNotification(protocol.didChange, () => this.changed.fire());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.changed.fire();
      }
    });
    this.client = client;
    await client.start();
  }

  private async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) {
      await client.stop();
    }
    await client?.dispose();
  }

  private report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.output.error(message);
    this.failure = message;
    if (!(error instanceof ServerError)) {
      // The client has shown its own message.
      return;
    }
    const openSettings = 'Open Settings';
    const showOutput = 'Show Output';
    void window.showErrorMessage(message, openSettings, showOutput).then((choice) => {
      switch (choice) {
        case openSettings:
          return void openSetting(`${section}.server.path`);
        case showOutput:
          return this.output.show();
        default:
          return;
      }
    });
  }
}

/** Shows a setting where it can be changed: on a remote machine, in the settings of that machine. */
function openSetting(name: string): Thenable<void> {
  const command = env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  return commands.executeCommand(`workbench.action.${command}`, { query: `@id:${name}` });
}
