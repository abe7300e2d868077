-- :Skills, its subcommands and their completion.

return function(h)
  -- Reports whether the server considers the skill retired disabled in Claude Code.
  local is_off = [[
    local params = { agents = { 'claude-code' } }
    local _, answer = next(vim.lsp.buf_request_sync(0, 'skills/inventory', params, 5000) or {})
    for _, agent in ipairs(answer and answer.result and answer.result.agents or {}) do
      for _, entry in ipairs(agent.skills) do
        if entry.name == 'retired' then
          return entry.fate == 'off'
        end
      end
    end
  ]]

  h.start()

  local function completions(line)
    return h.lua([[return vim.fn.getcompletion(..., 'cmdline')]], line)
  end

  h.test('lists before a file is open', function()
    h.command('Skills! list')
    h.await('the quickfix list', [[return #vim.fn.getqflist() > 0]])
    h.command('cclose')
    h.command('call setqflist([])')
  end)

  h.open('.agents/skills/code-review/SKILL.md')

  h.test('completes subcommands', function()
    h.same(completions('Skills '), {
      'baseline',
      'catalog',
      'catalogs',
      'compat',
      'disable',
      'enable',
      'info',
      'lens',
      'list',
      'new',
      'preview',
      'report',
      'restart',
      'search',
    })
    h.same(completions('Skills ca'), { 'catalog', 'catalogs' })
    h.same(completions('Skills! l'), { 'lens', 'list' })
    h.same(completions('vertical Skills l'), { 'lens', 'list' })
    h.same(completions('Skills nothing '), {})
  end)

  h.test('completes agents and flags', function()
    local agents = completions('Skills preview --agent=')
    assert(#agents >= 14, vim.inspect(agents))
    h.same(completions('Skills catalog --agent=claude'), { '--agent=claude-code' })
    h.same(completions('Skills new tidy --'), { '--agent=', '--dir=', '--' })
    h.same(completions('Skills compat --'), {})
    h.same(completions('Skills preview -- --agent='), {})
  end)

  h.test('completes the current names of skills', function()
    h.same(completions('Skills preview rel'), { 'release-notes' })
    h.same(completions('Skills compat release-notes '), {})
    h.write(
      '.agents/skills/tidy/SKILL.md',
      '---\nname: tidy\ndescription: Tidies up. Use when it is time.\n---\n\nTidy.\n'
    )
    h.await(
      'the new skill',
      [[return vim.fn.getcompletion('Skills compat ti', 'cmdline')[1] == 'tidy']]
    )
  end)

  h.test('reports invalid arguments', function()
    h.command('Skills')
    h.contains(h.message('missing subcommand'), 'catalog, catalogs, compat')
    h.command('Skills frobnicate')
    h.contains(h.message('unknown subcommand "frobnicate"'), 'preview')
    h.command('Skills search')
    h.contains(h.message('missing argument'), 'usage: :Skills search QUERY')
    h.command('Skills preview a b')
    h.contains(h.message('unexpected argument "b"'), 'usage: :Skills preview [SKILL]')
    h.command('Skills compat --agent=codex')
    h.contains(h.message('unknown flag --agent'), 'usage: :Skills compat [SKILL]')
    h.command('Skills catalog --agent=')
    h.message('--agent needs a value')
    h.command('Skills! info')
    h.message('no quickfix list')
    h.command('Skills info -- more')
    h.message('unexpected text after --')
  end)

  h.test('reports unknown agents and skills', function()
    h.command('Skills list --agent=missing')
    local text = h.message('unknown agent "missing": expected codelia, codex, ')
    assert(not text:find('%('), text)
    h.command('Skills new tidy-up --agent=claud-code')
    h.same(
      h.message('unknown agent'),
      'skills-ls: unknown agent "claud-code": did you mean "claude-code"?'
    )
    h.command('Skills compat missing')
    h.message('no skill named "missing" found from here')
    h.command('Skills preview missing')
    h.message('missing')
  end)

  h.test('offers the skills, and those not loaded', function()
    h.lua([[
      vim.ui.select = function(items, options, choose)
        _G.offered = vim.tbl_map(options.format_item, items)
        for index, item in ipairs(items) do
          if options.format_item(item):find('^release%-notes ') then
            return choose(item, index)
          end
        end
      end
    ]])
    h.command('Skills list')
    h.await(
      'the chosen skill',
      [[return vim.api.nvim_buf_get_name(0) == ...]],
      h.skills .. '/release-notes/SKILL.md'
    )
    local offered = table.concat(h.lua('return _G.offered'), '\n')
    h.contains(
      offered,
      '.agents/skills/deploy/SKILL.md: rejected by Agent Skills standard, Codelia'
    )
    h.contains(offered, ' and 2 others (1 error)')
    assert(offered:find('release%-notes %[%.agents/skills%] ~%d+ tokens, '), offered)
    h.command('SkillsList!')
    local kinds = h.await(
      'the quickfix list',
      [[
      local kinds = {}
      for _, item in ipairs(vim.fn.getqflist()) do
        kinds[vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':p:h:t')] = item.type
      end
      return next(kinds) and kinds
    ]]
    )
    h.same({ kinds['release-notes'], kinds.deploy }, { 'I', 'E' })
    h.command('cclose')
  end)

  h.test('searches', function()
    h.command('Skills search release')
    h.await('a hit', [[return _G.offered[1]:find('release-notes', 1, true) and #_G.offered == 1]])
    h.command('Skills search no such words anywhere')
    h.message('no skills match "no such words anywhere"')
  end)

  h.test('shows the catalog', function()
    h.command('Skills catalog --agent=codelia')
    local text = h.shown('skills-catalog:', 'release-notes')
    h.contains(text, 'Text in the prompt')
    h.contains(text, 'budget: ')
    h.contains(h.title('skills-catalog:', 'Codelia lists '), 'tokens')
    h.same(h.highlighted('skills-catalog:', 'SkillsHeading')[1], '2 of 2 skills')
    h.close_views()
  end)

  h.test('shows what a catalog drops and shortens', function()
    for number = 1, 40 do
      h.write(
        ('.agents/skills/many-%02d/SKILL.md'):format(number),
        ('---\nname: many-%02d\ndescription: Use when one of many is wanted. %s\n---\n\nOne.\n'):format(
          number,
          ('word '):rep(180)
        )
      )
    end
    h.command('Skills catalog --agent=codex')
    h.shown('skills-catalog:', 'characters kept')
    h.command('Skills catalog --agent=codelia')
    local text = h.shown('skills-catalog:', '  many-40  .agents/skills/many-40/SKILL.md')
    h.contains(text, 'Dropped to fit the budget')
    h.contains(text, 'budget: 200 entries, 32768 bytes\n')
    h.lua([[vim.fn.search('many-40')]])
    h.input('<CR>')
    h.await('the skill of the line', [[return vim.api.nvim_buf_get_name(0):find('many%-40')]])
    h.close_views()
    h.command('Skills catalogs')
    text = h.shown('skills-catalogs:', '  dropped: many-40  .agents/skills/many-40/SKILL.md')
    assert(
      text:find('Codelia: %d+ of %d+ skills, %d+ tokens, %d+ of 200 entries, %d+ of 32768 bytes\n'),
      text
    )
    h.contains(h.highlighted('skills-catalogs:', 'SkillsHeading')[1], 'Codelia: ')
    h.lua([[vim.fn.search('many-40')]])
    h.input('<CR>')
    h.await('the dropped skill', [[return vim.api.nvim_buf_get_name(0):find('many%-40')]])
    h.close_views()
    vim.fn.delete(h.skills .. '/many-01', 'rf')
    for number = 2, 40 do
      vim.fn.delete(('%s/many-%02d'):format(h.skills, number), 'rf')
    end
  end)

  h.test('shows all agents and follows unsaved text', function()
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    h.command('Skills compat')
    local text = h.shown('skills-compat:', 'Codelia ')
    h.contains(text, 'Loads it')
    h.contains(text, 'target')
    assert(not text:find('\ncodelia ') and text:find('\nClaude Code '), text)
    local title = h.title('skills-compat:', 'agents find and load this skill')
    local used = select(2, text:gsub('  yes +yes  ', ''))
    h.contains(
      title,
      (' %d of %d '):format(used, select(2, text:gsub('  [yn][eo]s? +[yn][eo]', '')))
    )
    assert(#h.highlighted('skills-compat:', 'SkillsRefused') > 0, 'no agent rejects it')
    h.command('wincmd p')
    h.command([[call setline(2, 'name: code-review')]])
    h.command('doautocmd TextChanged')
    h.await(
      'all to accept it',
      [[
      for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_get_name(buffer):find('^skills%-compat:') then
          local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
          for _, line in ipairs(lines) do
            if line:find('^Codelia ') then
              return line:find('yes +yes +code%-review')
            end
          end
        end
      end
    ]]
    )
    h.close_views()
    for _, name in ipairs({ 'deploy', 'code-review', 'tidy' }) do
      h.command('Skills compat ' .. name)
      h.title('skills-compat://' .. h.skills .. '/' .. name, 'agents find and load this skill')
      h.close_views()
    end
  end)

  local function finds(agent, name)
    h.await(
      name .. ' in ' .. agent,
      [[
      local agent, name = ...
      local answers = vim.lsp.buf_request_sync(0, 'skills/list', { agent = agent }, 5000)
      local _, answer = next(answers or {})
      for _, skill in ipairs(answer and answer.result and answer.result.skills or {}) do
        if skill.name == name then
          return true
        end
      end
    ]],
      agent,
      name
    )
  end

  h.test('disables and enables a skill in an unwritten file', function()
    h.write(
      '.claude/skills/retired/SKILL.md',
      '---\nname: retired\ndescription: Does it. Use when asked to.\n---\n\nText.\n'
    )
    h.write('.claude/settings.local.json', '{\n  "skillOverrides": {"retired": "on"} // mine\n}\n')
    h.open('.claude/skills/retired/SKILL.md')
    finds('claude-code', 'retired')
    local function shows(word)
      h.await(
        word .. ' in the settings',
        [[
        return vim.fn.expand('%:t') == 'settings.local.json'
          and vim.fn.getline(2) == ('  "skillOverrides": {"retired": "%s"} // mine'):format(...)
      ]],
        word
      )
    end
    h.command('Skills disable --agent=claude-code')
    shows('off')
    h.same(h.lua('return vim.bo.modified'), true)
    h.command('buffer #')
    h.await('the server to know the unwritten text', is_off)
    h.command('Skills disable --agent=claude-code')
    h.message('no agent has a setting to disable this skill')
    h.command('Skills enable --agent=claude-code')
    shows('on')
    h.command('bwipeout! ' .. h.workspace .. '/.claude/settings.local.json')
    h.command('Skills enable --agent=codelia')
    h.message('no agent has a setting to enable this skill')
    vim.fn.delete(h.workspace .. '/.claude/settings.local.json')
    vim.fn.delete(h.workspace .. '/.claude/skills/retired', 'rf')
  end)

  -- The server is not attached to the settings of every agent.
  h.test('does not disable a skill in an unwritten file that the server does not know', function()
    h.write(
      '.qwen/skills/spare/SKILL.md',
      '---\nname: spare\ndescription: Does it. Use when asked to.\n---\n\nText.\n'
    )
    h.write('.qwen/settings.json', '{}\n')
    h.open('.qwen/skills/spare/SKILL.md')
    finds('qwen-code', 'spare')
    h.command('Skills disable --agent=qwen-code')
    h.await('the settings', [[return vim.fn.expand('%:t') == 'settings.json']])
    h.command('buffer #')
    h.command('Skills disable --agent=qwen-code')
    h.message('write .qwen/settings.json first')
    h.command('bwipeout! ' .. h.workspace .. '/.qwen/settings.json')
    vim.fn.delete(h.workspace .. '/.qwen', 'rf')
  end)

  h.test('disables a skill whose directory the agent finds behind a link', function()
    h.write(
      'shared/linked/SKILL.md',
      '---\nname: linked\ndescription: Does it. Use when asked to.\n---\n\nText.\n'
    )
    h.write('.claude/settings.local.json', '{}\n')
    vim.fn.mkdir(h.workspace .. '/.claude/skills', 'p')
    assert(vim.uv.fs_symlink('../../shared/linked', h.workspace .. '/.claude/skills/linked'))
    for _, path in ipairs({ 'shared/linked/SKILL.md', '.claude/skills/linked/SKILL.md' }) do
      h.open(path)
      finds('claude-code', 'linked')
      h.command('Skills disable --agent=claude-code')
      h.await('the settings', [[return vim.fn.expand('%:t') == 'settings.local.json']])
      h.command('bwipeout! ' .. h.workspace .. '/.claude/settings.local.json')
    end
    vim.fn.delete(h.workspace .. '/.claude/settings.local.json')
    vim.fn.delete(h.workspace .. '/.claude/skills/linked')
    vim.fn.delete(h.workspace .. '/shared', 'rf')
  end)

  h.test('enables a skill of an agent by name', function()
    h.write(
      '.claude/skills/retired/SKILL.md',
      '---\nname: retired\ndescription: Does it. Use when asked to.\n---\n\nText.\n'
    )
    h.write('.claude/settings.local.json', '{\n  "skillOverrides": {"retired": "off"} // mine\n}\n')
    h.open('.claude/skills/retired/SKILL.md')
    h.await('the skill, which is off', is_off)
    h.open('AGENTS.md')
    h.same(completions('Skills compat ret'), { 'retired' })
    h.command('Skills compat retired')
    h.shown('skills-compat:', 'Claude Code')
    h.close_views()
    h.command('Skills enable retired --agent=claude-code')
    h.await(
      'on in the settings',
      [[
      return vim.fn.expand('%:t') == 'settings.local.json'
        and vim.fn.getline(2) == '  "skillOverrides": {"retired": "on"} // mine'
    ]]
    )
    h.command('bwipeout! ' .. h.workspace .. '/.claude/settings.local.json')
    h.open('AGENTS.md')
    h.command('Skills disable none --agent=claude-code')
    h.message('no agent finds a skill named "none"')
    vim.fn.delete(h.workspace .. '/.claude/settings.local.json')
    vim.fn.delete(h.workspace .. '/.claude/skills/retired', 'rf')
  end)

  h.test('offers the lines to disable a skill in the user settings', function()
    h.lua([[
      _G.chosen = 1
      vim.ui.select = function(items, options, choose)
        _G.prompt = options.prompt
        choose(items[_G.chosen], _G.chosen)
      end
    ]])
    h.command('Skills disable tidy --agent=codex')
    h.contains(h.message('.codex/config.toml'), 'skills-ls does not read that file')
    h.await('the lines', [[return vim.fn.getreg('"'):find('%[%[skills%.config%]%]') ]])
    h.same(
      h.lua([[return vim.fn.getreg('"')]]),
      ("[[skills.config]]\npath = '%s/tidy/SKILL.md'\nenabled = false\n"):format(h.skills)
    )
    h.contains(h.lua('return _G.prompt'), 'Disable it in ~/.codex/config.toml')
    h.lua('_G.chosen = 2; _G.messages = {}')
    h.command('Skills disable tidy --agent=codex')
    h.message('skills-ls does not read that file')
    h.await('the file', [[return vim.fn.expand('%:p') == vim.env.HOME .. '/.codex/config.toml']])
    h.command('bwipeout!')
  end)

  h.test('creates a skill, writes it and opens it at its description', function()
    local claude = h.workspace .. '/.claude/skills' -- left by the tests above
    local function created(path, description)
      h.await('the file', [[return vim.fn.expand('%:p') == ... and not vim.bo.modified]], path)
      h.contains(table.concat(vim.fn.readfile(path), '\n'), 'description: ' .. description)
      h.await(
        'the cursor on the description',
        [[
        local row, column = unpack(vim.api.nvim_win_get_cursor(0))
        return vim.fn.getline(row):sub(1, column):find('^description: "?$')
      ]]
      )
    end
    h.command('Skills new press-kit -- Collects a press kit. Use when the press asks.')
    created(claude .. '/press-kit/SKILL.md', 'Collects a press kit.')
    h.command('Skills new press-kit')
    local text = h.message('nothing was changed')
    h.same(select(2, text:gsub('press%-kit', '')), 1)
    h.command('Skills new shared-kit --agent=codelia')
    created(h.skills .. '/shared-kit/SKILL.md', '"TODO: ')
  end)

  h.test('asks for the location and the name of a new skill', function()
    h.lua([[
      _G.asked = {}
      _G.ui_input = vim.ui.input
      vim.ui.select = function(items, options, choose)
        _G.locations = vim.tbl_map(options.format_item, items)
        choose(items[1], 1)
      end
      vim.ui.input = function(options, answer)
        table.insert(_G.asked, options.default or '')
        answer(options.default or 'Web Kit')
      end
      _G.messages = {}
    ]])
    local path = h.workspace .. '/.claude/skills/web-kit/SKILL.md'
    h.command('Skills new')
    h.await('the file', [[return vim.fn.expand('%:p') == ... and not vim.bo.modified]], path)
    h.same(h.message('invalid name'), 'skills-ls: invalid name "Web Kit": did you mean "web-kit"?')
    h.same(h.lua('return _G.asked'), { '', 'web-kit' })
    local locations = h.lua('return _G.locations')
    h.same(locations[1], '.claude/skills: Claude Code, used in this project')
    h.contains(locations[2], '.agents/skills: Codelia')
    assert(#locations > 5, vim.inspect(locations))
    h.command('bwipeout!')
  end)

  -- Waits until the last line of the screen is an input with a text, in which characters have a highlight group or none.
  local function typed(text, group)
    h.await(
      ('the input %q in %s'):format(text, group or 'no color'),
      [[
      local text, group = ...
      local row, column = vim.o.lines, #'Name (<Tab> corrects it): ' + 1
      local attribute = function(at) return vim.fn.screenattr(row, at) end
      return vim.fn.getcmdline() == text
        and vim.fn.screenstring(row, column) == text:sub(1, 1)
        and (attribute(column) ~= attribute(1)) == (group ~= nil)
    ]],
      text,
      group
    )
  end

  h.test('checks a name while it is typed, and corrects it', function()
    h.lua([[
      vim.ui.input = _G.ui_input
      _G.messages = {}
    ]])
    h.command('Skills new')
    h.await('the input', [[return vim.fn.mode() == 'c']])
    h.input('Press')
    typed('Press', 'SkillsInvalidName')
    h.input('<C-u>press')
    typed('press')
    h.input('-kit')
    typed('press-kit', 'SkillsInvalidName') -- it exists
    h.input('<C-u>My Press_Kit')
    typed('My Press_Kit', 'SkillsInvalidName')
    h.input('<Tab>')
    typed('my-press-kit')
    h.input('<CR>')
    local path = h.workspace .. '/.claude/skills/my-press-kit/SKILL.md'
    h.await('the file', [[return vim.fn.expand('%:p') == ... and not vim.bo.modified]], path)
    h.same(h.complaints(), {})
    h.command('bwipeout!')
  end)

  h.test('corrects a name on the command line', function()
    h.same(completions('Skills new My_Skill'), { 'my-skill' })
    h.same(completions('Skills new my-skill'), {})
    h.same(completions('Skills new My_Skill more'), {})
  end)

  h.test('shows the server and where agents look for skills', function()
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    h.command('Skills info')
    local text = h.shown('skills-info:', 'Skills in')
    h.contains(text, 'version  ' .. h.lua([[
      local client = require('skills_ls.client')
      return client.version(client.clients()[1])
    ]]))
    h.contains(text, 'root     ' .. h.workspace)
    h.contains(text, '.agents/skills (repo)')
    assert(text:find('targets +Agent Skills standard, Codelia'), text)
    h.close_views()
  end)

  h.test('gathers a bug report without any text of the skills', function()
    h.command('SkillsBugReport')
    local text = h.await(
      'the report',
      [[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('# skills-ls bug report', 1, true) == 1 and text
    ]]
    )
    h.contains(text, '- client: `Neovim')
    h.contains(text, '- Neovim: `NVIM v')
    for _, own in ipairs({ 'release-notes', 'code-review', h.workspace }) do
      assert(not text:find(own, 1, true), text)
    end
    h.same(h.lua('return { vim.bo.buftype, vim.bo.filetype }'), { 'nofile', 'markdown' })
    h.command('close')
  end)

  h.test('passes its health check', function()
    h.command('checkhealth skills_ls')
    local text = h.health('running in')
    assert(not text:find('ERROR') and not text:find('WARN'), text)
    h.contains(text, 'picker: select')
    h.command('bwipeout')
  end)

  h.test('baselines the existing problems', function()
    local function content(path)
      return table.concat(vim.fn.readfile(h.workspace .. '/' .. path), '\n')
    end
    h.write(
      '.agents/skills/flawed/SKILL.md',
      '---\nname: flawed\ndescription: Has a flaw. Use when testing.\n---\n\nSee [it](gone.md).\n'
    )
    h.open('.agents/skills/flawed/SKILL.md')
    h.finding('link/broken')
    h.command('Skills baseline')
    h.message('baselined ')
    h.no_finding('link/broken')
    h.contains(content('.skills-ls.yaml'), 'baseline: .skills-ls-baseline.json')
    h.contains(content('.skills-ls-baseline.json'), '.agents/skills/flawed/SKILL.md')
    h.command([[call append(line('$'), 'And [that](lost.md).')]])
    h.finding('link/broken')
    h.command('edit!')
    h.no_finding('link/broken')
    h.command('Skills baseline')
    h.message('nothing to baseline, known already: ')
  end)

  h.test('has help with valid tags and links', function()
    local doc = vim.env.SKILLS_LS_PLUGIN .. '/doc'
    h.command('helptags ' .. doc)
    local tags = {}
    for _, line in ipairs(vim.fn.readfile(doc .. '/tags')) do
      tags[line:match('^[^\t]+')] = true
    end
    for _, tag in ipairs({
      'skills-ls',
      ':Skills',
      ':Skills-preview',
      'skills-ls-setup',
      ':SkillsPreview',
    }) do
      assert(tags[tag], 'no tag ' .. tag)
    end
    for link in table.concat(vim.fn.readfile(doc .. '/skills-ls.txt'), '\n'):gmatch('|([^|%s]+)|') do
      if link:find('^skills%-ls') or link:find('^:Skills') then
        assert(tags[link], 'nothing is called ' .. link)
      elseif link ~= 'vim.lsp.config()' or vim.fn.has('nvim-0.11') == 1 then
        h.command('help ' .. link)
      end
    end
    h.command('help skills-ls')
    h.same(h.lua([[return vim.fn.expand('%:t')]]), 'skills-ls.txt')
    h.command('helpclose')
    vim.fn.delete(doc .. '/tags')
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
