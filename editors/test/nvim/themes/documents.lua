-- The files to which the server is attached: those of ../../documents.txt, as in VS Code.

return function(h)
  h.start()

  local function is_attached()
    return h.lua([[return require('skills_ls.client').clients(0)[1] ~= nil]])
  end

  for _, line in ipairs(vim.fn.readfile(vim.env.SKILLS_LS_TESTS .. '/../documents.txt')) do
    local sign, path = line:match('^([+-]) (.+)$')
    if sign then
      h.test((sign == '+' and 'attaches to ' or 'does not attach to ') .. path, function()
        h.command('edit ' .. h.workspace .. '/' .. path)
        if sign == '+' then
          h.await('a server', [[return require('skills_ls.client').clients(0)[1] ~= nil]])
        else
          h.settle()
          h.same(is_attached(), false)
        end
      end)
    end
  end

  h.test('ends without complaints', function()
    h.same(h.lua('return _G.messages'), {})
  end)
end
