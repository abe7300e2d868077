-- Lists skills or the results of a search, in a picker or the quickfix list.

local client = require('skills_ls.client')
local known = require('skills_ls.known')
local picker = require('skills_ls.picker')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

local function pick(items, prompt)
  picker.pick(items, prompt, function(item)
    text.edit(item.path)
  end)
end

local function quickfix(items, title)
  local entries = vim.tbl_map(function(item)
    return { filename = item.path, lnum = 1, type = item.type, text = item.text }
  end, items)
  vim.fn.setqflist({}, ' ', { title = title, items = entries })
  vim.cmd('botright copen')
end

local function describe(skill)
  return text.printable(('%s [%s] %s'):format(skill.name, skill.scope, skill.description))
end

local function listed(result)
  local items = {}
  for _, skill in ipairs(result.skills) do
    items[#items + 1] = { path = skill.path, text = describe(skill), type = 'I' }
  end
  for _, problem in ipairs(result.errors) do
    local what = ('not loaded: %s: %s'):format(text.path(problem.path), problem.message)
    items[#items + 1] = { path = problem.path, text = text.printable(what), type = 'E' }
  end
  return items
end

local function found(result)
  return vim.tbl_map(function(hit)
    local what = ('%s (%s)'):format(describe(hit.skill), hit.reason)
    return { path = hit.skill.path, text = what, type = 'I' }
  end, result.results)
end

-- Sends a request for the agent of the parameters, or else for that of the project.
local function request(method, params, callback)
  local function fail(problem)
    client.notify(problem, vim.log.levels.ERROR)
  end
  client.with(view.source(vim.api.nvim_get_current_buf()), function(server)
    known.agent(server, params.agent, function(unknown, agent)
      if unknown then
        return fail(unknown)
      end
      params.agent, params.cwd = agent, client.directory(server)
      client.request(server, method, params, function(problem, result)
        if problem then
          return fail(problem)
        end
        callback(result)
      end)
    end)
  end)
end

local function show(items, prompt, options)
  if options.quickfix then
    quickfix(items, prompt)
  else
    pick(items, prompt)
  end
end

-- Lists the skills that an agent finds, those that are not loaded last. Options:
-- agent, quickfix.
function M.open(options)
  options = options or {}
  request('skills/list', { agent = options.agent }, function(result)
    local items = listed(result)
    if #items == 0 then
      return client.notify('no skills found')
    end
    show(items, result.truncated and 'Skills (incomplete)' or 'Skills', options)
  end)
end

-- Lists the results of a query, best match first. Options as above.
function M.search(query, options)
  options = options or {}
  local params = { query = query, agent = options.agent }
  request('skills/search', params, function(result)
    local items = found(result)
    if #items == 0 then
      return client.notify(('no skills match %q'):format(query))
    end
    show(items, ('Skills for %q'):format(query), options)
  end)
end

return M
