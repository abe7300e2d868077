-- Sends changes that Neovim does not send.
--
-- Neovim stops watching a buffer that changes while no server is attached, but
-- still considers it watched. A server that is attached later, such as a restarted
-- one, would receive no more changes. This module watches such buffers and sends
-- their full text.

local M = {}

-- By buffer: whether it is watched here, no longer watched by Neovim, about to be sent.
local watched, lost, due = {}, {}, {}

local ends = { unix = '\n', dos = '\r\n', mac = '\r' }

local function full_text(bufnr)
  local line_end = ends[vim.bo[bufnr].fileformat]
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), line_end)
  return vim.bo[bufnr].endofline and text .. line_end or text
end

local function send(bufnr)
  due[bufnr] = nil
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  for _, client in ipairs(require('skills_ls.client').clients(bufnr)) do
    require('skills_ls.client').tell(client, 'textDocument/didChange', {
      textDocument = {
        uri = vim.uri_from_bufnr(bufnr),
        version = vim.api.nvim_buf_get_changedtick(bufnr),
      },
      contentChanges = { { text = full_text(bufnr) } },
    })
  end
end

local function has_server(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr })[1] ~= nil
end

-- Watches an attached buffer.
function M.watch(bufnr)
  if watched[bufnr] then
    return
  end
  watched[bufnr] = vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      if not has_server(bufnr) then
        lost[bufnr] = true
      elseif lost[bufnr] and not due[bufnr] then
        due[bufnr] = true
        vim.schedule(function()
          send(bufnr)
        end)
      end
    end,
    -- Neovim closes and opens the document itself.
    on_reload = function() end,
    on_detach = function()
      watched[bufnr], lost[bufnr] = nil, nil
    end,
  })
end

return M
