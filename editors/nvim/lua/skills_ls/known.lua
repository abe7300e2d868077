-- Caches the agents, and the skills until the server reports a change.

local client = require('skills_ls.client')
local text = require('skills_ls.text')

local M = {}

-- The timeout of a completion in milliseconds.
local patience = 2000

-- By client and method.
local answers = {}

function M.forget(id)
  answers[id] = nil
end

-- Calls back with an error or nil, and the result of a request about the directory.
local function ask(server, method, callback)
  local own = answers[server.id] or {}
  answers[server.id] = own
  if own[method] then
    return callback(nil, own[method])
  end
  local params = { cwd = client.directory(server) }
  client.request(server, method, params, function(problem, result)
    if answers[server.id] == own and not problem then
      own[method] = result
    end
    callback(problem, result)
  end)
end

-- Calls back with the titles of the agents by ID. The title of an unknown agent is its ID.
function M.titles(server, callback)
  ask(server, 'skills/agents', function(_, result)
    local titles = {}
    for _, agent in ipairs(result and result.agents or {}) do
      titles[agent.id] = text.printable(agent.title)
    end
    callback(setmetatable(titles, {
      __index = function(_, id)
        return id
      end,
    }))
  end)
end

-- Returns the names of a skill of the workspace: its own, those in agents, and those with its
-- plugins.
local function names_of(skill)
  local names = { skill.name }
  for _, agent in ipairs(skill.agents) do
    names[#names + 1] = agent.name
    names[#names + 1] = agent.installed
    vim.list_extend(names, agent.alsoInstalled or {})
  end
  return names
end

-- Reports whether a skill of the workspace, or its directory, has a name.
function M.has_name(skill, name)
  return vim.fs.basename(skill.dir) == name or vim.tbl_contains(names_of(skill), name)
end

-- Calls back with an error or nil, and the skills of the workspace with a name. Waits for
-- the first scan.
function M.find(server, name, callback)
  local params = { cwd = client.directory(server), complete = true }
  client.request(server, 'skills/inventory', params, function(problem, result)
    callback(
      problem,
      vim.tbl_filter(function(skill)
        return M.has_name(skill, name)
      end, result and result.skills or {})
    )
  end)
end

-- Returns what a function that takes a server and a callback finds, or nil after a
-- timeout or without a server.
local function await(bufnr, find)
  local done, found
  local asked = client.with(bufnr, function(server)
    find(server, function(_, result)
      done, found = true, result
    end)
  end)
  if not asked then
    return nil
  end
  vim.wait(patience, function()
    return done
  end, 10)
  return found
end

-- Returns the IDs of the agents.
function M.agents(bufnr)
  local all = await(bufnr, function(server, callback)
    ask(server, 'skills/agents', callback)
  end)
  return vim.tbl_map(function(agent)
    return agent.id
  end, (all or {}).agents or {})
end

-- Returns the names of the skills of the workspace of a buffer.
function M.skills(bufnr)
  local all = await(bufnr, function(server, callback)
    ask(server, 'skills/inventory', callback)
  end)
  local names = {}
  for _, skill in ipairs((all or {}).skills or {}) do
    vim.list_extend(names, names_of(skill))
  end
  table.sort(names)
  return vim.fn.uniq(names)
end

return M
