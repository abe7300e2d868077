// Packages the extension with the server of one platform inside.
//
// usage: npm run package [-- --target TARGET] [--out FILE] [--server DIRECTORY]
//
// The target is a VS Code platform such as win32-arm64. The default is this platform. The directory contains a server that is
// already built. `npm run lint` checks the types.

import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: `${process.platform}-${process.arch}` },
    out: { type: 'string' },
    server: { type: 'string' },
  },
});

const extension = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(extension, '..', '..');
const { version } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
const out = values.out ?? join(extension, `skills-ls-${values.target}-${version}.vsix`);

/** Runs a command and exits if it fails. The command has printed the reason. */
function run(command, args, options) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit', cwd: extension, ...options });
  if (error) {
    throw error;
  }
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

const server = join(extension, 'server');
rmSync(server, { recursive: true, force: true });
if (values.server) {
  cpSync(values.server, server, { recursive: true });
} else {
  const env = { ...process.env, CGO_ENABLED: '0' };
  run('go', ['run', '-trimpath', './internal/dist', 'server', values.target, server], { cwd: root, env });
}

const dist = join(extension, 'dist');
rmSync(dist, { recursive: true, force: true });
run('npm', ['run', '--silent', 'build'], { shell: process.platform === 'win32' });
writeFileSync(join(extension, 'THIRD-PARTY-NOTICES.txt'), notices(JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'))));
run(process.execPath, [
  join(extension, 'node_modules', '@vscode', 'vsce', 'vsce'),
  'package',
  // The bundle contains them.
  '--no-dependencies',
  '--allow-missing-repository',
  '--target',
  values.target,
  '--out',
  out,
]);

/** Returns the licenses of the packages in the bundle, which require it. Those of the server are in its directory. */
function notices({ inputs }) {
  const packages = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(packages)]
    .sort()
    .map((path) => {
      const directory = join(extension, path);
      const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
      const license = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
      if (!license) {
        throw new Error(`${name} ${version} has no license file`);
      }
      return `${name} ${version}\n\n${readFileSync(join(directory, license), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
