package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/config"
	"skills-ls/skills/vfs"
)

// A readBaseline is the result of reading a baseline. It is immutable.
type readBaseline struct {
	text     string
	problems baseline.Baseline // nil if the file cannot be used
	err      error             // of reading or of decoding
}

// parsedBaselines caches the latest version of each baseline that was parsed, because settings are read again
// more often than baselines change.
type parsedBaselines struct {
	mu     sync.Mutex
	byPath map[string]*readBaseline // guarded by mu
}

// parse returns the baseline with that text. It parses each version of a file once.
func (p *parsedBaselines) parse(path, text string) *readBaseline {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.byPath[path]; known != nil && known.text == text {
		return known
	}
	read := &readBaseline{text: text}
	read.problems, read.err = baseline.Decode([]byte(text))
	if p.byPath == nil {
		p.byPath = make(map[string]*readBaseline)
	}
	p.byPath[path] = read
	return read
}

// BaselineAt returns the baseline at an absolute path, from its buffer or from the disk, and its text. The error
// is the file system's, also for a file over [vfs.MaxFile] bytes, or that of [baseline.Decode].
func BaselineAt(s *Snapshot, path string) (b baseline.Baseline, text string, err error) {
	read := s.settings.baselines.get(path, func() *readBaseline {
		text, err := s.fs.ReadFile(path)
		if err != nil {
			return &readBaseline{err: err}
		}
		return s.disk.baselines.parse(path, text)
	})
	return read.problems, read.text, read.err
}

// KnownProblems returns the problems that the configured baseline has for a file, nil if there are none or
// [Config.NoBaselines] is set.
func KnownProblems(s *Snapshot, path string) baseline.Problems {
	if s.cfg.NoBaselines || !filepath.IsAbs(path) {
		return nil
	}
	at, key := BaselineOf(s, path)
	if at == "" {
		return nil
	}
	known, _, _ := BaselineAt(s, at) // a failure is reported at the setting
	return known[key]
}

// BaselineOf returns the path of the configured baseline that applies to a file, and the key of the file in it.
// at is empty if there is none, and for configuration files, which cannot hide their own problems.
func BaselineOf(s *Snapshot, path string) (at, key string) {
	if config.IsSettingsName(filepath.Base(path)) {
		return "", ""
	}
	path = belowFolder(s, CleanPath(path))
	if at = Effect(s, filepath.Dir(path)).Baseline; at == "" {
		return "", ""
	}
	return at, baseline.Path(filepath.Dir(at), path)
}

// WithoutBaselines returns a snapshot of the same files with [Config.NoBaselines] set.
func WithoutBaselines(s *Snapshot) *Snapshot {
	next := *s
	next.cfg.NoBaselines = true
	return &next
}

// baselineFault returns what is wrong with the baseline that the file names, or "". The setting applies unless
// the path is one that the file may not name.
func (r *SettingsReport) baselineFault(s *Snapshot, bound, named string) (fault string, applies bool) {
	dir := filepath.Dir(r.Path)
	path := ResolveRoot(s, dir, named)
	switch {
	case path == "":
		return "home directory is unknown: use an absolute path", false
	case r.trusted:
	case IsAbsolute(named):
		return "absolute path: use a path relative to this file", false
	case !vfs.Within(bound, path):
		return leavesWorkspace, false
	default:
		real := vfs.Canonical(s.fs, path)
		if !vfs.Within(vfs.Canonical(s.fs, bound), real) {
			return "symbolic link leaves the workspace: it is ignored", false
		}
		if !config.IsBaselineName(filepath.Base(real)) {
			return "symbolic link to another name: " + config.BaselineNameFault, false
		}
	}
	switch _, _, err := BaselineAt(s, path); {
	case err == nil:
		return "", true
	case errors.Is(err, fs.ErrNotExist):
		return "file not found: " + named, true
	default:
		return BaselineFault(err), true
	}
}

// BaselineFault describes an error of [BaselineAt] without the path of the file.
func BaselineFault(err error) string {
	var failed *fs.PathError
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &tooLarge):
		return "baseline exceeds the limit of 4 MiB"
	case errors.As(err, &confined):
		return "baseline is not read: " + confined.Why()
	case errors.As(err, &failed):
		return "cannot read the baseline: " + failed.Err.Error()
	}
	return "baseline: " + err.Error()
}
