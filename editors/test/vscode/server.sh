# A VS Code server with the extension installed from its package. Sourced.

# start_vscode VERSION VSIX DATA HOME [TRUST]: sets vscode_base, vscode_settings (the machine's) and vscode_pid. All folders
# are trusted, unless TRUST is "asked".
start_vscode() {
  local version=$1 vsix=$2 data=$3 home=$4 trust=${5:-} node flags=(--disable-workspace-trust)
  node=$(vscode_node "$version")
  vscode_settings=$data/user/Machine/settings.json
  local server=(env HOME="$home" "$node" "$cache/vscode-$version/out/server-main.js" --accept-server-license-terms
    --server-data-dir "$data" --user-data-dir "$data/user" --extensions-dir "$data/extensions")
  rm -rf "$data"
  mkdir -p "$data/user/User" "$data/extensions"
  cp "$here/vscode/settings.json" "$data/user/User/settings.json"
  if [ "$trust" = asked ]; then
    flags=()
    sed -i 's/"security.workspace.trust.enabled": false/"security.workspace.trust.startupPrompt": "never"/' "$data/user/User/settings.json"
  fi
  "${server[@]}" --install-extension "$vsix" >"$logs/vscode-$version-install.log" 2>&1 || {
    cat "$logs/vscode-$version-install.log" >&2
    return 1
  }
  # The port is read from the log: an earlier run's must not be there.
  : >"$logs/vscode-$version.log"
  "${server[@]}" --host 127.0.0.1 --port 0 --without-connection-token --telemetry-level off \
    "${flags[@]}" --enable-smoke-test-driver >"$logs/vscode-$version.log" 2>&1 &
  vscode_pid=$!
  local attempt port
  for attempt in $(seq 300); do
    port=$(sed -n 's/.*agent listening on \([0-9][0-9]*\).*/\1/p' "$logs/vscode-$version.log")
    [ -n "$port" ] && break
    kill -0 "$vscode_pid" 2>/dev/null || break
    sleep 0.1
  done
  if [ -z "$port" ]; then
    cat "$logs/vscode-$version.log" >&2
    return 1
  fi
  vscode_base=http://127.0.0.1:$port
}

stop_vscode() {
  [ -n "${vscode_pid:-}" ] || return 0
  kill "$vscode_pid" 2>/dev/null
  wait "$vscode_pid" 2>/dev/null
  vscode_pid=
}
