// Sends every request to a server as several clients, and writes the messages as programs for the TypeScript compiler.
//
// usage: node ask.mjs SERVER DIRECTORY
// It prints a line for each of its tests.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clients, initializationOptions } from './clients.mjs';
import { programs } from './literals.mjs';
import { questions, silent } from './questions.mjs';
import { Session } from './session.mjs';
import { documents, files } from './workspace.mjs';

const require = createRequire(import.meta.url);
const [, , server, directory] = process.argv;
let failed = false;

function report(name, problems) {
  failed ||= problems.length > 0;
  console.log(problems.length === 0 ? `ok   ${name}` : `FAIL ${name}: ${problems.join('; ')}`);
}

/** Runs a session of a client and returns it. */
async function play(client) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'protocol-')));
  const root = join(base, 'ws');
  for (const [path, text] of Object.entries({ ...documents, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const uriOf = (path) => pathToFileURL(join(root, path)).href;
  const session = new Session(server, root, join(base, 'home'));
  session.answers['workspace/configuration'] = (params) => params.items.map(() => null);
  const { capabilities } = await session.ask('initialize', {
    processId: process.pid,
    clientInfo: { name: 'protocol', version: '1' },
    rootUri: uriOf(''),
    workspaceFolders: [{ uri: uriOf(''), name: 'ws' }],
    capabilities: client.capabilities,
    initializationOptions,
    trace: 'off',
  });
  session.notify('initialized', {});
  session.notify('$/setTrace', { value: 'verbose' });
  for (const [path, text] of Object.entries(documents)) {
    session.notify('textDocument/didOpen', { textDocument: { uri: uriOf(path), languageId: 'skill', version: 1, text } });
  }
  const reports =
    capabilities.diagnosticProvider?.workspaceDiagnostics &&
    session.ask('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'reports' }); // while they are being made
  await session.quiet();
  await reports;
  session.notify('$/setTrace', { value: 'off' });
  // Limits the number of concurrent requests, like an editor.
  let under = [];
  for (const [method, params, resolver] of questions(capabilities, uriOf)) {
    under.push(ask(session, method, params, resolver));
    if (under.length === 32) {
      await Promise.all(under);
      under = [];
    }
  }
  await Promise.all(under);
  await change(session, root, uriOf);
  for (let waits = 0; missed(session, client).length > 0 && waits < 60; waits++) {
    await session.quiet();
  }
  await session.ask('shutdown');
  session.notify('exit');
  const code = await session.exited;
  if (code !== 0) {
    session.problems.push(`exit code ${code}`);
  }
  if (session.unanswered.length > 0) {
    session.problems.push(`not answered: ${session.unanswered}`);
  }
  rmSync(base, { recursive: true });
  return session;
}

async function ask(session, method, params, resolver) {
  const result = await session.ask(method, params);
  if (resolver !== undefined && Array.isArray(result)) {
    await Promise.all(result.map((one) => session.ask(resolver, one)));
  }
}

/** Changes the name of a skill, removes a linked file, and closes a document. */
async function change(session, root, uriOf) {
  const textDocument = { uri: uriOf('.agents/skills/review/SKILL.md'), version: 2 };
  const text = documents['.agents/skills/review/SKILL.md'].replace('name: review', 'name: changed');
  session.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  const script = '.agents/skills/deploy/scripts/run.sh';
  rmSync(join(root, script));
  session.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(script), type: 3 }] });
  session.notify('textDocument/didClose', { textDocument: { uri: uriOf('AGENTS.md') } });
  await session.quiet();
}

/** Returns the types that the protocol's package declares for methods. */
function signatures(module) {
  const types = new Map();
  for (const [name, value] of Object.entries(require(`${module}/node`))) {
    if (typeof value?.type?.method === 'string') {
      types.set(value.type.method, `typeof lsp.${name}.type`);
    }
  }
  return types;
}

const header = (module) => `import type * as lsp from '${module}/node';
import type { ErrorData, Notifications, Results } from '../../protocol/skills.d.ts';

type Params<T> =
  T extends lsp.ProtocolRequestType<infer P, any, any, any, any> ? P :
  T extends lsp.ProtocolNotificationType<infer P, any> ? P :
  T extends lsp.NotificationType<infer P> ? P : never;
// The package has void for the protocol's null.
type Null<R> = [R] extends [void] ? (0 extends 1 & R ? R : null) : R;
type Result<T> =
  T extends lsp.ProtocolRequestType<any, infer R, any, any, any> ? Null<R> :
  T extends lsp.ProtocolRequestType0<infer R, any, any, any> ? Null<R> : never;
type Options<T> =
  T extends lsp.ProtocolRequestType<any, any, any, any, infer O> ? O :
  T extends lsp.ProtocolNotificationType<any, infer O> ? O :
  T extends lsp.ProtocolNotificationType0<infer O> ? O : never;
type Progress = {
  token: lsp.ProgressToken;
  value: lsp.WorkDoneProgressBegin | lsp.WorkDoneProgressReport | lsp.WorkDoneProgressEnd | lsp.WorkspaceDiagnosticReportPartialResult;
};
type Failure = { code: number; message: string; data?: ErrorData };

`;

/** Yields the messages with their types. */
function* typed(session, signature) {
  for (const { kind, method, value } of session.said) {
    const type = signature.get(method);
    if (kind === 'error') {
      yield ['Failure', value];
    } else if (method === '$/progress') {
      yield ['Progress', value];
    } else if (type === undefined) {
      if (kind === 'result') {
        yield [`Results['${method}']`, value];
      } else if (method === 'skills/didChange') {
        yield [`Notifications['${method}']`, value];
      }
    } else if (kind === 'result') {
      yield [`Result<${type}>`, value];
    } else if (value !== undefined) {
      yield [`Params<${type}>`, value];
    }
    for (const { method: registered, registerOptions } of kind === 'params' ? (value?.registrations ?? []) : []) {
      if (registerOptions !== undefined) {
        yield [`Options<${signature.get(registered)}>`, registerOptions];
      }
    }
  }
  for (const message of session.messages) {
    // The type of the message. Those of its members are above.
    const { params, result, ...rest } = message;
    if (message.method === undefined) {
      yield ['lsp.ResponseMessage', 'error' in rest ? { ...rest, error: { code: 1, message: '' } } : { ...rest, result: null }];
    } else {
      yield [message.id === undefined ? 'lsp.NotificationMessage' : 'lsp.RequestMessage', params === undefined ? rest : { ...rest, params: {} }];
    }
  }
}

/** Returns the messages that a client should have received. */
function missed(session, client) {
  const heard = new Set(session.messages.map(({ method }) => method));
  return client.hears.filter((method) => !heard.has(method)).map((method) => `nothing was heard of ${method}`);
}

/** Returns the methods whose answers were always empty, so that their types were not checked. */
function hollow(session) {
  const said = (value) => value !== null && JSON.stringify(value) !== '[]';
  const results = session.said.filter(({ kind }) => kind === 'result');
  const full = new Set(results.filter(({ value }) => said(value)).map(({ method }) => method));
  return [...new Set(results.map(({ method }) => method))]
    .filter((method) => !full.has(method) && !silent.includes(method))
    .map((method) => `${method} had no answer but nothing`);
}

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
for (const client of clients) {
  const session = await play(client);
  const { right, wrong, count, spoiled } = programs(header(client.module), typed(session, signatures(client.module)));
  writeFileSync(join(directory, `${client.name}.right.ts`), right);
  writeFileSync(join(directory, `${client.name}.wrong.ts`), wrong);
  report(
    `${client.name}: ${session.messages.length} messages of the server in ${count} shapes, ${spoiled} ways to spoil them`,
    [...session.problems, ...missed(session, client), ...(client.name === 'least' ? [] : hollow(session))],
  );
}
process.exitCode = failed ? 1 : 0;
