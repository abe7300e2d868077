// Runs the suites of one version of VS Code, all lanes concurrently.
//
// usage: node run.mjs VERSION NODE PROGRAM VSIX WORK CACHE LANES
// NODE runs PROGRAM, the server of VS Code. A lane is a list of stages, separated by "/". Each stage has its own server and
// suites: "host,ui_view/asked:ui_trust" starts a server that trusts all folders and then one that asks. The servers of "asked:" and
// "complete:" have all built-in extensions, the others only those that the tests use. Lanes are separated by spaces. Prints a line
// for each test, and one with the duration of each suite.

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.mjs';
import { installExtension, Server } from './server.mjs';

const [, , version, node, program, vsix, work, cache, lanes] = process.argv;
const fixture = fileURLToPath(new URL('../fixture', import.meta.url));
const extensions = join(work, 'extensions');
const log = join(cache, 'logs', `vscode-${version}-server.log`);

const servers = new Set();
const context = await openBrowser(join(work, 'profile'));
const stop = () => Promise.all([...[...servers].map((server) => server.stop()), context.close()]);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stop().finally(() => process.exit(143)));
}

let failures = 0;

async function runSuite(suite, server) {
  const began = performance.now();
  const folder = join(work, suite, 'acme');
  mkdirSync(folder, { recursive: true });
  cpSync(fixture, folder, { recursive: true });
  const name = `vscode-${version}`;
  const setup = { context, server, base: server.base, folder, shots: join(cache, 'shots'), name: `${name} ${suite}` };
  try {
    failures += await (await import(`./${suite}.mjs`)).default(setup);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name} ${suite}: ends early: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
  }
  console.log(`time ${name} ${suite}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function runStage(stage, index) {
  const [, kind, suites] = /^(asked:|complete:)?(.*)$/.exec(stage);
  const place = join(work, `server-${index}`);
  const began = performance.now();
  const server = await Server.start({ node, program, extensions, data: join(place, 'data'), home: join(place, 'home'), log, asksForTrust: kind === 'asked:', isComplete: kind !== undefined });
  servers.add(server);
  console.log(`time vscode-${version} start of a server: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  for (const suite of suites.split(',')) {
    await runSuite(suite, server);
  }
  await server.stop();
}

try {
  const began = performance.now();
  installExtension({ node, program, vsix, extensions, data: join(work, 'install'), home: join(work, 'install') });
  console.log(`time vscode-${version} install: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await Promise.all(
    lanes.split(' ').map(async (lane, index) => {
      for (const [stage, suites] of lane.split('/').entries()) {
        await runStage(suites, `${index}-${stage}`);
      }
    }),
  );
} catch (error) {
  failures++;
  console.log(`FAIL vscode-${version}: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
} finally {
  await stop();
}
process.exit(failures > 0 ? 1 : 0);
