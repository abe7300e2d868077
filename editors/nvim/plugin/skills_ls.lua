if vim.g.loaded_skills_ls then
  return
end
vim.g.loaded_skills_ls = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('skills-ls needs Neovim 0.10 or later: update Neovim', vim.log.levels.ERROR)
  return
end

local command = vim.api.nvim_create_user_command

command('Skills', function(arguments)
  require('skills_ls.command').run(arguments)
end, {
  nargs = '*',
  bang = true,
  desc = 'Agent Skills: list, search, preview, catalog, compat, new, info, ...',
  complete = function(...)
    return require('skills_ls.command').complete(...)
  end,
})

command('SkillsPreview', 'Skills preview', { desc = 'Same as :Skills preview' })
command('SkillsList', 'Skills<bang> list', { bang = true, desc = 'Same as :Skills list' })
command('SkillsRestart', 'Skills restart', { desc = 'Same as :Skills restart' })
command('SkillsBugReport', 'Skills report', { desc = 'Same as :Skills report' })
