-- If the program or a Neovim feature is missing, the plugin notifies the user once.

return function(h)
  h.start([[{ cmd = '/nonexistent/skills-ls' }]])

  h.test('reports a missing program', function()
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    local messages = h.await('the message', [[return #_G.messages > 0 and _G.messages]])
    h.contains(messages[1], '/nonexistent/skills-ls')
    h.contains(messages[1], 'setup()')
    h.command('edit ' .. h.skills .. '/release-notes/SKILL.md')
    h.settle()
    h.same(#h.lua('return _G.messages'), 1)
  end)

  h.test('completes subcommands without a program', function()
    h.same(
      h.lua([[return vim.fn.getcompletion('Skills cat', 'cmdline')]]),
      { 'catalog', 'catalogs' }
    )
    h.same(h.lua([[return vim.fn.getcompletion('Skills preview ', 'cmdline')]]), {})
    h.same(#h.lua('return _G.messages'), 1)
  end)

  h.test('reports why a command does nothing', function()
    h.lua('_G.messages = {}')
    for _, line in ipairs({
      'Skills list',
      'Skills! list --agent=codelia',
      'Skills search words',
      'Skills preview',
      'Skills preview release-notes',
      'Skills compat',
      'Skills catalog',
      'Skills info',
      'Skills disable',
      'Skills new tidy-up',
      'Skills baseline',
      'Skills report',
    }) do
      h.command(line)
      h.same(h.lua('return _G.messages'), {
        'skills-ls: no server is running, because /nonexistent/skills-ls is not executable: '
          .. 'fix `cmd` in setup()',
      })
      h.lua('_G.messages = {}')
    end
    h.command('enew')
    h.command('Skills list')
    h.message('no server is running')
    h.command('buffer #')
  end)

  h.test('warns in its health check', function()
    h.command('checkhealth skills_ls')
    local text = h.health('ERROR')
    h.contains(text, '/nonexistent/skills-ls is not executable')
    h.command('bwipeout')
  end)

  h.test('reports an old Neovim', function()
    h.lua([[
      _G.messages = {}
      vim.fn.has = function(feature)
        return feature == 'nvim-0.10' and 0 or vim.call('has', feature)
      end
      vim.g.loaded_skills_ls = nil
    ]])
    h.command('runtime plugin/skills_ls.lua')
    h.message('needs Neovim 0.10 or later')
    h.command('checkhealth skills_ls')
    h.contains(h.health('ERROR'), 'needs Neovim 0.10 or later')
  end)
end
