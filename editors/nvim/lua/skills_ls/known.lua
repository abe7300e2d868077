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

-- Calls back with an error or nil, and the result of a request whose parameters are
-- the directory and, if given, an agent.
local function ask(server, method, callback, agent)
  local own = answers[server.id] or {}
  answers[server.id] = own
  if own[method] then
    return callback(nil, own[method])
  end
  local params = { cwd = client.directory(server), agent = agent }
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

-- Calls back with an error or nil, and an agent: the named one, or that of the
-- project.
function M.agent(server, named, callback)
  if named then
    return callback(nil, named)
  end
  ask(server, 'skills/inventory', function(problem, result)
    callback(problem, result and result.agent)
  end)
end

-- Calls back with an error or nil, and the skills of the project's agent.
local function list(server, callback)
  M.agent(server, nil, function(problem, agent)
    if problem then
      return callback(problem)
    end
    ask(server, 'skills/list', callback, agent)
  end)
end

-- Calls back with an error or nil, and the skill of a name.
function M.find(server, name, callback)
  list(server, function(problem, result)
    if problem then
      return callback(problem)
    end
    for _, skill in ipairs(result.skills) do
      if skill.name == name then
        return callback(nil, skill)
      end
    end
    callback(('no skill named %q found from here'):format(name))
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

local function names(list, member)
  return vim.tbl_map(function(entry)
    return entry[member]
  end, list or {})
end

-- Returns the IDs of the agents.
function M.agents(bufnr)
  local all = await(bufnr, function(server, callback)
    ask(server, 'skills/agents', callback)
  end)
  return names((all or {}).agents, 'id')
end

-- Returns the names of the skills found from a buffer.
function M.skills(bufnr)
  return names((await(bufnr, list) or {}).skills, 'name')
end

return M
