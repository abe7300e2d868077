-- Runs the tests of one theme.
--
-- usage: nvim --headless -u NONE -c 'luafile e2e.lua'
-- environment: SKILLS_LS_THEME, the name of a file in themes; SKILLS_LS_WORKSPACE,
-- a copy of the fixture; and that of init.lua.

package.path = vim.env.SKILLS_LS_TESTS .. '/?.lua;' .. package.path

local harness = require('harness')
local ok, problem = pcall(function()
  require('themes.' .. vim.env.SKILLS_LS_THEME)(harness)
end)
if not ok then
  harness.test('runs to the end', function()
    error(problem, 0)
  end)
end
harness.finish()
