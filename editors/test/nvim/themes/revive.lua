-- The plugin restarts a killed server, but not one that keeps crashing.

return function(h)
  h.start()
  h.open('.agents/skills/code-review/SKILL.md')
  h.lua([[require('skills_ls.revive').delay = 100]])

  -- Returns the process ID of the server from the process list.
  local function pid()
    return h.await(
      'the process of the server',
      [[
      local client = require('skills_ls.client').clients(0)[1]
      if not client then
        return
      end
      for _, child in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
        local process = vim.api.nvim_get_proc(child)
        if process and process.name:find('skills-ls', 1, true) then
          return child
        end
      end
    ]]
    )
  end

  local function kill()
    local process = pid()
    vim.uv.kill(process, 'sigkill')
    return process
  end

  h.test('restarts a server that was killed while the user types', function()
    h.finding('name/format')
    h.command('Skills preview')
    h.shown('skills-preview:', 'Read the whole change')
    h.input('GoTyped before')
    local before = kill()
    h.input(' and after the end.')
    h.message('was killed by signal 9; restarting')
    h.input(' And then.')
    assert(pid() ~= before, 'it is the same process')
    h.input('<Esc>')
    h.finding('name/format')
    h.finding('link/broken')
    h.shown('skills-preview:', 'Typed before and after the end. And then.')
  end)

  h.test('diagnoses the text that was typed meanwhile', function()
    h.command([[call setline(2, 'name: code-review')]])
    kill()
    h.message('restarting in')
    h.command([[call setline(3, 'description:')]])
    h.finding('link/broken')
    h.no_finding('name/format')
    h.await(
      'one more finding',
      [[
      for _, found in ipairs(vim.diagnostic.get(0)) do
        if found.lnum == 2 then
          return true
        end
      end
    ]]
    )
    h.command([[call setline(2, 'name: code_review')]])
    h.finding('name/format')
  end)

  h.test('does not restart a stopped server', function()
    h.lua([[
      -- A restart would be scheduled here.
      local revive = require('skills_ls.revive')
      local ended = revive.ended
      revive.ended = function(...)
        ended(...)
        _G.ended = true
      end
      require('skills_ls.client').clients()[1]:stop(true)
    ]])
    h.await('the end of the server', 'return _G.ended')
    h.same(h.lua([[return #require('skills_ls.client').clients()]]), 0)
    h.same(h.complaints(), {})
  end)

  h.test('restarts on request and updates the preview', function()
    h.command('Skills restart')
    h.finding('link/broken')
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
    h.same(h.complaints(), {})
  end)

  h.test('gives up with a message if the server keeps crashing', function()
    for _ = 1, 4 do
      kill()
      h.message('restarting in')
    end
    pid() -- the last one that is started
    h.lua([[
      local defer = vim.defer_fn
      vim.defer_fn = function(run, ...)
        if debug.getinfo(run, 'S').source:find('skills_ls/revive', 1, true) then
          _G.deferred = true
        end
        return defer(run, ...)
      end
    ]])
    kill()
    local message = h.message('will not be restarted')
    h.contains(message, ':Skills restart')
    h.contains(message, 'lsp.log')
    h.same(h.lua('return _G.deferred'), vim.NIL)
    h.same(h.lua([[return #require('skills_ls.client').clients()]]), 0)
    h.command('new | checkhealth skills_ls')
    local text = h.health('ERROR')
    h.contains(text, 'will not be restarted')
    h.command('bwipeout!')
  end)

  h.test('tries again on request', function()
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    h.command('Skills restart')
    pid()
    h.finding('link/broken')
  end)
end
