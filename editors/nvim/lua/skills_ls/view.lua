-- A view is a scratch buffer that shows a result of the server and updates it when
-- it may have changed.

local client = require('skills_ls.client')
local config = require('skills_ls.config')
local known = require('skills_ls.known')
local text = require('skills_ls.text')

local M = {}

-- The open views by buffer number. The fields of a view:
--   key      identifies its content; there is one view for each key
--   source   the buffer from which it was opened, whose server it uses
--   path     the path of the skill that it follows, or nil
--   method, params   the request
--   render   converts the result, with the titles of the agents and the server, to a page
-- A page has lines, ends (false if the last line has no newline), title, marks, each
-- { row, column, end_row, end_column, group }, 0-based, in bytes, and paths that
-- <CR> opens, by line number.
local views = {}

local namespace = vim.api.nvim_create_namespace('skills_ls_view')

local groups = {
  SkillsPreviewEnvelope = 'Comment',
  SkillsPreviewFiles = 'Comment',
  SkillsPreviewNotice = 'Comment',
  SkillsPreviewSubstituted = 'Special',
  SkillsPreviewUnexecuted = 'WarningMsg',
  SkillsHeading = 'Title',
  SkillsInvalidName = 'ErrorMsg',
  SkillsAccepted = 'String',
  SkillsRefused = 'ErrorMsg',
}

-- Loading a color scheme clears them.
local function define_groups()
  for group, link in pairs(groups) do
    vim.api.nvim_set_hl(0, group, { default = true, link = link })
  end
end

define_groups()
vim.api.nvim_create_autocmd('ColorScheme', {
  group = vim.api.nvim_create_augroup('skills_ls_highlights', { clear = true }),
  callback = define_groups,
})

-- Shows the title above the text.
local function set_title(view, title)
  title = ' ' .. text.printable(title):gsub('%%', '%%%%')
  for _, window in ipairs(vim.fn.win_findbuf(view.bufnr)) do
    vim.wo[window][0].winbar = title
  end
end

local function set_lines(bufnr, page)
  local looks = {}
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    looks[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview)
  end
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, page.lines)
  vim.bo[bufnr].endofline = page.ends ~= false
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  for window, look in pairs(looks) do
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview(look)
    end)
  end
end

local function set_marks(bufnr, page)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, mark in ipairs(page.marks or {}) do
    local row, column, end_row, end_column, group = unpack(mark)
    vim.api.nvim_buf_set_extmark(bufnr, namespace, row, column, {
      end_row = end_row,
      end_col = end_column,
      hl_group = group,
    })
  end
end

local function show(view, page)
  view.paths = page.paths or {}
  set_lines(view.bufnr, page)
  set_marks(view.bufnr, page)
  set_title(view, page.title)
end

-- Drops outdated results.
local function ask(view, server)
  view.asked = view.asked + 1
  local asked = view.asked
  client.request(server, view.method, view.params, function(problem, result)
    known.titles(server, function(titles)
      if asked ~= view.asked or not vim.api.nvim_buf_is_valid(view.bufnr) then
        return
      elseif problem then
        return set_title(view, problem)
      end
      show(view, view.render(result, titles, server))
    end)
  end)
end

-- Updates the view if its server is running. Otherwise the next start of a server
-- updates all views.
local function refresh(view)
  if views[view.bufnr] then
    local server = client.running(view.source)
    if server then
      ask(view, server)
    end
  end
end

local function schedule(view)
  view.timer:stop()
  view.timer:start(
    config.options.debounce,
    0,
    vim.schedule_wrap(function()
      refresh(view)
    end)
  )
end

local function close(view)
  views[view.bufnr] = nil
  view.timer:stop()
  if not view.timer:is_closing() then
    view.timer:close()
  end
  vim.api.nvim_del_augroup_by_id(view.group)
end

local function follow(view)
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufWritePost' }, {
    group = view.group,
    callback = function(event)
      if event.buf == view.source or vim.api.nvim_buf_get_name(event.buf) == view.path then
        schedule(view)
      end
    end,
  })
end

local function create(view, name, filetype)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].filetype = filetype
  vim.bo[bufnr].modifiable = false
  view.bufnr = bufnr
  view.asked = 0
  view.paths = {}
  view.timer = vim.uv.new_timer()
  view.group = vim.api.nvim_create_augroup('skills_ls_view_' .. bufnr, { clear = true })
  views[bufnr] = view
  if view.path then
    follow(view)
  end
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = view.group,
    buffer = bufnr,
    callback = function()
      close(view)
    end,
  })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close this view' })
  vim.keymap.set('n', '<CR>', function()
    local path = view.paths[vim.fn.line('.')]
    if path then
      vim.cmd('wincmd p')
      text.edit(path)
    end
  end, { buffer = bufnr, desc = 'Open the skill on this line' })
end

local function find(key)
  for _, view in pairs(views) do
    if view.key == key then
      return view
    end
  end
end

local function is_shown(bufnr)
  return vim.fn.bufwinid(bufnr) ~= -1
end

-- Returns the command that opens a window: a split with the given modifiers, or the
-- usual one.
function M.split(mods, usual)
  return (mods or '') ~= '' and mods .. ' split' or usual
end

-- Calls show with the server, the source and the path of a skill: the one named in
-- options, which find looks up, otherwise that of the buffer. The command is the
-- subcommand of :Skills for messages.
function M.of_skill(command, source, options, find, show)
  if not options.name and not config.is_candidate(source) then
    return client.notify(
      ('not a skill: open a SKILL.md or run :Skills %s NAME'):format(command),
      vim.log.levels.WARN
    )
  end
  client.run(source, function(server)
    if not options.name then
      return show(server, source, vim.api.nvim_buf_get_name(source), options)
    end
    find(server, function(problem, skill)
      if problem then
        return client.notify(problem, vim.log.levels.ERROR)
      end
      show(server, source, skill.path, options)
    end)
  end)
end

-- Opens a view, or updates the open one with the same key. The cursor does not move
-- unless options.enter is set. options.split is the command that opens the window.
function M.open(server, wanted, options)
  local view = find(wanted.key)
  if view then
    view.method, view.params, view.render = wanted.method, wanted.params, wanted.render
    view.source = wanted.source
  else
    view = wanted
    create(view, options.name, options.filetype)
  end
  if not is_shown(view.bufnr) then
    local window = vim.api.nvim_get_current_win()
    vim.cmd(options.split)
    vim.api.nvim_win_set_buf(0, view.bufnr)
    vim.wo[0][0].wrap = options.wrap ~= false
    if not options.enter then
      vim.api.nvim_set_current_win(window)
    end
  end
  ask(view, server)
end

-- Opens a view of the project in a window of its own, with a name and a file type that
-- end with its key. Options: agent, mods, complete (wait for the first scan).
function M.open_project(key, method, render, options)
  options = options or {}
  local source = M.source(vim.api.nvim_get_current_buf())
  client.run(source, function(server)
    M.open(server, {
      key = key,
      source = source,
      method = method,
      params = {
        agent = options.agent,
        complete = options.complete,
        cwd = client.directory(server),
      },
      render = render,
    }, {
      name = ('skills-%s://'):format(key),
      filetype = 'skills-' .. key,
      split = M.split(options.mods, 'botright split'),
      enter = true,
    })
  end)
end

-- Returns an empty page, a function that adds a line and the path that <CR> opens there,
-- if any, and a function that adds a heading.
function M.page()
  local page = { lines = {}, marks = {}, paths = {} }
  local function add(line, path)
    page.lines[#page.lines + 1] = line
    page.paths[#page.lines] = path
  end
  local function heading(line)
    add(line)
    local row = #page.lines - 1
    page.marks[#page.marks + 1] = { row, 0, row, #line, 'SkillsHeading' }
  end
  return page, add, heading
end

-- Returns the source buffer of a command: in a view, the buffer from which it was
-- opened.
function M.source(bufnr)
  local view = views[bufnr]
  if view and vim.api.nvim_buf_is_valid(view.source) then
    return view.source
  end
  return bufnr
end

-- The disk or the settings have changed, or the server is new.
function M.refresh_all()
  for _, view in pairs(views) do
    schedule(view)
  end
end

return M
