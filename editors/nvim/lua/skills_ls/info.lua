-- Shows the servers and the directories where agents look for skills.

local client = require('skills_ls.client')
local config = require('skills_ls.config')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

local function join(agents, titles)
  local list = vim.tbl_map(function(id)
    return titles[id]
  end, agents)
  return #list > 0 and table.concat(list, ', ') or 'none'
end

local function program(server)
  local cmd = server.config.cmd
  return type(cmd) == 'table' and table.concat(cmd, ' ') or tostring(cmd)
end

local function render(result, titles, server)
  local page, add, heading = view.page()
  page.title = 'skills-ls'
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
        add('    targets     ' .. join(root.targets, titles))
        add('    searched by ' .. join(root.agents, titles))
      else
        missing = missing + 1
      end
    end
    add(('  and %d directories that do not exist'):format(missing))
  end
  return page
end

function M.open(options)
  view.open_project('info', 'skills/roots', render, options)
end

return M
