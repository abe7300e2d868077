// A client of a server. It records all messages.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const rpc = createRequire(import.meta.url)('vscode-languageserver-protocol/node');

/** @typedef {{ kind: 'params' | 'result' | 'error', method: string, value: unknown }} Said */

export class Session {
  /** @type {Said[]} the messages of both sides */
  said = [];
  /** @type {unknown[]} the unchanged messages of the server */
  messages = [];
  /** The answers to the server's requests by method, if not null. */
  answers = {};
  /** Violations of the protocol. */
  problems = [];
  #pending = new Map();
  #lastID = 0;
  #heard = Date.now();

  constructor(server, directory, home) {
    this.process = spawn(server, ['serve', '--stdio'], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.exited = new Promise((resolve) => this.process.on('exit', resolve));
    this.writer = new rpc.StreamMessageWriter(this.process.stdin);
    this.reader = new rpc.StreamMessageReader(this.process.stdout);
    this.reader.onError((error) => this.problems.push(`framing: ${error}`));
    this.reader.listen((message) => this.#receive(message));
  }

  #receive(message) {
    this.#heard = Date.now();
    this.messages.push(message);
    if (message.method === undefined) {
      const wanted = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (wanted === undefined) {
        this.problems.push(`an answer to nothing: ${JSON.stringify(message)}`);
        return;
      }
      if ('error' in message) {
        this.said.push({ kind: 'error', method: wanted.method, value: message.error });
      } else {
        this.said.push({ kind: 'result', method: wanted.method, value: message.result });
      }
      wanted.resolve(message);
      return;
    }
    this.said.push({ kind: 'params', method: message.method, value: message.params });
    if (message.id !== undefined) {
      const result = this.answers[message.method]?.(message.params) ?? null;
      this.writer.write({ jsonrpc: '2.0', id: message.id, result });
    }
  }

  notify(method, params) {
    this.said.push({ kind: 'params', method, value: params });
    return this.writer.write({ jsonrpc: '2.0', method, params });
  }

  /** Resolves to the result, or to undefined after an error. */
  async ask(method, params) {
    this.said.push({ kind: 'params', method, value: params });
    const id = ++this.#lastID;
    const answer = new Promise((resolve) => this.#pending.set(id, { method, resolve }));
    await this.writer.write({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return (await answer).result;
  }

  /** Waits until the server has sent nothing for a while. */
  async quiet() {
    const from = Date.now();
    while (Date.now() - Math.max(from, this.#heard) < 500) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Returns the methods of unanswered requests. */
  get unanswered() {
    return [...this.#pending.values()].map((wanted) => wanted.method);
  }
}
