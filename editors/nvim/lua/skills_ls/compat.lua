-- A table of all agents and whether they find and load a skill.

local known = require('skills_ls.known')
local picker = require('skills_ls.picker')
local text = require('skills_ls.text')
local treatment = require('skills_ls.treatment')
local view = require('skills_ls.view')

local M = {}

local columns = { 'Agent', 'Target', 'Finds it', 'Loads it', 'Name', 'Why not' }

local function yes(what)
  return what and 'yes' or 'no'
end

local function row(entry, titles)
  return {
    titles[entry.agent],
    entry.target and 'target' or '',
    yes(entry.finds),
    yes(entry.loads),
    text.printable(entry.name or ''),
    text.printable(table.concat(treatment.reasons(entry), '; ')),
  }
end

local function pad(cell, width)
  return cell .. (' '):rep(width - vim.fn.strdisplaywidth(cell))
end

-- Formats a table. The last column is not padded.
local function align(rows)
  local widths = {}
  for _, cells in ipairs(rows) do
    for index, cell in ipairs(cells) do
      widths[index] = math.max(widths[index] or 0, vim.fn.strdisplaywidth(cell))
    end
  end
  return vim.tbl_map(function(cells)
    local padded = {}
    for index, cell in ipairs(cells) do
      padded[index] = index < #cells and pad(cell, widths[index]) or cell
    end
    return (table.concat(padded, '  '):gsub('%s+$', ''))
  end, rows)
end

local function render(result, titles)
  local rows, using = { columns }, 0
  for _, entry in ipairs(result.agents) do
    rows[#rows + 1] = row(entry, titles)
    using = using + (entry.finds and entry.loads and 1 or 0)
  end
  local page = { lines = align(rows), marks = {} }
  page.marks[1] = { 0, 0, 0, #page.lines[1], 'SkillsHeading' }
  for index, entry in ipairs(result.agents) do
    if entry.finds or not entry.loads then
      local group = entry.loads and 'SkillsAccepted' or 'SkillsRefused'
      page.marks[#page.marks + 1] = { index, 0, index, #titles[entry.agent], group }
    end
  end
  for _, entry in ipairs(result.agents) do
    for _, note in ipairs(entry.notes) do
      page.lines[#page.lines + 1] = ('%s: %s'):format(titles[entry.agent], text.printable(note))
    end
  end
  page.title = ('%d of %d agents find and load this skill'):format(using, #result.agents)
  return page
end

local function show(server, source, path, options)
  view.open(server, {
    key = 'compat ' .. path,
    source = source,
    path = path,
    method = 'skills/compat',
    params = { textDocument = { uri = vim.uri_from_fname(path) } },
    render = render,
  }, {
    name = 'skills-compat://' .. path,
    filetype = 'skills-compat',
    split = view.split(options.mods, 'botright split'),
    wrap = false,
    enter = true,
  })
end

-- Calls back with an error or nil, and the skill of a name, which the user chooses if several
-- have it.
local function find(server, name, callback)
  known.find(server, name, function(problem, skills)
    if problem or #skills == 0 then
      return callback(problem or ('no skill named %q found from here'):format(name))
    elseif #skills == 1 then
      return callback(nil, skills[1])
    end
    local items = vim.tbl_map(function(skill)
      return {
        text = text.path(skill.path),
        run = function()
          callback(nil, skill)
        end,
      }
    end, skills)
    picker.choose(items, 'Choose a skill')
  end)
end

-- Opens the table for the skill of a name or of the buffer. Options: name, mods.
function M.open(options)
  options = options or {}
  local source = view.source(vim.api.nvim_get_current_buf())
  view.of_skill('compat', source, options, function(server, found)
    find(server, options.name, found)
  end, show)
end

return M
