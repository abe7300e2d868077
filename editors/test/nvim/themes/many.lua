-- A workspace with a thousand skills in a window, the quickfix list and completion.

return function(h)
  local count = 1000
  for number = 1, count do
    h.write(
      ('.agents/skills/skill-%04d/SKILL.md'):format(number),
      ('---\nname: skill-%04d\ndescription: Does the %dth of many things. Use when a test asks for it.\n---\n\nDo it.\n'):format(
        number,
        number
      )
    )
  end
  h.start()
  h.open('.agents/skills/skill-0001/SKILL.md')

  -- Counts how often the editor handles a timer during an operation, and the longest
  -- interval without one, in milliseconds.
  h.lua([[
    _G.longest = 0
    local last = vim.uv.now()
    _G.timer = vim.uv.new_timer()
    _G.timer:start(0, 5, function()
      vim.uv.update_time()
      local now = vim.uv.now()
      _G.longest = math.max(_G.longest, now - last)
      last = now
    end)
  ]])

  h.test('lists all of them in a window', function()
    h.await(
      'the first scan',
      [[
      local answers = vim.lsp.buf_request_sync(0, 'skills/list', vim.empty_dict(), 30000)
      local _, answer = next(answers or {})
      return answer and answer.result and #answer.result.skills >= 1000
    ]]
    )
    h.lua('_G.longest = 0')
    h.command('Skills list')
    h.await('the list', [[return vim.bo.filetype == 'skills-list' and vim.fn.line('$') >= 1000]])
    io.stderr:write(('longest time without an event: %d ms\n'):format(h.lua('return _G.longest')))
    h.lua([[vim.fn.search('^skill-0876 ')]])
    h.input('<CR>')
    h.await(
      'the chosen skill',
      [[return vim.api.nvim_buf_get_name(0) == ...]],
      h.skills .. '/skill-0876/SKILL.md'
    )
  end)

  h.test('fills the quickfix list with all of them', function()
    h.command('Skills! list')
    h.await('the quickfix list', [[return #vim.fn.getqflist() >= 1000]])
    h.command('cclose')
  end)

  h.test('completes names among them', function()
    -- A completion waits two seconds for the server, and a second one gets what has arrived since.
    h.await(
      'the name',
      [[return vim.fn.getcompletion('Skills preview skill-087', 'cmdline')[1] == 'skill-0870']]
    )
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
