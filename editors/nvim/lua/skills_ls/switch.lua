-- Enables and disables skills in an agent's settings.

local client = require('skills_ls.client')
local known = require('skills_ls.known')
local picker = require('skills_ls.picker')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

-- Offers the lines that disable a skill in the user's own settings, which the server
-- does not read.
local function by_hand(manual, lines)
  client.notify(manual.note)
  local shown = text.path(manual.file)
  picker.choose({
    {
      text = 'Copy the lines',
      run = function()
        vim.fn.setreg('"', lines, 'l')
        if vim.fn.has('clipboard') == 1 then
          vim.fn.setreg('+', lines, 'l')
        end
        client.notify(('lines copied: paste them at the end of %s'):format(shown))
      end,
    },
    {
      text = 'Open ' .. shown,
      run = function()
        text.edit(manual.file)
      end,
    },
  }, 'Disable it in ' .. shown)
end

-- Reports whether the file has a modified buffer that the server does not know, since
-- it is attached to the settings of few agents. It would edit the text on disk.
local function is_unwritten(path)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(bufnr) == path and vim.bo[bufnr].modified then
      return #client.clients(bufnr) == 0
    end
  end
  return false
end

local function throw(server, agent, entry, on)
  if agent.manual and entry.lines then
    return by_hand(agent.manual, entry.lines)
  end
  if is_unwritten(entry.switch.file) then
    local shown = text.path(entry.switch.file)
    return client.notify(('write %s first'):format(shown), vim.log.levels.WARN)
  end
  client.request(server, 'workspace/executeCommand', {
    command = 'skills-ls.switchSkill',
    arguments = { { path = entry.path, agent = agent.agent, on = on } },
  }, function(problem) -- the server asks Neovim to show the file
    if problem then
      client.notify(problem, vim.log.levels.ERROR)
    end
  end)
end

-- Agents find a file behind a symbolic link under different paths.
local function real(path)
  return vim.uv.fs_realpath(path) or path
end

-- Returns the real paths of the skills of a name in the workspace.
local function named(result, name)
  local paths = {}
  for _, skill in ipairs(result.skills) do
    if known.has_name(skill, name) then
      paths[real(skill.path)] = true
    end
  end
  return paths
end

-- Returns the entries of the skills with some real paths by agent. Agents find different skills, so
-- a name is looked up in each, too.
local function meant(result, paths, name)
  local list = {}
  for _, agent in ipairs(result.agents) do
    for _, entry in ipairs(agent.skills) do
      if entry.name == name or paths[real(entry.path)] then
        list[#list + 1] = { agent = agent, entry = entry }
      end
    end
  end
  return list
end

-- Returns the entries that can be enabled or disabled. If several skills have the
-- name, their paths are shown.
local function choices(skills, on)
  local list, paths = {}, {}
  for _, skill in ipairs(skills) do
    local agent, entry = skill.agent, skill.entry
    if entry.switch and entry.switch.on ~= on or entry.lines and not on then
      paths[entry.path] = true
      list[#list + 1] = {
        text = agent.title,
        path = entry.path,
        run = function(server)
          throw(server, agent, entry, on)
        end,
      }
    end
  end
  if #vim.tbl_keys(paths) > 1 then
    for _, item in ipairs(list) do
      item.text = ('%s: %s'):format(item.text, text.path(item.path))
    end
  end
  return list
end

-- Enables or disables the skill of a name or of the buffer. Options: name, agent.
function M.run(on, options)
  options = options or {}
  local word = on and 'enable' or 'disable'
  local source = view.source(vim.api.nvim_get_current_buf())
  view.of_skill(word, source, options, function(_, found)
    found(nil, {})
  end, function(server, _, path)
    local params = {
      cwd = client.directory(server),
      agents = options.agent and { options.agent },
    }
    client.request(server, 'skills/inventory', params, function(problem, result)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      local paths = path and { [real(path)] = true } or named(result, options.name)
      local skills = meant(result, paths, options.name)
      if #skills == 0 and not next(paths) then
        return client.notify(
          ('no agent finds a skill named %q'):format(options.name),
          vim.log.levels.ERROR
        )
      end
      local list = choices(skills, on)
      if #list == 0 then
        return client.notify(('no agent has a setting to %s this skill'):format(word))
      elseif #list == 1 then
        return list[1].run(server)
      end
      picker.choose(list, 'Choose an agent', server)
    end)
  end)
end

return M
