-- Options: the command, the files and the root.

local M = {}

M.name = 'skills_ls'

-- The version of the plugin and of the server that it was built for.
M.version = '0.1.0'

local defaults = {
  cmd = nil,
  settings = nil,
  capabilities = nil,
  on_attach = nil,
  root_dir = nil,
  root_markers = { '.git', '.jj' },
  debounce = 150,
  codelens = true,
  picker = nil,
}

M.options = defaults

function M.set(options)
  M.options = vim.tbl_extend('force', defaults, options or {})
end

-- The repository that contains editors/nvim/lua/skills_ls/config.lua, with symbolic
-- links resolved.
local function repository()
  local file = debug.getinfo(1, 'S').source:sub(2)
  file = vim.uv.fs_realpath(file) or file
  return vim.fn.fnamemodify(file, ':p:h:h:h:h:h')
end

-- Returns the command line of the server, or nil and an error message.
function M.cmd()
  local cmd = M.options.cmd
  if type(cmd) == 'string' then
    cmd = { cmd, 'serve' }
  end
  if type(cmd) == 'table' then
    if vim.fn.executable(cmd[1]) == 1 then
      return cmd
    end
    return nil, ('%s is not executable: fix `cmd` in setup()'):format(cmd[1])
  end
  for _, program in ipairs({ 'skills-ls', repository() .. '/skills-ls' }) do
    if vim.fn.executable(program) == 1 then
      return { vim.fn.exepath(program), 'serve' }
    end
  end
  return nil, 'skills-ls is not in PATH: install it or set `cmd` in setup()'
end

-- Ends of the paths of the files to which the server is attached, as in the VS Code extension. The server ignores
-- unrelated Markdown.
local ends = {
  '.md',
  '.markdown',
  '/agents/openai.yaml',
  '/agents/openoxide.yaml',
  '/skills-ls.yaml',
  '.skills-ls.yaml',
  'skills-ls-baseline.json',
  -- Agents' own settings, which enable and disable skills.
  '/.claude/settings.json',
  '/.claude/settings.local.json',
  '/.gemini/settings.json',
  -- Manifests of plugins and marketplaces.
  '/.claude-plugin/plugin.json',
  '/.claude-plugin/marketplace.json',
  '/.codex-plugin/plugin.json',
  '/.cursor-plugin/plugin.json',
  '/.cursor-plugin/marketplace.json',
  '/.agents/plugins/marketplace.json',
  '/.agents/plugins/api_marketplace.json',
}

-- Reports whether to attach the server to a buffer.
function M.is_candidate(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  -- Skips scratch buffers and the URIs of other plugins.
  if path == '' or vim.bo[bufnr].buftype ~= '' or path:match('^%a[%w+.-]+://') then
    return false
  end
  path = path:gsub('\\', '/')
  for _, tail in ipairs(ends) do
    if vim.endswith(path, tail) then
      return true
    end
  end
  return false
end

-- Reports whether a directory, or an agent's directory in it, has skills.
local function has_skills(dir)
  for name in vim.fs.dir(dir) do
    local tail = name == 'skills' and '' or vim.startswith(name, '.') and '/skills'
    if tail and vim.fn.isdirectory(('%s/%s%s'):format(dir, name, tail)) == 1 then
      return true
    end
  end
  return false
end

-- Reports whether a directory is the home directory or contains it, so that it is no
-- project.
local function has_home(dir)
  local prefix = vim.endswith(dir, '/') and dir or dir .. '/'
  return vim.startswith(vim.fs.normalize('~') .. '/', prefix)
end

-- Returns a directory, or the one above it if it is an agent's, such as .claude, or nil
-- if that is no project.
local function project(dir)
  if vim.startswith(vim.fs.basename(dir), '.') then
    dir = vim.fs.dirname(dir)
  end
  return not has_home(dir) and dir or nil
end

-- Returns the nearest directory upwards with a marker, otherwise the nearest one with
-- skills, otherwise that of the file. A directory skills in the path need not exist yet.
function M.root(path)
  if M.options.root_dir then
    return M.options.root_dir(path)
  end
  path = vim.fs.normalize(vim.fn.fnamemodify(path, ':p'))
  local own = vim.fs.dirname(path)
  local marker = vim.fs.find(M.options.root_markers, {
    path = own,
    upward = true,
    stop = vim.fs.normalize('~'),
  })[1]
  if marker then
    return vim.fs.dirname(marker)
  end
  for dir in vim.fs.parents(path) do
    if has_home(dir) then
      break
    elseif vim.fs.basename(dir) == 'skills' then
      return project(vim.fs.dirname(dir)) or dir
    elseif has_skills(dir) then
      return project(dir) or dir
    end
  end
  return project(own) or own
end

-- Replaces the command if the program is missing. Neovim 0.11 ignores a missing
-- program without an error.
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

-- Returns the client configuration without a root.
function M.client()
  local options = M.options
  return {
    name = M.name,
    cmd = M.cmd() or M.missing,
    filetypes = { 'markdown', 'yaml', 'json', 'jsonc' },
    -- The server requests the section of its name.
    settings = options.settings and { ['skills-ls'] = options.settings } or nil,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
    on_attach = options.on_attach,
    init_options = {
      skillsDidChange = true,
      previewCommand = 'skills-ls.preview',
      referencesCommand = 'skills-ls.references',
    },
    -- The commands of code lenses.
    commands = {
      ['skills-ls.preview'] = lens('preview'),
      ['skills-ls.references'] = lens('references'),
    },
    on_init = begun,
    on_exit = ended,
    handlers = { ['skills/didChange'] = changed },
  }
end

-- Returns the major and minor version of a release, or nil for a build between two
-- releases.
local function release(version)
  if version:match('%-%d%d%d%d%d%d%d%d%d%d%d%d%d%d%-') or version:match('%-0%.') then
    return nil
  end
  return version:match('^v?(%d+%.%d+)%.%d+')
end

-- Returns a warning if the server is of another release than this plugin, or nil.
function M.mismatch(version)
  local server = version and release(version)
  if server and server ~= release(M.version) then
    return ('the server is version %s and this plugin %s: update the older one, or some commands may fail'):format(
      version,
      M.version
    )
  end
end

-- Returns an error message for a configuration's command, or nil.
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
