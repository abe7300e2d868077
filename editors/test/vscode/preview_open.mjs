// How a preview opens: for every SKILL.md, and with the agent and the format that were chosen last. The status bar while the preview
// has the focus. In a real VS Code.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewOf } from './preview-page.mjs';
import { writeSkills } from './preview-skills.mjs';
import { testWidths } from './preview_widths.mjs';
import { openUi } from './ui_support.mjs';
import { appears, until } from './workbench.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder } = setup;
  await writeSkills(folder);
  const skill = (name) => `---\nname: ${name}\ndescription: Does ${name}. Use when a test asks for it.\n---\n\n# ${name}\n\nText of ${name}.\n`;
  for (const path of ['drafts/idea', 'node_modules/kit/skills/vendored', '.claude/skills/ship']) {
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'SKILL.md'), skill(path.split('/').at(-1)));
  }

  const w = await openUi(setup, [['openFile', '.agents/skills/release-notes/SKILL.md']]);
  const { includes, openPreview, pick, tab, verdict } = previewOf(w);
  const picker = w.preview.locator('#picker');
  await w.editorOf('release-notes/SKILL.md').locator('.codelens-decoration a', { hasText: 'tokens' }).waitFor();

  await w.test('the status bar keeps the skill while its preview has the focus', async () => {
    await openPreview('.agents/skills/release-notes/SKILL.md');
    await until('the status', async () => /2 of 2 agents, [\d,]+ tokens/.test((await w.status.textContent()) ?? ''));
    await picker.focus();
    await tab('Preview release-notes').and(w.page.locator('.active')).waitFor();
    await until('the focus', async () => (await w.previewFrame()).evaluate(() => document.hasFocus()));
    assert.match(await w.status.textContent(), /2 of 2 agents, [\d,]+ tokens/);
    await w.shot('focus');
  });

  const offered = async (title) => {
    const input = await w.quickInput('F1');
    await input.fill(`>${title}`);
    const found = await appears(w.page.locator('.quick-input-list .monaco-list-row').first()) && (await w.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).count());
    await w.page.keyboard.press('Escape');
    return found > 0;
  };

  await w.test('the commands of a preview are in the palette while it has the focus, and not for other files', async () => {
    await picker.focus();
    assert.equal(await offered('Skills: Preview as Text'), true);
    await w.openFile('notes.md');
    assert.equal(await offered('Skills: Preview as Text'), false);
    assert.equal(await offered('Skills: Compare Two Agents'), false);
  });

  await w.test('the next skill of a directory has the agent and the format that were chosen last', async () => {
    await openPreview('.agents/skills/release-notes/SKILL.md');
    await pick('OpenAI Codex');
    await w.preview.locator('[data-value=rendered]').click();
    await w.preview.locator('.rendered:visible h1, .rendered:visible p').first().waitFor();
    await w.closeTab('Preview release-notes');
    await openPreview('.agents/skills/code-review/SKILL.md');
    await until('the agent', async () => /OpenAI Codex/.test((await verdict().textContent()) ?? ''));
    await w.preview.locator('.rendered:visible').waitFor();
    // Its text as a document is that of the same agent.
    await tab('Preview code-review').click();
    await until('the focus', async () => (await w.previewFrame()).evaluate(() => document.hasFocus()));
    await w.runCommand('Skills: Preview as Text');
    await tab('code-review (OpenAI Codex).md').waitFor();
    await w.closeTab('code-review (OpenAI Codex).md');
    // Another directory has another owner.
    await openPreview('.claude/skills/ship/SKILL.md');
    await until('the owner', async () => /Claude Code/.test((await verdict().textContent()) ?? ''));
    await w.preview.locator('.rendered:visible').waitFor();
    await w.preview.locator('[data-value=exact]').click();
  });

  await w.test('the palette has what agents let a user do with the open skill, and nothing else', async () => {
    const agents = { 'Skills: Copy Mention': true, 'Skills: Disable for an Agent': true, 'Skills: Enable for an Agent': false };
    await w.openFile('.claude/skills/ship/SKILL.md');
    await until('the mention', () => offered('Skills: Copy Mention'));
    for (const [title, isOffered] of Object.entries(agents)) {
      assert.equal(await offered(title), isOffered, title);
    }
    await w.openFile('drafts/idea/SKILL.md'); // no agent finds it
    await until('no mention', async () => !(await offered('Skills: Copy Mention')));
    for (const title of Object.keys(agents)) {
      assert.equal(await offered(title), false, title);
    }
    assert.equal(await offered('Skills: Rename Skill...'), true);
  });

  for (const path of ['drafts/idea', 'node_modules/kit/skills/vendored']) {
    await w.test(`a skill that no agent finds has a preview: ${path}`, async () => {
      await openPreview(`${path}/SKILL.md`);
      await includes(`Text of ${path.split('/').at(-1)}.`);
    });
  }

  await testWidths(w);
  return w.end();
}
