-- Starts the server and sends requests to it.

local config = require('skills_ls.config')
local revive = require('skills_ls.revive')
local text = require('skills_ls.text')

local M = {}

local has_0_11 = vim.fn.has('nvim-0.11') == 1

function M.notify(message, level)
  vim.notify('skills-ls: ' .. message, level or vim.log.levels.INFO)
end

-- Writes a file that the server has changed. Returns whether that succeeded.
function M.write(path)
  local bufnr = vim.uri_to_bufnr(vim.uri_from_fname(path))
  local ok, problem = pcall(vim.api.nvim_buf_call, bufnr, function()
    vim.cmd('silent write')
  end)
  if not ok then
    M.notify(text.printable(problem), vim.log.levels.ERROR)
  end
  return ok
end

-- Client functions are methods since Neovim 0.11.
local function call(client, method, ...)
  if has_0_11 then
    return client[method](client, ...)
  end
  return client[method](...)
end

local function is_stopped(client)
  return call(client, 'is_stopped')
end

-- Returns the running clients of one buffer or of all.
function M.clients(bufnr)
  return vim.tbl_filter(function(client)
    return not is_stopped(client)
  end, vim.lsp.get_clients({ name = config.name, bufnr = bufnr }))
end

-- Returns a copy of the configuration with a root.
local function client_config(root)
  local merged
  if has_0_11 then
    -- Includes the user's vim.lsp.config().
    merged = vim.deepcopy(vim.lsp.config[config.name])
    merged.name = config.name
  else
    merged = config.client()
  end
  merged.root_dir = root
  return merged
end

local warned = {}

-- Reports whether a command is executable, and notifies the user once if not.
function M.can_run(cmd)
  local problem = config.problem(cmd)
  if problem and not warned[problem] then
    warned[problem] = true
    M.notify(problem, vim.log.levels.ERROR)
  end
  return problem == nil
end

-- Hooks of a configuration: none, one, or a list.
local function hooks(of)
  return type(of) == 'function' and { of } or of or {}
end

-- Callbacks that wait for a server without a buffer, by root.
local waiting = {}

-- Starts a server for a root without a buffer and calls back when it answers.
-- Returns false if there is no program to start.
local function start_bare(root, callback)
  if waiting[root] then
    table.insert(waiting[root], callback)
    return true
  end
  local merged = client_config(root)
  if not M.can_run(merged.cmd) then
    return false
  end
  waiting[root] = { callback }
  local begun, ended = hooks(merged.on_init), hooks(merged.on_exit)
  merged.on_init = function(client, ...)
    for _, hook in ipairs(begun) do
      hook(client, ...)
    end
    local callbacks = waiting[root] or {}
    waiting[root] = nil
    for _, each in ipairs(callbacks) do
      each(client)
    end
  end
  merged.on_exit = function(...)
    waiting[root] = nil
    for _, hook in ipairs(ended) do
      hook(...)
    end
  end
  if has_0_11 then
    vim.lsp.start(merged, { attach = false })
  else
    vim.lsp.start_client(merged)
  end
  return true
end

-- Attaches a buffer to the server of its root, and starts it if needed.
-- Returns false if there is no program to start.
function M.attach(bufnr)
  if not config.is_candidate(bufnr) or #M.clients(bufnr) > 0 then
    return true
  end
  local merged = client_config(config.root(vim.api.nvim_buf_get_name(bufnr)))
  if not M.can_run(merged.cmd) then
    return false
  end
  require('skills_ls.sync').watch(bufnr)
  vim.lsp.start(merged, { bufnr = bufnr })
  return true
end

function M.attach_all()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      M.attach(bufnr)
    end
  end
end

-- Calls back when a condition holds, or with false after a timeout.
local function await(condition, callback)
  local polls = 0
  local function poll()
    polls = polls + 1
    if condition() then
      callback(true)
    elseif polls < 200 then
      vim.defer_fn(poll, 50)
    else
      callback(false)
    end
  end
  poll()
end

-- Reports whether Neovim has forgotten a client. Until then Neovim 0.10 attaches buffers
-- to the stopped client instead of starting another one.
local function is_gone(client)
  return vim.lsp.get_client_by_id(client.id) == nil
end

-- Stops the servers, waits for their end and starts them again.
function M.restart()
  local clients = M.clients()
  for _, client in ipairs(clients) do
    call(client, 'stop')
  end
  await(function()
    return #vim.tbl_filter(is_gone, clients) == #clients
  end, function()
    warned = {}
    revive.reset()
    M.attach_all()
  end)
end

-- Returns the working directory for the requests of a client.
function M.directory(client)
  return client.config.root_dir or vim.fn.getcwd()
end

-- The versions of servers, by client; '' if a server reports none.
local versions = {}

-- Returns the version of a client's server, or nil.
function M.version(client)
  local version = versions[client.id]
  return version ~= '' and version or nil
end

-- Callbacks after a buffer is attached.
function M.attached(bufnr)
  require('skills_ls.lens').show(bufnr)
  require('skills_ls.sync').watch(bufnr)
end

-- Calls attached for every buffer that is attached from now on.
function M.watch()
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('skills_ls_attach', { clear = true }),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == config.name then
        M.attached(event.buf)
      end
    end,
  })
end

-- Callbacks after the first answer of a server.
function M.begun(client, result)
  local version = result and result.serverInfo and result.serverInfo.version
  versions[client.id] = version or ''
  revive.watch(client)
  local problem = config.mismatch(version)
  if problem and not warned[problem] then
    warned[problem] = true
    M.notify(problem, vim.log.levels.WARN)
  end
  M.changed(client.id)
end

-- Callbacks after the skills may have changed.
function M.changed(id)
  require('skills_ls.known').forget(id)
  require('skills_ls.view').refresh_all()
end

-- Callbacks after a server has ended.
M.ended = vim.schedule_wrap(function(code, signal, id)
  versions[id] = nil
  require('skills_ls.known').forget(id)
  revive.ended(code, signal, id, M.attach_all)
end)

-- Returns the running client for a buffer or for the directory, or nil.
function M.running(bufnr)
  if bufnr and vim.api.nvim_buf_is_loaded(bufnr) and config.is_candidate(bufnr) then
    return M.clients(bufnr)[1]
  end
  local root = config.root(vim.fn.getcwd() .. '/file')
  for _, client in ipairs(M.clients()) do
    if client.config.root_dir == root and versions[client.id] ~= nil then
      return client
    end
  end
end

-- Calls back with the client for a buffer or for the directory, and starts a server
-- if needed. Returns false if there is no program to start.
function M.with(bufnr, callback)
  local client = M.running(bufnr)
  if client then
    callback(client)
    return true
  end
  if not (bufnr and vim.api.nvim_buf_is_loaded(bufnr) and config.is_candidate(bufnr)) then
    return start_bare(config.root(vim.fn.getcwd() .. '/file'), vim.schedule_wrap(callback))
  end
  if not M.attach(bufnr) then
    return false
  end
  await(function()
    return M.running(bufnr) ~= nil
  end, function(attached)
    if attached then
      return callback(M.running(bufnr))
    end
    M.notify(
      'the server does not answer: see :checkhealth skills_ls and ' .. M.log(),
      vim.log.levels.ERROR
    )
  end)
  return true
end

-- Like with(), but notifies the user if there is no program to start.
function M.run(bufnr, callback)
  local problem = not M.running(bufnr) and config.problem(client_config().cmd)
  if problem then
    warned[problem] = true
    return M.notify('no server is running, because ' .. problem, vim.log.levels.ERROR)
  end
  M.with(bufnr, callback)
end

-- Returns Neovim's log file, which contains the stderr of servers.
function M.log()
  return require('vim.lsp.log').get_filename()
end

-- Formats an error with its candidates, unless the message names one.
local function describe(err)
  local message = err.message or tostring(err)
  local candidates = type(err.data) == 'table' and err.data.candidates
  if type(candidates) ~= 'table' or #candidates == 0 then
    return text.printable(message)
  end
  for _, candidate in ipairs(candidates) do
    if message:find(candidate, 1, true) then
      return text.printable(message)
    end
  end
  return text.printable(('%s (%s)'):format(message, table.concat(candidates, ', ')))
end

-- Sends a request. Calls back with an error message or nil, the result, and the error
-- itself.
function M.request(client, method, params, callback)
  local function handler(err, result)
    callback(err and describe(err), result, err)
  end
  -- Neovim would encode an empty table as a list.
  if next(params) == nil then
    params = vim.empty_dict()
  end
  return call(client, 'request', method, params, handler)
end

-- Sends a request and waits for the result. Returns nil and the error, or nil after a timeout in milliseconds.
function M.request_sync(client, method, params, timeout)
  local answer = call(client, 'request_sync', method, params, timeout)
  if answer then
    return answer.result, answer.err
  end
end

-- Sends a notification to a client's server.
function M.tell(client, method, params)
  return call(client, 'notify', method, params)
end

return M
