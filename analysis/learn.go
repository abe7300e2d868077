package analysis

import (
	"context"
	"path/filepath"
)

// Learn looks at files as [Snapshot.Scan] does, at the skills that findings about them may speak of, and at no others: for whoever
// has found the files already and asks about nothing else. The error is the context's.
func (s *Snapshot) Learn(ctx context.Context, paths []string) error {
	l := learner{Snapshot: s, ctx: ctx, known: make(map[string]bool)}
	for _, path := range paths {
		l.add(path)
	}
	l.read()
	for _, path := range paths {
		if isSkillFileName(filepath.Base(path)) {
			l.addBeside(filepath.Dir(path))
		}
	}
	l.read()
	return ctx.Err()
}

// A learner collects files to look at.
type learner struct {
	*Snapshot
	ctx   context.Context
	known map[string]bool // files and directories that were added, and vantages, as "@" and the directory
	files []string        // that are still to be read
}

func (l *learner) isNew(key string) bool {
	isNew := !l.known[key]
	l.known[key] = true
	return isNew
}

func (l *learner) add(path string) {
	if l.isNew(path) {
		l.files = append(l.files, path)
	}
}

// read looks at the files that were added since the last time.
func (l *learner) read() {
	sc := scanner{Snapshot: l.Snapshot, ctx: l.ctx, jobs: make(chan string, 1024), keeps: true}
	l.disk.index.begin()
	defer l.disk.index.end()
	sc.run(nil, func() {
		for _, path := range l.files {
			sc.jobs <- path
		}
	})
	l.files = nil
}

// addBeside adds the skills that are in the same place as the skill in a directory (see [samePlace]), and those that one of its
// targets finds along with it.
func (l *learner) addBeside(skill string) {
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
	at := l.standpoint(skill)
	if !l.isNew("@" + at.vantage) {
		return
	}
	for _, rt := range at.concerned {
		files := l.catalog(l.ctx, rt, at.vantage).Files()
		if rt.Accept == nil {
			files = l.sighting(l.ctx, rt, at.vantage).Files
		}
		for _, f := range files {
			l.add(f.Real)
		}
	}
}

// addIn adds the skills in the directories directly below one.
func (l *learner) addIn(parent string) {
	entries, _ := l.fs.ReadDir(parent) // a root that does not exist holds nothing
	for _, e := range entries {
		path := filepath.Join(parent, e.Name(), "SKILL.md")
		if !e.IsDir() || l.known[path] {
			continue
		}
		if info, err := l.fs.Stat(path); err == nil && info.Mode().IsRegular() {
			l.add(path)
		}
	}
}
