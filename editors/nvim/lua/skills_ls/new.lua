-- A new skill, which the server has this editor create.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

-- Creates a skill and opens it; of options: agent, dir, description.
function M.create(name, options)
  options = options or {}
  client.with(view.source(vim.api.nvim_get_current_buf()), function(server)
    local params = {
      command = 'skills-ls.newSkill',
      arguments = {
        {
          name = name,
          description = options.description,
          agent = options.agent,
          dir = options.dir,
        },
      },
    }
    client.request(server, 'workspace/executeCommand', params, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      -- Neovim 0.7 cannot be asked by the server to show a file.
      if vim.api.nvim_buf_get_name(0) ~= result.path then
        text.edit(result.path)
      end
    end)
  end)
end

return M
