# Shared by run and its steps. Sourced, never executed.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
editors=$(cd "$here/.." && pwd)
root=$(cd "$editors/.." && pwd)
cache=$here/.cache
shots=$cache/shots
logs=$cache/logs
mkdir -p "$cache/stamps" "$shots" "$logs"

say() { printf '\n== %s\n' "$*"; }
die() { printf 'editors/test: %s\n' "$*" >&2; exit 2; }

# Mirrors and registries drop connections now and then; a test run should not.
retry() {
  local attempt
  for attempt in 1 2 3 4; do
    "$@" && return 0
    [ "$attempt" = 4 ] || { echo "attempt $attempt failed, trying again: $*" >&2; sleep $((attempt * 5)); }
  done
  return 1
}

# once NAME COMMAND...: runs the command unless an earlier run finished it.
# NAME carries the version, so that a new pin installs anew.
once() {
  local stamp=$cache/stamps/$1
  shift
  [ -e "$stamp" ] && return 0
  "$@" && touch "$stamp"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}
