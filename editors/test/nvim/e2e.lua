-- Drives a second Neovim of the same version by its keys and commands, and
-- reads what a user would see there.
--
-- usage: nvim --headless -u NONE -c 'luafile e2e.lua'
-- with SKILLS_LS_WORKSPACE (a copy of the fixture) and the environment of init.lua

local workspace = vim.env.SKILLS_LS_WORKSPACE
local skills = workspace .. '/.agents/skills'
local version = vim.version()
local name = ('nvim %d.%d.%d'):format(version.major, version.minor, version.patch)
if vim.env.SKILLS_LS_SETUP ~= 'setup' then
  name = name .. ' (' .. vim.env.SKILLS_LS_SETUP .. ')'
end

local failed = false

local function test(what, body)
  local ok, problem = pcall(body)
  if ok then
    io.stdout:write(('ok   %s: %s\n'):format(name, what))
  else
    failed = true
    io.stdout:write(('FAIL %s: %s: %s\n'):format(name, what, (tostring(problem):gsub('\n', '\\n'))))
  end
end

-- The Neovim under test.
local child = vim.fn.jobstart({
  vim.env.SKILLS_LS_NVIM,
  '--embed',
  '--headless',
  '-n',
  '-u',
  vim.env.SKILLS_LS_TESTS .. '/init.lua',
}, { rpc = true, cwd = workspace })

local function lua(code, ...)
  return vim.rpcrequest(child, 'nvim_exec_lua', code, { ... })
end

local function input(keys)
  vim.rpcrequest(child, 'nvim_input', keys)
end

local function command(line)
  vim.rpcrequest(child, 'nvim_command', line)
end

-- Waits until the child's expression is neither nil, false nor empty.
local function await(what, code, ...)
  local arguments = { ... }
  local value
  local found = vim.wait(15000, function()
    value = lua(code, unpack(arguments))
    return value ~= nil and value ~= false and value ~= vim.NIL and value ~= ''
  end, 30)
  if not found then
    local messages = table.concat(lua('return _G.messages'), ' | ')
    error(
      ('timed out: %s (messages: %s; log: %s)'):format(
        what,
        messages,
        lua('return vim.fn.execute("messages")')
      ),
      2
    )
  end
  return value
end

local function same(got, want)
  if not vim.deep_equal(got, want) then
    error(('got %s, want %s'):format(vim.inspect(got), vim.inspect(want)), 2)
  end
end

local function contains(text, part)
  if not text:find(part, 1, true) then
    error(('%q is not in %s'):format(part, text), 2)
  end
end

local diagnostic = [[
  local code = ...
  for _, found in ipairs(vim.diagnostic.get(0)) do
    local its = found.code or (found.user_data and found.user_data.lsp and found.user_data.lsp.code)
    if its == code then
      return { source = found.source, lnum = found.lnum, col = found.col, end_col = found.end_col, message = found.message }
    end
  end
]]

local function run()
  test('lists the skills before a file is open', function()
    command('SkillsList!')
    await('the quickfix list', [[return #vim.fn.getqflist() > 0]])
    command('cclose')
    command('call setqflist([])')
  end)

  command('edit ' .. skills .. '/code-review/SKILL.md')

  test('attaches to a skill, with the project as its root', function()
    local root = await(
      'client',
      [[
      local client = require('skills_ls.client').clients(0)[1]
      return client and client.config.root_dir
    ]]
    )
    same(root, workspace)
  end)

  test('shows a diagnostic with its rule', function()
    local found = await('name/directory', diagnostic, 'name/directory')
    same(found.source, 'skills-ls')
    same({ found.lnum, found.col, found.end_col }, { 1, 6, 17 })
    await('link/broken', diagnostic, 'link/broken')
  end)

  test('applies the fix of a diagnostic', function()
    lua([[
      vim.ui.select = function(items, options, choose)
        for index, item in ipairs(items) do
          local action = item.action or item[2]
          if (action.kind or ''):find('quickfix') and vim.inspect(action.edit or {}):find('"code-review"', 1, true) then
            return choose(item, index)
          end
        end
        error('no such fix: ' .. vim.inspect(items))
      end
    ]])
    command('call cursor(2, 9)')
    command('lua vim.lsp.buf.code_action()')
    await('the fixed name', [[return vim.fn.getline(2) == 'name: code-review']])
    await(
      'the diagnostic to go',
      'local code = ...; return not (function(...) ' .. diagnostic .. ' end)(code)',
      'name/directory'
    )
    await('the other diagnostic to stay', diagnostic, 'link/broken')
  end)

  test('completes a mention', function()
    input('GoUse $rel<C-x><C-o>')
    await('the menu', [[return vim.fn.pumvisible() == 1]])
    input('<C-y><Esc>')
    await('the completed line', [[return vim.fn.getline('$') == 'Use $release-notes']])
  end)

  test('shows a hover', function()
    input('<Esc>')
    command('call cursor(3, 3)')
    command('lua vim.lsp.buf.hover()')
    local text = await(
      'the floating window',
      [[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          return table.concat(lines, '\n')
        end
      end
    ]]
    )
    contains(text, 'description')
    input('l')
  end)

  test('shows what every agent makes of the skill', function()
    command('call cursor(2, 8)')
    command('lua vim.lsp.buf.hover()')
    local text = await(
      'the floating window',
      [[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          local text = table.concat(lines, '\n')
          return text:find('Runtime', 1, true) and text
        end
      end
    ]]
    )
    for _, runtime in ipairs({ 'Codelia', 'Claude Code', 'Goose', 'RemcoChat (off by default)' }) do
      contains(text, runtime)
    end
    input('l')
  end)

  local preview = [[
    local part = ...
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.api.nvim_buf_get_name(buffer):find('^skills%-preview:') then
        local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
        return text:find(part, 1, true) and text
      end
    end
  ]]

  test('sums up the targets above the skill, and opens the preview from there', function()
    command('call cursor(1, 1)')
    lua([[
      if vim.lsp.codelens.enable then
        vim.lsp.codelens.enable(true, { bufnr = 0 })
      else
        vim.lsp.codelens.refresh()
      end
    ]])
    local shown = await(
      'the lens',
      [[
      for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
        for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
          local text = ''
          for _, line in ipairs(mark[4].virt_lines or { mark[4].virt_text or {} }) do
            for _, chunk in ipairs(line) do
              text = text .. chunk[1]
            end
          end
          if text:find('accepted by', 1, true) then
            return text
          end
        end
      end
    ]]
    )
    assert(shown:find('accepted by %d+ of %d+ targets'), shown)
    assert(shown:find('≈%d+ tokens'), shown)
    lua([[vim.ui.select = function(items, _, choose) choose(items[1], 1) end]])
    command('lua vim.lsp.codelens.run()')
    await('the preview', preview, 'Read the whole change')
    lua([[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        local buffer = vim.api.nvim_win_get_buf(window)
        if vim.api.nvim_buf_get_name(buffer):find('^skills%-preview:') then
          vim.api.nvim_buf_delete(buffer, { force = true })
        end
      end
    ]])
  end)

  test('previews the injected text of the unsaved buffer', function()
    command('SkillsPreview')
    local text = await('the preview', preview, 'Read the whole change')
    contains(text, '<skill_context name="code-review"')
    local groups = lua([[
      local namespace = vim.api.nvim_get_namespaces().skills_ls_preview
      for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        local marks = vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })
        if marks[1] then
          return { marks[1][2], marks[1][3], marks[1][4].hl_group }
        end
      end
    ]])
    same(groups, { 0, 0, 'Comment' })
    input('GoTyped, <lt>not> saved.<Esc>')
    await('the typed text in the preview', preview, 'Typed, <not> saved.')
    same(
      lua('return { vim.bo.modified, vim.api.nvim_buf_get_name(0) }'),
      { true, skills .. '/code-review/SKILL.md' }
    )
    local disk = table.concat(vim.fn.readfile(skills .. '/code-review/SKILL.md'), '\n')
    assert(not disk:find('Typed', 1, true), 'the file was written')
  end)

  test('says above the preview whether the runtime accepts the skill', function()
    local title = [[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window)):find('^skills%-preview:') then
          local option = vim.fn.exists('+winbar') == 1 and 'winbar' or 'statusline'
          return vim.api.nvim_win_get_option(window, option)
        end
      end
    ]]
    local accepted = 'local text = (function() '
      .. title
      .. ' end)(); return text:find((...), 1, true) and text'
    contains(await('the verdict', accepted, 'accepts'), 'tokens')
    command([[call setline(2, 'name: Code Review')]])
    command('doautocmd TextChanged')
    await('the other verdict', accepted, 'refuses')
    await('the text still there', preview, 'Typed, <not> saved.')
    command('undo')
    command('doautocmd TextChanged')
    await('the first verdict again', accepted, 'accepts')
  end)

  test('restarts the server, and the preview goes on', function()
    local before = lua([[return require('skills_ls.client').clients(0)[1].id]])
    command('SkillsRestart')
    await(
      'another client',
      [[
      local client = require('skills_ls.client').clients(0)[1]
      return client and client.id ~= ... 
    ]],
      before
    )
    await('diagnostics', diagnostic, 'link/broken')
    input('GoAfter the restart.<Esc>')
    await('the preview', preview, 'After the restart.')
  end)

  test('lists the skills to pick from, and those not loaded', function()
    lua([[
      vim.ui.select = function(items, options, choose)
        _G.offered = vim.tbl_map(options.format_item, items)
        for index, item in ipairs(items) do
          if options.format_item(item):find('^release%-notes ') then
            return choose(item, index)
          end
        end
      end
    ]])
    command('SkillsList')
    await(
      'the chosen skill',
      [[return vim.api.nvim_buf_get_name(0) == ...]],
      skills .. '/release-notes/SKILL.md'
    )
    contains(
      table.concat(lua('return _G.offered'), '\n'),
      'not loaded: .agents/skills/deploy/SKILL.md'
    )
    command('SkillsList!')
    local kinds = await(
      'the quickfix list',
      [[
      local kinds = {}
      for _, item in ipairs(vim.fn.getqflist()) do
        kinds[vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':p:h:t')] = item.type
      end
      return next(kinds) and kinds
    ]]
    )
    same({ kinds['release-notes'], kinds.deploy }, { 'I', 'E' })
    command('cclose')
  end)

  test('finds nothing wrong with a good skill', function()
    command('edit ' .. skills .. '/release-notes/SKILL.md')
    await('client', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
    -- An answer that comes after the diagnostics would.
    await(
      'a hover',
      [[
      local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
        textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 1 },
      }, 5000)
      return answers ~= nil
    ]]
    )
    vim.wait(300)
    same(
      lua([[return vim.tbl_map(function(found) return found.message end, vim.diagnostic.get(0))]]),
      {}
    )
  end)

  test('gathers a bug report without any text of the skills', function()
    command('SkillsBugReport')
    local text = await(
      'the report',
      [[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('# skills-ls bug report', 1, true) == 1 and text
    ]]
    )
    contains(text, '- client: `Neovim')
    contains(text, '- Neovim: `NVIM v')
    for _, own in ipairs({ 'release-notes', 'code-review', workspace }) do
      assert(not text:find(own, 1, true), text)
    end
    same(lua('return { vim.bo.buftype, vim.bo.filetype }'), { 'nofile', 'markdown' })
    command('close')
  end)

  test('leaves other files alone', function()
    command('edit ' .. workspace .. '/notes.txt')
    same(lua([[vim.wait(300); return #require('skills_ls.client').clients(0)]]), 0)
    command('enew | setlocal buftype=nofile filetype=markdown')
    same(lua([[vim.wait(300); return #require('skills_ls.client').clients(0)]]), 0)
  end)

  test('passes its health check', function()
    command('checkhealth skills_ls')
    local text = await(
      'the report',
      [[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('running in', 1, true) and text
    ]]
    )
    assert(not text:find('ERROR'), text)
  end)

  test('has a help file', function()
    command('helptags ' .. vim.env.SKILLS_LS_PLUGIN .. '/doc')
    command('help :SkillsPreview')
    same(lua([[return vim.fn.expand('%:t')]]), 'skills_ls.txt')
  end)

  test('ends without complaints', function()
    same(lua('return _G.messages'), {})
  end)
end

-- Where the program is missing, the user is told what to do, once.
local function run_missing()
  test('says what to do about a missing program', function()
    command('edit ' .. skills .. '/code-review/SKILL.md')
    local messages = await('the message', [[return #_G.messages > 0 and _G.messages]])
    contains(messages[1], '/nonexistent/skills-ls')
    contains(messages[1], 'setup()')
    command('edit ' .. skills .. '/release-notes/SKILL.md')
    vim.wait(300)
    same(#lua('return _G.messages'), 1)
  end)
end

local ok, problem = pcall(vim.env.SKILLS_LS_SETUP == 'missing' and run_missing or run)
if not ok then
  test('runs to the end', function()
    error(problem)
  end)
end
vim.fn.jobstop(child)
vim.cmd(failed and 'cquit 1' or 'qall!')
