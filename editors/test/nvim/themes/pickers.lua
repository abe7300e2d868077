-- The pickers. If SKILLS_LS_PICKERS is a directory with Telescope and fzf-lua, the
-- tests use these, otherwise stubs of the interfaces that the plugin uses.

local telescope = [[
  package.loaded['telescope'] = {}
  local chosen = {}
  package.loaded['telescope.actions'] = {
    select_default = { replace = function(_, action) chosen.action = action end },
    close = function() _G.closed = true end,
  }
  package.loaded['telescope.actions.state'] = {
    get_selected_entry = function() return chosen.entry end,
  }
  package.loaded['telescope.config'] = {
    values = { generic_sorter = function() return 'sorter' end, file_previewer = function() return 'previewer' end },
  }
  package.loaded['telescope.finders'] = {
    new_table = function(options) return vim.tbl_map(options.entry_maker, options.results) end,
  }
  package.loaded['telescope.pickers'] = {
    new = function(_, options)
      return {
        find = function()
          _G.picked_with = { options.prompt_title, options.sorter, options.previewer }
          for _, entry in ipairs(options.finder) do
            if entry.ordinal:find('^release%-notes ') then
              chosen.entry = entry
            end
          end
          assert(options.attach_mappings(7) == true)
          chosen.action()
        end,
      }
    end,
  }
]]

local fzf_lua = [[
  package.loaded['fzf-lua'] = {
    fzf_exec = function(lines, options)
      _G.picked_with = { options.prompt, options.fzf_opts['--with-nth'] }
      for _, line in ipairs(lines) do
        if line:find('\trelease-notes ', 1, true) then
          options.actions['default']({ line })
        end
      end
    end,
  }
]]

return function(h)
  h.start()

  -- Lists the skills from another file and waits for the picked one.
  local function picks_with(what, want)
    h.open('.agents/skills/code-review/SKILL.md')
    h.lua('_G.picked_with = nil')
    h.command('Skills list')
    h.await(
      what,
      [[return vim.api.nvim_buf_get_name(0) == ...]],
      h.skills .. '/release-notes/SKILL.md'
    )
    h.same(h.lua('return _G.picked_with'), want)
  end

  h.test('uses the vim.ui.select() of the user', function()
    h.lua([[
      vim.ui.select = function(items, options, choose)
        for index, item in ipairs(items) do
          if item.text:find('^release%-notes ') then
            _G.picked_with = { options.prompt, options.kind }
            choose(item, index)
          end
        end
      end
    ]])
    picks_with('vim.ui.select()', { 'Skills:', 'skills_ls' })
  end)

  h.test('uses fzf-lua if installed', function()
    h.lua(fzf_lua)
    picks_with('fzf-lua', { 'Skills> ', '2..' })
  end)

  h.test('uses Telescope if installed', function()
    h.lua(telescope)
    picks_with('Telescope', { 'Skills', 'sorter', 'previewer' })
  end)

  h.test('uses the picker of the options', function()
    h.lua([[require('skills_ls.config').options.picker = 'fzf-lua']])
    picks_with('fzf-lua', { 'Skills> ', '2..' })
    h.lua([[
      require('skills_ls.config').options.picker = function(items, prompt, choose)
        _G.picked_with = { prompt }
        for _, item in ipairs(items) do
          if item.text:find('^release%-notes ') then
            choose(item)
          end
        end
      end
    ]])
    picks_with('a function', { 'Skills' })
  end)

  h.test('falls back if a picker fails, and warns', function()
    h.lua([[
      require('skills_ls.config').options.picker = nil
      package.loaded['telescope.pickers'] = { new = function() error('another interface') end }
    ]])
    picks_with('vim.ui.select()', { 'Skills:', 'skills_ls' })
    h.contains(h.message('telescope failed'), 'another interface')
    h.lua([[require('skills_ls.config').options.picker = 'nothing']])
    picks_with('vim.ui.select()', { 'Skills:', 'skills_ls' })
    h.contains(h.message('unknown picker "nothing"'), 'telescope')
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
