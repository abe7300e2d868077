-- Creates a skill. The server asks Neovim to create the file.

local client = require('skills_ls.client')
local view = require('skills_ls.view')

local M = {}

-- Creates a skill and opens it. Options: agent, dir, description.
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
    -- The server asks Neovim to show the file.
    client.request(server, 'workspace/executeCommand', params, function(problem)
      if problem then
        client.notify(problem, vim.log.levels.ERROR)
      end
    end)
  end)
end

return M
