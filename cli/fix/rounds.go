// Package fix makes the fixes of many files in memory until nothing changes, and writes them.
package fix

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"skills-ls/analysis"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// A Fixer makes the preferred fixes of the files of a check in memory. It writes nothing before the result
// for every file is known, so --fix does what --diff shows.
//
// It works in rounds. Each round creates a new snapshot in which the results so far replace the files on
// disk, and fixes every file by itself ([refactor.FixAll]). A fix in one file may cause diagnostics
// in another, which the next round fixes. The last round finds nothing to fix.
type Fixer struct {
	*project.Project
	fsys       vfs.FS
	snapshot   *workspace.Snapshot // of the files as they are before the fixes
	progress   *term.Progress
	Problems   []project.Problem
	targets    []*Target // in the order of their paths
	unresolved []string  // dangling links, which the check reports
	bytes      int       // size of the texts on disk of the targets that change
	FixAll     func(context.Context, *workspace.Snapshot, string) (refactor.Fixed, *project.Problem)
}

const (
	// maxFixRounds is the maximum number of rounds. Files that still change in the last one stay as they are
	// on disk.
	maxFixRounds = 8
	// maxFixedBytes is the maximum size of the texts that are fixed at once. They stay in memory until the
	// last round.
	maxFixedBytes = 512 << 20
)

// Run fixes in rounds until nothing changes.
func (x *Fixer) Run(ctx context.Context) {
	for round := 1; ; round++ {
		changed := x.round(ctx)
		if len(changed) == 0 || ctx.Err() != nil {
			return
		}
		if round < maxFixRounds {
			continue
		}
		for _, t := range changed {
			x.leave(t, project.Problem{Message: "not fixed: fixes in this file and in others undo each other"})
		}
	}
}

// Changed returns the targets whose text or name changes.
func (x *Fixer) Changed() []*Target {
	var list []*Target
	for _, t := range x.targets {
		if t.Before != t.Text || t.Rename != nil {
			list = append(list, t)
		}
	}
	return list
}

// fixed returns a snapshot of the files with the fixes made so far.
func (x *Fixer) fixed() *workspace.Snapshot {
	gone := make(map[string]bool)
	buffers := make(map[string]vfs.Buffer)
	for _, t := range x.Changed() {
		name := t.Real
		if t.Rename != nil {
			gone[t.Rename.From] = true
			name = t.Rename.To
		}
		buffers[name] = vfs.Buffer{Text: t.Text}
	}
	fsys := x.fsys
	if len(gone) > 0 {
		fsys = &withGone{fsys, gone}
	}
	return analysis.New(vfs.NewOverlay(fsys, buffers), x.snapshot.Config())
}

// A fixOutcome is the result of one round for one file: its fixed text, or the problem that kept it from
// being fixed.
type fixOutcome struct {
	refactor.Fixed
	problem *project.Problem
}

// round fixes every file, starting from the fixes made so far, and returns the targets that change. If a
// configuration file changes, no other file does, since the configuration decides what is reported.
func (x *Fixer) round(ctx context.Context) []*Target {
	s := x.fixed()
	if !s.Config().Isolated {
		_ = workspace.Learn(ctx, s, x.Files()) // the only error is cancellation, which is checked below
	}
	outcomes := x.outcomes(ctx, s)
	if ctx.Err() != nil {
		return nil
	}
	settings := false
	for i, t := range x.targets {
		settings = settings || t.isSettings(s) && outcomes[i].Made > 0
	}
	var changed []*Target
	for i, t := range x.targets {
		if (!settings || t.isSettings(s)) && x.take(ctx, s, t, outcomes[i]) {
			changed = append(changed, t)
		}
	}
	return changed
}

// outcomes fixes every target in a snapshot, concurrently.
func (x *Fixer) outcomes(ctx context.Context, s *workspace.Snapshot) []fixOutcome {
	outcomes := make([]fixOutcome, len(x.targets))
	jobs := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range jobs {
				outcomes[i].Fixed, outcomes[i].problem = x.FixAll(ctx, s, x.targets[i].now())
			}
		})
	}
	for i, t := range x.targets {
		x.progress.Fixed(i+1, len(x.targets))
		if !t.left {
			jobs <- i
		}
	}
	close(jobs)
	workers.Wait()
	x.progress.Clear()
	return outcomes
}

// FixAll makes all fixes of a file. A file that cannot be read has nothing to fix, and the check reports it.
// A rule that panics prevents the fixes of that file only.
func FixAll(ctx context.Context, s *workspace.Snapshot, path string) (fixed refactor.Fixed, p *project.Problem) {
	defer func() {
		if r := recover(); r != nil {
			fixed = refactor.Fixed{}
			p = &project.Problem{Path: path, Message: fmt.Sprintf("internal error of skills-ls while fixing this file: %v\n%s", r, debug.Stack())}
		}
	}()
	fixed, err := refactor.FixAll(ctx, s, path)
	var unsettled *refactor.UnsettledError
	switch {
	case errors.As(err, &unsettled):
		return refactor.Fixed{}, &project.Problem{Path: path, Message: "not fixed: its fixes undo each other"}
	case err != nil:
		return refactor.Fixed{}, nil
	}
	return fixed, nil
}

// take applies the outcome of a round to a target, and reports whether that changes the target.
func (x *Fixer) take(ctx context.Context, s *workspace.Snapshot, t *Target, o fixOutcome) bool {
	if o.problem != nil {
		x.leave(t, *o.problem)
		return false
	}
	if o.Rename != nil && !x.takesName(ctx, t, o.Rename.To) {
		o.Rename = nil
	}
	if o.Made == 0 && o.Rename == nil || !t.known && !x.know(s, t) {
		return false
	}
	if o.Made > 0 {
		t.Text, t.Made = o.Text, t.Made+o.Made
	}
	if o.Rename != nil {
		t.Rename = &diagnostic.Rename{From: t.Real, To: t.beside(o.Rename.To)}
	}
	return true
}

// know reads the text of a target for the first time, and reports whether it may change.
func (x *Fixer) know(s *workspace.Snapshot, t *Target) bool {
	f, err := s.File(t.Path)
	if err != nil {
		return false // the file has been removed since
	}
	if why := x.refuse(t); why != "" {
		x.leave(t, project.Problem{Message: why, Weight: project.Note})
		return false
	}
	if x.bytes += len(f.Doc.Source); x.bytes > maxFixedBytes {
		x.leave(t, project.Problem{Message: fmt.Sprintf("not fixed: the files to fix exceed %d bytes: run the command again", maxFixedBytes)})
		return false
	}
	t.Before, t.Text, t.known = f.Doc.Source, f.Doc.Source, true
	return true
}

// leave keeps a target as it is on disk, and adds the problem that says why.
func (x *Fixer) leave(t *Target, why project.Problem) {
	why.Path = t.Path
	x.Problems = append(x.Problems, why)
	t.Text, t.Rename, t.Made, t.left = t.Before, nil, 0, true
}
