-- Drives a second Neovim of the same version with keys and commands, and reads what
-- a user would see.

local M = {}

M.workspace = vim.env.SKILLS_LS_WORKSPACE
M.skills = M.workspace .. '/.agents/skills'

local version = vim.version()
local name = ('nvim %d.%d.%d'):format(version.major, version.minor, version.patch)
if vim.env.SKILLS_LS_SETUP ~= 'setup' then
  name = name .. ' (' .. vim.env.SKILLS_LS_SETUP .. ')'
end
name = name .. ' ' .. vim.env.SKILLS_LS_THEME

local failed = false

function M.test(what, body)
  local ok, problem = pcall(body)
  if ok then
    io.stdout:write(('ok   %s: %s\n'):format(name, what))
  else
    failed = true
    io.stdout:write(('FAIL %s: %s: %s\n'):format(name, what, (tostring(problem):gsub('\n', '\\n'))))
  end
  io.stdout:flush()
end

local child

-- Starts the Neovim under test. options are those of setup() as Lua, env is its
-- additional environment, directory its working directory instead of the workspace.
function M.start(options, env, directory)
  env = vim.tbl_extend('force', { SKILLS_LS_OPTIONS = options or '' }, env or {})
  child = vim.fn.jobstart({
    vim.env.SKILLS_LS_NVIM,
    '--embed',
    '--headless',
    '-n',
    '-u',
    vim.env.SKILLS_LS_TESTS .. '/init.lua',
  }, { rpc = true, cwd = directory or M.workspace, env = env })
end

-- Stops the Neovim under test, so that another can start.
function M.stop()
  if child then
    vim.fn.jobstop(child)
    child = nil
  end
end

function M.finish()
  M.stop()
  vim.cmd(failed and 'cquit 1' or 'qall!')
end

function M.lua(code, ...)
  return vim.rpcrequest(child, 'nvim_exec_lua', code, { ... })
end

function M.input(keys)
  vim.rpcrequest(child, 'nvim_input', keys)
end

-- Asks for completions until the menu shows them, as a user would. Neovim drops an
-- answer that arrives while it is not in insert mode, and does not show that.
function M.complete()
  local visible = [[return vim.fn.pumvisible() == 1]]
  for attempt = 1, 6 do
    M.input('<C-x><C-o>')
    local shown = vim.wait(1000 * 2 ^ attempt, function()
      return M.lua(visible)
    end, 30)
    if shown then
      return
    end
  end
  error('no completions', 2)
end

function M.command(line)
  vim.rpcrequest(child, 'nvim_command', line)
end

-- The timeout of await() in milliseconds: long enough for any machine, and less than
-- the runner's, so that a test that hangs reports its condition.
local patience = 240 * 1000

-- Waits until an expression in the child is not nil, false or empty.
function M.await(what, code, ...)
  local arguments = { ... }
  local value
  local found = vim.wait(patience, function()
    value = M.lua(code, unpack(arguments))
    return value ~= nil and value ~= false and value ~= vim.NIL and value ~= ''
  end, 30)
  if not found then
    local messages = table.concat(M.lua('return _G.messages'), ' | ')
    error(
      ('timed out: %s (messages: %s; log: %s)'):format(
        what,
        messages,
        M.lua('return vim.fn.execute("messages")')
      ),
      2
    )
  end
  return value
end

function M.same(got, want)
  if not vim.deep_equal(got, want) then
    error(('got %s, want %s'):format(vim.inspect(got), vim.inspect(want)), 2)
  end
end

function M.contains(text, part)
  if not text:find(part, 1, true) then
    error(('%q is not in %s'):format(part, text), 2)
  end
end

-- Waits for a diagnostic of a rule in the current buffer.
function M.finding(code)
  return M.await(
    code,
    [[
    local code = ...
    for _, found in ipairs(vim.diagnostic.get(0)) do
      local its = found.code or (found.user_data and found.user_data.lsp and found.user_data.lsp.code)
      if its == code then
        return { source = found.source, lnum = found.lnum, col = found.col, end_col = found.end_col }
      end
    end
  ]],
    code
  )
end

-- Waits until the current buffer has no diagnostic of a rule.
function M.no_finding(code)
  M.await(
    'no ' .. code,
    [[
    for _, found in ipairs(vim.diagnostic.get(0)) do
      local its = found.code or (found.user_data and found.user_data.lsp and found.user_data.lsp.code)
      if its == ... then
        return false
      end
    end
    return true
  ]],
    code
  )
end

-- Waits until a window shows a buffer whose name starts with a prefix and whose text
-- contains a part. Returns the text.
function M.shown(name, part)
  return M.await(
    ('%q in %s'):format(part, name),
    [[
    local name, part = ...
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.startswith(vim.api.nvim_buf_get_name(buffer), name) then
        local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
        return text:find(part, 1, true) and text
      end
    end
  ]],
    name,
    part
  )
end

-- Waits until the title of the window of such a buffer contains a part.
function M.title(name, part)
  return M.await(
    ('%q above %s'):format(part, name),
    [[
    local name, part = ...
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.startswith(vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window)), name) then
        local title = vim.wo[window].winbar
        return title:find(part, 1, true) and title
      end
    end
  ]],
    name,
    part
  )
end

-- Closes all windows except those of files.
function M.close_views()
  M.lua([[
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_get_name(buffer):find('^skills%-%a+:') or vim.bo[buffer].filetype == 'skills-list' then
        vim.api.nvim_buf_delete(buffer, { force = true })
      end
    end
    vim.cmd('cclose')
  ]])
end

-- Returns the texts with a highlight group in a view.
function M.highlighted(name, group)
  return M.lua(
    [[
    local name, group = ...
    local namespace = vim.api.nvim_get_namespaces().skills_ls_view
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.startswith(vim.api.nvim_buf_get_name(buffer), name) then
        local texts = {}
        for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })) do
          if mark[4].hl_group == group then
            local lines = vim.api.nvim_buf_get_lines(buffer, mark[2], mark[4].end_row + 1, false)
            lines[#lines] = (lines[#lines] or ''):sub(1, mark[4].end_col)
            lines[1] = lines[1]:sub(mark[3] + 1)
            table.insert(texts, table.concat(lines, '\n'))
          end
        end
        return texts
      end
    end
  ]],
    name,
    group
  )
end

-- Waits until the report of :checkhealth contains a part and returns it.
function M.health(part)
  return M.await(
    'the report',
    [[
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return text:find(..., 1, true) and text
  ]],
    part
  )
end

-- Waits for a notification that contains a part, and clears all.
function M.message(part)
  local text = M.await(
    ('the message %q'):format(part),
    [[
    for _, message in ipairs(_G.messages) do
      if message:find(..., 1, true) then
        return message
      end
    end
  ]],
    part
  )
  M.lua('_G.messages = {}')
  return text
end

-- Returns the notifications that no test has waited for.
function M.complaints()
  return M.lua([[
    return vim.tbl_filter(function(message)
      return vim.startswith(message, 'skills-ls: ')
    end, _G.messages)
  ]])
end

-- Waits until the child has run all scheduled functions, including those that they
-- schedule.
function M.settle()
  M.lua([[
    _G.settled = false
    local function later(count)
      vim.schedule(function()
        if count == 0 then
          _G.settled = true
        else
          later(count - 1)
        end
      end)
    end
    later(5)
  ]])
  M.await('what is scheduled', 'return _G.settled')
end

-- Waits for a lens that contains a part in the current buffer and returns its text.
-- Neovim versions show lenses differently.
function M.lens(part)
  return M.await(
    ('the lens %q'):format(part),
    [[
    for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
        local text = ''
        for _, line in ipairs(mark[4].virt_lines or { mark[4].virt_text or {} }) do
          for _, chunk in ipairs(line) do
            text = text .. chunk[1]
          end
        end
        if text:find(..., 1, true) then
          return text
        end
      end
    end
  ]],
    part
  )
end

-- Writes the exact bytes of a file in the workspace.
function M.write(path, text)
  path = M.workspace .. '/' .. path
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  local file = assert(io.open(path, 'wb'))
  file:write(text)
  file:close()
  return path
end

-- Opens a skill of the workspace and waits for its server.
function M.open(path)
  M.command('edit ' .. M.workspace .. '/' .. path)
  M.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
end

return M
