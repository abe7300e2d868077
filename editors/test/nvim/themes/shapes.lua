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

  -- Returns the skills of the workspace, with their names in plugins.
  local inventory = [[
    local answers = vim.lsp.buf_request_sync(0, 'skills/inventory', { cwd = ..., complete = true }, 60000)
    return vim.tbl_map(function(skill)
      local installed = {}
      for _, agent in ipairs(skill.agents) do
        table.insert(installed, agent.installed)
      end
      return { name = skill.name, path = skill.path, installed = installed }
    end, select(2, next(answers)).result.skills)
  ]]

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
    h.test('compares and previews every skill of the repository ' .. directory, function()
      for _, skill in ipairs(h.lua(inventory, root)) do
        for _, name in ipairs({ skill.name, unpack(skill.installed) }) do
          h.same(
            h.lua([[return vim.fn.getcompletion('Skills compat ' .. ..., 'cmdline')[1] ]], name),
            name
          )
          for _, command in ipairs({ 'compat', 'preview' }) do
            h.command(('Skills %s %s'):format(command, name))
            h.title(('skills-%s://%s'):format(command, skill.path), ' ')
            h.close_views()
          end
        end
      end
      h.same(h.complaints(), {})
    end)
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
    'skills/Brand_Voice/SKILL.md: rejected by Agent Skills standard (1 error)',
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

  h.test('compares and disables a new skill of an agent in an empty project', function()
    local root = shapes .. '/empty'
    vim.fn.mkdir(root .. '/.git', 'p')
    h.start(nil, nil, root)
    h.command('Skills new my-tool --agent=mycodeagent')
    h.await('the skill', [[return vim.fn.expand('%:p:h:t') == 'my-tool' and not vim.bo.modified]])
    h.command('Skills compat my-tool')
    h.title('skills-compat:', 'agents find and load this skill')
    h.close_views()
    h.command('Skills disable my-tool')
    h.message('no agent has a setting to disable this skill')
    h.same(h.complaints(), {})
  end)

  h.test('counts a single problem of a single file', function()
    h.lua([[
      local description = vim.fn.search('^description:')
      vim.fn.setline(description, 'description: Does it. Use when asked to.')
      vim.fn.append('$', '[gone](gone.md)')
      vim.cmd('write')
    ]])
    h.finding('link/broken')
    h.command('Skills baseline')
    h.same(h.message('baselined'), 'skills-ls: baselined 1 problem in 1 file')
    h.same(h.complaints(), {})
    h.stop()
  end)

  h.test('lets the user choose among skills of one name, and names the plugins of each', function()
    local skill = '---\nname: audit\ndescription: Audits. Use when asked to.\n---\n\nAudit.\n'
    local plugin = '{ "name": "%s", "source": "./", "strict": false, "skills": ["./skills/audit"] }'
    local plugins = plugin:format('one') .. ', ' .. plugin:format('two')
    local root = shapes .. '/twice'
    vim.fn.mkdir(root .. '/.git', 'p')
    h.write(
      '../shapes/twice/.claude-plugin/marketplace.json',
      ('{ "name": "acme", "owner": { "name": "Acme" }, "plugins": [%s] }'):format(plugins)
    )
    h.write('../shapes/twice/skills/audit/SKILL.md', skill)
    h.write('../shapes/twice/.claude/skills/audit/SKILL.md', skill)
    h.start(nil, nil, root)
    h.lua([[
      vim.ui.select = function(items, options, choose)
        _G.offered = vim.tbl_map(options.format_item, items)
        choose(items[2], 2)
      end
    ]])
    h.command('Skills compat audit')
    local installed = 'finds it as one:audit or two:audit once the plugin is installed'
    h.shown('skills-compat://' .. root .. '/skills/audit', installed)
    h.same(h.lua('return _G.offered'), {
      '.claude/skills/audit/SKILL.md',
      'skills/audit/SKILL.md',
    })
    h.close_views()
    h.command('Skills compat two:audit')
    h.shown('skills-compat://' .. root .. '/skills/audit', installed)
    h.command('Skills preview two:audit')
    h.title('skills-preview:', installed)
    h.same(h.complaints(), {})
    h.stop()
  end)
end
