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
