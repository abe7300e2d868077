package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A judging records which agents a server asks for a verdict on one file, and blocks those that are not
// target agents of the file.
type judging struct {
	targets string // IDs separated by spaces
	asked   chan string

	mu    sync.Mutex
	since map[string]bool // guarded by mu
	gate  chan struct{}   // closed to let blocked agents continue, nil if none must wait; guarded by mu
}

// watchJudging intercepts the verdicts of every agent for the duration of a test. The server must be started
// afterwards.
func watchJudging(t *testing.T, path, targets string) *judging {
	j := &judging{targets: targets, asked: make(chan string, 1<<10), since: make(map[string]bool)}
	for _, agent := range agents.All() {
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

// admit lets all agents continue, those that are blocked and later ones.
func (j *judging) admit() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.gate != nil {
		close(j.gate)
		j.gate = nil
	}
}

// shut makes agents other than the targets wait until admit is called.
func (j *judging) shut() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.gate = make(chan struct{})
	clear(j.since)
}

// sinceShut returns the agents that were asked since the last shut, sorted.
func (j *judging) sinceShut() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(slices.Sorted(maps.Keys(j.since)), " ")
}

// TestFrontmatterKeystroke checks over the wire that the diagnostics of a frontmatter that the user is typing
// wait only for the target agents. The other agents do not answer here until they are admitted. They are not
// asked at all until a request needs their verdicts.
func TestFrontmatterKeystroke(t *testing.T) {
	path := nativePath("/ws/.claude/skills/demo/SKILL.md")
	j := watchJudging(t, path, "agent-skills claude-code")
	c, s := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", "/ws/CLAUDE.md": "Text.\n",
		"/ws/.agents/skills/other/SKILL.md":  "---\nname: other\ndescription: Does other things. Use when asked.\n---\nText.\n",
		"/ws/.claude/skills/beside/SKILL.md": "---\nname: beside\ndescription: Lies beside. Use when asked.\n---\nText.\n",
	}})
	t.Cleanup(j.admit) // before the server ends, which waits for its requests
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"previewCommand":"show"}`, position.PathURI(nativePath("/ws"))))
	uri := string(position.PathURI(path))
	text := func(name string) string {
		return "---\nname: " + name + "\ndescription: Does one thing well. Use when asked.\n---\nText.\n"
	}
	version := 1
	c.open(uri, text("demo"))
	settle(t, c, s)

	// typed changes the name and returns when the diagnostics of the new text have arrived.
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
		if len(lenses) == 0 || !strings.Contains(lenses[0].Command.Title, "of 2 agents") {
			t.Fatalf("lenses %+v", lenses)
		}
	}
	j.shut()
	typed("one-more") // a problem without a safe fix: confirming one would ask the other agents
	lenses()
	wait(s, t) // the cross-file rules have run
	if got := j.sinceShut(); got != j.targets {
		t.Errorf("asked %s, want the targets alone: %s", got, j.targets)
	}

	j.admit()

	// A hover shows the verdicts of all agents, so it asks the others, too. Diagnostics do not wait for that.
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
	for _, agent := range agents.All() {
		if !slices.Contains(got, agent.ID) {
			t.Errorf("a hover does not ask %s", agent.ID)
		}
	}
}
