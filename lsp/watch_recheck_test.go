package lsp

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestRecheck checks servers that the system lets watch nothing, or not everything. The log says so once,
// with the reason, and every request is answered from the current state of the disk.
func TestRecheck(t *testing.T) {
	limit := func() (*fswatch.Source, error) {
		return &fswatch.Source{
			Add: func(dir string) error {
				if strings.HasSuffix(dir, "/skills") {
					return syscall.ENOSPC
				}
				return nil
			},
			Remove: func(string) error { return nil },
			Close:  func() error { return nil },
		}, nil
	}
	for _, test := range []struct {
		name   string
		open   func() (*fswatch.Source, error)
		reason string
	}{
		{"no notifications", func() (*fswatch.Source, error) { return nil, syscall.EMFILE }, "too many open files"},
		{"too few", limit, "no space left on device"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t)
			d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool"))
			c, s := startMemory(t, session.Options{FS: vfs.Disk{}, Home: d.path("home")})
			s.watching.Open = test.open
			c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
			doc := string(position.PathURI(d.path("repo/ws/AGENTS.md")))
			c.open(doc, instructions)
			waitFor(t, func() bool { return strings.Contains(c.log(), "are not reported") })
			found := &findings{t: t, c: c, have: make(map[string][]string)}
			found.want("at the start", []string{noGuide, shipTool})

			for _, step := range []struct {
				name  string
				do    func()
				want  []string
				skill string
			}{
				{"a skill goes", func() { d.remove("repo/ws/.agents") }, []string{noGuide}, ""},
				{"a linked file comes", func() { d.write("repo/ws/docs/guide.md", "# Guide\n") }, nil, ""},
				{"a user's skill comes", func() { d.write("home/.agents/skills/home-tool/SKILL.md", skillText("home-tool")) }, []string{homeTool}, "home-tool"},
			} {
				step.do()
				waitFor(t, func() bool { // a request soon after another one is answered from memory
					var list vantage.List
					c.result("skills/list", nil, &list)
					return fmt.Sprint(namesOf(list)) == "["+step.skill+"]" && c.call("textDocument/hover", at(doc, 0, 0)).Error == nil && found.now(step.want)
				})
			}

			d.remove("home/.agents") // no request follows, but the diagnostics must change
			s.watching.Mu.Lock()
			s.watching.Checked = time.Time{} // as if watch.recheckEvery had passed
			s.watching.Mu.Unlock()
			c.change(doc, 2, edit(0, 0, 0, 0, "\n"))
			found.want("an edit", nil)
			if n := strings.Count(c.log(), "are not reported"); n != 1 || !strings.Contains(c.log(), test.reason) {
				t.Errorf("the log says it %d times:\n%s", n, c.log())
			}
		})
	}
}

func namesOf(list vantage.List) (names []string) {
	for _, s := range list.Skills {
		names = append(names, s.Name)
	}
	return names
}
