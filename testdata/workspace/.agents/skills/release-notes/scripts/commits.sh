#!/bin/sh
# Lists the commits since the last tag, newest first.
set -eu
last=$(git describe --tags --abbrev=0)
git log --format='%s' "$last"..HEAD
