-- A smoke test, also for installations without setup().

return function(h)
  h.start()
  h.command('edit ' .. h.skills .. '/code-review/SKILL.md')

  h.test('shows diagnostics', function()
    h.finding('name/format')
    h.finding('link/broken')
  end)

  h.test('completes a mention', function()
    h.input('GoUse $rel')
    h.complete()
    h.input('<C-y><Esc>')
    h.await('the completed line', [[return vim.fn.getline('$') == 'Use $release-notes']])
  end)

  h.test('shows the lens above the skill', function()
    h.contains(h.lens('tokens'), 'tokens')
  end)

  h.test('previews the unsaved buffer', function()
    h.command('Skills preview')
    h.shown('skills-preview:', 'Use $release-notes')
    h.contains(h.title('skills-preview:', 'tokens'), 'bytes')
  end)

  h.test('restarts the server', function()
    local before = h.lua([[return require('skills_ls.client').clients(0)[1].id]])
    h.command('Skills restart')
    h.await(
      'another client',
      [[
      local client = require('skills_ls.client').clients(0)[1]
      return client and client.id ~= ...
    ]],
      before
    )
    h.finding('link/broken')
    h.input('GoAfter the restart.<Esc>')
    h.shown('skills-preview:', 'After the restart.')
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
