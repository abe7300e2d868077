-- A workspace with ten thousand skills.

return function(h)
  local count = 10000
  for number = 1, count do
    h.write(
      ('.agents/skills/skill-%05d/SKILL.md'):format(number),
      ('---\nname: skill-%05d\ndescription: Does the %dth of many things. Use when a test asks for it.\n---\n\nDo it.\n'):format(
        number,
        number
      )
    )
  end
  h.start()
  h.open('.agents/skills/skill-00001/SKILL.md')

  -- Counts, while something goes on, how often the editor came to handle a
  -- timer, and the longest it did not, in milliseconds.
  h.lua([[
    _G.longest = 0
    local last = vim.loop.now()
    _G.timer = vim.loop.new_timer()
    _G.timer:start(0, 5, function()
      vim.loop.update_time()
      local now = vim.loop.now()
      _G.longest = math.max(_G.longest, now - last)
      last = now
    end)
  ]])

  h.test('lists all of them in a window of their own', function()
    h.await(
      'the first scan',
      [[
      local answers = vim.lsp.buf_request_sync(0, 'skills/list', vim.empty_dict(), 30000)
      local _, answer = next(answers or {})
      return answer and answer.result and #answer.result.skills >= 10000
    ]]
    )
    h.lua('_G.longest = 0')
    h.command('Skills list')
    h.await('the list', [[return vim.bo.filetype == 'skills-list' and vim.fn.line('$') >= 10000]])
    io.stderr:write(('longest time without an event: %d ms\n'):format(h.lua('return _G.longest')))
    h.lua([[vim.fn.search('^skill-09876 ')]])
    h.input('<CR>')
    h.await(
      'the chosen skill',
      [[return vim.api.nvim_buf_get_name(0) == ...]],
      h.skills .. '/skill-09876/SKILL.md'
    )
  end)

  h.test('makes lines of them in a time that grows as they do', function()
    local seconds = h.lua([[
      local text = require('skills_ls.text')
      local function take(count)
        local start = vim.loop.hrtime()
        for number = 1, count do
          text.printable(('skill-%05d [repo] Does “one” thing.\n'):format(number))
        end
        return vim.loop.hrtime() - start
      end
      local least = { math.huge, math.huge }
      for _ = 1, 5 do -- whatever else the machine does makes a measurement longer, and never shorter
        least = { math.min(least[1], take(1000)), math.min(least[2], take(10000)) }
      end
      return least
    ]])
    assert(seconds[2] < seconds[1] * 100, vim.inspect(seconds))
  end)

  h.test('fills the quickfix list with all of them', function()
    h.command('Skills! list')
    h.await('the quickfix list', [[return #vim.fn.getqflist() >= 10000]])
    h.command('cclose')
  end)

  h.test('completes names among them', function()
    -- A completion waits two seconds for the server, and whoever asks again has what came meanwhile.
    h.await(
      'the name',
      [[return vim.fn.getcompletion('Skills preview skill-0987', 'cmdline')[1] == 'skill-09870']]
    )
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
