package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// diskTree creates files in a new directory and returns its real path. Content that begins with "->" makes a
// symbolic link.
func diskTree(t testing.TB, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(content, "->"); ok {
			err = os.Symlink(filepath.FromSlash(target), path)
		} else {
			err = errors.Join(os.WriteFile(path, []byte(content), 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// uriIn returns the URI of a file below a directory.
func uriIn(root, name string) string {
	return string(position.PathURI(filepath.Join(root, filepath.FromSlash(name))))
}

// openFolder initializes the server with a workspace folder.
func (c *testClient) openFolder(root string) {
	c.t.Helper()
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
}

// list returns the descriptions in the result of skills/list, by name.
func (c *testClient) list() map[string]string {
	c.t.Helper()
	var list vantage.List
	c.result("skills/list", map[string]any{}, &list)
	found := make(map[string]string)
	for _, s := range list.Skills {
		if _, twice := found[s.Name]; twice {
			c.t.Errorf("skills/list has two skills called %s", s.Name)
		}
		found[s.Name] = s.Description
	}
	return found
}

// preview returns the content of a preview, or the error message.
func (c *testClient) preview(params map[string]any) string {
	c.t.Helper()
	m := c.call("skills/preview", params)
	if m.Error != nil {
		return m.Error.Message
	}
	var p struct{ Content string }
	if err := json.Unmarshal(m.Result, &p); err != nil {
		c.t.Fatal(err)
	}
	return p.Content
}

// nextPublished waits for the next diagnostics of a document and drops those of others.
func (c *testClient) nextPublished(uri string) publishedList {
	c.t.Helper()
	for {
		var p publishedList
		if c.nextOf("textDocument/publishDiagnostics", &p); p.URI == uri {
			return p
		}
	}
}

// targets returns the URIs in the result of a definition request.
func (c *testClient) targets(uri string, line, character int) []string {
	c.t.Helper()
	var links []struct{ TargetURI string }
	c.result("textDocument/definition", at(uri, line, character), &links)
	var uris []string
	for _, l := range links {
		uris = append(uris, l.TargetURI)
	}
	return uris
}

func (c *testClient) hover(uri string, line, character int) string {
	c.t.Helper()
	var h struct{ Contents struct{ Value string } }
	c.result("textDocument/hover", at(uri, line, character), &h)
	return h.Contents.Value
}

func (c *testClient) close(uri string) { c.notify("textDocument/didClose", at(uri, 0, 0)) }

func described(name, description string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\nBody.\n"
}

// linkedSkill has a skill that four names lead to, and instructions that mention it.
var linkedSkill = map[string]string{
	"ws/.agents/skills/deploy/SKILL.md": described("deploy", "On disk. Use when a test asks for it."),
	"ws/.claude/skills":                 "->../.agents/skills",
	"ws/.codex/skills/deploy":           "->../../.claude/skills/deploy",
	"link":                              "->ws",
	"ws/AGENTS.md":                      "Run $deploy.\n",
	"ws/CLAUDE.md":                      "->AGENTS.md",
}

var linkedNames = []string{"ws/.agents/skills/deploy/SKILL.md", "ws/.claude/skills/deploy/SKILL.md", "ws/.codex/skills/deploy/SKILL.md", "link/.agents/skills/deploy/SKILL.md"}

// TestLinkedSkill checks that a skill that several names lead to is one skill, and that a buffer open under
// one of the names counts under all of them: in lists, previews, hovers, diagnostics and definitions.
func TestLinkedSkill(t *testing.T) {
	t.Parallel()
	root := diskTree(t, linkedSkill)
	instructions := uriIn(root, "ws/AGENTS.md")
	c := startBinary(t)
	c.openFolder(filepath.Join(root, "ws"))
	c.open(instructions, "Run $deploy.\n")
	waitFor(t, func() bool { return len(c.targets(instructions, 0, 6)) > 0 && len(c.list()) > 0 })
	for i, opened := range linkedNames {
		uri := uriIn(root, opened)
		text := fmt.Sprintf("Text %d of a buffer. Use when a test asks for it.", i)
		c.open(uri, described("deploy", text)+text+"\n")
		if got := c.list(); len(got) != 1 || got["deploy"] != text {
			t.Errorf("open as %s: listed %q", opened, got)
		}
		for _, name := range linkedNames {
			if got := c.preview(map[string]any{"path": filepath.Join(root, filepath.FromSlash(name))}); !strings.Contains(got, text) {
				t.Errorf("open as %s: the preview of %s is %q", opened, name, got)
			}
			if got := c.preview(map[string]any{"textDocument": map[string]any{"uri": uriIn(root, name)}}); !strings.Contains(got, text) {
				t.Errorf("open as %s: the preview of the document %s is %q", opened, name, got)
			}
		}
		if got := c.hover(instructions, 0, 6); !strings.Contains(got, text) || strings.Contains(got, "skills are called") {
			t.Errorf("open as %s: hover says %q", opened, got)
		}
		if got := c.targets(instructions, 0, 6); !slices.Equal(got, []string{uri}) {
			t.Errorf("open as %s: the mention leads to %q", opened, got)
		}
		c.close(uri)
	}
	if got := c.list(); got["deploy"] != "On disk. Use when a test asks for it." {
		t.Errorf("all closed: listed %q", got)
	}
}

// TestLinkedTwice checks that of two buffers of one file, the one that was edited last counts for other
// files. Each keeps its own diagnostics, and closing one leaves the other.
func TestLinkedTwice(t *testing.T) {
	t.Parallel()
	root := diskTree(t, linkedSkill)
	real, link := uriIn(root, linkedNames[0]), uriIn(root, linkedNames[1])
	c, s := startMemory(t, session.Options{})
	c.openFolder(filepath.Join(root, "ws"))
	want := func(when, description string) {
		t.Helper()
		if got := c.list(); len(got) != 1 || got["deploy"] != description {
			t.Errorf("%s: listed %q, want %q", when, got, description)
		}
	}
	publishes := func(uri string, version int, codes ...string) {
		t.Helper()
		for _, p := range settle(t, c, s) {
			var got []string
			for _, d := range p.Diagnostics {
				got = append(got, d.Code)
			}
			if p.URI == uri && (version == 0) == (p.Version == nil) && (version == 0 || *p.Version == version) && slices.Equal(got, codes) {
				continue
			}
			t.Errorf("published %+v; want version %d of %s with %q alone", p, version, uri, codes)
		}
	}
	const more = "See more.md.\n"
	c.open(real, described("deploy", "Real. Use when asked.")+more)
	want("one open", "Real. Use when asked.")
	c.open(link, described("deploy", "Linked. Use when asked.")+"[more](moer.md)\n"+more)
	want("both open", "Linked. Use when asked.")
	publishes(link, 1, "link/broken")
	c.change(real, 2, map[string]any{"text": described("deploy", "Real again. Use when asked.") + more})
	want("the first edited", "Real again. Use when asked.")
	publishes(real, 2)
	c.change(link, 2, edit(4, 0, 4, 4, "Text"))
	want("the second edited below its description", "Linked. Use when asked.")
	publishes(link, 2, "link/broken")
	c.close(link)
	want("the second closed", "Real again. Use when asked.")
	publishes(link, 0)
	c.open(link, described("deploy", "Linked. Use when asked.")+more)
	c.close(real)
	want("the first closed", "Linked. Use when asked.")
	c.close(link)
	want("both closed", "On disk. Use when a test asks for it.")
}

// TestLinkedFolder checks that the server uses the client's names for files if a workspace folder is a
// symbolic link, as everything below /tmp is on macOS.
func TestLinkedFolder(t *testing.T) {
	t.Parallel()
	root := diskTree(t, linkedSkill)
	if err := os.WriteFile(filepath.Join(root, "ws", "guide.md"), []byte("# Guide\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ folder, opened string }{{"link", "link"}, {"link", "ws"}, {"ws", "link"}, {"ws", "ws"}} {
		t.Run(test.folder+" "+test.opened, func(t *testing.T) {
			c, s := startMemory(t, session.Options{})
			c.openFolder(filepath.Join(root, test.folder))
			instructions := uriIn(root, test.opened+"/AGENTS.md")
			wantAlive(t, c)
			wait(s, t)
			c.open(instructions, "Run $deploy.\n")
			if got, want := c.targets(instructions, 0, 6), uriIn(root, test.folder+"/.agents/skills/deploy/SKILL.md"); !slices.Equal(got, []string{want}) {
				t.Errorf("the mention leads to %q, want %q", got, want)
			}
			if got := c.hover(instructions, 0, 6); !strings.Contains(got, "[.agents/skills/deploy/SKILL.md](<"+uriIn(root, test.folder+"/")) {
				t.Errorf("hover says %q", got)
			}
			skill := uriIn(root, test.opened+"/.agents/skills/deploy/SKILL.md")
			settle(t, c, s)
			const body = "[guide](../../../guide.md), [outside](../../../../other.md) and [$deploy]("
			c.open(skill, skillText("deploy", body))
			for _, p := range settle(t, c, s) {
				if p.URI != skill {
					continue
				}
				for _, d := range p.Diagnostics {
					if d.Code == "resource/orphan" {
						continue // about the file beside the skill
					}
					if inside, said := d.Range.Start.Character < strings.Index(body, "[outside]"), !strings.Contains(d.Message, "workspace"); inside != said {
						t.Errorf("%s: %s", d.Code, d.Message)
					}
				}
			}
			var items struct {
				Items []struct{ Label string }
			}
			c.result("textDocument/completion", at(skill, 4, 83), &items)
			var labels []string
			for _, i := range items.Items {
				labels = append(labels, i.Label)
			}
			if !slices.Contains(labels, "SKILL.md") {
				t.Errorf("the paths of the mentioned skill are %q", labels)
			}
			closed := uriIn(root, test.opened+"/CLAUDE.md")
			if got := c.hover(closed, 0, 6); !strings.Contains(got, "`deploy`") {
				t.Errorf("hover in a closed file says %q", got)
			}
		})
	}
}

// TestOddLinks checks that symbolic links that form a cycle, are broken, or lead up or out of the workspace
// affect nothing but themselves: the skills beside them are listed, and documents that are open behind them
// are diagnosed.
func TestOddLinks(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/good/SKILL.md": described("good", "Good. Use when asked."),
		"ws/.agents/skills/self":          "->self",
		"ws/.agents/skills/ping":          "->pong",
		"ws/.agents/skills/pong":          "->ping",
		"ws/.agents/skills/nowhere":       "->../../gone",
		"ws/.agents/skills/up":            "->../..",
		"ws/.agents/skills/deep/SKILL.md": "->../self/SKILL.md",
		"ws/.agents/skills/good/docs":     "->..",
		"ws/.agents/skills/good/root":     "->/",
		"ws/.agents/skills/out":           "->../../../outside/out",
		"ws/notes.md":                     "->../outside/notes.md",
		"outside/out/SKILL.md":            described("out", "From outside. Use when asked."),
		"outside/notes.md":                "# Secret\n",
		"ws/AGENTS.md":                    "[notes](notes.md) [gone](.agents/skills/nowhere/SKILL.md) [self](.agents/skills/self/x.md)\n",
	})
	c := startBinary(t)
	c.openFolder(filepath.Join(root, "ws"))
	for _, name := range []string{"self", "ping", "pong", "nowhere", "up", "deep", "out"} {
		uri := uriIn(root, "ws/.agents/skills/"+name+"/SKILL.md")
		c.open(uri, brokenSkill)
		if p := c.nextPublished(uri); len(p.Diagnostics) == 0 {
			t.Errorf("nothing is said of a broken skill behind %s", name)
		}
		c.hover(uri, 1, 1)
		c.list()
		c.close(uri)
		for c.nextPublished(uri).Version != nil { // until it is closed
		}
	}
	if got := c.list(); got["good"] == "" || len(got) > 2 { // agents differ in following links
		t.Errorf("listed %q", got)
	}
	made := filepath.Join(root, "ws", ".agents", "skills", "good", "new.md")
	if err := os.WriteFile(made, []byte("# New\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", toldOf(made, 1))
	c.list()
	instructions := uriIn(root, "ws/AGENTS.md")
	c.open(instructions, "[notes](notes.md)\n")
	if got := c.hover(instructions, 0, 3); strings.Contains(got, "Secret") {
		t.Errorf("a link leads out of the workspace, and hover says %q", got)
	}
	wantAlive(t, c)
}

// TestLinkReplaced checks that if a symbolic link changes its target while a file is open behind it, the
// buffer moves to the new target, where the editor would save it.
func TestLinkReplaced(t *testing.T) {
	t.Parallel()
	root := diskTree(t, map[string]string{
		"ws/.agents/skills/deploy/SKILL.md": described("deploy", "Deploy on disk. Use when asked."),
		"ws/.agents/skills/ship/SKILL.md":   described("ship", "Ship on disk. Use when asked."),
		"ws/current":                        "->.agents/skills/deploy",
	})
	c, s := startMemory(t, session.Options{})
	c.openFolder(filepath.Join(root, "ws"))
	opened := uriIn(root, "ws/current/SKILL.md")
	c.open(opened, described("deploy", "Open. Use when asked."))
	want := func(when string, want map[string]string) {
		t.Helper()
		if got := c.list(); !maps.Equal(got, want) {
			t.Errorf("%s: listed %q, want %q", when, got, want)
		}
	}
	want("at first", map[string]string{"deploy": "Open. Use when asked.", "ship": "Ship on disk. Use when asked."})
	link := filepath.Join(root, "ws", "current")
	turn := func(target string, changes ...any) {
		t.Helper()
		if err := errors.Join(os.Remove(link), os.Symlink(target, link)); err != nil {
			t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
	}
	turn(".agents/skills/ship", map[string]any{"uri": uriIn(root, "ws/current"), "type": 2})
	wantPublished(t, settle(t, c, s), "v1 name/directory")
	c.change(opened, 2, map[string]any{"text": described("ship", "Open. Use when asked.")})
	want("the link turned", map[string]string{"deploy": "Deploy on disk. Use when asked.", "ship": "Open. Use when asked."})
	wantPublished(t, settle(t, c, s), "v2")
	turn("gone", map[string]any{"uri": uriIn(root, "ws/current"), "type": 2})
	want("the link led nowhere", map[string]string{"deploy": "Deploy on disk. Use when asked.", "ship": "Ship on disk. Use when asked."})
	c.close(opened)
	want("all closed", map[string]string{"deploy": "Deploy on disk. Use when asked.", "ship": "Ship on disk. Use when asked."})
}
