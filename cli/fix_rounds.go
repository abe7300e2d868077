package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"skills-ls/analysis"
	"skills-ls/skills/vfs"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
)

// A fixer makes the preferred fixes of the files of a check in memory. It writes nothing before the result
// for every file is known, so --fix does what --diff shows.
//
// It works in rounds. Each round creates a new snapshot in which the results so far replace the files on
// disk, and fixes every file by itself ([analysis.Snapshot.FixAll]). A fix in one file may cause diagnostics
// in another, which the next round fixes. The last round finds nothing to fix.
type fixer struct {
	*project
	fsys       vfs.FS
	snapshot   *workspace.Snapshot // of the files as they are before the fixes
	progress   *progress
	problems   []problem
	targets    []*target // in the order of their paths
	unresolved []string  // dangling links, which the check reports
	bytes      int       // size of the texts on disk of the targets that change
	fixAll     func(context.Context, *workspace.Snapshot, string) (refactor.Fixed, *problem)
}

const (
	// maxFixRounds is the maximum number of rounds. Files that still change in the last one stay as they are
	// on disk.
	maxFixRounds = 8
	// maxFixedBytes is the maximum size of the texts that are fixed at once. They stay in memory until the
	// last round.
	maxFixedBytes = 512 << 20
)

// run fixes in rounds until nothing changes.
func (x *fixer) run(ctx context.Context) {
	for round := 1; ; round++ {
		changed := x.round(ctx)
		if len(changed) == 0 || ctx.Err() != nil {
			return
		}
		if round < maxFixRounds {
			continue
		}
		for _, t := range changed {
			x.leave(t, problem{message: "it is not fixed: fixes in this file and in others undo one another"})
		}
	}
}

// changed returns the targets whose text or name changes.
func (x *fixer) changed() []*target {
	var list []*target
	for _, t := range x.targets {
		if t.before != t.text || t.rename != nil {
			list = append(list, t)
		}
	}
	return list
}

// fixed returns a snapshot of the files with the fixes made so far.
func (x *fixer) fixed() *workspace.Snapshot {
	gone := make(map[string]bool)
	buffers := make(map[string]vfs.Buffer)
	for _, t := range x.changed() {
		name := t.real
		if t.rename != nil {
			gone[t.rename.From] = true
			name = t.rename.To
		}
		buffers[name] = vfs.Buffer{Text: t.text}
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
	problem *problem
}

// round fixes every file, starting from the fixes made so far, and returns the targets that change. If a
// configuration file changes, no other file does, since the configuration decides what is reported.
func (x *fixer) round(ctx context.Context) []*target {
	s := x.fixed()
	if !s.Config().Isolated {
		_ = workspace.Learn(ctx, s, x.files()) // the only error is cancellation, which is checked below
	}
	outcomes := x.outcomes(ctx, s)
	if ctx.Err() != nil {
		return nil
	}
	settings := false
	for i, t := range x.targets {
		settings = settings || t.isSettings(s) && outcomes[i].Made > 0
	}
	var changed []*target
	for i, t := range x.targets {
		if (!settings || t.isSettings(s)) && x.take(ctx, s, t, outcomes[i]) {
			changed = append(changed, t)
		}
	}
	return changed
}

// outcomes fixes every target in a snapshot, concurrently.
func (x *fixer) outcomes(ctx context.Context, s *workspace.Snapshot) []fixOutcome {
	outcomes := make([]fixOutcome, len(x.targets))
	jobs := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range jobs {
				outcomes[i].Fixed, outcomes[i].problem = x.fixAll(ctx, s, x.targets[i].now())
			}
		})
	}
	for i, t := range x.targets {
		x.progress.fixed(i+1, len(x.targets))
		if !t.left {
			jobs <- i
		}
	}
	close(jobs)
	workers.Wait()
	x.progress.clear()
	return outcomes
}

// fixAll makes all fixes of a file. A file that cannot be read has nothing to fix, and the check reports it.
// A rule that panics prevents the fixes of that file only.
func fixAll(ctx context.Context, s *workspace.Snapshot, path string) (fixed refactor.Fixed, p *problem) {
	defer func() {
		if r := recover(); r != nil {
			fixed = refactor.Fixed{}
			p = &problem{path: path, message: fmt.Sprintf("fixing it failed; this is a mistake in skills-ls: %v\n%s", r, debug.Stack())}
		}
	}()
	fixed, err := refactor.FixAll(ctx, s, path)
	var unsettled *refactor.UnsettledError
	switch {
	case errors.As(err, &unsettled):
		return refactor.Fixed{}, &problem{path: path, message: "it is not fixed: its fixes undo one another"}
	case err != nil:
		return refactor.Fixed{}, nil
	}
	return fixed, nil
}

// take applies the outcome of a round to a target, and reports whether that changes the target.
func (x *fixer) take(ctx context.Context, s *workspace.Snapshot, t *target, o fixOutcome) bool {
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
		t.text, t.made = o.Text, t.made+o.Made
	}
	if o.Rename != nil {
		t.rename = &diagnostic.Rename{From: t.real, To: t.beside(o.Rename.To)}
	}
	return true
}

// know reads the text of a target for the first time, and reports whether it may change.
func (x *fixer) know(s *workspace.Snapshot, t *target) bool {
	f, err := s.File(t.path)
	if err != nil {
		return false // the file has been removed since
	}
	if why := x.refuse(t); why != "" {
		x.leave(t, problem{message: why, weight: note})
		return false
	}
	if x.bytes += len(f.Doc.Source); x.bytes > maxFixedBytes {
		x.leave(t, problem{message: fmt.Sprintf("it is not fixed: more than %d bytes are to be fixed at once; run the command again, or for parts", maxFixedBytes)})
		return false
	}
	t.before, t.text, t.known = f.Doc.Source, f.Doc.Source, true
	return true
}

// leave keeps a target as it is on disk, and adds the problem that says why.
func (x *fixer) leave(t *target, why problem) {
	why.path = t.path
	x.problems = append(x.problems, why)
	t.text, t.rename, t.made, t.left = t.before, nil, 0, true
}
