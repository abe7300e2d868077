-- What to run, on which files, in which root.

local M = {}

M.name = 'skills_ls'

-- Of the plugin, and of the server that it was made for.
M.version = '0.1.0'

local defaults = {
  cmd = nil,
  settings = nil,
  capabilities = nil,
  on_attach = nil,
  root_dir = nil,
  root_markers = { '.git', '.agents', '.claude', '.codex', '.codelia', '.jj' },
  debounce = 150,
  codelens = true,
  picker = nil,
}

M.options = defaults

function M.set(options)
  M.options = vim.tbl_extend('force', defaults, options or {})
end

-- The repository that this file lies in: editors/nvim/lua/skills_ls/config.lua,
-- wherever a link to it stands.
local function repository()
  local file = debug.getinfo(1, 'S').source:sub(2)
  file = vim.uv.fs_realpath(file) or file
  return vim.fn.fnamemodify(file, ':p:h:h:h:h:h')
end

-- The command line of the server, or nil and what to do about it.
function M.cmd()
  local cmd = M.options.cmd
  if type(cmd) == 'string' then
    cmd = { cmd, 'serve' }
  end
  if type(cmd) == 'table' then
    if vim.fn.executable(cmd[1]) == 1 then
      return cmd
    end
    return nil, ('%s is not executable: correct `cmd` in setup()'):format(cmd[1])
  end
  for _, program in ipairs({ 'skills-ls', repository() .. '/skills-ls' }) do
    if vim.fn.executable(program) == 1 then
      return { vim.fn.exepath(program), 'serve' }
    end
  end
  return nil, 'the skills-ls program is not in PATH: install it, or name it in setup{ cmd = ... }'
end

-- Whether the server has something to say about a buffer. It is silent about
-- Markdown that is not its own, so all Markdown is offered to it.
function M.is_candidate(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  -- Scratch buffers have no file, and other plugins' files a scheme.
  if path == '' or vim.bo[bufnr].buftype ~= '' or path:match('^%a[%w+.-]+://') then
    return false
  end
  path = path:gsub('\\', '/')
  return path:match('%.md$') ~= nil
    or path:match('/agents/openai%.yaml$') ~= nil
    or path:match('/agents/openoxide%.yaml$') ~= nil
    or path:match('/%.skills%-ls%.yaml$') ~= nil
end

-- The nearest directory upwards with a marker, else the file's own. The home
-- directory has such markers too, and is not a project.
function M.root(path)
  if M.options.root_dir then
    return M.options.root_dir(path)
  end
  local own = vim.fs.dirname(vim.fn.fnamemodify(path, ':p'))
  local marker = vim.fs.find(M.options.root_markers, {
    path = own,
    upward = true,
    stop = vim.fs.normalize('~'),
  })[1]
  return marker and vim.fs.dirname(marker) or own
end

-- Stands where the program is not found. Neovim 0.11 passes over a missing
-- program without a word, and over this not.
function M.missing() end

local function begun(client, result)
  require('skills_ls.client').begun(client, result)
end

local function ended(code, signal, id)
  require('skills_ls.client').ended(code, signal, id)
end

local function changed(_, _, context)
  require('skills_ls.client').changed(context.client_id)
end

local function lens(name)
  return function(...)
    require('skills_ls.lens')[name](...)
  end
end

-- The client configuration without a root.
function M.client()
  local options = M.options
  return {
    name = M.name,
    cmd = M.cmd() or M.missing,
    filetypes = { 'markdown', 'yaml' },
    -- The server asks for the section of its own name.
    settings = options.settings and { ['skills-ls'] = options.settings } or nil,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
    on_attach = options.on_attach,
    init_options = {
      skillsDidChange = true,
      previewCommand = 'skills-ls.preview',
      referencesCommand = 'skills-ls.references',
    },
    -- What the code lenses do.
    commands = {
      ['skills-ls.preview'] = lens('preview'),
      ['skills-ls.references'] = lens('references'),
    },
    on_init = begun,
    on_exit = ended,
    handlers = { ['skills/didChange'] = changed },
  }
end

-- The two numbers of a release that say what it can do; nil of a version that
-- is none, such as that of a build between two releases.
local function release(version)
  if version:match('%-%d%d%d%d%d%d%d%d%d%d%d%d%d%d%-') or version:match('%-0%.') then
    return nil
  end
  return version:match('^v?(%d+%.%d+)%.%d+')
end

-- What there is to say of a server of another release than this plugin; nil
-- for nothing.
function M.mismatch(version)
  local server = version and release(version)
  if server and server ~= release(M.version) then
    return ('the server is version %s and this plugin %s: update the older one, or some commands may fail'):format(
      version,
      M.version
    )
  end
end

-- What is wrong with a configuration's command, or nil.
function M.problem(cmd)
  if cmd == M.missing then
    local _, problem = M.cmd()
    return problem
  end
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return cmd[1] .. ' is not executable'
  end
end

return M
