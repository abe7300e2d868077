-- Shows the catalog: an agent's list of skills in the prompt, and what its budget
-- drops, of one agent or in short of all agents of the project.

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

local function render(result, titles)
  local page, add, heading = view.page()
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
    add(('  %s counts %d (%s)'):format(titles[result.agent], estimate.count, estimate.method))
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
  page.title = ('%s lists %d of %d skills (%s)'):format(
    titles[result.agent],
    result.entries,
    result.total,
    text.tokens(result.tokens)
  )
  return page
end

-- Returns how much of each limit is used.
local function usage(limits, used)
  local parts = {}
  for _, unit in ipairs(units) do
    if limits[unit] then
      parts[#parts + 1] = ('%d of %d %s'):format(used[unit] or 0, limits[unit], unit)
    end
  end
  return #parts > 0 and table.concat(parts, ', ') or 'no budget'
end

local function render_all(result, titles)
  local page = { lines = {}, marks = {}, paths = {}, title = 'Catalogs of the project' }
  for _, catalog in ipairs(result.catalogs) do
    local line = ('%s: %d of %d skills, %s, %s'):format(
      titles[catalog.agent],
      catalog.entries,
      catalog.total,
      text.tokens(catalog.tokens),
      usage(catalog.budget, catalog.used)
    )
    page.marks[#page.marks + 1] = { #page.lines, 0, #page.lines, #line, 'SkillsHeading' }
    page.lines[#page.lines + 1] = line
    if catalog.shortened > 0 then
      page.lines[#page.lines + 1] = ('  shortened descriptions: %d'):format(catalog.shortened)
    end
    for _, found in ipairs(catalog.dropped) do
      page.lines[#page.lines + 1] = ('  dropped: %s  %s'):format(
        text.printable(found.name),
        text.path(found.path)
      )
      page.paths[#page.lines] = found.path
    end
  end
  if #page.lines == 0 then
    page.lines[1] = 'No agent of the project has a known catalog.'
  end
  return page
end

-- Shows how much of the prompt the catalogs of the project's agents take, and which
-- skills they drop. Options: mods.
function M.all(options)
  local mods = options and options.mods
  view.open_project('catalogs', 'skills/inventory', render_all, { complete = true, mods = mods })
end

-- Opens the catalog of an agent. Options: agent, mods.
function M.open(options)
  view.open_project('catalog', 'skills/catalog', render, options)
end

return M
