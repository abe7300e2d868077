package refactor

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// manifestsIn returns the manifests of plugins and marketplaces in the workspace.
func manifestsIn(s *workspace.Snapshot) (list []*file.File) {
	ix := s.Index()
	var paths []string
	ix.Mu.RLock()
	for path := range ix.Files {
		if file.IsManifest(path) {
			paths = append(paths, path)
		}
	}
	ix.Mu.RUnlock()
	for _, path := range workspace.AsOpen(s, paths) {
		// The editor may have a manifest open under another name that leads to it.
		if f, err := s.File(path); err == nil && f.Kind == file.ManifestFile {
			list = append(list, f)
		}
	}
	return list
}

// editManifests updates the paths in manifests that lead to a renamed path. A path that would leave the plugin or
// the marketplace stays, and rules report it afterwards.
func (m *relocation) editManifests(r *refactorer) {
	for _, f := range manifestsIn(m.snapshot) {
		for p := range m.movedPaths(f) {
			base, _ := m.of(p.Base)
			to, _ := m.of(p.Abs())
			if !vfs.Within(base, to) {
				continue
			}
			if text := manifestPath(&p, base, to); text != p.Value.Text {
				r.replace(f, p.Value.Span, skills.JSON.Quote(text))
			}
		}
	}
}

// movedPaths yields the paths in a manifest whose targets move.
func (m *relocation) movedPaths(f *file.File) func(yield func(manifest.Path) bool) {
	return func(yield func(manifest.Path) bool) {
		for _, p := range manifest.Paths(manifest.ReadFile(f)) {
			if p.Base == "" || p.Leaves() || p.IsPattern() {
				continue
			}
			if _, moved := m.of(p.Abs()); moved && !yield(p) {
				return
			}
		}
	}
}

// manifestPath returns the text of a path in a manifest after its base and its target have moved.
func manifestPath(p *manifest.Path, base, to string) string {
	if p.Rooted {
		root := strings.TrimSuffix(p.Rel, p.Value.Text)
		if rest, ok := vfs.CutDir(to, filepath.Join(base, filepath.FromSlash(root))); ok && rest != "" {
			return filepath.ToSlash(rest)
		}
		return relativeLike(base, to, "./x")
	}
	return relativeLike(base, to, p.Value.Text)
}
