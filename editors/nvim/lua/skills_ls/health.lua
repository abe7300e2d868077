-- :checkhealth skills_ls

local M = {}

function M.check()
  local health = vim.health or require('health')
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local warn = health.warn or health.report_warn
  local failed = health.error or health.report_error

  start('skills-ls')
  local cmd, problem = require('skills_ls.config').cmd()
  if not cmd then
    return failed(problem)
  end
  local version = vim.fn.system({ cmd[1], 'version' })
  if vim.v.shell_error ~= 0 then
    return failed(('%s cannot be started: %s'):format(cmd[1], vim.trim(version)))
  end
  ok(('%s (%s)'):format(cmd[1], vim.trim(version)))

  local clients = require('skills_ls.client').clients()
  if #clients == 0 then
    return warn('no server is running: it starts with the first Markdown file')
  end
  for _, client in ipairs(clients) do
    ok(('running in %s'):format(client.config.root_dir or 'no directory'))
  end
end

return M
