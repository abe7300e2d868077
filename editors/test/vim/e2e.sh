#!/usr/bin/env bash
# Runs e2e.vim in a Vim without a terminal, and prints what it says.
#
# usage: e2e.sh VIMRC PROJECT
# with E2E_OUT, a file to write to

cd "$2" || exit 1
: >"$E2E_OUT"
vim -T dumb --not-a-term -n -N -u "$1" .agents/skills/code-review/SKILL.md -S "$(dirname "${BASH_SOURCE[0]}")/e2e.vim" >/dev/null
cat "$E2E_OUT"
! grep -q '^FAIL ' "$E2E_OUT"
