-- Starts a server again that ended without being told to, which Neovim does
-- not do by itself.

local M = {}

-- Milliseconds before the first start, twice as long before each further one.
M.delay = 500

-- A server that ends as often as this within so many milliseconds is left alone.
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

-- Forgets what was, since the user starts anew.
function M.reset()
  deaths, given_up = {}, nil
end

-- Why no server is started any more, or nil.
function M.given_up()
  return given_up
end

local function cause(code, signal)
  if signal ~= 0 then
    return ('was killed by signal %d'):format(signal)
  end
  return ('ended with code %d'):format(code)
end

-- The clients that were told to stop. Their servers may end as if they had
-- failed, since Neovim kills what takes too long.
local told = {}

-- Remembers when a client is told to stop, and sends no more requests then. A server
-- must refuse requests after shutdown, and Neovim shows that as an error: it asks for
-- inlay hints and lenses until the server has ended.
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

-- Called when a client's server has ended. start() attaches what has lost it.
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
    given_up = ('the server %s, for the %dth time in a short while, and is not started again'):format(
      cause(code, signal),
      #deaths
    )
    local advice = ':Skills restart tries once more; its last words are in '
    return client.notify(('%s. %s%s'):format(given_up, advice, client.log()), vim.log.levels.ERROR)
  end
  local delay = M.delay * 2 ^ (#deaths - 1)
  local message = ('the server %s; it is started again in %.1f s'):format(
    cause(code, signal),
    delay / 1000
  )
  client.notify(message, vim.log.levels.WARN)
  vim.defer_fn(function()
    if not leaving and not given_up then
      start()
    end
  end, delay)
end

return M
