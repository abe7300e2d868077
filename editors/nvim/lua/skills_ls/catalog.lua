-- Shows the catalog: an agent's list of skills in the prompt, and what its budget
-- drops.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local view = require('skills_ls.view')

local M = {}

local units = { 'entries', 'bytes', 'chars', 'tokens' }

local function budget(limits)
  local parts = {}
  for _, unit in ipairs(units) do
    if limits[unit] then
      parts[#parts + 1] = ('%d %s'):format(limits[unit], unit)
    end
  end
  return #parts > 0 and table.concat(parts, ', ') or 'none'
end

local function render(result)
  local page = { lines = {}, marks = {}, paths = {} }
  local function add(line, path)
    page.lines[#page.lines + 1] = line
    page.paths[#page.lines] = path
  end
  local function heading(line)
    add(line)
    page.marks[#page.marks + 1] = { #page.lines - 1, 0, #page.lines - 1, #line, 'SkillsHeading' }
  end
  local function skill(found, note)
    local what = note and (' (%s)'):format(note) or ''
    add(('  %s%s  %s'):format(text.printable(found.name), what, text.path(found.path)), found.path)
  end

  heading(('%d of %d skills'):format(result.entries, result.total))
  add(
    ('  %d bytes, %d tokens (%s)'):format(result.bytes, result.tokens.count, result.tokens.method)
  )
  if result.estimate then
    local estimate = result.estimate
    add(('  %s counts %d (%s)'):format(result.agent, estimate.count, estimate.method))
  end
  add('  budget: ' .. budget(result.budget))
  if #result.dropped > 0 then
    heading(('Dropped to fit the budget (%d)'):format(#result.dropped))
    for _, found in ipairs(result.dropped) do
      skill(found)
    end
  end
  if #result.shortened > 0 then
    heading(('Shortened (%d)'):format(#result.shortened))
    for _, entry in ipairs(result.shortened) do
      skill(entry.skill, ('%d characters kept'):format(entry.kept))
    end
  end
  if #result.notes > 0 then
    heading('Notes')
    for _, note in ipairs(result.notes) do
      add('  ' .. text.printable(note))
    end
  end
  heading('Text in the prompt')
  vim.list_extend(page.lines, (text.lines(result.content)))
  page.title = ('%s lists %d of %d skills (%d tokens)'):format(
    result.agent,
    result.entries,
    result.total,
    result.tokens.count
  )
  return page
end

-- Opens the catalog of an agent. Options: agent, mods.
function M.open(options)
  options = options or {}
  local source = view.source(vim.api.nvim_get_current_buf())
  client.with(source, function(server)
    view.open(server, {
      key = 'catalog',
      source = source,
      method = 'skills/catalog',
      params = { agent = options.agent, cwd = client.directory(server) },
      render = render,
    }, {
      name = 'skills-catalog://',
      filetype = 'skills-catalog',
      split = view.split(options.mods, 'botright split'),
      enter = true,
    })
  end)
end

return M
