-- :checkhealth skills_ls

local M = {}

-- Runs the program with `version` instead of `serve`. Returns nil and the reason if
-- it fails.
local function ask_version(cmd)
  local command = vim.list_slice(cmd, 1)
  if command[#command] == 'serve' or command[#command] == '--stdio' then
    command[#command] = nil
  end
  command[#command + 1] = 'version'
  local started, result = pcall(function()
    return vim.system(command, { text = true }):wait()
  end)
  if not started then
    return nil, result
  elseif result.code ~= 0 then
    return nil, vim.trim(result.stderr)
  end
  return vim.trim(result.stdout)
end

function M.check()
  if vim.fn.has('nvim-0.10') == 0 then
    -- Older versions have no vim.health.
    error('skills-ls needs Neovim 0.10 or later: update Neovim', 0)
  end
  local start, ok, info = vim.health.start, vim.health.ok, vim.health.info
  local warn, failed = vim.health.warn, vim.health.error
  local client = require('skills_ls.client')
  local config = require('skills_ls.config')

  start('skills-ls: the program')
  local cmd, problem = config.cmd()
  if not cmd then
    return failed(problem)
  end
  local version, reason = ask_version(cmd)
  if not version then
    return failed(('%s failed to start: %s'):format(cmd[1], reason))
  end
  ok(('%s (%s)'):format(cmd[1], version))

  start('skills-ls: servers')
  local clients = client.clients()
  local given_up = require('skills_ls.revive').given_up()
  if given_up then
    failed(given_up, { 'run :Skills restart to try again', 'see ' .. client.log() })
  elseif #clients == 0 then
    warn('no server is running: open a Markdown file to start it')
  end
  for _, server in ipairs(clients) do
    local told = client.version(server)
    ok(('running in %s, version %s'):format(client.directory(server), told or 'unknown'))
    local mismatch = config.mismatch(told)
    if mismatch then
      warn(mismatch)
    end
  end

  start('skills-ls: this plugin')
  ok('version ' .. config.version)
  info('picker: ' .. tostring(require('skills_ls.picker').name(1)))
  info('code lenses are ' .. (config.options.codelens and 'shown' or 'not shown'))
end

return M
