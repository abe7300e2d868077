-- :checkhealth skills_ls

local M = {}

-- The program's own answer to `version`, started as it is for serving.
local function ask_version(cmd)
  local command = vim.list_slice(cmd, 1)
  if command[#command] == 'serve' or command[#command] == '--stdio' then
    command[#command] = nil
  end
  command[#command + 1] = 'version'
  local answer = vim.trim(vim.fn.system(command))
  return vim.v.shell_error == 0 and answer or nil, answer
end

function M.check()
  local health = vim.health or require('health')
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local info = health.info or health.report_info
  local warn = health.warn or health.report_warn
  local failed = health.error or health.report_error
  local client = require('skills_ls.client')
  local config = require('skills_ls.config')

  start('skills-ls: the program')
  local cmd, problem = config.cmd()
  if not cmd then
    return failed(problem)
  end
  local version, answer = ask_version(cmd)
  if not version then
    return failed(('%s cannot be started: %s'):format(cmd[1], answer))
  end
  ok(('%s (%s)'):format(cmd[1], version))

  start('skills-ls: servers')
  local clients = client.clients()
  local given_up = require('skills_ls.revive').given_up()
  if given_up then
    failed(
      given_up,
      { ':Skills restart tries once more', 'its last words are in ' .. client.log() }
    )
  elseif #clients == 0 then
    warn('no server is running: it starts with the first Markdown file')
  end
  for _, server in ipairs(clients) do
    local told = client.version(server)
    ok(('running in %s, version %s'):format(client.directory(server), told or 'not told'))
    local mismatch = config.mismatch(told)
    if mismatch then
      warn(mismatch)
    end
  end

  start('skills-ls: this plugin')
  ok('version ' .. config.version)
  info('skills are picked with ' .. tostring(require('skills_ls.picker').name(1)))
  info('code lenses are ' .. (config.options.codelens and 'shown' or 'not shown'))
end

return M
