-- Prepares untrusted text for display.

local M = {}

-- Returns one line in which control characters and bidirectional controls are written
-- as Neovim shows them in a buffer: `^[`, `<202e>`.
function M.printable(text)
  text = text:gsub('%s+', ' ')
  if text:find('[%c\128-\255]') then
    -- Vim script would receive a string with NUL as a blob.
    text = vim.fn.strtrans((text:gsub('%z', '^@')))
  end
  return text
end

-- Returns the lines of a text, and whether the last one ends with a newline.
function M.lines(text)
  local lines = vim.split(text, '\n', { plain = true })
  local ends = #lines > 1 and lines[#lines] == ''
  if ends then
    lines[#lines] = nil
  end
  return lines, ends
end

-- Returns a path relative to the working directory or the home directory.
function M.path(path)
  return M.printable(vim.fn.fnamemodify(path, ':~:.'))
end

-- Returns a number of things, whose plural ends with an s.
function M.count(number, thing)
  return ('%d %s%s'):format(number, thing, number == 1 and '' or 's')
end

-- Returns a number of tokens: `37 tokens`, or `~1.2k tokens` for an estimate.
function M.tokens(tokens)
  if tokens.method == 'o200k_base' then
    return ('%d tokens'):format(tokens.count)
  elseif tokens.count < 1000 then
    return ('~%d tokens'):format(tokens.count)
  end
  return ('~%.1fk tokens'):format(tokens.count / 1000)
end

-- Opens a file in this window, or in another one if this one must stay.
function M.edit(path)
  local how = (vim.bo.modified and not vim.o.hidden) and 'split ' or 'edit '
  vim.cmd(how .. vim.fn.fnameescape(path))
end

return M
