---@brief
---
--- https://github.com/REPOSITORY_OWNER/REPOSITORY_NAME
---
--- `skills-ls` is a language server for [Agent Skills](https://agentskills.io): folders with a `SKILL.md`, which agents such as
--- Claude Code, OpenAI Codex, GitHub Copilot and Gemini CLI load. It reports what an agent would refuse or misread, completes fields,
--- links and mentions of other skills, and renames a skill with its folder. Nothing in a skill is ever executed.
---
--- It is silent about Markdown and YAML that no agent reads.
---
--- Settings go under the section `skills-ls`:
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
  filetypes = { 'markdown', 'yaml' },
  -- Not `.claude` and its like: the home directory has these, too.
  root_markers = { '.skills-ls.yaml', '.git', '.jj' },
}
