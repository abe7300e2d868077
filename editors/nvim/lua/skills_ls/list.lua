-- The catalogue of skills, to pick from or in the quickfix list.

local client = require('skills_ls.client')

local M = {}

local function edit(path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
end

local function pick(result)
  local items = {}
  for _, skill in ipairs(result.skills) do
    local text = ('%s [%s] %s'):format(skill.name, skill.scope, skill.description)
    items[#items + 1] = { path = skill.path, text = text }
  end
  for _, problem in ipairs(result.errors) do
    local path = vim.fn.fnamemodify(problem.path, ':.')
    items[#items + 1] =
      { path = problem.path, text = ('not loaded: %s: %s'):format(path, problem.message) }
  end
  if #items == 0 then
    return client.notify('no skills are found from here')
  end
  vim.ui.select(items, {
    prompt = result.truncated and 'Skills (there are more):' or 'Skills:',
    kind = 'skills_ls',
    format_item = function(item)
      -- A prompt shows a line for each.
      return (item.text:gsub('%s+', ' '))
    end,
  }, function(item)
    if item then
      edit(item.path)
    end
  end)
end

local function fill_quickfix(result)
  local items = {}
  for _, skill in ipairs(result.skills) do
    local text = ('%s: %s'):format(skill.name, skill.description)
    items[#items + 1] = { filename = skill.path, lnum = 1, type = 'I', text = text }
  end
  for _, problem in ipairs(result.errors) do
    items[#items + 1] = { filename = problem.path, lnum = 1, type = 'E', text = problem.message }
  end
  vim.fn.setqflist({}, ' ', { title = 'Skills', items = items })
  vim.cmd('copen')
end

function M.open(options)
  options = options or {}
  client.with(vim.api.nvim_get_current_buf(), function(server)
    client.request(server, 'skills/list', {}, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      if options.quickfix then
        fill_quickfix(result)
      else
        pick(result)
      end
    end)
  end)
end

return M
