-- The configuration under test. SKILLS_LS_SETUP says how the plugin is set up.

vim.opt.runtimepath:prepend(vim.env.SKILLS_LS_PLUGIN)
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

local how = vim.env.SKILLS_LS_SETUP
if how == 'enable' then
  vim.lsp.enable('skills_ls')
elseif how == 'missing' then
  require('skills_ls').setup({ cmd = '/nonexistent/skills-ls' })
else
  require('skills_ls').setup()
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function()
    vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  end,
})
