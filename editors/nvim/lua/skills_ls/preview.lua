-- A live preview of the exact text that an agent injects.

local client = require('skills_ls.client')
local text = require('skills_ls.text')
local treatment = require('skills_ls.treatment')
local view = require('skills_ls.view')

local M = {}

-- Highlight groups for the segments that do not come from the skill.
local groups = {
  envelope = 'SkillsPreviewEnvelope',
  files = 'SkillsPreviewFiles',
  notice = 'SkillsPreviewNotice',
  substituted = 'SkillsPreviewSubstituted',
  unexecuted = 'SkillsPreviewUnexecuted',
}

-- Returns the line at a byte offset, 1-based.
local function line_at(starts, offset)
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= offset then
      low = middle
    else
      high = middle - 1
    end
  end
  return low
end

local function marks(lines, segments)
  local starts, offset = {}, 0
  for index, line in ipairs(lines) do
    starts[index] = offset
    offset = offset + #line + 1
  end
  local function position(at)
    local line = line_at(starts, math.min(at, offset - 1))
    return line - 1, math.min(at - starts[line], #lines[line])
  end
  local found = {}
  for _, segment in ipairs(segments or {}) do
    local group = groups[segment.kind]
    if group and segment['end'] > segment.start then
      local row, column = position(segment.start)
      local end_row, end_column = position(segment['end'])
      found[#found + 1] = { row, column, end_row, end_column, group }
    end
  end
  return found
end

local function render(result, titles)
  local lines, ends = text.lines(result.content)
  local reasons = treatment.why_not_loaded(result)
  local why = #reasons > 0 and ': ' .. table.concat(reasons, '; ') or ''
  local size = ('%d bytes, %s'):format(result.bytes, text.tokens(result.tokens))
  return {
    lines = lines,
    ends = ends,
    marks = marks(lines, result.segments),
    title = ('%s %s (%s)%s'):format(titles[result.agent], treatment.predicate(result), size, why),
  }
end

local function show(server, source, path, options)
  view.open(server, {
    key = 'preview ' .. path,
    source = source,
    path = path,
    method = 'skills/preview',
    params = {
      textDocument = { uri = vim.uri_from_fname(path) },
      agent = options.agent,
      arguments = options.arguments,
    },
    render = render,
  }, {
    name = 'skills-preview://' .. path,
    filetype = 'markdown',
    split = view.split(options.mods, 'rightbelow vsplit'),
  })
end

-- Opens the preview of the skill of a name or of the buffer. Options: name, agent,
-- arguments, bufnr, and mods, the modifiers of a split.
function M.open(options)
  options = options or {}
  local source = view.source(options.bufnr or vim.api.nvim_get_current_buf())
  view.of_skill('preview', source, options, function(server, found)
    local params = { name = options.name, agent = options.agent, cwd = client.directory(server) }
    client.request(server, 'skills/preview', params, function(problem, result)
      found(problem, result and result.skill)
    end)
  end, show)
end

return M
