-- The configuration under test. SKILLS_LS_SETUP says how the plugin is set up,
-- SKILLS_LS_OPTIONS with which options, as Lua.

local how = vim.env.SKILLS_LS_SETUP
-- As a native package it is found without being told of. With nvim-lspconfig it
-- is not there.
if how == 'lspconfig' then
  vim.opt.runtimepath:prepend(vim.env.SKILLS_LS_PLUGIN .. '/registry/nvim-lspconfig')
elseif how ~= 'package' then
  vim.opt.runtimepath:prepend(vim.env.SKILLS_LS_PLUGIN)
end
vim.opt.swapfile = false
vim.opt.hidden = true
vim.opt.completeopt = { 'menuone' }
-- A user's diagnostics are seen as they come, not when insert mode ends.
vim.diagnostic.config({ update_in_insert = true })

-- What the plugin tells the user, for the tests to read.
_G.messages = {}
vim.notify = function(message)
  table.insert(_G.messages, message)
end

local options = vim.env.SKILLS_LS_OPTIONS
options = options and options ~= '' and assert(loadstring('return ' .. options))() or {}
if how == 'enable' or how == 'lspconfig' then
  vim.lsp.enable('skills_ls')
else
  require('skills_ls').setup(options)
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function()
    vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  end,
})
