package workspace

import (
	"context"
	"path/filepath"

	"skills-ls/analysis/file"
)

// Learn reads files as [Scan] does, and the skills that diagnostics of these files may mention, but
// no others. It is for callers that have already found the files and ask about nothing else. The error is
// that of ctx.
func Learn(ctx context.Context, s *Snapshot, paths []string) error {
	l := NewLearner(ctx, s)
	for _, path := range paths {
		l.Add(path)
	}
	return l.Wait()
}

// A Learner does the same as [Learn] for callers that are still finding the files: it reads them
// meanwhile. Its methods must be called by one goroutine, and Wait must be the last call.
type Learner struct {
	snapshot *Snapshot
	ctx      context.Context
	scanner  *scanner        // reads the files that are added
	skills   []string        // directories of the added files that are skills
	known    map[string]bool // added files and directories, and vantages, as "@" and the directory
}

// NewLearner returns a learner without files. It stops reading when ctx is done.
func NewLearner(ctx context.Context, s *Snapshot) *Learner {
	l := &Learner{snapshot: s, ctx: ctx, known: make(map[string]bool)}
	l.start()
	return l
}

// Add starts reading a file, unless it was added before.
func (l *Learner) Add(path string) {
	l.add(path)
	if file.IsSkillFileName(filepath.Base(path)) {
		l.skills = append(l.skills, filepath.Dir(path))
	}
}

// Wait waits until the files are read, and the skills that diagnostics of them may mention. The error is that
// of the context.
func (l *Learner) Wait() error {
	l.end()
	l.start()
	for _, dir := range l.skills {
		l.addBeside(dir)
	}
	l.end()
	return l.ctx.Err()
}

// start and end enclose the addition of files that are read together.
func (l *Learner) start() {
	l.scanner = &scanner{Snapshot: l.snapshot, ctx: l.ctx, jobs: make(chan string, 1024)}
	l.snapshot.disk.Index.Begin()
	l.scanner.start(nil)
}

func (l *Learner) end() {
	l.scanner.wait()
	l.snapshot.disk.Index.End()
}

func (l *Learner) isNew(key string) bool {
	isNew := !l.known[key]
	l.known[key] = true
	return isNew
}

func (l *Learner) add(path string) {
	if l.isNew(path) {
		l.scanner.jobs <- path
	}
}

// addBeside adds the skills in the same place as the skill in a directory (see [rules.samePlace]), and those that
// one of the skill's targets also finds.
func (l *Learner) addBeside(skill string) {
	parents := []string{filepath.Dir(skill)}
	if root, holder := RootOf(skill); root != "" && parents[0] == filepath.Join(holder, filepath.FromSlash(root)) {
		for name := range knownRoots() {
			parents = append(parents, filepath.Join(holder, filepath.FromSlash(name)))
		}
	}
	for _, parent := range parents {
		if l.isNew(parent) {
			l.addIn(parent)
		}
	}
	at := StandpointOf(l.snapshot, skill)
	if !l.isNew("@" + at.Vantage) {
		return
	}
	for _, agent := range at.Concerned {
		for _, f := range Catalog(l.ctx, l.snapshot, agent, at.Vantage).Files() {
			l.add(f.Real)
		}
	}
}

// addIn adds the skills in the direct subdirectories of a directory.
func (l *Learner) addIn(parent string) {
	entries, _ := l.snapshot.fs.ReadDir(parent) // a root that does not exist has no skills
	for _, e := range entries {
		path := filepath.Join(parent, e.Name(), "SKILL.md")
		if !e.IsDir() || l.known[path] {
			continue
		}
		if info, err := l.snapshot.fs.Stat(path); err == nil && info.Mode().IsRegular() {
			l.add(path)
		}
	}
}
