-- Shows the servers and the directories where agents look for skills.

local client = require('skills_ls.client')
local config = require('skills_ls.config')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

local function join(list)
  return #list > 0 and table.concat(list, ', ') or 'none'
end

local function program(server)
  local cmd = server.config.cmd
  return type(cmd) == 'table' and table.concat(cmd, ' ') or tostring(cmd)
end

local function renderer(server)
  return function(result)
    local page = { lines = {}, marks = {}, paths = {}, title = 'skills-ls' }
    local function add(line, path)
      page.lines[#page.lines + 1] = line
      page.paths[#page.lines] = path
    end
    local function heading(line)
      add(line)
      page.marks[#page.marks + 1] = { #page.lines - 1, 0, #page.lines - 1, #line, 'SkillsHeading' }
    end
    heading('Server')
    add('  version  ' .. (client.version(server) or 'unknown'))
    add('  plugin   ' .. config.version)
    add('  program  ' .. text.printable(program(server)))
    add('  root     ' .. text.printable(client.directory(server)))
    for _, place in ipairs(result.places) do
      heading('Skills in ' .. text.path(place.cwd))
      if place.settings then
        add('  configuration ' .. text.path(place.settings), place.settings)
      end
      local missing = 0
      for _, root in ipairs(place.roots) do
        if root.exists then
          add(('  %s (%s)'):format(text.path(root.path), root.scope))
          add('    targets     ' .. join(root.targets))
          add('    searched by ' .. join(root.agents))
        else
          missing = missing + 1
        end
      end
      add(('  and %d directories that do not exist'):format(missing))
    end
    return page
  end
end

function M.open(options)
  options = options or {}
  local source = view.source(vim.api.nvim_get_current_buf())
  client.with(source, function(server)
    view.open(server, {
      key = 'info',
      source = source,
      method = 'skills/roots',
      params = { cwd = client.directory(server) },
      render = renderer(server),
    }, {
      name = 'skills-info://',
      filetype = 'skills-info',
      split = view.split(options.mods, 'botright split'),
      enter = true,
    })
  end)
end

return M
