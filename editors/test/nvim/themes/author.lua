-- A new user in an empty directory that is no repository: creates a skill, types
-- another one from an empty file, previews and lists both.

return function(h)
  local top = vim.fs.dirname(h.workspace) .. '/empty'
  vim.fn.mkdir(top)
  h.start(nil, nil, top)

  h.test('creates the first skill', function()
    h.lua([[
      vim.ui.select = function(items, _, choose)
        choose(items[1], 1)
      end
      vim.ui.input = function(_, answer)
        answer('first-steps')
      end
    ]])
    h.command('Skills new')
    h.await(
      'the file',
      [[return vim.fn.expand('%:p') == ... and not vim.bo.modified]],
      top .. '/.agents/skills/first-steps/SKILL.md'
    )
  end)

  -- Records each problem that is shown while the header is typed.
  h.lua([[
    _G.shown = {}
    vim.api.nvim_create_autocmd('DiagnosticChanged', {
      callback = function(event)
        for _, found in ipairs(vim.diagnostic.get(event.buf)) do
          if vim.fn.expand('%:p:h:t') == 'release-notes' then
            table.insert(_G.shown, ('%s after %q'):format(found.message, vim.fn.getline('.')))
          end
        end
      end,
    })
  ]])

  -- Types keys, each after the server has answered for the one before it. Returns the
  -- longest pause in milliseconds, or more.
  local function type_keys(text)
    local longest, before = 0, vim.uv.now()
    for key in text:gmatch('.') do
      local tick = h.lua('return vim.b.changedtick')
      local began = vim.uv.now()
      h.input(key == '\n' and '<CR>' or key)
      h.await(
        'the answer after ' .. key,
        [[
        if vim.b.changedtick == ... then
          return false
        end
        local params = { textDocument = vim.lsp.util.make_text_document_params() }
        return vim.lsp.buf_request_sync(0, 'textDocument/documentSymbol', params, 10000)
      ]],
        tick
      )
      vim.uv.update_time()
      longest, before = math.max(longest, vim.uv.now() - before), began
    end
    return longest
  end

  h.test('shows no problem of a skill until its header is typed', function()
    local pause
    repeat -- a machine may be too busy to type without a pause
      h.command('edit .agents/skills/release-notes/SKILL.md')
      h.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
      h.lua('_G.shown = {}')
      h.input('i')
      pause = type_keys(
        '---\nname: release-notes\ndescription: Writes release notes. Use when a release is made.\n---\n'
      )
      local shown = h.lua('return _G.shown')
      if pause >= 800 then
        h.input('<Esc>')
        h.command('bwipeout!')
      else
        h.same(shown, {})
      end
    until pause < 800
    type_keys('\nSee [the format](format.md).')
    h.finding('link/broken')
    h.input('<Esc>')
    h.command('write ++p')
  end)

  h.test('shows a problem of the header after it is typed', function()
    h.input('ggjA-2<Esc>')
    h.finding('name/directory')
    h.input('u')
    h.no_finding('name/directory')
  end)

  h.test('previews and lists the skills', function()
    h.command('Skills preview')
    h.shown('skills-preview:', 'See [the format](format.md).')
    h.title('skills-preview:', 'codelia loads it')
    h.command('Skills! list')
    h.same(
      h.await(
        'the list',
        [[
        local names = {}
        for _, item in ipairs(vim.fn.getqflist()) do
          names[#names + 1] = item.text:match('^%S+ %[.-%]')
        end
        return #names > 0 and names
      ]]
      ),
      { 'first-steps [.agents/skills]', 'release-notes [.agents/skills]' }
    )
    h.same(h.lua([[return #require('skills_ls.client').clients()]]), 1)
    h.same(h.complaints(), {})
  end)
end
