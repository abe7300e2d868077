-- Makes the existing problems of the project known, so that only new ones are reported.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

-- Writes the baseline and the setting that names it.
function M.run()
  client.run(view.source(vim.api.nvim_get_current_buf()), function(server)
    client.request(server, 'workspace/executeCommand', {
      command = 'skills-ls.baseline',
      arguments = { { cwd = client.directory(server) } },
    }, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      for _, path in ipairs(result.changed) do
        if not client.write(path) then
          return
        end
      end
      local problems = text.count(result.problems, 'problem')
      local counts = ('%s in %s'):format(problems, text.count(result.files, 'file'))
      client.notify(
        (#result.changed > 0 and 'baselined ' or 'nothing to baseline, known already: ') .. counts
      )
    end)
  end)
end

return M
