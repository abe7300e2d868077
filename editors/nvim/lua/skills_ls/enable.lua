-- The configuration for vim.lsp.config() in Neovim 0.11 and later.

local client = require('skills_ls.client')
local config = require('skills_ls.config')

local M = {}

function M.config()
  client.watch()
  local merged = config.client()
  -- Without a callback for the root, Neovim does not attach the buffer.
  merged.root_dir = function(bufnr, on_dir)
    if config.is_candidate(bufnr) and client.can_run(vim.lsp.config[config.name].cmd) then
      on_dir(config.root(vim.api.nvim_buf_get_name(bufnr)))
    end
  end
  merged.name = nil
  return merged
end

return M
