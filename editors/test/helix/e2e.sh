#!/usr/bin/env bash
# Uses skills-ls in Helix, in a terminal of tmux.
#
# usage: e2e.sh HX PROJECT
# environment: XDG_CONFIG_HOME, with the helix/languages.toml of docs/editors.md

set -u
hx=$1 project=$2
skill=$project/.agents/skills/code-review/SKILL.md
tmux=(tmux -L "skills-ls-$$" -f /dev/null)
name=helix
failed=0
trap '"${tmux[@]}" kill-server 2>/dev/null' EXIT

screen() { "${tmux[@]}" capture-pane -p -t hx 2>/dev/null; }
keys() { "${tmux[@]}" send-keys -t hx "$@"; }

# await PART: waits until the screen contains a text.
await() {
  local polls
  for polls in $(seq 150); do
    screen | grep -qF -- "$1" && return 0
    sleep 0.2
  done
  return 1
}

# escape PART: presses Escape until the text is gone. Terminals read Escape and the next key as Alt and that key.
escape() {
  local polls
  for polls in $(seq 150); do
    keys Escape
    sleep 0.2
    screen | grep -qF -- "$1" || return 0
  done
  return 1
}

result() { # STATUS WHAT
  if [ "$1" = 0 ]; then
    echo "ok   $name: $2"
  else
    echo "FAIL $name: $2: $(screen | tr -s ' \n' ' ')"
    failed=1
  fi
}

name="helix $("$hx" --version | awk '{print $2}')"
"${tmux[@]}" new-session -d -s hx -x 140 -y 40 -c "$project" "$hx" "$skill" || { echo "FAIL $name: starts"; exit 1; }

await 'name: code_review'
result $? 'opens a skill'

# The diagnostic appears at the end of its line.
keys g g j g l
await '(name/format)'
result $? 'shows a diagnostic'

keys Space a
await 'Rename to "code-review"'
result $? 'offers the fix of a diagnostic'
keys Enter
await 'name: code-review'
result $? 'applies it'

keys g e A
keys ' Use $rel'
await '$release-notes'
result $? 'completes a mention'
escape ' INS '

keys g g j j Space k
await 'when to use'
result $? 'shows a hover'
escape 'when to use'

keys ':w' Enter
for polls in $(seq 50); do
  grep -q '^name: code-review$' "$skill" && break
  sleep 0.2
done
grep -q '^name: code-review$' "$skill"
result $? 'writes the file'
keys ':q!' Enter
exit $failed
