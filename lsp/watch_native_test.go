package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
)

// TestNativeWatching checks that a change of an agent's own configuration on disk is noticed, with every kind
// of client.
func TestNativeWatching(t *testing.T) {
	steps := []struct {
		name string
		do   func(d *disk)
		want string // the skills, and the base names of the files with errors
	}{
		{"at the start", func(*disk) {}, "ship-tool"},
		{"skills are switched off", func(d *disk) { d.write("repo/ws/.codelia/config.json", `{"skills": {"enabled": false}}`) }, ""},
		{"and on again", func(d *disk) { d.write("repo/ws/.codelia/config.json", `{"skills": {"enabled": true}}`) }, "ship-tool"},
		{"the file breaks", func(d *disk) { d.write("repo/ws/.codelia/config.json", `{"skills": {`) }, "ship-tool config.json"},
		{"it is replaced", func(d *disk) {
			d.write("repo/ws/.codelia/new", `{"skills": {"enabled": false}}`)
			d.rename("repo/ws/.codelia/new", "repo/ws/.codelia/config.json")
		}, ""},
		{"its directory goes", func(d *disk) { d.remove("repo/ws/.codelia") }, "ship-tool"},
		{"and comes", func(d *disk) { d.write("repo/ws/.codelia/config.json", `{"skills": {"enabled": false}}`) }, ""},
	}
	for i, kind := range editorKinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t)
			d.write("repo/ws/.gitignore", []string{"", "config.json\n", ".codelia/\n"}[i%3]) // concerns only git
			d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool"))
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
			found := &findings{t: t, c: c, have: make(map[string][]string)}
			c.open(string(position.PathURI(filepath.Join(ws, "AGENTS.md"))), "[x](gone.md)\n")
			found.want("before", []string{"AGENTS.md:0 link/broken"})
			for _, step := range steps {
				t.Log(step.name)
				step.do(d)
				look()
				waitFor(t, func() bool {
					var list vantage.List
					c.result("skills/list", nil, &list)
					var got []string
					for _, s := range list.Skills {
						got = append(got, s.Name)
					}
					for _, e := range list.Errors {
						got = append(got, filepath.Base(e.Path))
					}
					return strings.Join(got, " ") == step.want
				})
			}
		})
	}
}
