-- Shows, updates and runs code lenses.

local config = require('skills_ls.config')

local M = {}

-- Shows the lenses of a buffer and keeps them up to date.
function M.show(bufnr)
  if not config.options.codelens then
    return
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  -- Neovim 0.10 and 0.11 refresh lenses only on request.
  local function refresh()
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('skills_ls_lens_' .. bufnr, { clear = true }),
    buffer = bufnr,
    callback = refresh,
  })
  refresh()
end

-- Runs the references lens: fills the quickfix list.
function M.references(command, context)
  local _, _, locations = unpack(command.arguments)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(locations, client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = 'References to the skill', items = items })
  vim.cmd('botright copen')
end

-- Runs a preview lens.
function M.preview(command)
  local uri = command.arguments and command.arguments[1]
  require('skills_ls.preview').open({ bufnr = uri and vim.uri_to_bufnr(uri) or nil })
end

-- Runs the lens of the cursor line.
function M.run()
  vim.lsp.codelens.run()
end

return M
