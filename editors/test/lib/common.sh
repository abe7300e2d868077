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

# Retries, because mirrors and registries sometimes drop connections.
retry() {
  local attempt
  for attempt in 1 2 3 4; do
    "$@" && return 0
    [ "$attempt" = 4 ] || { echo "attempt $attempt failed, trying again: $*" >&2; sleep $((attempt * 5)); }
  done
  return 1
}

# once NAME COMMAND...: runs the command unless an earlier run finished it.
# NAME contains the version, so that a changed version is installed.
once() {
  local stamp=$cache/stamps/$1
  shift
  [ -e "$stamp" ] && return 0
  "$@" && touch "$stamp"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}
