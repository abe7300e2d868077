-- The root of a file where no repository has one.

return function(h)
  local skill = '---\nname: %s\ndescription: Does %s. Use when asked to.\n---\n\nDo it.\n'

  local function add(directory, names)
    for _, name in ipairs(names) do
      h.write(('%s/%s/SKILL.md'):format(directory, name), skill:format(name, name))
    end
  end

  add('../a-plugin/skills', { 'alpha', 'beta' })
  h.write('../a-plugin/.claude-plugin/plugin.json', '{"name": "a-plugin"}\n')
  add('../of-cursor/.cursor/skills', { 'alpha', 'beta', 'gamma' })
  add('../repository/packages/web/skills', { 'alpha' })
  h.write('../new-plugin/.claude-plugin/plugin.json', '{"name": "new-plugin"}\n')
  vim.fn.mkdir(h.workspace .. '/../repository/.git')
  local top = vim.fs.dirname(h.workspace)

  local function lists(how)
    for _, project in ipairs({
      { 'a-plugin', 'skills/alpha/SKILL.md', 2 },
      { 'of-cursor', '.cursor/skills/alpha/SKILL.md', 3 },
    }) do
      local directory, path, count = unpack(project)
      h.test(('lists the skills of %s without a repository, %s'):format(directory, how), function()
        -- Its working directory is that of no project.
        h.start(nil, { SKILLS_LS_SETUP = how }, top)
        h.command(('edit %s/%s'):format(directory, path))
        h.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
        h.same(
          h.lua([[return require('skills_ls.client').clients(0)[1].config.root_dir]]),
          ('%s/%s'):format(top, directory)
        )
        h.command('Skills! list')
        h.same(h.await('the list', [[return vim.fn.getqflist()[1] and #vim.fn.getqflist()]]), count)
        h.command('cclose')
        h.command('Skills preview beta')
        h.shown('skills-preview:', 'Do it.')
        h.same(h.complaints(), {})
      end)
      h.stop()
    end
  end

  lists('setup')
  if vim.fn.has('nvim-0.11') == 1 then
    lists('enable')
  end

  add('../home/.claude/skills', { 'mine' })
  add('../home/skills', { 'mine' })
  h.start(nil, nil, top)

  local function root(path)
    return h.lua([[return require('skills_ls.config').root(...)]], ('%s/%s'):format(top, path))
  end

  for _, case in ipairs({
    { 'a file of a skill', 'a-plugin/skills/alpha/references/more.md', 'a-plugin' },
    { 'the manifest of a plugin', 'a-plugin/.claude-plugin/plugin.json', 'a-plugin' },
    { 'a manifest beside no skills', 'new-plugin/.claude-plugin/plugin.json', 'new-plugin' },
    { 'a file beside the skills', 'of-cursor/docs/guide.md', 'of-cursor' },
    { 'a new skill', 'of-nobody/.goose/skills/new/SKILL.md', 'of-nobody' },
    { 'a new skill of a plugin', 'of-nobody/skills/new/SKILL.md', 'of-nobody' },
    { 'a repository', 'repository/packages/web/skills/alpha/SKILL.md', 'repository' },
    { 'the skills of the user', 'home/.claude/skills/mine/SKILL.md', 'home/.claude/skills' },
    { 'skills in the home directory', 'home/skills/mine/SKILL.md', 'home/skills' },
    { 'any other file', 'home/notes/today.md', 'home/notes' },
  }) do
    h.test('knows the root of ' .. case[1], function()
      h.same(root(case[2]), ('%s/%s'):format(top, case[3]))
    end)
  end

  h.test('uses the markers of the user first', function()
    h.lua([[require('skills_ls.config').set({ root_markers = { 'skills' } })]])
    h.same(root('repository/packages/web/skills/alpha/SKILL.md'), top .. '/repository/packages/web')
  end)
end
