-- A server of another version than the plugin's.

return function(h)
  h.start(
    ('{ cmd = { %q, %q, %q, "9.8.7" } }'):format(
      vim.env.SKILLS_LS_NODE,
      vim.env.SKILLS_LS_TESTS .. '/other-version.mjs',
      vim.fn.fnamemodify(vim.env.SKILLS_LS_PLUGIN, ':h:h') .. '/skills-ls'
    )
  )

  h.test('warns once about a server of another version', function()
    h.open('.agents/skills/code-review/SKILL.md')
    h.contains(h.message('version 9.8.7'), 'update the older one')
    h.command('edit ' .. h.skills .. '/release-notes/SKILL.md')
    h.command('new ' .. h.write('other/.agents/skills/own/SKILL.md', ''))
    h.await(
      'another server',
      [[
      local client = require('skills_ls.client')
      return #vim.tbl_filter(client.version, client.clients()) == 2
    ]]
    )
    h.same(h.lua('return _G.messages'), {})
    h.command('bwipeout!')
  end)

  h.test('works with it', function()
    h.command('edit ' .. h.skills .. '/code-review/SKILL.md')
    h.finding('link/broken')
  end)

  h.test('warns in its health check', function()
    h.command('checkhealth skills_ls')
    local text = h.health('WARN')
    h.contains(text, 'the server is version 9.8.7')
    h.command('bwipeout')
  end)

  h.test('has the version of the extension', function()
    local manifest = vim.env.SKILLS_LS_PLUGIN .. '/../vscode/package.json'
    local version = vim.json.decode(table.concat(vim.fn.readfile(manifest), '\n')).version
    h.same(h.lua([[return require('skills_ls.config').version]]), version)
  end)

  h.test('accepts builds between releases', function()
    local judge = [[return require('skills_ls.config').mismatch(...) == nil]]
    local own = h.lua([[return require('skills_ls.config').version]])
    for _, version in ipairs({
      own,
      'v' .. own,
      '(devel)',
      'v0.0.0-20260102030405-0123456789ab+dirty',
      'v7.0.1-0.20260102030405-0123456789ab',
    }) do
      assert(h.lua(judge, version), version)
    end
    assert(not h.lua(judge, 'v9.0.0'))
  end)
end
