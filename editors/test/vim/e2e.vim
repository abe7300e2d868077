" Uses skills-ls in Vim with ALE.
"
" usage: vim -T dumb --not-a-term -n -N -u vimrc FILE -S e2e.vim
" with E2E_OUT, the file that a line for each test is written to

let s:lines = []
let s:name = 'vim ' . (v:version / 100) . '.' . (v:version % 100)

function! s:Await(what, condition) abort
  for poll in range(600)
    if a:condition()
      return
    endif
    sleep 50m
  endfor
  throw 'timed out: ' . a:what
endfunction

function! s:Test(what, body) abort
  try
    call a:body()
    call add(s:lines, 'ok   ' . s:name . ': ' . a:what)
  catch
    call add(s:lines, 'FAIL ' . s:name . ': ' . a:what . ': ' . v:exception)
  endtry
endfunction

function! s:Finding(code) abort
  return !empty(filter(copy(ale#engine#GetLoclist(bufnr('%'))), {_, found -> get(found, 'code', '') ==# a:code}))
endfunction

function! s:Diagnostic() abort
  call s:Await('name/format', {-> s:Finding('name/format')})
endfunction

function! s:Follows() abort
  call setline(2, 'name: code-review')
  ALELint
  call s:Await('no name/format', {-> !s:Finding('name/format')})
  if !s:Finding('link/broken')
    throw 'link/broken is gone, too'
  endif
endfunction

function! s:Hover() abort
  call cursor(3, 4)
  let g:ale_hover_to_preview = 1
  ALEHover
  call s:Await('the preview window', {-> winnr('$') > 1})
  let text = join(getbufline(winbufnr(winnr() == 1 ? 2 : 1), 1, '$'), "\n")
  pclose
  if text !~# 'description'
    throw 'no description in ' . text
  endif
endfunction

call s:Test('shows a diagnostic', function('s:Diagnostic'))
call s:Test('follows what is typed', function('s:Follows'))
call s:Test('shows a hover', function('s:Hover'))
call writefile(s:lines, $E2E_OUT)
qall!
