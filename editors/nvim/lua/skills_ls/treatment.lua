-- What an agent does with a skill where it is, in words. Whether it finds the skill and whether it loads the skill are
-- independent.

local M = {}

-- Reports whether the user's settings or a limit leave the skill out, rather than what is written in it.
local function is_chosen(reason)
  return reason.code == 'off' or reason.code == 'surplus'
end

-- Returns the reasons why the agent does not load the skill, without the one why it does not find it.
local function why_not_loaded(entry)
  return entry.finds and entry.reasons or vim.list_slice(entry.reasons, 2)
end

-- Returns a text with the agent's own words as a quotation.
local function with_words(said, reason)
  return reason.verbatim and ('%s: “%s”'):format(said, vim.trim(reason.verbatim)) or said
end

-- Returns the names by which the agent finds the skill once one of its plugins is installed.
local function installed(entry)
  return table.concat({ entry.installed, unpack(entry.alsoInstalled or {}) }, ' or ')
end

-- Returns the texts of the reasons why the agent does not load the skill.
function M.why_not_loaded(entry)
  return vim.tbl_map(function(reason)
    local is_ignored = reason.silent and not is_chosen(reason)
    local prefix = is_ignored and 'ignored without an error: ' or ''
    return with_words(prefix .. reason.message, reason)
  end, why_not_loaded(entry))
end

-- Returns the texts of all reasons, the one why the agent does not find the skill first, or when it does.
function M.reasons(entry)
  local found = M.why_not_loaded(entry)
  if not entry.finds and entry.installed then
    table.insert(found, 1, ('finds it as %s once the plugin is installed'):format(installed(entry)))
  elseif not entry.finds then
    table.insert(found, 1, with_words(entry.reasons[1].message, entry.reasons[1]))
  end
  return found
end

-- Returns what the agent does, to follow its name: "would load it, but does not look in .claude/skills", or "finds it
-- as tools:deploy once the plugin is installed".
function M.predicate(entry)
  local rejects = false
  for _, reason in ipairs(why_not_loaded(entry)) do
    rejects = rejects or not is_chosen(reason)
  end
  if entry.finds then
    return entry.loads and 'loads it' or rejects and 'rejects it' or 'does not load it'
  end
  if entry.loads and entry.installed then
    return ('finds it as %s once the plugin is installed'):format(installed(entry))
  end
  local place = entry.installed and 'finds it once the plugin is installed'
    or entry.reasons[1].message
  if entry.loads then
    return 'would load it, but ' .. place
  end
  return (rejects and 'would reject it, and ' or 'would not load it, and ') .. place
end

return M
