package rules_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

// TestInsertDescription checks that a description is offered only once if several agents lack it.
func TestInsertDescription(t *testing.T) {
	for _, tt := range []struct{ targets, front, want string }{
		{"agent-skills", "name: x", "error"},
		{"opencode", "name: x", "warning"},
		{"goose", "name: x", "information"},
		{"agent-skills, opencode, goose", "name: x", "error"},
		{"opencode, goose", "name: x", "warning"},
		{"agent-skills", "name: x\ndescription:", "error"},
		{"goose", "name: x\ndescription: ''", "information"},
		{"agent-skills, goose", "name: x\ndescription: |\n", "error"},
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\n"+tt.front+"\n---\nBody.\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			if !strings.HasPrefix(d.Rule, "description/") || len(d.Fixes) == 0 {
				continue
			}
			got = append(got, d.Severity.String())
			fix := d.Fixes[0]
			if after := analysistest.Apply(t, f.Doc.Source, path, fix.WithoutPlaceholder()); !fix.Snippet || fix.Safe || strings.Count(after, "\ndescription: "+rules.Scalar(rules.DraftDescription("x"))+"\n") != 1 {
				t.Errorf("%s: %q becomes %q", tt.targets, f.Doc.Source, after)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q has fixes for %q, want %q", tt.targets, tt.front, got, tt.want)
		}
	}
}

// TestUnseenDescription checks that no fix overwrites a description that an agent does not see.
func TestUnseenDescription(t *testing.T) {
	source := "---\nname: x\ndescription:\n  Does x. Use when\n  asked.\n---\nBody.\n"
	s, root := analysistest.Workspace(t, "-- .codelia/config.json --\n{}\n-- .agents/skills/x/SKILL.md --\n"+source)
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	for _, d := range rules.Diagnose(t.Context(), s, path) {
		if d.Rule != "description/empty" || len(d.Fixes) != 1 {
			t.Errorf("got %+v", d)
			continue
		}
		if got, want := analysistest.Apply(t, source, path, d.Fixes[0]), "---\nname: x\ndescription: \"Does x. Use when asked.\"\n---\nBody.\n"; got != want {
			t.Errorf("got %s", got)
		}
	}
}

// TestTooLong checks that lengths are reported, and the surplus marked, in the unit of the strictest agent.
func TestTooLong(t *testing.T) {
	for _, tt := range []struct{ targets, name, want string }{
		{"agent-skills, codelia", strings.Repeat("a", 66), "error: name has 66 characters: the limit is 64 [agent-skills codelia] `aa`"},
		{"codelia, otto", strings.Repeat("a", 62) + "🚀b", "error: name has 65 UTF-16 units: the limit is 64 [codelia otto] `b`"},
		{
			"agent-skills, codelia, otto", strings.Repeat("a", 62) + "🚀bcd",
			"error: name has 66 characters: the limit is 64 [agent-skills codelia otto] `bcd`",
		},
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\nname: "+tt.name+"\ndescription: Does x. Use when asked.\n---\nBody.\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		got := said(t, s, path, "name/length")
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			if d.Rule == "name/length" {
				got += " `" + d.Span.Of(f.Doc.Source) + "`"
			}
		}
		if got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestTooLongByLineEnd checks that the message mentions the line ending of a block scalar if that is what
// exceeds the limit.
func TestTooLongByLineEnd(t *testing.T) {
	for _, tt := range []struct{ targets, marker, text, want string }{
		{"agent-skills", "|", strings.Repeat("a", 1024), "description has 1025 characters with the line end: the limit is 1024"},
		{"agent-skills", ">", strings.Repeat("a", 1024), "description has 1025 characters with the line end: the limit is 1024"},
		{"agent-skills", "|+", strings.Repeat("a", 1024) + "\n", "description has 1026 characters with the line ends: the limit is 1024"},
		{"agent-skills", "|", strings.Repeat("a", 1025), "description has 1026 characters: the limit is 1024"},
		{"agent-skills", "|-", strings.Repeat("a", 1024), ""},
		{"agent-skills", "|-", strings.Repeat("a", 1025), "description has 1025 characters: the limit is 1024"},
		{"agent-skills, otto", "|", "🚀" + strings.Repeat("a", 1023), "description has 1025 characters with the line end: the limit is 1024"},
		{"copilot", "|", strings.Repeat("a", 1024), "description is cut after 1024 UTF-16 units: it has 1025 UTF-16 units with the line end"},
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: "+tt.marker+"\n  "+tt.text+"\n---\nBody.\n")
		got := said(t, s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"), "description/length")
		if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s, %s: got %s\nwant %s", tt.targets, tt.marker, got, tt.want)
		}
	}
}
