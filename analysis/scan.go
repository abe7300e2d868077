package analysis

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"skills-ls/skills"
)

// MaxFiles is how many files of a workspace are looked at.
const MaxFiles = 200_000

// skippedDirs are never entered by a scan: they hold no text that somebody wrote for an agent here.
var skippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// A ScanReport says what a scan saw.
type ScanReport struct {
	Files      int      // Markdown files and others that can be ours, of which those are ours that belong to a skill or that agents read by their name
	Unreadable []string // directories that could not be listed, at most a few
	Truncated  bool     // there were more than [MaxFiles] files
	// Panics are the mistakes in this program that files brought out, with their stacks; the files are left out.
	Panics []string
}

// Scan looks at all files of the workspace's folders, so that what depends on other files can be told: afterwards
// [Snapshot.Scanned] holds for this snapshot and those that share its folders. What was looked at before and has the same time
// and size is not read again. The function is called now and then, by one goroutine at a time, with how many files were looked
// at and how many are known of so far. The error is the context's, and then what was seen is kept and nothing counts as
// scanned.
func (s *Snapshot) Scan(ctx context.Context, progress func(done, total int)) (ScanReport, error) {
	sc := scanner{Snapshot: s, ctx: ctx, jobs: make(chan string, 1024), seen: make(map[string]bool)}
	s.disk.index.begin()
	defer s.disk.index.end()
	sc.start(progress)
	for _, folder := range s.cfg.Folders {
		sc.walk(folder)
	}
	sc.wait()
	if err := ctx.Err(); err != nil {
		return sc.report, err
	}
	s.disk.index.finish(s.cfg.Folders, sc.seen)
	return sc.report, nil
}

// Scanned reports whether all files of the workspace were looked at.
func (s *Snapshot) Scanned() bool {
	ix := s.disk.index
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, folder := range s.cfg.Folders {
		if !ix.scanned[folder] {
			return false
		}
	}
	return true
}

// Scanning reports whether the workspace is being looked at for the first time, and what is known of its skills is a part.
func (s *Snapshot) Scanning() bool {
	ix := s.disk.index
	ix.mu.RLock()
	scanning := ix.scanning > 0
	ix.mu.RUnlock()
	return scanning && !s.Scanned()
}

// finish records the folders that were scanned, and removes the files that lie in none of them or were not seen again.
func (ix *index) finish(folders []string, seen map[string]bool) {
	ix.updating.Lock() // whoever looks at files in a folder that goes now would bring them back
	defer ix.updating.Unlock()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for path := range ix.files {
		if !seen[path] {
			ix.drop(path)
		}
	}
	clear(ix.scanned)
	for _, folder := range folders {
		ix.scanned[folder] = true
	}
}

// A scanner is one scan: a goroutine that walks, and several that read.
type scanner struct {
	*Snapshot
	ctx    context.Context
	jobs   chan string
	read   chan struct{} // closed when all jobs are done
	report ScanReport
	seen   map[string]bool // files that can be ours; used by the walking goroutine
	found  atomic.Int64    // the number of them
	keeps  bool            // what was parsed will soon be asked for

	mu     sync.Mutex
	panics []string // guarded by mu
}

// start reads what is sent to the jobs.
func (sc *scanner) start(progress func(done, total int)) {
	sc.read = make(chan struct{})
	go func() {
		defer close(sc.read)
		sc.readAll(progress)
	}()
}

// wait returns when all is read that was sent to the jobs; nothing can be sent any more.
func (sc *scanner) wait() {
	close(sc.jobs)
	<-sc.read
	sc.report.Panics = sc.panics
}

// walk finds the files that are ours below a directory. Links to directories are not entered, which is why there is always an
// end; skills that are reached through them are found by catalogues.
func (sc *scanner) walk(dir string) {
	if sc.ctx.Err() != nil || sc.report.Truncated {
		return
	}
	entries, err := sc.fs.ReadDir(dir)
	if err != nil {
		if len(sc.report.Unreadable) < 10 {
			sc.report.Unreadable = append(sc.report.Unreadable, dir)
		}
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			sc.disk.index.linked.Store(true)
		}
		switch {
		case e.IsDir():
			if !slices.Contains(skippedDirs, e.Name()) && !sc.Ignored(path, true) {
				sc.walk(path)
			}
		case e.Type()&^fs.ModeSymlink == 0 && !sc.seen[path] && isCandidate(e.Name()) && !sc.Ignored(path, false):
			if sc.report.Files == MaxFiles {
				sc.report.Truncated = true
				return
			}
			sc.report.Files++
			sc.seen[path] = true
			sc.found.Add(1)
			sc.jobs <- path
		}
	}
}

// readAll reads the files that the walk finds.
func (sc *scanner) readAll(progress func(done, total int)) {
	var wg sync.WaitGroup
	var done atomic.Int64
	var telling sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range sc.jobs {
				if sc.ctx.Err() != nil {
					continue // the walk must not wait for a reader
				}
				sc.lookSafely(path)
				n := done.Add(1)
				if progress != nil && n%64 == 0 && telling.TryLock() {
					progress(int(n), int(sc.found.Load()))
					telling.Unlock()
				}
				runtime.Gosched() // whoever types goes first
			}
		})
	}
	wg.Wait()
}

// lookSafely looks at a file, and survives that.
func (sc *scanner) lookSafely(path string) {
	defer func() {
		if r := recover(); r != nil {
			sc.mu.Lock()
			defer sc.mu.Unlock()
			sc.panics = append(sc.panics, fmt.Sprintf("%s: %v\n%s", path, r, debug.Stack()))
		}
	}()
	if doc, info := sc.look(path, false); sc.keeps && doc != nil {
		sc.disk.documents.keep(path, &parsedFile{doc, info})
	}
}

// look brings what is known of one file up to date with the disk. A file that cannot be read is as if it were not there: its own
// findings say why. Where it was told of, time and size do not speak for what is known of it: another file may have been moved there.
// It returns the file as it was parsed, with the description of before the reading; nil where there was no need.
func (s *Snapshot) look(path string, told bool) (*skills.Document, fs.FileInfo) {
	d := s.disk
	info, err := d.fs.Stat(path)
	if err != nil {
		d.index.evict(path)
		return nil, nil
	}
	if known := d.index.get(path); !told && known != nil && known.time.Equal(info.ModTime()) && int64(known.size) == info.Size() {
		if kind, skill := s.kind(path); kind == known.kind && skill == known.skill {
			return nil, nil
		}
	}
	if kind, _ := s.kind(path); kind == NotOurs {
		d.index.put(&summary{path: path, time: info.ModTime(), size: int(info.Size())})
		return nil, nil
	}
	text, err := d.fs.ReadFile(path)
	if err != nil {
		d.index.evict(path)
		return nil, nil
	}
	doc := skills.Parse(text)
	f := s.fileOf(path, doc)
	sum := summarize(f, info)
	if !s.cfg.NoSymbols {
		sum.headings = headingsOf(f)
	}
	d.index.put(sum)
	if f.Kind == SkillFile && !s.cfg.Isolated {
		if real, err := d.fs.RealPath(path); err == nil {
			d.verdicts.Learn(real, info, f.Doc, s.cataloguing(f)...)
		}
	}
	return doc, info
}

// isCandidate reports whether a file of that name can be ours, depending on what lies around it.
func isCandidate(name string) bool {
	return isSkillFileName(name) || isMarkdownName(name) || name == SettingsFile || companionNames()[name]
}

// cataloguing returns the agents whose catalogues are likely to be asked for with a skill in them: those that it must work in,
// and the one that is asked by default.
func (s *Snapshot) cataloguing(f *File) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range s.standpoint(f.Dir).targets() {
		if seeks(agent) {
			list = append(list, agent)
		}
	}
	if agent, err := s.catalogAgent("", f.Dir); err == nil && !includes(list, agent) {
		list = append(list, s.configuredFor(agent, f.Dir))
	}
	return list
}
