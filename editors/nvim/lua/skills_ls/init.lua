-- skills-ls for Neovim: a client of the language server for Agent Skills.

local M = {}

-- Attaches the server to skills and other Markdown, from now on and at once.
-- See |skills_ls-setup| for the options.
function M.setup(options)
  local config = require('skills_ls.config')
  config.set(options)
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config(config.name, require('skills_ls.enable').config())
    vim.lsp.enable(config.name)
    return
  end
  local client = require('skills_ls.client')
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost' }, {
    group = vim.api.nvim_create_augroup('skills_ls', { clear = true }),
    callback = function(event)
      client.attach(event.buf)
    end,
  })
  client.attach_all()
end

function M.preview()
  require('skills_ls.preview').open()
end

function M.list(options)
  require('skills_ls.list').open(options)
end

function M.bug_report()
  require('skills_ls.report').open()
end

function M.restart()
  require('skills_ls.client').restart()
end

return M
