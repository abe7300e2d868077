-- The entry for nvim-lspconfig, without this plugin.

return function(h)
  local entry = vim.env.SKILLS_LS_PLUGIN .. '/registry/nvim-lspconfig/lsp/skills_ls.lua'

  h.test('is a configuration with its documentation', function()
    local config = dofile(entry)
    h.same(config.cmd, { 'skills-ls', 'serve' })
    local lines = vim.fn.readfile(entry)
    h.same(lines[1], '---@brief')
    assert(vim.tbl_contains(lines, '---@type vim.lsp.Config'))
  end)

  h.test('starts the server', function()
    local program = vim.fn.fnamemodify(vim.env.SKILLS_LS_PLUGIN, ':h:h')
    vim.fn.mkdir(h.workspace .. '/.git')
    h.start(nil, { SKILLS_LS_SETUP = 'lspconfig', PATH = program .. ':' .. vim.env.PATH })
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    h.finding('name/format')
    h.same(h.lua('return vim.lsp.get_clients()[1].config.root_dir'), h.workspace)
    h.same(h.lua([[return vim.fn.exists(':Skills')]]), 0)
    h.same(h.lua('return _G.messages'), {})
  end)
end
