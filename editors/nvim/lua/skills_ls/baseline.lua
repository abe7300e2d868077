-- Makes the existing problems of the project known, so that only new ones are reported.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

-- Writes a file that the server has changed. Returns whether that succeeded.
local function write(path)
  local bufnr = vim.uri_to_bufnr(vim.uri_from_fname(path))
  local ok, problem = pcall(vim.api.nvim_buf_call, bufnr, function()
    vim.cmd('silent write')
  end)
  if not ok then
    client.notify(text.printable(problem), vim.log.levels.ERROR)
  end
  return ok
end

-- Writes the baseline and the setting that names it.
function M.run()
  client.with(view.source(vim.api.nvim_get_current_buf()), function(server)
    client.request(server, 'workspace/executeCommand', {
      command = 'skills-ls.baseline',
      arguments = { { cwd = client.directory(server) } },
    }, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      for _, path in ipairs(result.changed) do
        if not write(path) then
          return
        end
      end
      local counts = ('%d problems in %d files'):format(result.problems, result.files)
      client.notify(
        (#result.changed > 0 and 'baselined ' or 'nothing to baseline, known already: ') .. counts
      )
    end)
  end)
end

return M
