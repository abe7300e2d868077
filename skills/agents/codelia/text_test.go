package codelia

import (
	"encoding/json"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want struct {
			Text           string
			FilesTruncated bool `json:"files_truncated"`
			FileCount      int  `json:"file_count"`
		}
		c.Want(t, &want)
		got := inject(c.Load)
		agenttest.CheckInjection(t, got, c.Load.Source)
		if text := c.Text(want.Text); got.Content != text || text == "" {
			t.Errorf("content\n%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(text))
		}
		if got.FilesTruncated != want.FilesTruncated || len(got.Files) != want.FileCount {
			t.Errorf("%d files, truncated %t; want %d, %t", len(got.Files), got.FilesTruncated, want.FileCount, want.FilesTruncated)
		}
	})
}

func TestReminder(t *testing.T) {
	at := int64(1700000000123)
	load := skills.Load{
		Skill:         skills.Skill{Name: "a", Path: `/x & "y"/a/SKILL.md`, MtimeMs: at},
		LoadedMtimeMs: &at,
	}
	want := `<skill_context_reminder name="a" path="/x &amp; &quot;y&quot;/a/SKILL.md">Skill already loaded in this session. Reuse previous context.</skill_context_reminder>`
	got := inject(load)
	agenttest.CheckInjection(t, got, "")
	if got.Content != want || got.Files != nil {
		t.Errorf("got  %s\nwant %s", got.Content, want)
	}
	at++
	load.Skill.MtimeMs++
	if load.LoadedMtimeMs = new(int64); !strings.HasPrefix(inject(load).Content, "<skill_context ") {
		t.Error("a changed skill was not loaded again")
	}
}

func TestSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D.\n---\n", "\nBody \xff.\n"
	got := inject(skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: front + body})
	agenttest.CheckInjection(t, got, front+body)
	var kinds []string
	for _, s := range got.Segments {
		kinds = append(kinds, string(s.Kind))
	}
	if want := "envelope frontmatter body envelope files envelope"; strings.Join(kinds, " ") != want {
		t.Errorf("segments %v, want %s", kinds, want)
	}
	if s := got.Segments[2]; s.Of(got.Content) != "\nBody \ufffd." || s.Source == nil || s.Source.Of(front+body) != "\nBody \xff." || s.Note == "" {
		t.Errorf("body %+v %q", s, s.Of(got.Content))
	}
	const files = "<skill_files>\n\n</skill_files>\n"
	if s := got.Segments[4]; s.Of(got.Content) != files {
		t.Errorf("files %q, want %q", s.Of(got.Content), files)
	}
}

func TestBase(t *testing.T) {
	for _, tt := range []struct {
		dir       string
		separator byte
		want      string
	}{
		{"/s/a", '/', "file:///s/a/"},
		{"/", '/', "file:///"},
		{"/a b/é%", '/', "file:///a b/é%/"},
		{`C:\s\a`, '\\', "file://C:/s/a/"},
		{`C:\`, '\\', "file://C:/"},
		{`\\host\share\a`, '\\', "file:////host/share/a/"},
	} {
		if got := base(tt.dir, tt.separator); got != tt.want {
			t.Errorf("codeliaBase(%q) = %q, want %q", tt.dir, got, tt.want)
		}
	}
}

// TestCatalog renders the recorded catalogs from skills at their recorded paths, because the budget counts
// paths.
func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want []struct {
			Config struct{ MaxEntries, MaxBytes int }
			Text   *string
		}
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		for _, e := range want {
			got := catalog(list, skills.Budget{Entries: e.Config.MaxEntries, Bytes: e.Config.MaxBytes})
			agenttest.CheckCatalogText(t, got, list, strings.ReplaceAll(agenttest.ValueOf(e.Text), "${ROOT}", root), "<skill>")
		}
	})
}
