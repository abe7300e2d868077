-- Caches the agents, and the skills until the server reports a change.

local client = require('skills_ls.client')

local M = {}

-- The timeout of a completion in milliseconds.
local patience = 2000

-- By client and method.
local answers = {}

function M.forget(id)
  answers[id] = nil
end

-- Calls back with an error or nil, and the result of a request whose only parameter
-- is the directory.
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

-- Calls back with an error or nil, and the skill of a name.
function M.find(server, name, callback)
  ask(server, 'skills/list', function(problem, result)
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

-- Returns the result of a request synchronously, or nil after a timeout or without
-- a server.
local function await(bufnr, method)
  local done, found
  local asked = client.with(bufnr, function(server)
    ask(server, method, function(_, result)
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
  return names((await(bufnr, 'skills/agents') or {}).agents, 'id')
end

-- Returns the names of the skills found from a buffer.
function M.skills(bufnr)
  return names((await(bufnr, 'skills/list') or {}).skills, 'name')
end

return M
