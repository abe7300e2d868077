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

// A batch collects changes that arrive together.
type batch struct {
	paths map[string]bool
	maybe map[string]bool // see [Changes]
	all   bool            // anything may have changed
	moved bool            // something was created, deleted or renamed
	since time.Time       // when the first change arrived; zero for an empty batch
	timer *time.Timer     // fires when the batch must be delivered
}

func newBatch() *batch {
	b := &batch{timer: time.NewTimer(0)}
	b.take()
	return b
}

// wait postpones the delivery because a change has arrived.
func (b *batch) wait() {
	if b.since.IsZero() {
		b.since = time.Now()
	}
	b.timer.Reset(min(quiet, max(0, longest-time.Since(b.since))))
}

// take empties the batch and returns its changes. The paths are sorted, without those below another one.
func (b *batch) take() Changes {
	b.timer.Stop()
	given, maybe, all := b.paths, b.maybe, b.all
	*b = batch{timer: b.timer, paths: make(map[string]bool), maybe: make(map[string]bool)}
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
