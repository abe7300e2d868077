// The skills of the preview tests, in addition to those of the fixture.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An address that no skill may make the editor request. */
export const foreign = 'pwned.invalid';

/** Text that tries to escape from a preview. */
export const hostile = `# Hostile

</pre></div></main></body></html><script>window.pwned = 1; parent.pwned = 1; fetch('https://${foreign}/script')</script>

<img src=x onerror="window.pwned = 2; fetch('https://${foreign}/onerror')"> <img src="https://${foreign}/image.png">

<style>@import url(https://${foreign}/style.css); body, header { display: none !important }</style>

<iframe src="https://${foreign}/frame"></iframe><base href="https://${foreign}/"><link rel=stylesheet href="https://${foreign}/link.css">

<meta http-equiv="refresh" content="0; url=https://${foreign}/refresh"><svg onload="window.pwned = 3"></svg>

<form action="https://${foreign}/form"><input name=q autofocus onfocus="window.pwned = 4"></form>

[script](javascript:window.pwned=5) [command](command:workbench.action.closeAllEditors) [data](data:text/html,<script>window.pwned=6</script>)
[editor](vscode://file/etc/passwd) [file](file:///etc/passwd) [host](//${foreign}/host) ![track](https://${foreign}/track.png)

[web](https://example.com/docs?q=1) [beside](references/guide.md) [out](../../../../../../etc/passwd) ![local](assets/logo.png)

Terminal: \u001b[31mred\u001b[0m \u001b]8;;https://${foreign}/osc\u0007link\u001b]8;;\u0007, bell \u0007, null-ish \u0001.

Direction: \u202edesrever\u202c, \u2066isolated\u2069, zero\u200bwidth, tags \u{e0041}\u{e0042}\u{e0043}.

\`\`\`html
</code></pre><script>window.pwned = 7</script>
\`\`\`

--> ]]> \${7*7} {{7*7}} <%= 7*7 %> \\u003cscript\\u003e
`;

const skill = (name, description, body) => `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

/** A name of the maximum length. */
export const long = 'a-name-that-is-just-as-long-as-the-standard-allows-it-to-be-at-m';

/** Lines of a skill of 200 kilobytes. */
export const manualLines = 2400;

function manual() {
  const lines = Array.from({ length: manualLines }, (_, i) =>
    i % 40 === 0 ? `## Section ${i}` : `Step ${i}: check the größe of part ${i}, and write down what was found in the log of the day.`,
  );
  return lines.join('\n');
}

const files = {
  '.agents/skills/hostile/SKILL.md': skill('hostile', `'</script><script>window.pwned = 8</script> Use when testing.'`, hostile),
  '.agents/skills/hostile/references/guide.md': '# Guide\n\nBeside the skill.\n',
  '.agents/skills/hostile/assets/logo.png': 'not a picture',
  [`.agents/skills/${long}/SKILL.md`]: skill(
    long,
    'Looks at names that are long. '.repeat(33) + 'Use when testing.',
    `# ${'Unbroken'.repeat(30)}\n\n${'word '.repeat(300)}\n\n${'x'.repeat(600)}\n`,
  ),
  '.agents/skills/manual/SKILL.md': skill('manual', 'Holds a book. Use when the user asks for all of it.', manual()),
  '.claude/skills/ship/SKILL.md':
    '---\nname: ship\ndescription: Ships a release. Use when the user asks to release.\nargument-hint: "[target]"\n---\n\n' +
    '# Ship\n\nShip to $ARGUMENTS, the first being $0.\n\nThe branch is !`git branch --show-current`.\n\nAsk before production.\n',
};

for (let i = 1; i <= 60; i++) {
  const name = `topic-${String(i).padStart(2, '0')}`;
  files[`.agents/skills/${name}/SKILL.md`] = skill(name, `Knows topic ${i} in and out. ${'It answers what people ask of it. '.repeat(6)}Use when topic ${i} comes up.`, 'Body.\n');
}

export async function writeSkills(folder) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
