-- :Skills and its subcommands: parsing, completion and errors.

local client = require('skills_ls.client')
local known = require('skills_ls.known')
local view = require('skills_ls.view')

local M = {}

local function skills_ls()
  return require('skills_ls')
end

-- Returns the subcommand that enables or disables a skill.
local function switching(name)
  return {
    usage = '[SKILL] [--agent=ID]',
    words = { 0, 1 },
    flags = { agent = true },
    skills = true,
    run = function(words, options)
      options.name = words[1]
      skills_ls()[name](options)
    end,
  }
end

-- The fields of a subcommand:
--   usage    its arguments, for messages
--   words    the minimum and maximum number of words
--   flags    the flags of the form --flag=VALUE
--   rest     the option for the text after --, if allowed
--   bang     whether :Skills! fills the quickfix list
--   skills   whether its words are names of skills
--   complete returns the completions of a word, from which the user's text may differ
--   run      called with the words and an options table
local commands = {
  baseline = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function()
      skills_ls().baseline()
    end,
  },
  list = {
    usage = '[--agent=ID]',
    words = { 0, 0 },
    flags = { agent = true },
    bang = true,
    run = function(_, options)
      skills_ls().list(options)
    end,
  },
  search = {
    usage = 'QUERY [--agent=ID]',
    words = { 1, math.huge },
    flags = { agent = true },
    bang = true,
    run = function(words, options)
      skills_ls().search(table.concat(words, ' '), options)
    end,
  },
  preview = {
    usage = '[SKILL] [--agent=ID] [-- ARGUMENTS]',
    words = { 0, 1 },
    flags = { agent = true },
    rest = 'arguments',
    skills = true,
    run = function(words, options)
      options.name = words[1]
      skills_ls().preview(options)
    end,
  },
  catalog = {
    usage = '[--agent=ID]',
    words = { 0, 0 },
    flags = { agent = true },
    run = function(_, options)
      skills_ls().catalog(options)
    end,
  },
  catalogs = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function(_, options)
      skills_ls().catalogs(options)
    end,
  },
  compat = {
    usage = '[SKILL]',
    words = { 0, 1 },
    flags = {},
    skills = true,
    run = function(words, options)
      options.name = words[1]
      skills_ls().compat(options)
    end,
  },
  disable = switching('disable'),
  enable = switching('enable'),
  new = {
    usage = '[NAME] [--agent=ID] [--dir=DIRECTORY] [-- DESCRIPTION]',
    words = { 0, 1 },
    flags = { agent = true, dir = true },
    rest = 'description',
    complete = function(...)
      return require('skills_ls.new').complete_argument(...)
    end,
    run = function(words, options)
      skills_ls().new(words[1], options)
    end,
  },
  info = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function(_, options)
      skills_ls().info(options)
    end,
  },
  lens = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function()
      skills_ls().lens()
    end,
  },
  report = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function()
      skills_ls().report()
    end,
  },
  restart = {
    usage = '',
    words = { 0, 0 },
    flags = {},
    run = function()
      skills_ls().restart()
    end,
  },
}

local function sorted(map)
  local keys = vim.tbl_keys(map)
  table.sort(keys)
  return keys
end

-- Parses the command line after :Skills into the name of the subcommand, words,
-- flags, and the text after --, or nil if there is no --.
local function parse(line)
  local parts = { words = {}, flags = {} }
  local ahead, rest = line:match('^(.-)%s%-%-%s(.*)$')
  if not ahead then
    ahead = line:match('^(.-)%s%-%-$')
    rest = ahead and ''
  end
  parts.rest = rest
  for _, word in ipairs(vim.split(ahead or line, '%s+', { trimempty = true })) do
    local flag, value = word:match('^%-%-([%w-]+)=?(.*)$')
    if not parts.name then
      parts.name = word
    elseif flag then
      parts.flags[flag] = value
    else
      parts.words[#parts.words + 1] = word
    end
  end
  return parts
end

-- Returns an error message for the parts of a command line, or nil.
local function complaint(command, parts, bang)
  for flag, value in pairs(parts.flags) do
    if not command.flags[flag] then
      return ('unknown flag --%s'):format(flag)
    elseif value == '' then
      return ('--%s needs a value'):format(flag)
    end
  end
  if #parts.words < command.words[1] then
    return 'missing argument'
  elseif #parts.words > command.words[2] then
    return ('unexpected argument %q'):format(parts.words[command.words[2] + 1])
  elseif parts.rest and not command.rest then
    return 'unexpected text after --'
  elseif bang and not command.bang then
    return 'no quickfix list for this subcommand'
  end
end

-- Runs :Skills. The argument is that of nvim_create_user_command().
function M.run(arguments)
  local parts = parse(arguments.args)
  if not parts.name then
    return client.notify('missing subcommand: :Skills ' .. table.concat(sorted(commands), ', '))
  end
  local command = commands[parts.name]
  if not command then
    return client.notify(
      ('unknown subcommand %q: use %s'):format(parts.name, table.concat(sorted(commands), ', ')),
      vim.log.levels.ERROR
    )
  end
  local problem = complaint(command, parts, arguments.bang)
  if problem then
    local usage = vim.trim((':Skills %s %s'):format(parts.name, command.usage))
    return client.notify(('%s; usage: %s'):format(problem, usage), vim.log.levels.ERROR)
  end
  local options = { quickfix = arguments.bang, mods = arguments.mods }
  for flag, value in pairs(parts.flags) do
    options[flag] = value
  end
  if command.rest then
    options[command.rest] = parts.rest
  end
  command.run(parts.words, options)
end

local function starting(lead, list)
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, list)
end

-- Completes the command line, see |:command-completion-customlist|.
function M.complete(lead, line, position)
  -- The text before the word.
  local parts = parse(line:sub(1, position - #lead):match('Skills!?%s+(.*)$') or '')
  if not parts.name then
    return starting(lead, sorted(commands))
  end
  local command = commands[parts.name]
  if not command or parts.rest then
    return {}
  end
  local bufnr = view.source(vim.api.nvim_get_current_buf())
  if vim.startswith(lead, '--agent=') then
    return starting(
      lead,
      vim.tbl_map(function(id)
        return '--agent=' .. id
      end, command.flags.agent and known.agents(bufnr) or {})
    )
  elseif vim.startswith(lead, '--dir=') then
    return vim.tbl_map(function(dir)
      return '--dir=' .. dir
    end, command.flags.dir and vim.fn.getcompletion(lead:sub(7), 'dir') or {})
  elseif vim.startswith(lead, '-') then
    local flags = vim.tbl_map(function(flag)
      return ('--%s='):format(flag)
    end, sorted(command.flags))
    if command.rest then
      flags[#flags + 1] = '--'
    end
    return starting(lead, flags)
  end
  if #parts.words >= command.words[2] then
    return {}
  elseif command.skills then
    return starting(lead, known.skills(bufnr))
  end
  return command.complete and lead ~= '' and command.complete(lead, bufnr) or {}
end

return M
