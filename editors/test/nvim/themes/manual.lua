-- The help and the README document everything that exists, and nothing else.

return function(h)
  h.start()

  local plugin = vim.env.SKILLS_LS_PLUGIN

  local function read(path)
    return table.concat(vim.fn.readfile(plugin .. '/' .. path), '\n')
  end

  local help = read('doc/skills-ls.txt')

  -- Returns the distinct matches of a pattern, sorted.
  local function all(text, pattern)
    local found = {}
    for match in text:gmatch(pattern) do
      found[match] = true
    end
    local list = vim.tbl_keys(found)
    table.sort(list)
    return list
  end

  local function sorted(list)
    table.sort(list)
    return list
  end

  -- Returns the text of a section of the help.
  local function section(tag)
    return help:match('%*' .. vim.pesc(tag) .. '%*(.-)\n====') or error('no section ' .. tag)
  end

  local subcommands = h.lua([[return vim.fn.getcompletion('Skills ', 'cmdline')]])

  h.test('documents the subcommands, and no others', function()
    h.same(all(help, '%*:Skills%-(%l+)%*'), subcommands)
    h.same(all(read('README.md'), '| `:Skills (%l+)'), subcommands)
  end)

  h.test('documents the arguments of subcommands', function()
    for _, name in ipairs(subcommands) do
      local bang, rest = help:match('\n:Skills(%[?!?%]?) ' .. name .. '([^\n\t]*)')
      assert(rest, 'no usage of ' .. name)
      local usage = vim.trim(':Skills ' .. name .. rest:gsub('{(%l+)}', string.upper))
      usage = usage:gsub('{ID}', 'ID')
      h.command(('Skills %s --nonsense=1'):format(name))
      h.same(h.message('unknown flag --nonsense'):match('usage: (.*)$'), usage)
      if bang == '' then
        -- Some require a word, others allow none.
        h.command(('Skills! %s%s'):format(name, rest:find('^ {') and ' word' or ''))
        h.message('no quickfix list')
      end
    end
  end)

  h.test('documents the aliases of subcommands, and no others', function()
    local commands = h.lua([[
      return vim.tbl_filter(function(name)
        return name:find('^Skills%u') ~= nil
      end, vim.tbl_keys(vim.api.nvim_get_commands({})))
    ]])
    h.same(all(help, '%*:(Skills%u%a*)%*'), sorted(commands))
  end)

  h.test('documents the options, and no others', function()
    local options = {}
    local block = read('lua/skills_ls/config.lua'):match('\nlocal defaults = {\n(.-)\n}')
    for name in block:gmatch('([%w_]+) = [^\n]*') do
      options[#options + 1] = name
    end
    h.same(all(section('skills-ls-setup'), '\n\t([%l_]+)\t'), sorted(options))
  end)

  h.test('documents the defaults of the options', function()
    local defaults = h.lua([[return require('skills_ls.config').options]])
    local text = section('skills-ls-setup')
    h.contains(text, 'Default: ' .. defaults.debounce)
    for _, marker in ipairs(defaults.root_markers) do
      h.contains(text, ("'%s'"):format(marker))
    end
  end)

  h.test('documents the highlight groups, and no others', function()
    local groups = all(read('lua/skills_ls/view.lua'), '\n  (Skills%u%a*) = ')
    h.same(all(section('skills-ls-highlights'), '%*hl%-(Skills%a+)%*'), groups)
    h.lua([[require('skills_ls.view')]])
    for _, group in ipairs(groups) do
      h.same(h.lua('return vim.fn.hlexists(...)', group), 1)
    end
  end)

  h.test('documents the functions, and no others', function()
    local functions = sorted(h.lua([[return vim.tbl_keys(require('skills_ls'))]]))
    h.same(all(section('skills-ls-lua'), "require%('skills_ls'%)%.([%l_]+)"), functions)
  end)

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
