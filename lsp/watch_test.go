package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
)

// An editorKind is how a client watches files.
type editorKind struct {
	name         string
	capabilities string
	fields       []string
	watches      bool // it reports what it is asked to watch
	linked       bool // its workspace is opened through a symbolic link
}

const (
	dynamicCapabilities  = `{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`
	relativeCapabilities = `{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}}}`
)

var editorKinds = []editorKind{
	{name: "watches nothing", capabilities: `{}`},
	{name: "watches its workspace", capabilities: dynamicCapabilities, watches: true},
	{name: "watches everything", capabilities: relativeCapabilities, watches: true},
	{name: "watches nothing in a linked workspace", capabilities: `{}`, linked: true},
	{name: "watches its linked workspace", capabilities: dynamicCapabilities, watches: true, linked: true},
	{name: "Helix", capabilities: dynamicCapabilities, fields: []string{`"clientInfo":{"name":"helix","version":"25.07"}`}},
}

// A disk is a directory with a home, a workspace in a repository, and a directory elsewhere.
type disk struct {
	t    testing.TB
	root string
}

func newDisk(t testing.TB) *disk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &disk{t, root}
	for _, dir := range []string{"home", "repo/ws", "elsewhere"} {
		d.do(os.MkdirAll(d.path(dir), 0o755))
	}
	return d
}

func (d *disk) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

func (d *disk) do(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *disk) write(name, text string) {
	d.t.Helper()
	d.do(os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
	d.do(os.WriteFile(d.path(name), []byte(text), 0o644))
}

func (d *disk) remove(name string) { d.t.Helper(); d.do(os.RemoveAll(d.path(name))) }

func (d *disk) rename(from, to string) {
	d.t.Helper()
	d.do(os.MkdirAll(filepath.Dir(d.path(to)), 0o755))
	d.do(os.Rename(d.path(from), d.path(to)))
}

func (d *disk) link(target, name string) {
	d.t.Helper()
	d.do(os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
	d.do(os.Symlink(d.path(target), d.path(name)))
}

// instructions and the skill called reader mention one skill a line, each with two letters swapped, so that
// the mention is a problem only while the skill exists. The link is one while its target does not exist.
const instructions = "See [guide](docs/guide.md).\nRun $sihp-tool.\nRun $hmoe-tool.\nRun $rpeo-tool.\n"

var reader = skillText("reader", "Run $likn-tool.")

// The diagnostics of both.
const (
	noGuide  = "AGENTS.md:0 link/broken"
	shipTool = "AGENTS.md:1 mention/unknown"
	homeTool = "AGENTS.md:2 mention/unknown"
	repoTool = "AGENTS.md:3 mention/unknown"
	linkTool = "SKILL.md:4 mention/unknown"
)

// watchSteps are changes on disk, one after the other, with the diagnostics after each.
var watchSteps = []struct {
	name string
	do   func(d *disk)
	want []string
}{
	{"a linked file comes", func(d *disk) { d.write("repo/ws/docs/guide.md", "# Guide\n") }, nil},
	{"its directory is renamed", func(d *disk) { d.rename("repo/ws/docs", "repo/ws/doc") }, []string{noGuide}},
	{"and back", func(d *disk) { d.rename("repo/ws/doc", "repo/ws/docs") }, nil},
	{"the linked file goes", func(d *disk) { d.remove("repo/ws/docs/guide.md") }, []string{noGuide}},
	{"it is back", func(d *disk) { d.write("repo/ws/docs/guide.md", "# Guide\n") }, nil},

	{"the root comes", func(d *disk) { d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool")) }, []string{shipTool}},
	{"a skill is changed", func(d *disk) { d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("another")) }, nil},
	{"it is changed back", func(d *disk) { d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool")) }, []string{shipTool}},
	{"a SKILL.md goes", func(d *disk) { d.remove("repo/ws/.agents/skills/ship-tool/SKILL.md") }, nil},
	{"it comes again", func(d *disk) { d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool")) }, []string{shipTool}},
	{"it is renamed", func(d *disk) {
		d.rename("repo/ws/.agents/skills/ship-tool/SKILL.md", "repo/ws/.agents/skills/ship-tool/SKILL.txt")
	}, nil},
	{"it is written as editors do it", func(d *disk) {
		d.write("repo/ws/.agents/skills/ship-tool/SKILL.md~", skillText("ship-tool"))
		d.rename("repo/ws/.agents/skills/ship-tool/SKILL.md~", "repo/ws/.agents/skills/ship-tool/SKILL.md")
	}, []string{shipTool}},
	{"a skill's directory goes", func(d *disk) { d.remove("repo/ws/.agents/skills/ship-tool") }, nil},
	{"it comes again, deeper", func(d *disk) {
		d.write("repo/ws/.agents/skills/tools/ship-tool/SKILL.md", skillText("ship-tool"))
	}, []string{shipTool}},
	{"a directory above it is moved away", func(d *disk) { d.rename("repo/ws/.agents/skills/tools", "repo/ws/attic/tools") }, nil},
	{"it is changed there, and moved back under another name", func(d *disk) {
		d.write("repo/ws/attic/tools/ship-tool/references/new.md", "# New\n")
		d.rename("repo/ws/attic/tools", "repo/ws/.agents/skills/more")
	}, []string{shipTool}},
	{"a skill below a renamed directory is changed", func(d *disk) {
		d.write("repo/ws/.agents/skills/more/ship-tool/SKILL.md", skillText("another"))
	}, nil},
	{"and back", func(d *disk) { d.write("repo/ws/.agents/skills/more/ship-tool/SKILL.md", skillText("ship-tool")) }, []string{shipTool}},
	{"the root is deleted", func(d *disk) { d.remove("repo/ws/.agents") }, nil},
	{"the root is created again", func(d *disk) { d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool")) }, []string{shipTool}},
	{"what holds the root is renamed", func(d *disk) { d.rename("repo/ws/.agents", "repo/ws/agents") }, nil},
	{"and back", func(d *disk) { d.rename("repo/ws/agents", "repo/ws/.agents") }, []string{shipTool}},

	{"the user's root comes", func(d *disk) { d.write("home/.agents/skills/home-tool/SKILL.md", skillText("home-tool")) }, []string{shipTool, homeTool}},
	{"a user's skill is changed", func(d *disk) { d.write("home/.agents/skills/home-tool/SKILL.md", skillText("another")) }, []string{shipTool}},
	{"and back", func(d *disk) { d.write("home/.agents/skills/home-tool/SKILL.md", skillText("home-tool")) }, []string{shipTool, homeTool}},
	{"the user's root goes", func(d *disk) { d.remove("home/.agents") }, []string{shipTool}},
	{"its directory comes without skills", func(d *disk) { d.do(os.MkdirAll(d.path("home/.agents"), 0o755)) }, []string{shipTool}},
	{"another one comes, in the old directory", func(d *disk) {
		d.write("home/.agents/skills/home-tool/SKILL.md", skillText("home-tool"))
	}, []string{shipTool, homeTool}},

	{"a link to nothing comes", func(d *disk) { d.link("elsewhere/skills/link-tool", "repo/ws/.codex/skills/link-tool") }, []string{shipTool, homeTool}},
	{"its target comes", func(d *disk) { d.write("elsewhere/skills/link-tool/SKILL.md", skillText("link-tool")) }, []string{shipTool, homeTool, linkTool}},
	{"its target is changed", func(d *disk) { d.write("elsewhere/skills/link-tool/SKILL.md", skillText("another")) }, []string{shipTool, homeTool}},
	{"and back", func(d *disk) { d.write("elsewhere/skills/link-tool/SKILL.md", skillText("link-tool")) }, []string{shipTool, homeTool, linkTool}},
	{"its target is moved away", func(d *disk) { d.rename("elsewhere/skills", "elsewhere/old") }, []string{shipTool, homeTool}},
	{"the link leads there", func(d *disk) {
		d.remove("repo/ws/.codex/skills/link-tool")
		d.link("elsewhere/old/link-tool", "repo/ws/.codex/skills/link-tool")
	}, []string{shipTool, homeTool, linkTool}},
	{"its new target is changed", func(d *disk) { d.write("elsewhere/old/link-tool/SKILL.md", skillText("another")) }, []string{shipTool, homeTool}},
	{"the link goes, and a link on the way to a skill comes", func(d *disk) {
		d.remove("repo/ws/.codex/skills/link-tool")
		d.write("elsewhere/v1/link-tool/SKILL.md", skillText("link-tool"))
		d.write("elsewhere/v2/link-tool/SKILL.md", skillText("another"))
		d.link("elsewhere/v1", "elsewhere/now")
		d.link("elsewhere/now/link-tool", "repo/ws/.codex/skills/link-tool")
	}, []string{shipTool, homeTool, linkTool}},
	{"the link on the way is changed", func(d *disk) {
		d.remove("elsewhere/now")
		d.link("elsewhere/v2", "elsewhere/now")
	}, []string{shipTool, homeTool}},

	{"the repository's root comes into view", func(d *disk) {
		d.write("repo/.agents/skills/repo-tool/SKILL.md", skillText("repo-tool"))
		d.do(os.Mkdir(d.path("repo/.git"), 0o755))
	}, []string{shipTool, homeTool, repoTool}},
	{"and out of it", func(d *disk) { d.remove("repo/.git") }, []string{shipTool, homeTool}},

	{"the workspace is moved away", func(d *disk) { d.rename("repo/ws", "repo/away") }, []string{noGuide, homeTool}},
	{"and back", func(d *disk) { d.rename("repo/away", "repo/ws") }, []string{shipTool, homeTool}},
	{"the workspace is deleted", func(d *disk) { d.remove("repo/ws") }, []string{noGuide, homeTool}},
	{"and another comes", func(d *disk) { // at once; see TestFolderCameAgain
		d.write("elsewhere/ws/docs/guide.md", "# Guide\n")
		d.write("elsewhere/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool"))
		d.rename("elsewhere/ws", "repo/ws")
	}, []string{shipTool, homeTool}},
}

// TestWatching checks that every change on disk is noticed, with every kind of client. Nothing but the disk
// changes, and the diagnostics of the open files and the list of skills change with it.
func TestWatching(t *testing.T) {
	for _, kind := range editorKinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t)
			d.write("repo/ws/AGENTS.md", instructions)
			d.write("repo/ws/.codex/skills/reader/SKILL.md", reader)
			ws := d.path("repo/ws")
			if kind.linked {
				d.link("repo/ws", "repo/linked/ws")
				ws = d.path("repo/linked/ws")
			}
			c := startBinaryAt(t, d.path("home"))
			c.initialize(kind.capabilities, append(kind.fields, fmt.Sprintf(`"rootUri":%q`, position.PathURI(ws)))...)
			look := func() {}
			if kind.watches {
				look = watchDisk(t, c, ws).compare
			}
			c.open(string(position.PathURI(filepath.Join(ws, "AGENTS.md"))), instructions)
			c.open(string(position.PathURI(filepath.Join(ws, ".codex/skills/reader/SKILL.md"))), reader)
			found := &findings{t: t, c: c, have: make(map[string][]string)}
			found.want("at the start", []string{noGuide})
			for i, step := range watchSteps {
				step.do(d)
				look()
				found.want(fmt.Sprintf("step %d, %s", i+1, step.name), step.want)
				wantListed(t, c, step.want)
			}
			if strings.Contains(c.log(), "are not reported") {
				t.Errorf("the log says that changes go unnoticed:\n%s", c.log())
			}
		})
	}
}

// findings tracks the diagnostics of the open files.
type findings struct {
	t    *testing.T
	c    *testClient
	have map[string][]string // by URI
}

// want waits until the diagnostics are these.
func (f *findings) want(step string, want []string) {
	f.t.Helper()
	for !slices.Equal(f.all(), want) {
		select {
		case m := <-f.c.inbox:
			if m.Method == "textDocument/publishDiagnostics" {
				f.take(m)
			}
		case <-f.c.ended:
			f.t.Fatalf("%s: the server has ended; log:\n%s", step, f.c.log())
		case <-overdue:
			f.t.Fatalf("%s: found %q, want %q; log:\n%s", step, f.all(), want, f.c.log())
		}
	}
}

// now reports whether the diagnostics received so far are these.
func (f *findings) now(want []string) bool {
	for {
		select {
		case m := <-f.c.inbox:
			if m.Method == "textDocument/publishDiagnostics" {
				f.take(m)
			}
		default:
			return slices.Equal(f.all(), want)
		}
	}
}

func (f *findings) take(m message) {
	var p publishedList
	if err := json.Unmarshal(m.Params, &p); err != nil {
		f.t.Fatal(err)
	}
	f.have[p.URI] = nil
	for _, one := range p.Diagnostics {
		f.have[p.URI] = append(f.have[p.URI], fmt.Sprintf("%s:%d %s", path.Base(p.URI), one.Range.Start.Line, one.Code))
	}
}

// all returns the file name, line and rule of each diagnostic, sorted.
func (f *findings) all() []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(f.have))...)))
}

// wantListed waits until skills/list names just the skills that the diagnostics are about. The reports of one
// change may arrive in parts, and the diagnostics may be right after the first part.
func wantListed(t *testing.T, c *testClient, findings []string) {
	t.Helper()
	var want []string
	for _, f := range findings {
		switch f {
		case shipTool:
			want = append(want, "ship-tool")
		case homeTool:
			want = append(want, "home-tool")
		case repoTool:
			want = append(want, "repo-tool")
		}
	}
	slices.Sort(want)
	waitFor(t, func() bool { return slices.Equal(listed(c), want) })
}

// listed returns the names in the current skills/list, sorted, except those that no diagnostic is about.
func listed(c *testClient) (names []string) {
	c.t.Helper()
	var list vantage.List
	c.result("skills/list", nil, &list)
	for _, s := range list.Skills {
		if s.Name != "another" && s.Name != "reader" {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return names
}
