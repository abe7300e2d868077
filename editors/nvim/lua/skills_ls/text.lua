-- Text of strangers on its way to a line of the screen.

local M = {}

-- One line in which control characters, and those that change the direction of
-- what follows, are spelled out as Neovim spells them in a buffer: `^[`, `<202e>`.
function M.printable(text)
  text = text:gsub('%s+', ' ')
  if text:find('[%c\128-\255]') then
    -- A string with a NUL would reach Vim script as a blob.
    text = vim.fn.strtrans((text:gsub('%z', '^@')))
  end
  return text
end

-- The lines of a text, and whether the last one has an end.
function M.lines(text)
  local lines = vim.split(text, '\n', { plain = true })
  local ends = #lines > 1 and lines[#lines] == ''
  if ends then
    lines[#lines] = nil
  end
  return lines, ends
end

-- The path as it is shown: from here, or from the home directory.
function M.path(path)
  return M.printable(vim.fn.fnamemodify(path, ':~:.'))
end

-- Opens a file in this window, or in another one where this has to stay.
function M.edit(path)
  local how = (vim.bo.modified and not vim.o.hidden) and 'split ' or 'edit '
  vim.cmd(how .. vim.fn.fnameescape(path))
end

return M
