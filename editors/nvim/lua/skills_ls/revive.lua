-- Restarts a server that crashed, which Neovim does not do.

local M = {}

-- The delay before the first restart in milliseconds. It doubles each time.
M.delay = 500

-- The maximum number of crashes within a time in milliseconds.
M.limit = 5
M.window = 3 * 60 * 1000

local deaths = {}
local given_up
local leaving = false

vim.api.nvim_create_autocmd('VimLeavePre', {
  group = vim.api.nvim_create_augroup('skills_ls_revive', { clear = true }),
  callback = function()
    leaving = true
  end,
})

-- Forgets earlier crashes, because the user restarts the server.
function M.reset()
  deaths, given_up = {}, nil
end

-- Returns why the server is not restarted, or nil.
function M.given_up()
  return given_up
end

local function cause(code, signal)
  if signal ~= 0 then
    return ('was killed by signal %d'):format(signal)
  end
  return ('ended with code %d'):format(code)
end

-- The clients that are stopping. Their servers may end with an error, because Neovim
-- kills a server that takes too long.
local told = {}

-- Records that a client is stopping, and sends no more requests. A server must reject
-- requests after shutdown, and Neovim shows that as an error. It requests inlay hints
-- and lenses until the server has ended.
function M.watch(client)
  local stop = client.stop
  client.stop = function(...)
    told[client.id] = true
    client.request = function()
      return false -- not sent
    end
    return stop(...)
  end
end

-- Called when a client's server has ended. start() attaches its buffers again.
function M.ended(code, signal, id, start)
  local client = require('skills_ls.client')
  if leaving or given_up or told[id] or (code == 0 and signal == 0) then
    return
  end
  local now = vim.uv.now()
  deaths = vim.tbl_filter(function(time)
    return now - time < M.window
  end, deaths)
  deaths[#deaths + 1] = now
  if #deaths >= M.limit then
    given_up = ('the server %s, for the %dth time in a short while; it will not be restarted'):format(
      cause(code, signal),
      #deaths
    )
    local advice = 'Run :Skills restart to try again, or see '
    return client.notify(('%s. %s%s'):format(given_up, advice, client.log()), vim.log.levels.ERROR)
  end
  local delay = M.delay * 2 ^ (#deaths - 1)
  local message = ('the server %s; restarting in %.1f s'):format(cause(code, signal), delay / 1000)
  client.notify(message, vim.log.levels.WARN)
  vim.defer_fn(function()
    if not leaving and not given_up then
      start()
    end
  end, delay)
end

return M
