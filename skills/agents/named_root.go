package agents

import (
	"path"
	"path/filepath"
	"strings"

	"skills-ls/skills"
)

// namedRoot returns a root like another one in the place that a setting names: an absolute path, one below the home directory
// that begins with "~/", or one below the working directory.
func namedRoot(named string, like skills.Root) skills.Root {
	like.Base, like.Dir = skills.FromCwd, path.Clean(filepath.ToSlash(named))
	if below, ok := strings.CutPrefix(like.Dir, "~/"); ok {
		like.Base, like.Dir = skills.FromHome, below
		if like.Scope == skills.ScopeRepo {
			like.Scope = skills.ScopeUser
		}
	} else if filepath.IsAbs(named) {
		like.Base = skills.FromSystem
	}
	return like
}
