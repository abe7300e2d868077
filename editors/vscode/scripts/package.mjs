// Packages the extension with the server of one platform inside.
//
// usage: npm run package [-- --target TARGET] [--out FILE]     e.g. --target win32-arm64; default: this platform

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// What VS Code calls a platform, and what Go does. Cgo is off, so Alpine's
// server is Linux's.
const platforms = {
  'alpine-arm64': { GOOS: 'linux', GOARCH: 'arm64' },
  'alpine-x64': { GOOS: 'linux', GOARCH: 'amd64' },
  'darwin-arm64': { GOOS: 'darwin', GOARCH: 'arm64' },
  'darwin-x64': { GOOS: 'darwin', GOARCH: 'amd64' },
  'linux-arm64': { GOOS: 'linux', GOARCH: 'arm64' },
  'linux-armhf': { GOOS: 'linux', GOARCH: 'arm', GOARM: '7' },
  'linux-x64': { GOOS: 'linux', GOARCH: 'amd64' },
  'win32-arm64': { GOOS: 'windows', GOARCH: 'arm64' },
  'win32-x64': { GOOS: 'windows', GOARCH: 'amd64' },
};

const { values } = parseArgs({
  options: { target: { type: 'string', default: `${process.platform}-${process.arch}` }, out: { type: 'string' } },
});
const platform = platforms[values.target];
if (!platform) {
  console.error(`No target ${values.target}. Targets: ${Object.keys(platforms).join(', ')}`);
  process.exit(2);
}

const extension = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(extension, '..', '..');
const { version } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
const out = values.out ?? join(extension, `skills-ls-${values.target}-${version}.vsix`);
const run = (command, args, options) => execFileSync(command, args, { stdio: 'inherit', cwd: extension, ...options });

const server = join(extension, 'server');
rmSync(server, { recursive: true, force: true });
mkdirSync(server);
const binary = join(server, platform.GOOS === 'windows' ? 'skills-ls.exe' : 'skills-ls');
run('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', binary, '.'], {
  cwd: root,
  env: { ...process.env, CGO_ENABLED: '0', ...platform },
});
chmodSync(binary, 0o755);

run(process.execPath, [join(extension, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit']);
const dist = join(extension, 'dist');
rmSync(dist, { recursive: true, force: true });
run('npm', ['run', '--silent', 'build'], { shell: process.platform === 'win32' });
writeFileSync(join(extension, 'THIRD-PARTY-NOTICES.txt'), notices(JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'))));
run(process.execPath, [
  join(extension, 'node_modules', '@vscode', 'vsce', 'vsce'),
  'package',
  // The bundle holds them.
  '--no-dependencies',
  '--allow-missing-repository',
  '--target',
  values.target,
  '--out',
  out,
]);

/** The licences of what the bundle and the server hold, as they ask for. */
function notices({ inputs }) {
  const packages = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const bundled = [...new Set(packages)].sort().map((path) => {
    const directory = join(extension, path);
    const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    return { title: `${name} ${version}`, directory };
  });
  const modules = execFileSync(
    'go',
    ['list', '-deps', '-f', '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}', '.'],
    { cwd: root, env: { ...process.env, CGO_ENABLED: '0', ...platform }, encoding: 'utf8' },
  );
  const linked = [...new Set(modules.split('\n').filter(Boolean))].sort().map((line) => {
    const [title, directory] = line.split('\t');
    return { title, directory };
  });
  const goroot = execFileSync('go', ['env', 'GOROOT'], { cwd: root, encoding: 'utf8' }).trim();
  return [...bundled, ...linked, { title: 'Go', directory: goroot }]
    .map(({ title, directory }) => {
      const licence = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
      if (!licence) {
        throw new Error(`${title} has no licence file`);
      }
      return `${title}\n\n${readFileSync(join(directory, licence), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
