-- Lists skills or the results of a search, in a picker or the quickfix list.

local client = require('skills_ls.client')
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

-- Reports whether a target agent loads a skill of the workspace or would if it found it. A
-- template counts as loaded.
local function is_loaded(skill)
  local loads = #skill.agents == 0 or skill.template
  for _, agent in ipairs(skill.agents) do
    loads = loads or agent.loads
  end
  return loads
end

-- Returns the numbers of the errors and warnings of a skill: `1 error, 2 warnings`.
local function problems(skill)
  local counts = {}
  for _, thing in ipairs({ 'error', 'warning' }) do
    local number = skill.problems[thing .. 's']
    counts[#counts + 1] = number > 0 and text.count(number, thing) or nil
  end
  return table.concat(counts, ', ')
end

-- Returns the items of the skills of the workspace, those that no target agent loads last.
local function of_workspace(result)
  local items, rejected = {}, {}
  for _, skill in ipairs(result.skills) do
    local flaws = problems(skill)
    if is_loaded(skill) then
      local size = skill.tokens and (' %s,'):format(text.tokens(skill.tokens)) or ''
      flaws = flaws ~= '' and (' %s,'):format(flaws) or ''
      local what = ('%s [%s]%s%s %s'):format(
        skill.name,
        skill.group,
        size,
        flaws,
        skill.description
      )
      local shown = text.printable(('%s (%s)'):format(what, skill.state))
      items[#items + 1] = { path = skill.path, text = shown, type = 'I' }
    else
      flaws = flaws ~= '' and (' (%s)'):format(flaws) or ''
      local what = ('%s: %s%s'):format(text.path(skill.path), skill.state, flaws)
      rejected[#rejected + 1] = { path = skill.path, text = text.printable(what), type = 'E' }
    end
  end
  return vim.list_extend(items, rejected)
end

local function request(method, params, callback)
  client.run(view.source(vim.api.nvim_get_current_buf()), function(server)
    params.cwd = client.directory(server)
    client.request(server, method, params, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      callback(result)
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

-- Lists the skills of the workspace, or those that an agent finds. Those that are not
-- loaded are last. Options: agent, quickfix.
function M.open(options)
  options = options or {}
  local method = options.agent and 'skills/list' or 'skills/inventory'
  local params = options.agent and { agent = options.agent }
    or { complete = true, tokens = true, problems = true }
  request(method, params, function(result)
    local items = options.agent and listed(result) or of_workspace(result)
    if #items == 0 then
      return client.notify('no skills found')
    end
    show(items, result.truncated and 'Skills (incomplete)' or 'Skills', options)
  end)
end

-- Lists the skills that match a query, the best match of an agent first. Options as
-- above.
function M.search(query, options)
  options = options or {}
  local params = { query = query, agent = options.agent }
  if not options.agent then
    params.complete, params.tokens, params.problems = true, true, true
  end
  local method = options.agent and 'skills/search' or 'skills/inventory'
  request(method, params, function(result)
    local items = options.agent and found(result) or of_workspace(result)
    if #items == 0 then
      return client.notify(('no skills match %q'):format(query))
    end
    show(items, ('Skills for %q'):format(query), options)
  end)
end

return M
