package fswatch

import (
	"path/filepath"
	"testing"

	"skills-ls/analysis/watchlist"
)

// TestConcerns checks which changes are reported: those of roots, those that create or delete roots, and
// those of files below them that are ours by name.
func TestConcerns(t *testing.T) {
	places := []watchlist.WatchedRoot{
		{Path: "/ws", Reach: watchlist.Names, Inside: true},
		{Path: "/ws/.agents/skills", Reach: watchlist.Below, Inside: true},
		{Path: "/ws/.git", Reach: watchlist.Itself, Inside: true},
		{Path: "/ws/p", Reach: watchlist.Entries, Inside: true},
		{Path: "/home/.claude/skills", Reach: watchlist.Below},
	}
	for i := range places {
		places[i].Path = filepath.FromSlash(places[i].Path)
	}
	interest := NewInterest(places)
	for _, test := range []struct {
		path           string
		changed, moved bool
	}{
		{"/ws/.git", true, true},
		{"/ws/.git/index.lock", false, false},
		{"/ws/p/.git", false, true},
		{"/ws/q/.git", false, true},
		{"/ws/q/.git/HEAD", false, false},
		{"/ws/node_modules", false, false},
		{"/ws/node_modules/AGENTS.md", false, false},
		{"/ws/p/.git/HEAD", false, false},
		{"/ws/p/.gitmodules", false, false},
		{"/ws/main.go", false, false},
		{"/ws/AGENTS.md", true, true},
		{"/ws/.agents/skills/a/scripts/run.sh", true, true},
		{"/ws/.Agents/Skills/a/scripts/run.sh", true, true},
		{"/home", false, true},
		{"/home/.claude", false, true},
		{"/home/.claude/settings.json", false, false},
		{"/home/.claude/skills/a", true, true},
	} {
		path := filepath.FromSlash(test.path)
		if changed, moved := interest.Concerns(path, false), interest.Concerns(path, true); changed != test.changed || moved != test.moved {
			t.Errorf("%s: changed %t, moved %t; want %t, %t", test.path, changed, moved, test.changed, test.moved)
		}
	}
}
