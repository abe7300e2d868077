package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"skills-ls/skills"

	"skills-ls/analysis/vantage"
)

// A judging watches over whom a server asks for a verdict on one file, and keeps those waiting who are none of the file's targets.
type judging struct {
	targets string // IDs with blanks between them
	asked   chan string

	mu    sync.Mutex
	since map[string]bool // guarded by mu
	gate  chan struct{}   // closed when those who wait may go on, nil when nobody has to; guarded by mu
}

// watchJudging puts itself between every agent and its verdicts, for the time of a test whose server is started afterwards.
func watchJudging(t *testing.T, path, targets string) *judging {
	j := &judging{targets: targets, asked: make(chan string, 1<<10), since: make(map[string]bool)}
	for _, agent := range vantage.Agents() {
		accept := agent.Accept
		if accept == nil {
			continue
		}
		agent.Accept = func(f skills.File) skills.Verdict {
			if f.Path == path {
				j.ask(agent.ID)
			}
			return accept(f)
		}
		t.Cleanup(func() { agent.Accept = accept })
	}
	return j
}

func (j *judging) ask(id string) {
	j.mu.Lock()
	j.since[id] = true
	gate := j.gate
	j.mu.Unlock()
	if gate != nil && !slices.Contains(strings.Fields(j.targets), id) {
		j.asked <- id
		<-gate
	}
}

// admit lets all go on who wait and will come.
func (j *judging) admit() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.gate != nil {
		close(j.gate)
		j.gate = nil
	}
}

// shut makes agents other than the targets wait, from now on until admit.
func (j *judging) shut() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.gate = make(chan struct{})
	clear(j.since)
}

// sinceShut returns who was asked.
func (j *judging) sinceShut() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(slices.Sorted(maps.Keys(j.since)), " ")
}

// TestFrontmatterKeystroke guards over the wire that the findings of a frontmatter that is being typed wait for the targets alone: the
// other agents do not answer here until they are told to, and are not asked at all until somebody looks at what they make of it.
func TestFrontmatterKeystroke(t *testing.T) {
	path := nativePath("/ws/.claude/skills/demo/SKILL.md")
	j := watchJudging(t, path, "agent-skills claude-code")
	c, s := startMemory(t, Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", "/ws/CLAUDE.md": "Text.\n",
		"/ws/.agents/skills/other/SKILL.md":  "---\nname: other\ndescription: Does other things. Use when asked.\n---\nText.\n",
		"/ws/.claude/skills/beside/SKILL.md": "---\nname: beside\ndescription: Lies beside. Use when asked.\n---\nText.\n",
	}})
	t.Cleanup(j.admit) // before the server ends, which waits for its requests
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"previewCommand":"show"}`, pathURI(nativePath("/ws"))))
	uri := string(pathURI(path))
	text := func(name string) string {
		return "---\nname: " + name + "\ndescription: Does one thing well. Use when asked.\n---\nText.\n"
	}
	version := 1
	c.open(uri, text("demo"))
	settle(t, c, s)

	// typed returns when the findings of a new name have come.
	typed := func(name string) {
		t.Helper()
		version++
		c.change(uri, version, map[string]any{"text": text(name)})
		for {
			var p publishedList
			c.nextOf("textDocument/publishDiagnostics", &p)
			if p.URI == uri && p.Version != nil && *p.Version == version {
				if len(p.Diagnostics) == 0 {
					t.Fatalf("nothing is found in %s", name)
				}
				return
			}
		}
	}
	lenses := func() {
		t.Helper()
		var lenses []struct{ Command struct{ Title string } }
		c.result("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &lenses)
		if len(lenses) == 0 || !strings.Contains(lenses[0].Command.Title, "of 2 targets") {
			t.Fatalf("lenses %+v", lenses)
		}
	}
	j.shut()
	typed("one-more") // a problem without a safe fix, for which the others would be asked
	lenses()
	s.wait(t) // the rules that look at other skills have run
	if got := j.sinceShut(); got != j.targets {
		t.Errorf("asked %s, want the targets alone: %s", got, j.targets)
	}

	j.admit()

	// A hover shows what all make of the skill, and so asks the others. Findings do not wait for that.
	j.shut()
	hover := c.start("hover", "textDocument/hover", at(uri, 1, 7))
	select {
	case <-j.asked:
	case <-overdue:
		t.Fatal("a hover asks nobody")
	}
	typed("another")
	lenses()
	select {
	case m := <-hover:
		t.Fatalf("the hover was answered without the others: %s", m.Result)
	default:
	}
	j.admit()
	c.await(hover, "hover")
	if m := c.call("textDocument/hover", at(uri, 1, 7)); !strings.Contains(string(m.Result), "OpenAI Codex") {
		t.Errorf("hover %s", m.Result)
	}
	got := strings.Fields(j.sinceShut())
	for _, agent := range vantage.Agents() {
		if agent.Accept != nil && !slices.Contains(got, agent.ID) {
			t.Errorf("a hover does not ask %s", agent.ID)
		}
	}
}
