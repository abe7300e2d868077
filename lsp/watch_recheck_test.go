package lsp

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"skills-ls/lsp/internal/watch"
	"skills-ls/skills"
)

// TestRecheck guards servers that the system lets watch nothing, or not everything: the log says so once, with the reason, and
// whatever is asked is answered from the disk as it is.
func TestRecheck(t *testing.T) {
	limit := func() (*watch.Source, error) {
		return &watch.Source{
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
		open   func() (*watch.Source, error)
		reason string
	}{
		{"no notifications", func() (*watch.Source, error) { return nil, syscall.EMFILE }, "too many open files"},
		{"too few", limit, "no space left on device"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t)
			d.write("repo/ws/.agents/skills/ship-tool/SKILL.md", skillText("ship-tool"))
			c, s := startMemory(t, Options{FS: skills.Disk{}, Home: d.path("home")})
			s.watching.open = test.open
			c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, pathURI(d.path("repo/ws"))))
			doc := string(pathURI(d.path("repo/ws/AGENTS.md")))
			c.open(doc, instructions)
			waitFor(t, func() bool { return s.watching.distrust.Load() != nil })
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
				waitFor(t, func() bool { // who asks soon after having asked is answered from memory
					var list ListResult
					c.result("skills/list", nil, &list)
					return fmt.Sprint(namesOf(list)) == "["+step.skill+"]" && c.call("textDocument/hover", at(doc, 0, 0)).Error == nil && found.now(step.want)
				})
			}

			d.remove("home/.agents") // nothing is asked, but findings are wanted
			s.watching.mu.Lock()
			s.watching.checked = time.Time{} // as if recheckEvery had passed
			s.watching.mu.Unlock()
			c.change(doc, 2, edit(0, 0, 0, 0, "\n"))
			found.want("an edit", nil)
			if n := strings.Count(c.log(), "may go unnoticed"); n != 1 || !strings.Contains(c.log(), test.reason) {
				t.Errorf("the log says it %d times:\n%s", n, c.log())
			}
		})
	}
}

func namesOf(list ListResult) (names []string) {
	for _, s := range list.Skills {
		names = append(names, s.Name)
	}
	return names
}

// TestIdle guards that a server that watches files and has nothing to do does nothing.
func TestIdle(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	d := newDisk(t)
	for i := range 50 {
		d.write(fmt.Sprintf("repo/ws/.agents/skills/skill-%d/SKILL.md", i), skillText(fmt.Sprintf("skill-%d", i)))
	}
	c := startBinaryAt(t, d.path("home"))
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, pathURI(d.path("repo/ws"))))
	c.open(string(pathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	found := &findings{t: t, c: c, have: make(map[string][]string)}
	found.want("at the start", []string{noGuide})
	d.write("repo/ws/docs/guide.md", "# Guide\n")
	found.want("once it watches", nil)
	// What that has set off comes to an end, and other programs do not always write beside the workspace.
	waitFor(t, func() bool {
		before := cpuTicks(t, c.pid)
		time.Sleep(2 * time.Second)
		return cpuTicks(t, c.pid)-before <= 1
	})
}

// cpuTicks returns the processor time that a process has used, in the kernel's unit of a hundredth of a second.
func cpuTicks(t testing.TB, pid int) (ticks int) {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat)[strings.LastIndexByte(string(stat), ')')+1:])
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return ticks
}
