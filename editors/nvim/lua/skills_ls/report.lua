-- Opens a bug report in a new buffer: the server's report, and facts about Neovim.

local client = require('skills_ls.client')
local config = require('skills_ls.config')
local view = require('skills_ls.view')

local M = {}

local function show(text)
  local lines = vim.split(text, '\n', { plain = true })
  vim.list_extend(lines, {
    '## Editor',
    '',
    '- plugin: `' .. config.version .. '`',
    ('- Neovim: `NVIM v%s`'):format(tostring(vim.version())),
  })
  local bufnr = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].filetype = 'markdown'
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.cmd('split')
  vim.api.nvim_win_set_buf(0, bufnr)
end

function M.open()
  client.run(view.source(vim.api.nvim_get_current_buf()), function(server)
    local params = { command = 'skills-ls.bugReport' }
    client.request(server, 'workspace/executeCommand', params, function(problem, text)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      show(text)
    end)
  end)
end

return M
