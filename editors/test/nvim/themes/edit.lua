-- Neovim's own features with the server's answers.

return function(h)
  h.start()

  h.test('lists the skills before a file is open', function()
    h.command('SkillsList!')
    h.await('the quickfix list', [[return #vim.fn.getqflist() > 0]])
    h.command('cclose')
    h.command('call setqflist([])')
  end)

  h.command('edit ' .. h.skills .. '/code-review/SKILL.md')

  h.test('attaches to a skill, with the project as its root', function()
    local root = h.await(
      'client',
      [[
      local client = require('skills_ls.client').clients(0)[1]
      return client and client.config.root_dir
    ]]
    )
    h.same(root, h.workspace)
  end)

  h.test('shows a diagnostic with its rule', function()
    local found = h.finding('name/format')
    h.same(found.source, 'skills-ls')
    h.same({ found.lnum, found.col, found.end_col }, { 1, 6, 17 })
    h.finding('link/broken')
  end)

  h.test('applies the fix of a diagnostic', function()
    h.lua([[
      vim.ui.select = function(items, options, choose)
        for index, item in ipairs(items) do
          local action = item.action or item[2]
          if (action.kind or ''):find('quickfix') and action.title:find('Rename to "code-review"', 1, true) then
            return choose(item, index)
          end
        end
        error('no such fix: ' .. vim.inspect(items))
      end
    ]])
    h.command('call cursor(2, 9)')
    h.command('lua vim.lsp.buf.code_action()')
    h.await('the fixed name', [[return vim.fn.getline(2) == 'name: code-review']])
    h.no_finding('name/format')
    h.finding('link/broken')
  end)

  h.test('completes a mention', function()
    h.input('GoUse $rel')
    h.complete()
    h.input('<C-y><Esc>')
    h.await('the completed line', [[return vim.fn.getline('$') == 'Use $release-notes']])
  end)

  -- Types the keys, returns the text of the window that they open and closes it. A cursor moved by a command would close the window
  -- if the server answered before Neovim noticed the move.
  local function hover(keys)
    local floating = [[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          return table.concat(lines, '\n')
        end
      end
    ]]
    h.input(keys)
    local text = h.await('the floating window', floating)
    h.input('l')
    h.await('no floating window', 'return (function() ' .. floating .. ' end)() == nil')
    return text
  end

  h.test('shows a hover', function()
    h.contains(hover('<Esc>3G3|K'), 'description')
  end)

  h.test('shows which agents load the skill', function()
    local text = hover('2G8|K')
    for _, agent in ipairs({ 'Codelia', 'Claude Code', 'Goose', 'RemcoChat (off by default)' }) do
      h.contains(text, agent)
    end
  end)

  h.test('shows the targets above the skill by default', function()
    local shown = h.lens('loaded by')
    assert(shown:find('loaded by %d+ of %d+ agents'), shown)
    assert(shown:find('~%d+ tokens'), shown)
  end)

  h.test('opens the preview from the lens under the cursor', function()
    h.lua([[
      vim.ui.select = function(items, options, choose)
        for index, item in ipairs(items) do
          if options.format_item(item):find('loaded by', 1, true) then
            return choose(item, index)
          end
        end
      end
    ]])
    h.command('call cursor(1, 1)')
    h.command('Skills lens')
    h.shown('skills-preview:', 'Read the whole change')
    h.close_views()
  end)

  h.test('counts references above the skill, and lists them from there', function()
    h.command('edit ' .. h.skills .. '/release-notes/SKILL.md')
    h.lens('2 references')
    h.lua([[
      vim.ui.select = function(items, options, choose)
        for index, item in ipairs(items) do
          if options.format_item(item):find('references', 1, true) then
            return choose(item, index)
          end
        end
      end
    ]])
    h.command('call cursor(1, 1)')
    h.command('Skills lens')
    local files = h.await(
      'the quickfix list',
      [[
      local files = {}
      for _, item in ipairs(vim.fn.getqflist()) do
        files[#files + 1] = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':p')
      end
      return #files > 0 and files
    ]]
    )
    h.same(files, { h.skills .. '/code-review/SKILL.md', h.workspace .. '/AGENTS.md' })
    h.command('cclose')
    h.command('call setqflist([])')
  end)

  h.test('reports nothing for a valid skill', function()
    h.command('edit ' .. h.skills .. '/release-notes/SKILL.md')
    -- A problem that comes and goes shows that the server has answered for the text, in Neovim 0.10, which does not pull
    -- diagnostics, too.
    h.input('Go[gone](gone.md)<Esc>')
    h.finding('link/broken')
    h.input('u')
    h.no_finding('link/broken')
    h.same(
      h.lua([[return vim.tbl_map(function(found) return found.message end, vim.diagnostic.get(0))]]),
      {}
    )
  end)

  h.test('attaches to the same files as the VS Code extension', function()
    local source = vim.env.SKILLS_LS_PLUGIN .. '/../vscode/src/client.ts'
    local text = table.concat(vim.fn.readfile(source), '\n')
    local count = 0
    for pattern in text:match('const patterns = %[(.-)%];'):gmatch("'%*%*/([^']+)'") do
      count = count + 1
      local first = pattern:gsub('{([^,}]+)[^}]*}', '%1'):gsub('%*', 'x')
      local path = vim.fs.dirname(h.skills) .. '/attached/' .. first
      h.command('edit ' .. path)
      assert(h.lua([[return require('skills_ls.config').is_candidate(0)]]), path)
    end
    assert(count >= 7, 'the patterns of the extension were not found')
    h.command('edit ' .. vim.fs.dirname(h.skills) .. '/attached/settings.json')
    h.same(h.lua([[return require('skills_ls.config').is_candidate(0)]]), false)
    h.command('edit ' .. h.workspace .. '/.claude/settings.json')
    h.await('the server', [[return #vim.lsp.get_clients({ bufnr = 0, name = 'skills_ls' }) == 1]])
  end)

  h.test('leaves other files alone', function()
    h.command('edit ' .. h.workspace .. '/notes.txt')
    h.settle()
    h.same(h.lua([[return #require('skills_ls.client').clients(0)]]), 0)
    h.command('enew | setlocal buftype=nofile filetype=markdown')
    h.settle()
    h.same(h.lua([[return #require('skills_ls.client').clients(0)]]), 0)
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
