// The workspace of the requests: valid, invalid and nearly empty files.

const skill = (name, ...body) =>
  ['---', `name: ${name}`, `description: Does ${name} well. Use when a test asks for ${name}.`, '---', '', ...body, ''].join('\n');

/** The documents by path. */
export const documents = {
  '.agents/skills/deploy/SKILL.md': skill(
    'deploy',
    '# Deploy',
    'Read [the guide](references/guide.md#the-end) and [the script](scripts/run.sh), then $review, see [below](#the-end).',
    '',
    '## The end',
    '- A [label][guide], a [gone](references/gone.md), 😀 [$review](../review/SKILL.md) and `scripts/run.sh`.',
    '',
    '```sh',
    './scripts/run.sh',
    '```',
    '',
    '[guide]: references/guide.md',
  ),
  '.agents/skills/review/SKILL.md': skill('review', '# Review', 'After [$deploy](../deploy/SKILL.md). And $nobody.', '', '## Deep', '### Deeper', '> quoted'),
  '.agents/skills/review/agents/openai.yaml': 'interface:\n  display_name: "Review"\n  brand_color: red\n  nonsense: 1\npolicy:\n  \n',
  '.agents/skills/broken/SKILL.md': '---\nname: Broken Name\ndescription: a: b\n\tallowed-tools: [\n# Never closed\n',
  '.agents/skills/twice/SKILL.md': '---\nname: twice\nname: thrice\nunknown: é\ndescription: |\n---\nText $ and [a](\n',
  '.agents/skills/untold/SKILL.md': '---\nname: untold\n---\nIt has no description.\n',
  '.agents/skills/empty/SKILL.md': '',
  '.agents/skills/windows/SKILL.md': skill('windows', '# Ünder 😀', 'Ask $deploy. [x](y.md)').replaceAll('\n', '\r\n'),
  '.agents/skills/misnamed/SKILL.md': skill('other', 'Its directory has another name. <!-- skills-ls-disable -->'),
  '.claude/skills/clau/SKILL.md': skill('clau', 'Run $ARGUMENTS and `!date`, see @AGENTS.md.').replace('---\n\n', 'allowed-tools: Read, Bash(git:*)\n---\n\n'),
  'AGENTS.md': '# Agents\nUse $deploy, $revie and [a skill](.agents/skills/review/SKILL.md).\n',
  '.skills-ls.yaml': 'targets: [codelia, nobody]\nrules:\n  link/broken: error\n  no/such: 1\n',
  '.agents/skills/deploy/references/guide.md': '# Guide\n\nBack to [the skill](../SKILL.md#deploy).\n\n## The end\n',
};

/** Files that are not opened. */
export const files = {
  '.agents/skills/deploy/scripts/run.sh': 'exit 0\n',
  '.agents/skills/closed/SKILL.md': skill('closed', 'Of $deploy, and [gone](gone.md).'),
};

/** The positions of requests: every third character, the ends of lines, and positions outside the text. */
export function positions(text) {
  const list = [
    { line: 0, character: 1000 },
    { line: 1000, character: 0 },
  ];
  text.split(/\r?\n/).forEach((line, n) => {
    for (let character = n % 3; character < line.length; character += 3) {
      list.push({ line: n, character });
    }
    list.push({ line: n, character: line.length });
  });
  return list;
}
