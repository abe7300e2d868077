-- Repositories of each shape in ../../shapes.txtar: the list of skills, and the agent
-- that the preview speaks for.

return function(h)
  local shapes = vim.fs.dirname(h.workspace) .. '/shapes'

  local path, lines
  local function write()
    if path then
      h.write('../shapes/' .. path, table.concat(lines, '\n') .. '\n')
    end
  end
  for _, line in ipairs(vim.fn.readfile(vim.env.SKILLS_LS_TESTS .. '/../shapes.txtar')) do
    local name = line:match('^%-%- (.+) %-%-$')
    if name then
      write()
      path, lines = name, {}
    elseif path then
      table.insert(lines, line)
    end
  end
  write()

  -- Reports whether the server has found a number of skills.
  local scanned = [[
    local count, cwd = ...
    local answers = vim.lsp.buf_request_sync(0, 'skills/inventory', { cwd = cwd }, 5000)
    local _, answer = next(answers or {})
    return answer and answer.result and #answer.result.skills == count
  ]]

  -- Returns the list without the tokens, the descriptions and the numbers of agents.
  local listed = [[
    local texts = vim.tbl_map(function(item)
      local text = item.text:gsub(' ~?%d+ tokens,', ''):gsub(' %u.*%.', '', 1)
      return (text:gsub('and %d+ others', 'and N others'))
    end, vim.fn.getqflist())
    return #texts > 0 and texts
  ]]

  local function shape(directory, lists, skill, agent, installed)
    local root = shapes .. '/' .. directory
    if vim.uv.fs_stat(root .. '/.claude-plugin/marketplace.json') then
      vim.fn.mkdir(root .. '/.git') -- otherwise a plugin of it is the root
    end
    h.start(nil, nil, root)
    h.command('edit ' .. skill)
    h.test('lists the skills of the repository ' .. directory, function()
      h.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
      h.await('the skills', scanned, #lists, root)
      h.command('Skills! list')
      h.same(h.await('the list', listed), lists)
    end)
    h.command('cclose')
    h.test(('previews for %s in the repository %s'):format(agent, directory), function()
      h.command('Skills preview')
      h.shown('skills-preview:', vim.fn.fnamemodify(skill, ':h:t'))
      local title = h.title('skills-preview:', agent .. ' ')
      if installed then
        h.contains(
          title,
          ('%s finds it as %s once the plugin is installed'):format(agent, installed)
        )
        h.command('Skills compat')
        h.shown('skills-compat:', ('finds it as %s once the plugin is installed'):format(installed))
      end
      h.same(h.complaints(), {})
    end)
    h.stop()
  end

  shape('root', {
    'pdf-forms [skills] (Agent Skills standard; loaded by MyCodeAgent)',
    'skills/Brand_Voice/SKILL.md: rejected by Agent Skills standard',
  }, 'skills/pdf-forms/SKILL.md', 'MyCodeAgent')
  shape('plugin', {
    'changelog [release-tools] (Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent)',
    'tag-release [release-tools] (Claude Code once installed, as release-tools:tag-release; loaded by MyCodeAgent)',
  }, 'skills/changelog/SKILL.md', 'Claude Code', 'release-tools:changelog')
  shape('marketplace', {
    'spreadsheet [office] (Claude Code once installed, as office:spreadsheet; loaded by MyCodeAgent)',
    'changelog [release-tools] (Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent)',
  }, 'plugins/release/skills/changelog/SKILL.md', 'Claude Code')
  shape('claude', {
    'triage [.claude/skills] (Claude Code and N others)',
    'weekly-report [.claude/skills] (Claude Code and N others)',
  }, '.claude/skills/triage/SKILL.md', 'Claude Code')
  shape('mixed', {
    'code-review [.agents/skills] (Codelia and N others)',
    'triage [.claude/skills] (Claude Code and N others)',
    'changelog [release-tools] (Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent)',
    'pdf-forms [skills] (Agent Skills standard; loaded by MyCodeAgent)',
  }, '.agents/skills/code-review/SKILL.md', 'Codelia')
  -- Neovim has a server for each root.
  shape(
    'multi/api',
    { 'triage [.claude/skills] (Claude Code and N others)' },
    '.claude/skills/triage/SKILL.md',
    'Claude Code'
  )
  shape('multi/skills-of-acme', {
    'pdf-forms [skills] (Agent Skills standard; loaded by MyCodeAgent)',
  }, 'skills/pdf-forms/SKILL.md', 'MyCodeAgent')
end
