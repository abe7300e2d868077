-- Shows the catalog: an agent's list of skills in the prompt, and what its budget
-- drops.

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
  view.open_project('catalog', 'skills/catalog', render, options)
end

return M
