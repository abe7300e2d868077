if vim.g.loaded_skills_ls then
  return
end
vim.g.loaded_skills_ls = true

if vim.fn.has('nvim-0.7') == 0 then
  vim.notify('skills-ls needs Neovim 0.7 or later', vim.log.levels.ERROR)
  return
end

local command = vim.api.nvim_create_user_command

command('SkillsPreview', function()
  require('skills_ls').preview()
end, { desc = 'Show what an agent would inject for this skill, live' })

command('SkillsList', function(arguments)
  require('skills_ls').list({ quickfix = arguments.bang })
end, { bang = true, desc = 'Pick from the skills found here; with !, in the quickfix list' })

command('SkillsRestart', function()
  require('skills_ls').restart()
end, { desc = 'Restart the skills-ls server' })

command('SkillsBugReport', function()
  require('skills_ls').bug_report()
end, { desc = 'Gather what a bug report needs, in a new buffer' })
