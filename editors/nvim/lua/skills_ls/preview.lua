-- The exact text that a runtime would inject, in a scratch buffer beside the
-- skill, following the unsaved buffer.

local client = require('skills_ls.client')
local config = require('skills_ls.config')

local M = {}

-- The open previews by the number of their scratch buffer.
local previews = {}

local namespace = vim.api.nvim_create_namespace('skills_ls_preview')

-- What is not the skill's own text, by the kind of its segment.
local highlights = {
  envelope = 'Comment',
  files = 'Comment',
  notice = 'Comment',
  substituted = 'Special',
  unexecuted = 'WarningMsg',
}

-- A text without a final newline has no end of line at its end, as in a file.
local function split(content)
  local lines = vim.split(content, '\n', { plain = true })
  local ends = #lines > 1 and lines[#lines] == ''
  if ends then
    lines[#lines] = nil
  end
  return lines, ends
end

-- The position of a byte offset, 0-based.
local function position(starts, offset)
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= offset then
      low = middle
    else
      high = middle - 1
    end
  end
  return low - 1, offset - starts[low]
end

local function highlight(bufnr, lines, segments)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local starts, offset = {}, 0
  for index, line in ipairs(lines) do
    starts[index] = offset
    offset = offset + #line + 1
  end
  for _, segment in ipairs(segments or {}) do
    local group = highlights[segment.kind]
    if group and segment['end'] > segment.start then
      local row, column = position(starts, segment.start)
      local end_row, end_column = position(starts, math.min(segment['end'], offset - 1))
      vim.api.nvim_buf_set_extmark(bufnr, namespace, row, math.min(column, #lines[row + 1]), {
        end_row = end_row,
        end_col = math.min(end_column, #lines[end_row + 1]),
        hl_group = group,
      })
    end
  end
end

-- The verdict and the size, above the text where this Neovim can show it.
local function title(preview, text)
  text = ' ' .. text:gsub('%%', '%%%%'):gsub('%s+', ' ')
  local option = vim.fn.exists('+winbar') == 1 and 'winbar' or 'statusline'
  for _, window in ipairs(vim.fn.win_findbuf(preview.bufnr)) do
    vim.api.nvim_win_set_option(window, option, text)
  end
end

local function show(preview, result)
  local bufnr = preview.bufnr
  local lines, ends = split(result.content)
  local views = {}
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    views[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview)
  end
  vim.api.nvim_buf_set_option(bufnr, 'modifiable', true)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.api.nvim_buf_set_option(bufnr, 'endofline', ends)
  vim.api.nvim_buf_set_option(bufnr, 'modifiable', false)
  vim.api.nvim_buf_set_option(bufnr, 'modified', false)
  for window, view in pairs(views) do
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview(view)
    end)
  end
  highlight(bufnr, lines, result.segments)

  local verdict = result.accepted and 'accepts' or 'refuses'
  local reasons = #result.reasons > 0 and ': ' .. table.concat(result.reasons, '; ') or ''
  local size = ('%d bytes, %d tokens'):format(result.bytes, result.tokens.count)
  title(preview, ('%s %s this skill (%s)%s'):format(result.runtime, verdict, size, reasons))
end

-- Asks again. An answer that a later question has overtaken is dropped.
local function refresh(preview)
  preview.asked = preview.asked + 1
  local asked = preview.asked
  local params = { textDocument = { uri = vim.uri_from_bufnr(preview.source) } }
  client.with(preview.source, function(server)
    client.request(server, 'skills/preview', params, function(problem, result)
      if asked ~= preview.asked or not vim.api.nvim_buf_is_valid(preview.bufnr) then
        return
      end
      if problem then
        title(preview, problem)
      else
        show(preview, result)
      end
    end)
  end)
end

local function schedule(preview)
  preview.timer:stop()
  preview.timer:start(
    config.options.debounce,
    0,
    vim.schedule_wrap(function()
      if previews[preview.bufnr] and vim.api.nvim_buf_is_loaded(preview.source) then
        refresh(preview)
      end
    end)
  )
end

local function close(preview)
  previews[preview.bufnr] = nil
  preview.timer:stop()
  if not preview.timer:is_closing() then
    preview.timer:close()
  end
  vim.api.nvim_del_augroup_by_id(preview.group)
end

local function create(source)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, 'skills-preview://' .. vim.api.nvim_buf_get_name(source))
  vim.api.nvim_buf_set_option(bufnr, 'bufhidden', 'wipe')
  vim.api.nvim_buf_set_option(bufnr, 'filetype', 'markdown')
  vim.api.nvim_buf_set_option(bufnr, 'modifiable', false)
  local preview = {
    bufnr = bufnr,
    source = source,
    asked = 0,
    timer = vim.loop.new_timer(),
    group = vim.api.nvim_create_augroup('skills_ls_preview_' .. bufnr, { clear = true }),
  }
  previews[bufnr] = preview
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufWritePost' }, {
    group = preview.group,
    buffer = source,
    callback = function()
      schedule(preview)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = preview.group,
    buffer = bufnr,
    callback = function()
      close(preview)
    end,
  })
  return preview
end

local function find(source)
  for _, preview in pairs(previews) do
    if preview.source == source then
      return preview
    end
  end
end

-- Opens the preview of the current buffer; the cursor stays where it is.
function M.open()
  local source = vim.api.nvim_get_current_buf()
  if previews[source] then
    source = previews[source].source
  end
  if not config.is_candidate(source) then
    return client.notify('this is not a skill: open its SKILL.md', vim.log.levels.WARN)
  end
  local preview = find(source)
  if not preview then
    local window = vim.api.nvim_get_current_win()
    preview = create(source)
    vim.cmd('rightbelow vsplit')
    vim.api.nvim_win_set_buf(0, preview.bufnr)
    vim.api.nvim_set_current_win(window)
  end
  refresh(preview)
end

-- The catalogue changed, and with it perhaps a list of files.
function M.refresh_all()
  for _, preview in pairs(previews) do
    schedule(preview)
  end
end

return M
