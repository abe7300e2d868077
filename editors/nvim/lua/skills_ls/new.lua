-- Creates a skill. The server lists the locations, checks the name, and asks Neovim to
-- create the file and to show its description.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

-- The timeout of a check while the user types, in milliseconds.
local patience = 1000

-- Returns why the server would not create a skill, or nil if it would or does not answer in time.
local function check(server, params, name)
  local _, err = client.request_sync(server, 'workspace/executeCommand', {
    command = 'skills-ls.newSkill',
    arguments = { vim.tbl_extend('force', params, { name = name, check = true }) },
  }, patience)
  return err
end

-- Returns the valid names that are closest to an invalid one.
local function corrections(err)
  local data = err and type(err.data) == 'table' and err.data or {}
  return data.reason == 'invalid_name' and data.candidates or {}
end

-- Sends params and writes the new file. If the name is invalid, asks for another one
-- and offers the closest valid one.
local function send(server, params)
  client.request(server, 'workspace/executeCommand', {
    command = 'skills-ls.newSkill',
    arguments = { params },
  }, function(problem, result, err)
    if not problem then
      return client.write(result.path)
    end
    client.notify(problem, vim.log.levels.ERROR)
    local nearest = corrections(err)[1]
    if nearest then
      M.ask_name(server, params, nearest)
    end
  end)
end

-- The server and the parameters of the skill whose name is asked for.
local asked

-- Completes an invalid name to the closest valid ones. vim.ui.input() takes no function, only its name.
function M.complete(name)
  return asked and corrections(check(asked.server, asked.params, vim.trim(name))) or {}
end

-- Asks for the name of a skill and creates it. An invalid name is highlighted while it is typed.
function M.ask_name(server, params, default)
  asked = { server = server, params = params }
  vim.ui.input({
    prompt = 'Name (<Tab> corrects it): ',
    default = default,
    completion = "customlist,v:lua.require'skills_ls.new'.complete",
    highlight = function(name)
      local is_invalid = vim.trim(name) ~= '' and check(server, params, vim.trim(name))
      return is_invalid and { { 0, #name, 'SkillsInvalidName' } } or {}
    end,
  }, function(name)
    if name and vim.trim(name) ~= '' then
      params.name = vim.trim(name)
      send(server, params)
    end
  end)
end

-- Asks for a location, those of the project's agents first, and calls back with its
-- path.
local function ask_location(server, cwd, callback)
  client.request(server, 'skills/locations', { cwd = cwd }, function(problem, result)
    if problem then
      return client.notify(problem, vim.log.levels.ERROR)
    end
    vim.ui.select(result.locations, {
      prompt = 'Location of the skill',
      format_item = function(location)
        return text.printable(('%s: %s'):format(location.label, location.detail))
      end,
    }, function(location)
      if location then
        callback(location.path)
      end
    end)
  end)
end

-- Returns the directory of a buffer's file, or that of its server if the file is not in it.
local function directory(server, bufnr)
  local root = vim.fs.normalize(client.directory(server))
  local dir = vim.fs.dirname(vim.fs.normalize(vim.api.nvim_buf_get_name(bufnr)))
  return vim.startswith(dir .. '/', root .. '/') and dir or root
end

-- Completes an invalid name on the command line to the closest valid ones.
function M.complete_argument(name, bufnr)
  local server = client.running(bufnr)
  return server and corrections(check(server, { cwd = directory(server, bufnr) }, name)) or {}
end

-- Creates a skill, writes it and opens it at its description. Asks for the name if it
-- is nil, and then for the location if no option has it. Otherwise the location is
-- where the project's agent looks. Options: agent, dir, description.
function M.create(name, options)
  options = options or {}
  local bufnr = view.source(vim.api.nvim_get_current_buf())
  client.run(bufnr, function(server)
    local params = {
      name = name,
      description = options.description,
      agent = options.agent,
      dir = options.dir,
      cwd = directory(server, bufnr),
    }
    if name then
      return send(server, params)
    elseif params.agent or params.dir then
      return M.ask_name(server, params)
    end
    ask_location(server, params.cwd, function(dir)
      params.dir = dir
      M.ask_name(server, params)
    end)
  end)
end

return M
