---@brief
---
--- https://github.com/REPOSITORY_OWNER/REPOSITORY_NAME
---
--- `skills-ls` is a language server for [Agent Skills](https://agentskills.io): directories with a `SKILL.md`, which agents such as
--- Claude Code, OpenAI Codex, GitHub Copilot and Gemini CLI load. It reports problems that make agents reject or misread a skill,
--- completes fields, links and mentions of other skills, and renames a skill with its directory. It never executes anything in a skill.
---
--- It ignores Markdown, YAML and JSON that no agent reads.
---
--- The section of the settings is `skills-ls`:
---
--- ```lua
--- vim.lsp.config('skills_ls', {
---   settings = {
---     ['skills-ls'] = {
---       targets = { 'claude-code', 'codex' },
---       rules = { ['mention/unknown'] = 'off' },
---     },
---   },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'skills-ls', 'serve' },
  filetypes = { 'markdown', 'yaml', 'json' },
  -- Not `.claude` and similar directories, because the home directory has them, too.
  root_markers = { '.skills-ls.yaml', '.git', '.jj' },
}
