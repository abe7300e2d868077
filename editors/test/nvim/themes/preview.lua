-- :Skills preview.

return function(h)
  h.start()
  h.open('.agents/skills/code-review/SKILL.md')

  h.test('previews the injected text of the unsaved buffer', function()
    h.command('Skills preview')
    local text = h.shown('skills-preview:', 'Read the whole change')
    h.contains(text, '<skill_context name="code_review"')
    h.contains(h.highlighted('skills-preview:', 'SkillsPreviewEnvelope')[1], '<skill_context')
    h.input('GoTyped, <lt>not> saved.<Esc>')
    h.shown('skills-preview:', 'Typed, <not> saved.')
    h.same(
      h.lua('return { vim.bo.modified, vim.api.nvim_buf_get_name(0) }'),
      { true, h.skills .. '/code-review/SKILL.md' }
    )
    local disk = table.concat(vim.fn.readfile(h.skills .. '/code-review/SKILL.md'), '\n')
    assert(not disk:find('Typed', 1, true), 'the file was written')
  end)

  h.test('shows above the text whether the agent loads the skill', function()
    h.contains(h.title('skills-preview:', 'rejects'), 'tokens')
    h.command([[call setline(2, 'name: code-review')]])
    h.command('doautocmd TextChanged')
    h.title('skills-preview:', 'loads')
    h.shown('skills-preview:', 'Typed, <not> saved.')
  end)

  h.test('shows the text of another agent in the same window', function()
    h.command('Skills preview --agent=claude-code')
    h.contains(
      h.title('skills-preview:', 'Claude Code'),
      'Claude Code would load it, but does not look in .agents/skills'
    )
    local windows = h.lua([[return #vim.api.nvim_list_wins()]])
    h.same(windows, 2)
  end)

  h.test('inserts arguments and marks them', function()
    h.command([[call append('$', ['', 'Look at $ARGUMENTS first.'])]])
    h.command('Skills preview --agent=claude-code -- the main branch')
    h.shown('skills-preview:', 'Look at the main branch first.')
    h.same(h.highlighted('skills-preview:', 'SkillsPreviewSubstituted'), { 'the main branch' })
    h.command('Skills preview --agent=claude-code --')
    h.shown('skills-preview:', 'Look at  first.')
  end)

  h.test('marks commands in a skill and does not execute them', function()
    h.command([[call append('$', ['', 'Now: !`touch ran`'])]])
    h.command('Skills preview --agent=claude-code')
    h.shown('skills-preview:', 'touch ran')
    local marked = table.concat(h.highlighted('skills-preview:', 'SkillsPreviewUnexecuted'), ' ')
    h.contains(marked, 'touch ran')
    h.same(vim.fn.filereadable(h.workspace .. '/ran'), 0)
  end)

  h.test(
    'has highlight groups that a color scheme can set, and that outlive another one',
    function()
      h.command('highlight SkillsPreviewSubstituted guifg=#123456')
      h.command('Skills preview --agent=claude-code')
      h.contains(h.lua([[return vim.fn.execute('highlight SkillsPreviewSubstituted')]]), '123456')
      h.command('colorscheme default')
      h.contains(
        h.lua([[return vim.fn.execute('highlight SkillsPreviewUnexecuted')]]),
        'WarningMsg'
      )
      h.close_views()
    end
  )

  h.test('previews a skill by its name, and follows its buffer', function()
    h.command('Skills preview release-notes --agent=codelia')
    h.shown('skills-preview:', 'Leave out what a user cannot notice.')
    h.command('edit ' .. h.skills .. '/release-notes/SKILL.md')
    h.input('GoAdded here.<Esc>')
    h.shown('skills-preview:', 'Added here.')
    h.close_views()
    h.command('edit! ' .. h.skills .. '/code-review/SKILL.md')
  end)

  h.test('supports the modifiers of a split', function()
    h.command('tab Skills preview')
    h.await('another tab page', [[return #vim.api.nvim_list_tabpages() == 2]])
    h.close_views()
    h.await('the first one', [[return #vim.api.nvim_list_tabpages() == 1]])
  end)

  h.test('reports that other files are not skills', function()
    h.command('new ' .. h.workspace .. '/notes.txt')
    h.command('Skills preview')
    h.contains(h.message('not a skill'), ':Skills preview NAME')
    h.command('close')
  end)

  h.test('shows the control characters of a hostile skill as text', function()
    local body = table.concat({
      'Red \27[31m, bell \7, C1 \194\155.',
      'Title \27]0;owned\7, link \27]8;;http://x\27\\.',
      'Right-to-left \226\128\174.',
      '<!-- vim: set textwidth=7 shiftwidth=13: -->',
      '',
    }, '\n')
    local path = h.write(
      '.agents/skills/hostile/SKILL.md',
      '---\nname: hostile\ndescription: "Escapes \\e[31m from its list. Use when testing."\n---\n\n'
        .. body
    )
    h.command('edit ' .. path)
    h.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
    h.command('Skills preview --agent=codelia')
    -- The text is that of the model.
    h.contains(h.shown('skills-preview:', 'Right-to-left'), 'Red \27[31m')
    h.command('only')
    h.command('Skills preview')
    h.command('wincmd l')
    h.command('only')
    h.command('redraw')
    local screen = h.await(
      'the screen',
      [[
      vim.cmd('redraw')
      local rows = {}
      for row = 1, vim.o.lines do
        local cells = {}
        for column = 1, vim.o.columns do
          cells[column] = vim.fn.screenstring(row, column)
        end
        rows[row] = table.concat(cells)
      end
      local text = table.concat(rows, '\n')
      return text:find('Right-to-left', 1, true) and text
    ]]
    )
    h.contains(screen, 'Red ^[[31m')
    h.contains(screen, '^[]0;owned^G')
    h.contains(screen, 'Right-to-left <202e>')
    h.contains(screen, '<9b>')
    assert(not screen:find('[%z\1-\9\11-\31\127]'), ('%q'):format(screen))
    h.same(h.lua('return { vim.bo.textwidth == 7, vim.bo.shiftwidth == 13 }'), { false, false })
    h.close_views()
  end)

  h.test('shows hostile names as text in lists and titles', function()
    h.lua(
      [[vim.ui.select = function(items, options) _G.offered = vim.tbl_map(options.format_item, items) end]]
    )
    h.command('Skills list --agent=codex')
    local offered = h.await('the list', [[return _G.offered and table.concat(_G.offered, '\n')]])
    h.contains(offered, 'Escapes ^[[31m from')
    assert(not offered:find('\27', 1, true), offered)
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
