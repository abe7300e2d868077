-- Starting and asking the server, through whatever API this Neovim has:
-- vim.lsp.enable (0.11), vim.lsp.start (0.8) or vim.lsp.start_client (0.7).

local config = require('skills_ls.config')

local M = {}

local has_0_11 = vim.fn.has('nvim-0.11') == 1

function M.notify(message, level)
  vim.notify('skills-ls: ' .. message, level or vim.log.levels.INFO)
end

local function is_stopped(client)
  if has_0_11 then
    return client:is_stopped()
  end
  return client.is_stopped()
end

-- The running clients of this server, of one buffer or of all.
function M.clients(bufnr)
  local all
  if vim.lsp.get_clients then
    all = vim.lsp.get_clients({ name = config.name })
  else
    all = vim.lsp.get_active_clients()
  end
  return vim.tbl_filter(function(client)
    return client.name == config.name
      and not is_stopped(client)
      and (bufnr == nil or vim.lsp.buf_is_attached(bufnr, client.id))
  end, all)
end

local function stop(client)
  if has_0_11 then
    client:stop()
  else
    client.stop()
  end
end

-- The configuration for a root. A copy, so that the root is not everybody's.
local function client_config(root)
  local merged
  if has_0_11 then
    -- With what the user has given to vim.lsp.config().
    merged = vim.deepcopy(vim.lsp.config[config.name])
    merged.name = config.name
  else
    merged = config.client()
  end
  merged.root_dir = root
  return merged
end

local warned = {}

-- Whether a command can be run; if not, says so, once.
function M.can_run(cmd)
  local problem = config.problem(cmd)
  if problem and not warned[problem] then
    warned[problem] = true
    M.notify(problem, vim.log.levels.ERROR)
  end
  return problem == nil
end

-- Starts a server for a root without a buffer; calls back once it answers.
local function start_bare(root, callback)
  local merged = client_config(root)
  if not M.can_run(merged.cmd) then
    return
  end
  local on_init = merged.on_init
  merged.on_init = function(client, ...)
    if type(on_init) == 'function' then
      on_init(client, ...)
    end
    callback(client)
  end
  if has_0_11 then
    vim.lsp.start(merged, { attach = false })
  else
    vim.lsp.start_client(merged)
  end
end

-- Attaches a buffer to the server of its root, starting one where needed.
-- False where there is no program to start.
function M.attach(bufnr)
  if not config.is_candidate(bufnr) or #M.clients(bufnr) > 0 then
    return true
  end
  local root = config.root(vim.api.nvim_buf_get_name(bufnr))
  local merged = client_config(root)
  if not M.can_run(merged.cmd) then
    return false
  end
  if vim.lsp.start then
    vim.api.nvim_buf_call(bufnr, function()
      vim.lsp.start(merged, { bufnr = bufnr })
    end)
    return true
  end
  for _, client in ipairs(M.clients()) do
    if client.config.root_dir == root and not is_stopped(client) then
      vim.lsp.buf_attach_client(bufnr, client.id)
      return true
    end
  end
  local id = vim.lsp.start_client(merged)
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
  return true
end

function M.attach_all()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      M.attach(bufnr)
    end
  end
end

-- Calls back once a condition holds, or with false when it is hopeless.
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

-- Stops the servers and, once they are gone, starts them again.
function M.restart()
  local clients = M.clients()
  for _, client in ipairs(clients) do
    stop(client)
  end
  await(function()
    return #vim.tbl_filter(is_stopped, clients) == #clients
  end, function()
    warned = {}
    M.attach_all()
  end)
end

-- Calls back with the client to ask about a buffer, or about the directory.
function M.with(bufnr, callback)
  if config.is_candidate(bufnr) then
    if not M.attach(bufnr) then
      return
    end
    await(function()
      return M.clients(bufnr)[1] ~= nil
    end, function(attached)
      if attached then
        callback(M.clients(bufnr)[1])
      else
        M.notify(
          'the server does not answer: see :LspLog and :checkhealth skills_ls',
          vim.log.levels.ERROR
        )
      end
    end)
    return
  end
  local client = M.clients()[1]
  if client then
    callback(client)
  else
    start_bare(vim.fn.getcwd(), vim.schedule_wrap(callback))
  end
end

-- Calls back with an error message or nil, and the result.
function M.request(client, method, params, callback)
  local function handler(err, result)
    callback(err and (err.message or tostring(err)), result)
  end
  -- An empty Lua table would be sent as a list.
  if next(params) == nil then
    params = vim.empty_dict()
  end
  if has_0_11 then
    return client:request(method, params, handler)
  end
  return client.request(method, params, handler)
end

return M
