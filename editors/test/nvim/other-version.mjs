// Runs the language server, but reports another version and does not support one method.
//
// usage: [SKILLS_LS_UNKNOWN=METHOD] node other-version.mjs SERVER VERSION [version]

import { spawn } from 'node:child_process';

const [server, version, command] = process.argv.slice(2);
if (command === 'version') {
  console.log(`skills-ls ${version}`);
  process.exit(0);
}
const child = spawn(server, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
const unknown = process.env.SKILLS_LS_UNKNOWN;
if (unknown === undefined) {
  process.stdin.pipe(child.stdin);
} else {
  // Keeps the length, which the message header states.
  const spoiled = `"${unknown.slice(0, -1)}?"`;
  process.stdin.on('data', (chunk) => child.stdin.write(chunk.toString('latin1').replaceAll(`"${unknown}"`, spoiled), 'latin1'));
  process.stdin.on('end', () => child.stdin.end());
}
child.on('exit', (code) => process.exit(code ?? 1));

// The answer to initialize is the first message. All others are passed on unchanged.
let head = Buffer.alloc(0);
child.stdout.on('data', function first(chunk) {
  head = Buffer.concat([head, chunk]);
  const start = head.indexOf('\r\n\r\n') + 4;
  const length = Number(/Content-Length: (\d+)/.exec(head.toString('latin1'))?.[1]);
  if (start < 4 || head.length < start + length) {
    return;
  }
  const message = JSON.parse(head.subarray(start, start + length));
  if (message.result?.serverInfo) {
    message.result.serverInfo.version = version;
    const body = Buffer.from(JSON.stringify(message));
    process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
    process.stdout.write(body);
    process.stdout.write(head.subarray(start + length));
    child.stdout.off('data', first);
    child.stdout.pipe(process.stdout);
    return;
  }
  process.stdout.write(head.subarray(0, start + length));
  head = head.subarray(start + length);
});
