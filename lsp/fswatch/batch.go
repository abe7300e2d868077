package fswatch

import (
	"maps"
	"path/filepath"
	"slices"
	"time"
)

const (
	// quiet is for how long nothing must happen before a batch is handed on: programs write a file in several steps, and
	// directories in many.
	quiet = 50 * time.Millisecond
	// longest is how long a batch waits for that while changes keep coming.
	longest = time.Second
	// maxPaths is how many paths a batch names. Of more it says that anything may have changed.
	maxPaths = 1000
)

// A batch collects changes that come together. The zero value is an empty one.
type batch struct {
	paths map[string]bool
	maybe map[string]bool // see [Changes]
	all   bool            // anything may have changed
	moved bool            // something came or went
	since time.Time
	timer *time.Timer // runs while the batch holds something
}

// add puts a path into the batch.
func (b *batch) add(path string) {
	if b.paths == nil {
		b.paths = make(map[string]bool)
	}
	b.paths[path] = true
	b.wait()
}

// addMaybe puts what came or went into the batch, of which it is not known whether that matters.
func (b *batch) addMaybe(path string) {
	if b.maybe == nil {
		b.maybe = make(map[string]bool)
	}
	b.maybe[path] = true
	b.wait()
}

// addAll makes the batch one of which nothing is known but that anything may have changed.
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

// due returns what fires when the batch is to be handed on, nil while it is empty.
func (b *batch) due() <-chan time.Time {
	if b.timer == nil {
		return nil
	}
	return b.timer.C
}

// take empties the batch and returns its paths, sorted, without those that lie below another.
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

// topmost returns the paths, sorted, without those that lie below another.
func topmost(paths map[string]bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(paths)), func(path string) bool { return above(paths, path) })
}

// above reports whether a path lies below one of the others.
func above(others map[string]bool, path string) bool {
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		if others[dir] {
			return true
		}
	}
	return false
}
