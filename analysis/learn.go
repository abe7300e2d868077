package analysis

import (
	"context"
	"path/filepath"
)

// Learn looks at files as [Snapshot.Scan] does, at the skills that findings about them may speak of, and at no others: for whoever
// has found the files already and asks about nothing else. The error is the context's.
func (s *Snapshot) Learn(ctx context.Context, paths []string) error {
	l := s.NewLearner(ctx)
	for _, path := range paths {
		l.Add(path)
	}
	return l.Wait()
}

// A Learner is [Snapshot.Learn] for whoever is still finding the files: they are read meanwhile. Its methods are called by one
// goroutine, Wait once and as the last.
type Learner struct {
	snapshot *Snapshot
	ctx      context.Context
	scanner  *scanner        // reads the files that are added
	skills   []string        // directories of those of the files that are skills
	known    map[string]bool // files and directories that were added, and vantages, as "@" and the directory
}

// NewLearner returns a learner that was told of no files yet. It learns nothing more when the context ends.
func (s *Snapshot) NewLearner(ctx context.Context) *Learner {
	l := &Learner{snapshot: s, ctx: ctx, known: make(map[string]bool)}
	l.start()
	return l
}

// Add has a file looked at, unless it was added before.
func (l *Learner) Add(path string) {
	l.add(path)
	if isSkillFileName(filepath.Base(path)) {
		l.skills = append(l.skills, filepath.Dir(path))
	}
}

// Wait returns when the files were looked at, and the skills that findings about them may speak of. The error is the context's.
func (l *Learner) Wait() error {
	l.end()
	l.start()
	for _, dir := range l.skills {
		l.addBeside(dir)
	}
	l.end()
	return l.ctx.Err()
}

// start and end enclose the adding of files that are looked at together.
func (l *Learner) start() {
	l.scanner = &scanner{Snapshot: l.snapshot, ctx: l.ctx, jobs: make(chan string, 1024), keeps: true}
	l.snapshot.disk.index.begin()
	l.scanner.start(nil)
}

func (l *Learner) end() {
	l.scanner.wait()
	l.snapshot.disk.index.end()
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

// addBeside adds the skills that are in the same place as the skill in a directory (see [samePlace]), and those that one of its
// targets finds along with it.
func (l *Learner) addBeside(skill string) {
	parents := []string{filepath.Dir(skill)}
	if root, holder := rootOf(skill); root != "" && parents[0] == filepath.Join(holder, filepath.FromSlash(root)) {
		for name := range knownRoots() {
			parents = append(parents, filepath.Join(holder, filepath.FromSlash(name)))
		}
	}
	for _, parent := range parents {
		if l.isNew(parent) {
			l.addIn(parent)
		}
	}
	at := l.snapshot.standpoint(skill)
	if !l.isNew("@" + at.vantage) {
		return
	}
	for _, agent := range at.concerned {
		files := l.snapshot.catalog(l.ctx, agent, at.vantage).Files()
		if agent.Accept == nil {
			files = l.snapshot.sighting(l.ctx, agent, at.vantage).Files
		}
		for _, f := range files {
			l.add(f.Real)
		}
	}
}

// addIn adds the skills in the directories directly below one.
func (l *Learner) addIn(parent string) {
	entries, _ := l.snapshot.fs.ReadDir(parent) // a root that does not exist holds nothing
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
