package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// MaxFiles is the maximum number of files that a scan reads in a workspace.
const MaxFiles = 200_000

// A ScanReport describes the result of a scan.
type ScanReport struct {
	Files      int      // Markdown files and others that may belong to a skill or that agents may read by name
	Unreadable []string // directories that could not be listed, at most 10
	Truncated  bool     // there were more than [MaxFiles] files
	// Panics are the panics that files caused, with their stacks. Those files are left out.
	Panics []string
}

// Scan reads all files of the workspace's folders, so that answers that depend on other files are complete.
// When it succeeds, [Scanned] holds for this snapshot and for those that share its folders. Scan
// does not read a file again if its modification time and size have not changed. It calls progress from time
// to time, from one goroutine at a time, with the number of files read and the number of files found so far.
// The error is the context's. In that case the results so far are kept, but no folder counts as scanned.
func Scan(ctx context.Context, s *Snapshot, progress func(done, total int)) (ScanReport, error) {
	sc := scanner{Snapshot: s, ctx: ctx, jobs: make(chan string, 1024), seen: make(map[string]bool)}
	s.disk.Index.Begin()
	defer s.disk.Index.End()
	readEarly := func(path string) { readForScan(s, path) }
	s.disk.readEarly.Store(&readEarly)
	defer s.disk.readEarly.Store(nil)
	sc.start(progress)
	for _, folder := range s.cfg.Folders {
		sc.walk(folder)
	}
	sc.wait()
	if err := ctx.Err(); err != nil {
		return sc.report, err
	}
	finish(s.disk.Index, s.cfg.Folders, sc.seen)
	return sc.report, nil
}

// Scanned reports whether all files of the workspace have been scanned.
func Scanned(s *Snapshot) bool {
	ix := s.disk.Index
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for _, folder := range s.cfg.Folders {
		if !ix.Scanned[folder] {
			return false
		}
	}
	return true
}

// Scanning reports whether the first scan of the workspace is running, so that only part of its skills is
// known.
func Scanning(s *Snapshot) bool {
	ix := s.disk.Index
	ix.Mu.RLock()
	scanning := ix.Scanning > 0
	ix.Mu.RUnlock()
	return scanning && !Scanned(s)
}

// finish records which folders were scanned and removes all files that the scan did not see, including those
// outside the folders.
func finish(ix *index.Index, folders []string, seen map[string]bool) {
	ix.Updating.Lock() // an update running now would bring back files of a removed folder
	defer ix.Updating.Unlock()
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	for path := range ix.Files {
		if !seen[path] {
			ix.Drop(path)
		}
	}
	clear(ix.Scanned)
	for _, folder := range folders {
		ix.Scanned[folder] = true
	}
}

// A scanner runs one scan: one goroutine walks the directories, and several read files.
type scanner struct {
	*Snapshot
	ctx    context.Context
	jobs   chan string
	read   chan struct{} // closed when all jobs are done
	report ScanReport
	seen   map[string]bool // candidate files; used by the walking goroutine
	found  atomic.Int64    // the number of candidate files

	mu     sync.Mutex
	panics []string // guarded by mu
}

// start starts reading the files sent to jobs.
func (sc *scanner) start(progress func(done, total int)) {
	sc.read = make(chan struct{})
	go func() {
		defer close(sc.read)
		sc.readAll(progress)
	}()
}

// wait closes jobs and returns when every file sent to it has been read.
func (sc *scanner) wait() {
	close(sc.jobs)
	<-sc.read
	sc.report.Panics = sc.panics
}

// walk finds the candidate files below a directory. It does not enter links to directories, so it always
// terminates. Skills behind such links are found when a catalog is built.
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
			sc.disk.Index.Linked.Store(true)
		}
		switch {
		case e.IsDir():
			if !slices.Contains(file.SkippedDirs, e.Name()) && !sc.Ignored(path, true) {
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
	var reporting sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range sc.jobs {
				if sc.ctx.Err() != nil {
					continue // drain jobs, so that the walk does not block
				}
				sc.scanFile(path)
				n := done.Add(1)
				if progress != nil && n%64 == 0 && reporting.TryLock() {
					progress(int(n), int(sc.found.Load()))
					reporting.Unlock()
				}
				runtime.Gosched() // give way to requests from the editor
			}
		})
	}
	wg.Wait()
}

// scanFile scans a file and records a panic instead of passing it on.
func (sc *scanner) scanFile(path string) {
	defer func() {
		if r := recover(); r != nil {
			sc.mu.Lock()
			defer sc.mu.Unlock()
			sc.panics = append(sc.panics, fmt.Sprintf("%s: %v\n%s", path, r, debug.Stack()))
		}
	}()
	updateSummary(sc.Snapshot, path, false)
}

// readForScan reads a file now if the scan of a snapshot will read it, because a catalog reads it too. Otherwise most files
// are read and parsed twice when a client requests the list of skills at once (TestScanSharesReads, BenchmarkAfterList).
func readForScan(s *Snapshot, path string) {
	path, ok := s.InFolder(path)
	skipped := slices.ContainsFunc(strings.Split(path, string(filepath.Separator)), file.Unwatched)
	if ok && !skipped && !s.Ignored(path, false) {
		updateSummary(s, path, false)
	}
}

// updateSummary updates what is known of one file from the disk. A file that cannot be read counts as missing, except that
// the index has the path of a SKILL.md. If reported is true, the file was reported as changed, and an unchanged time and
// size prove nothing: another file may have been moved there.
func updateSummary(s *Snapshot, path string, reported bool) {
	d := s.disk
	info, err := d.FS.Stat(path)
	if err != nil {
		d.Index.Evict(path)
		return
	}
	if known := d.Index.Get(path); !reported && known != nil && known.Time.Equal(info.ModTime()) && int64(known.Size) == info.Size() {
		if kind, skill := s.Kind(path); kind == known.Kind && skill == known.Skill {
			return
		}
	}
	kind, skill := s.Kind(path)
	if kind == file.NotOurs {
		d.Index.Put(&index.Summary{Path: path, Time: info.ModTime(), Size: int(info.Size())})
		return
	}
	read, err := d.Documents.Get(d.FS, path)
	if err != nil {
		d.Index.Evict(path)
		if kind == file.SkillFile {
			d.Index.Put(&index.Summary{Path: path, Kind: kind, Skill: skill}) // without a time: the next scan tries again
		}
		return
	}
	f := s.FileOf(path, read.Doc)
	d.Index.Put(index.Summarize(f, info))
	if f.Kind == file.SkillFile && !s.cfg.Isolated {
		if real, err := d.FS.RealPath(path); err == nil {
			d.verdicts.Learn(real, read.info, f.Doc, cataloguing(s, f)...)
		}
	}
}

// isCandidate reports whether a file with that name can be other than [file.NotOurs], depending on its location.
func isCandidate(name string) bool {
	return file.IsSkillFileName(name) || file.IsMarkdownName(name) || config.IsSettingsName(name) ||
		file.CompanionNames()[name] || file.IsManifestName(name)
}

// cataloguing returns the agents whose catalogs with this skill are likely to be requested: the targets that
// look for skills, and the default agent.
func cataloguing(s *Snapshot, f *file.File) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range StandpointOf(s, f.Dir).Concerned {
		if Seeks(agent) {
			list = append(list, agent)
		}
	}
	if len(Effect(s, f.Dir).Targets) == 0 && !Includes(list, agents.Codelia) {
		list = append(list, ConfiguredFor(s, agents.Codelia, f.Dir))
	}
	return list
}
