package report

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
)

// Baselines are the baselines of a check: the given one, or those that configuration files name. They are safe
// for concurrent use.
type Baselines struct {
	Project *project.Project
	Given   *Baseline // nil without --baseline

	mu    sync.Mutex
	named map[string]*Baseline // by path; guarded by mu
}

// Of returns the baseline that applies to a file, nil if there is none. One that cannot be read is empty: the
// configuration's own problems say why.
func (b *Baselines) Of(s *workspace.Snapshot, path string) *Baseline {
	if b.Given != nil {
		return b.Given
	}
	at, _ := workspace.BaselineOf(s, path)
	if at == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.named[at]; known != nil {
		return known
	}
	files, _, _ := workspace.BaselineAt(s, at)
	if b.named == nil {
		b.named = make(map[string]*Baseline)
	}
	b.named[at] = &Baseline{project: b.Project, Path: at, dir: filepath.Dir(at), named: true, files: files, found: make(baseline.Baseline)}
	return b.named[at]
}

// ExplainStale prints the entries that the check no longer found; see [Baseline.ExplainStale].
func (b *Baselines) ExplainStale(dirs []string) {
	if b.Given != nil {
		b.Given.ExplainStale(dirs)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(b.named)) {
		b.named[path].ExplainStale(dirs)
	}
}
