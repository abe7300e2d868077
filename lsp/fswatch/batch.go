package fswatch

import (
	"maps"
	"path/filepath"
	"slices"
	"time"
)

const (
	// quiet is how long no change may arrive before a batch is delivered. Programs write a file in several
	// steps, and directories in many.
	quiet = 50 * time.Millisecond
	// longest is the maximum time that a batch waits for that while changes keep arriving.
	longest = time.Second
	// maxPaths is the maximum number of paths in a batch. If there are more, the batch says that anything may
	// have changed.
	maxPaths = 1000
)

// A batch collects changes that arrive together. The zero value is an empty batch.
type batch struct {
	paths map[string]bool
	maybe map[string]bool // see [Changes]
	all   bool            // anything may have changed
	moved bool            // something was created, deleted or renamed
	since time.Time
	timer *time.Timer // runs while the batch is not empty
}

// add adds a path.
func (b *batch) add(path string) {
	if b.paths == nil {
		b.paths = make(map[string]bool)
	}
	b.paths[path] = true
	b.wait()
}

// addMaybe adds a path that was created or deleted, if it is not known whether that matters.
func (b *batch) addMaybe(path string) {
	if b.maybe == nil {
		b.maybe = make(map[string]bool)
	}
	b.maybe[path] = true
	b.wait()
}

// addAll records that anything may have changed.
func (b *batch) addAll() {
	b.all = true
	b.wait()
}

func (b *batch) wait() {
	now := time.Now()
	if b.timer == nil {
		b.since, b.timer = now, time.NewTimer(quiet)
		return
	}
	b.timer.Reset(min(quiet, max(0, longest-now.Sub(b.since))))
}

// due returns the channel that fires when the batch must be delivered, or nil while the batch is empty.
func (b *batch) due() <-chan time.Time {
	if b.timer == nil {
		return nil
	}
	return b.timer.C
}

// take empties the batch and returns its changes. The paths are sorted, without those below another one.
func (b *batch) take() Changes {
	if b.timer != nil {
		b.timer.Stop()
	}
	given, maybe, all := b.paths, b.maybe, b.all
	*b = batch{}
	c := Changes{All: all, Paths: topmost(given)}
	if c.All = c.All || len(c.Paths) > maxPaths; c.All {
		return Changes{All: true}
	}
	c.Maybe = slices.DeleteFunc(topmost(maybe), func(path string) bool { return given[path] || above(given, path) })
	return c
}

// topmost returns the paths, sorted, without those below another one.
func topmost(paths map[string]bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(paths)), func(path string) bool { return above(paths, path) })
}

// above reports whether path is below one of the others.
func above(others map[string]bool, path string) bool {
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		if others[dir] {
			return true
		}
	}
	return false
}
