// The running server. The session starts it, restarts it on request and after a
// crash, and sends requests to it.

import {
  EventEmitter,
  Position,
  Uri,
  window,
  type CancellationToken,
  type Disposable,
  type LogOutputChannel,
  type WorkspaceEdit,
} from 'vscode';
import {
  CloseAction,
  ErrorAction,
  State,
  type DocumentSymbol,
  type LanguageClient,
  type RequestType,
} from 'vscode-languageclient/node';
import { Backoff } from './backoff';
import { createClient } from './client';
import { reportFailure } from './failure';
import { OwnRenames } from './own_renames';
import { ServerProcess } from './process';
import * as protocol from './protocol';
import { findServer } from './server';
import { logLevel, serverPath } from './settings';

export type SessionState =
  | { readonly kind: 'stopped' | 'starting' | 'running' }
  /** The server crashed and is about to restart, or it cannot run. */
  | { readonly kind: 'waiting' | 'failed'; readonly reason: string };

/** A name that can be changed, and the position for the rename request. */
export interface RenameSite {
  readonly position: Position;
  readonly placeholder: string;
}

/** The agents by ID, in the server's order. */
export type Agents = ReadonlyMap<string, protocol.Agent>;

export class Session implements Disposable {
  private client: LanguageClient | undefined;
  private process: ServerProcess | undefined;
  private readonly backoff = new Backoff();
  private readonly renames: OwnRenames;
  private timer: NodeJS.Timeout | undefined;
  private current: SessionState = { kind: 'stopped' };
  private readonly changed = new EventEmitter<void>();
  private readonly changedState = new EventEmitter<SessionState>();
  private known: Promise<Agents> | undefined;

  /** The output of `skills-ls version` of the program that was started last. */
  version: string | undefined;

  // Serializes start, stop and restart.
  private last: Promise<void> = Promise.resolve();

  /** The server started or reported that skills have changed. */
  readonly onDidChange = this.changed.event;
  readonly onDidChangeState = this.changedState.event;

  constructor(
    private readonly extension: Uri,
    private readonly output: LogOutputChannel,
  ) {
    this.renames = new OwnRenames(Uri.joinPath(extension, 'media', 'skills.svg'));
    this.changed.event(() => (this.known = undefined));
  }

  get state(): SessionState {
    return this.current;
  }

  /** The reason why the server is not running, if it is not. */
  get failure(): string | undefined {
    return this.current.kind === 'failed' || this.current.kind === 'waiting'
      ? this.current.reason
      : undefined;
  }

  start(): Promise<void> {
    return this.enqueue(() => this.open());
  }

  restart(): Promise<void> {
    this.backoff.reset();
    return this.enqueue(async () => {
      await this.close();
      await this.open();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.close());
  }

  /** @throws if the server is not running, returns an error, or the token is canceled */
  async request<P, R>(type: RequestType<P, R, void>, params: P, token?: CancellationToken): Promise<R> {
    await this.last;
    if (this.current.kind !== 'running' || this.client?.state !== State.Running) {
      throw new Error('The skills-ls server is not running. Run "Skills: Show Output" for the reason.');
    }
    // The client would send an undefined token as a second parameter.
    return token
      ? this.client.sendRequest<R>(type.method, params, token)
      : this.client.sendRequest<R>(type.method, params);
  }

  /** Returns the agents by ID, which include those of the configuration. @throws like request */
  agents(): Promise<Agents> {
    this.known ??= this.request(protocol.agents, {}).then(
      ({ agents }) => new Map(agents.map((agent) => [agent.id, agent])),
      (error: unknown) => {
        this.known = undefined;
        throw error;
      },
    );
    return this.known;
  }

  /** Returns the range of the field "name", or undefined if there is none. @throws like request */
  async nameField(document: Uri): Promise<protocol.Range | undefined> {
    return (await this.nameSymbol(document))?.range;
  }

  private async nameSymbol(document: Uri): Promise<DocumentSymbol | undefined> {
    const textDocument = { uri: document.toString() };
    const symbols = (await this.request(protocol.documentSymbol, { textDocument })) ?? [];
    const fields = symbols.find(({ kind }) => kind === protocol.frontmatterKind)?.children ?? [];
    return fields.find(({ name }) => name === 'name');
  }

  /**
   * Returns the name of the skill in a document and its position, or undefined if it has none.
   * @throws like request, and with the server's reason if the name cannot be changed
   */
  async skillName(document: Uri): Promise<RenameSite | undefined> {
    const field = await this.nameSymbol(document);
    if (!field) {
      return undefined;
    }
    const textDocument = { uri: document.toString() };
    const { start } = field.selectionRange;
    const site = await this.request(protocol.prepareRename, { textDocument, position: start });
    return site
      ? { position: new Position(start.line, start.character), placeholder: site.placeholder }
      : undefined;
  }

  /** Returns the edit of a rename as one undo group. The editor's own rename command would make several. */
  async rename(document: Uri, position: Position, newName: string): Promise<WorkspaceEdit | undefined> {
    const params = { textDocument: { uri: document.toString() }, position, newName };
    const edit = await this.request(protocol.rename, params);
    return this.client?.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.renames.dispose();
    this.changed.dispose();
    this.changedState.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error: unknown) => this.fail(error));
    return this.last;
  }

  private become(state: SessionState): void {
    this.current = state;
    this.changedState.fire(state);
  }

  private async open(): Promise<void> {
    this.become({ kind: 'starting' });
    const { command, version } = await findServer(
      serverPath(),
      Uri.joinPath(this.extension, 'server').fsPath,
    );
    this.version = version;
    this.output.info(`${command} (${version})`);
    const client = createClient(() => this.run(command), this.output, this.renames, {
      // A broken connection is closed soon after.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        if (client === this.client && this.current.kind === 'running') {
          void this.recover();
        }
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    });
    client.onNotification(protocol.didChange, () => this.changed.fire());
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      if (!(await this.hasEnded())) {
        throw error;
      }
      void this.recover();
      return;
    }
    this.become({ kind: 'running' });
    this.changed.fire();
  }

  private run(command: string): Promise<ServerProcess['child']> {
    this.process = new ServerProcess(command, ['serve', '--log-level', logLevel()]);
    return Promise.resolve(this.process.child);
  }

  private async close(): Promise<void> {
    clearTimeout(this.timer);
    const { client, process } = this;
    this.client = this.process = undefined;
    this.become({ kind: 'stopped' });
    if (client?.needsStop()) {
      await client.stop().catch((error: unknown) => this.output.warn(`stopping: ${String(error)}`));
    }
    await client?.dispose().catch(() => undefined); // it was never started, or it crashed
    await process?.end();
  }

  /** Returns how the process ended, if it ends within a second: its exit event follows the end of its output. */
  private async hasEnded(): Promise<string | undefined> {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined));
    return Promise.race([this.process?.ended, patience]);
  }

  /** Restarts a crashed server with a delay, unless it has crashed too often. */
  private async recover(): Promise<void> {
    const how = (await this.hasEnded()) ?? 'closed the connection';
    const wait = this.backoff.died();
    if (wait === undefined) {
      this.fail(
        new Error(
          `The skills-ls server ${how}, ${this.backoff.count} times in three minutes. It will not be restarted.`,
        ),
      );
      return;
    }
    const reason = `The skills-ls server ${how}. Restarting.`;
    this.output.warn(reason);
    this.become({ kind: 'waiting', reason });
    window.setStatusBarMessage(`$(debug-restart) ${reason}`, 6_000);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.enqueue(async () => {
        await this.close();
        await this.open();
      });
    }, wait);
  }

  private fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.output.error(reason);
    this.become({ kind: 'failed', reason });
    reportFailure(error, this.output);
  }
}
