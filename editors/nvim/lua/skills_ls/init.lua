-- skills-ls for Neovim: a client of the language server for Agent Skills.

local M = {}

-- Attaches the server to open and future buffers. See |skills-ls-setup| for the
-- options.
function M.setup(options)
  local config = require('skills_ls.config')
  config.set(options)
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config(config.name, require('skills_ls.enable').config())
    vim.lsp.enable(config.name)
    return
  end
  local client = require('skills_ls.client')
  client.watch()
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost' }, {
    group = vim.api.nvim_create_augroup('skills_ls', { clear = true }),
    callback = function(event)
      client.attach(event.buf)
    end,
  })
  client.attach_all()
end

-- The functions of :Skills by the names of its subcommands, see |skills-ls-lua|.

function M.list(options)
  require('skills_ls.list').open(options)
end

function M.search(query, options)
  require('skills_ls.list').search(query, options)
end

function M.preview(options)
  require('skills_ls.preview').open(options)
end

function M.catalog(options)
  require('skills_ls.catalog').open(options)
end

function M.catalogs(options)
  require('skills_ls.catalog').all(options)
end

function M.compat(options)
  require('skills_ls.compat').open(options)
end

function M.new(name, options)
  require('skills_ls.new').create(name, options)
end

function M.baseline()
  require('skills_ls.baseline').run()
end

function M.disable(options)
  require('skills_ls.switch').run(false, options)
end

function M.enable(options)
  require('skills_ls.switch').run(true, options)
end

function M.info(options)
  require('skills_ls.info').open(options)
end

function M.lens()
  require('skills_ls.lens').run()
end

function M.report()
  require('skills_ls.report').open()
end

function M.restart()
  require('skills_ls.client').restart()
end

M.bug_report = M.report

return M
