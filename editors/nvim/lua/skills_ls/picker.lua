-- Pickers: Telescope or fzf-lua if installed, otherwise vim.ui.select().

local client = require('skills_ls.client')
local config = require('skills_ls.config')

local M = {}

local function has(module)
  return (pcall(require, module))
end

local function telescope(items, prompt, choose)
  local actions = require('telescope.actions')
  local state = require('telescope.actions.state')
  local values = require('telescope.config').values
  require('telescope.pickers')
    .new({}, {
      prompt_title = prompt,
      finder = require('telescope.finders').new_table({
        results = items,
        entry_maker = function(item)
          return { value = item, display = item.text, ordinal = item.text, path = item.path }
        end,
      }),
      sorter = values.generic_sorter({}),
      previewer = values.file_previewer({}),
      attach_mappings = function(bufnr)
        actions.select_default:replace(function()
          local entry = state.get_selected_entry()
          actions.close(bufnr)
          if entry then
            choose(entry.value)
          end
        end)
        return true
      end,
    })
    :find()
end

local function fzf_lua(items, prompt, choose)
  local lines = {}
  for index, item in ipairs(items) do
    lines[index] = ('%d\t%s'):format(index, item.text)
  end
  require('fzf-lua').fzf_exec(lines, {
    prompt = prompt .. '> ',
    -- The number identifies the item and is hidden.
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--no-multi'] = '' },
    actions = {
      ['default'] = function(selected)
        local index = selected and selected[1] and tonumber(selected[1]:match('^%d+'))
        if index then
          choose(items[index])
        end
      end,
    },
  })
end

local function select(items, prompt, choose)
  vim.ui.select(items, {
    prompt = prompt .. ':',
    kind = 'skills_ls',
    format_item = function(item)
      return item.text
    end,
  }, function(item)
    if item then
      choose(item)
    end
  end)
end

-- Lets the user choose an action, each { text, run }, and calls run with the other
-- arguments.
function M.choose(items, prompt, ...)
  local arguments = { ... }
  select(items, prompt, function(item)
    item.run(unpack(arguments))
  end)
end

-- The window picker: each line is an item, <CR> selects it.
local function window(items, prompt, choose)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(
    bufnr,
    0,
    -1,
    false,
    vim.tbl_map(function(item)
      return item.text
    end, items)
  )
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].filetype = 'skills-list'
  vim.cmd('botright split')
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.wo[0][0].wrap = false
  local title = (' %s (%d): <CR> opens, / searches, q closes'):format(prompt, #items)
  vim.wo[0][0].winbar = title:gsub('%%', '%%%%')
  vim.keymap.set('n', '<CR>', function()
    local item = items[vim.fn.line('.')]
    vim.cmd('close')
    choose(item)
  end, { buffer = bufnr })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr })
end

local pickers = { telescope = telescope, ['fzf-lua'] = fzf_lua, select = select, window = window }

-- Neovim's own vim.ui.select() prints all items and asks for a number.
local function is_own(choose)
  local source = debug.getinfo(choose, 'S').source
  return source:find('vim/ui.lua', 1, true) ~= nil
end

-- Returns the name of the picker for a number of items.
function M.name(count)
  local wanted = config.options.picker
  if wanted then
    return wanted
  elseif has('telescope') then
    return 'telescope'
  elseif has('fzf-lua') then
    return 'fzf-lua'
  elseif is_own(vim.ui.select) and count > vim.o.lines - 4 then
    return 'window'
  end
  return 'select'
end

-- Lets the user pick an item, each { text, path }, and calls choose with it.
function M.pick(items, prompt, choose)
  local name = M.name(#items)
  local picker = pickers[name]
  if type(name) == 'function' then
    picker = name
  end
  if not picker then
    local names = table.concat(vim.tbl_keys(pickers), ', ')
    client.notify(('unknown picker %q: expected %s'):format(name, names), vim.log.levels.ERROR)
    picker = select
  end
  local ok, problem = pcall(picker, items, prompt, choose)
  if not ok and picker ~= select then
    client.notify(('%s failed: %s'):format(tostring(name), problem), vim.log.levels.WARN)
    select(items, prompt, choose)
  elseif not ok then
    error(problem, 0)
  end
end

return M
