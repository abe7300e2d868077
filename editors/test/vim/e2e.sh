#!/usr/bin/env bash
# Runs e2e.vim in Vim without a terminal and prints its output.
#
# usage: e2e.sh VIMRC PROJECT
# environment: E2E_OUT, the output file

cd "$2" || exit 1
: >"$E2E_OUT"
vim -T dumb --not-a-term -n -N -u "$1" .agents/skills/code-review/SKILL.md -S "$(dirname "${BASH_SOURCE[0]}")/e2e.vim" >/dev/null
cat "$E2E_OUT"
! grep -q '^FAIL ' "$E2E_OUT"
