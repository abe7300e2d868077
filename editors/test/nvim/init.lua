-- The configuration under test. SKILLS_LS_SETUP is the way to set up the plugin,
-- SKILLS_LS_OPTIONS its options as Lua.

local how = vim.env.SKILLS_LS_SETUP
-- Neovim finds the plugin itself if it is a native package. With nvim-lspconfig it is
-- not installed.
if how == 'lspconfig' then
  vim.opt.runtimepath:prepend(vim.env.SKILLS_LS_PLUGIN .. '/registry/nvim-lspconfig')
elseif how ~= 'package' then
  vim.opt.runtimepath:prepend(vim.env.SKILLS_LS_PLUGIN)
end
vim.opt.swapfile = false
vim.opt.hidden = true
vim.opt.completeopt = { 'menuone' }
-- Shows diagnostics in insert mode, too.
vim.diagnostic.config({ update_in_insert = true })

-- Records the notifications for the tests.
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
