package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/vfs"
)

// maxExtended is the maximum number of files that a configuration file extends, directly or not.
const maxExtended = 10

var (
	extendsItself   = "file extends this one in turn"
	tooManyExtended = fmt.Sprintf("more than %d files are extended: this one does not apply", maxExtended)
)

// An extension is the state of reading a file and those that it extends.
type extension struct {
	chain []string // real paths of the files that extend the current one
	left  *int     // number of files that may still be read; negative if there were more
}

// extend returns the settings of a file that the file extends, with the roots relative to the extending file.
// The fault is empty if all of them apply.
func (r *SettingsReport) extend(s *Snapshot, bound, named string, in extension) (base config.Settings, fault string) {
	dir := filepath.Dir(r.Path)
	path := filepath.Join(dir, filepath.FromSlash(named))
	if r.trusted {
		path = ResolveRoot(s, dir, named)
	} else if IsAbsolute(named) {
		return base, "absolute path: use a path relative to this file"
	}
	real := vfs.Canonical(s.fs, path)
	chain := append(slices.Clip(in.chain), vfs.Canonical(s.fs, r.Path))
	switch {
	case path == "":
		return base, "home directory is unknown: use an absolute path"
	case !r.trusted && (!vfs.Within(bound, path) || !vfs.Within(vfs.Canonical(s.fs, bound), real)):
		return base, leavesWorkspace
	case !config.IsSettingsName(filepath.Base(path)):
		return base, fmt.Sprintf(`invalid file name %q: use "skills-ls.yaml" or "NAME.skills-ls.yaml"`, filepath.Base(path))
	case slices.Contains(chain, real):
		r.cycle = real
		return base, extendsItself
	case *in.left <= 0:
		*in.left = -1
		return base, tooManyExtended
	}
	*in.left--
	other := readSettingsFile(s, path, extension{chain, in.left})
	r.Sought = append(append(r.Sought, path), other.Sought...)
	switch {
	case errors.Is(other.Err, fs.ErrNotExist):
		return base, "file not found: " + named
	case other.Err != nil:
		return base, "file cannot be read"
	case *in.left < 0:
		return base, tooManyExtended
	}
	r.Extended = append(append(r.Extended, path), other.Extended...)
	if other.cycle == chain[len(chain)-1] {
		fault = extendsItself
	} else if other.cycle != "" {
		r.cycle = other.cycle
	}
	base = other.Settings
	base.Baseline = ""
	if rel, err := filepath.Rel(dir, other.Baseline); err == nil && other.Baseline != "" {
		base.Baseline = filepath.ToSlash(rel)
	}
	for i, agent := range base.Agents { // whose roots are relative to the project, and not to the other file
		base.Agents[i].Roots = slices.DeleteFunc(agent.Roots, func(root string) bool {
			why, severity := allowIn(s, bound, dir, root)
			leaves := !r.trusted && severity == diagnostic.Error
			if leaves {
				fault = cmp.Or(fault, fmt.Sprintf("root %q of %s: %s", root, agent.ID, why))
			}
			return leaves
		})
	}
	base.Roots = nil
	for _, root := range other.roots {
		if rel, err := filepath.Rel(dir, root); err == nil {
			base.Roots = append(base.Roots, filepath.ToSlash(rel))
		}
	}
	return base, fault
}
