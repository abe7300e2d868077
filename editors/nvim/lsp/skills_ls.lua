-- For vim.lsp.enable('skills_ls') in Neovim 0.11 and later, without setup().
return require('skills_ls.enable').config()
