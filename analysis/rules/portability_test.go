package rules_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

func TestPortabilityFixes(t *testing.T) {
	const rest = "description: Does x. Use when asked.\n"
	for _, tt := range []struct {
		name, targets, front string
		title, want          string // of the first diagnostic's fix, and the frontmatter after it; empty without a fix
	}{
		{"folded", "codelia", "name: x\ndescription: >\n  Does x.\n  Use when asked.\n", "Write `description` on one line", "name: x\ndescription: \"Does x. Use when asked.\"\n"},
		{"literal", "codelia, mycodeagent", "name: x\ndescription: |\n  Does x.\n\n  Use when asked.\n", "Write `description` on one line", "name: x\ndescription: \"Does x. Use when asked.\"\n"},
		{"refused", "mycodeagent", "name: x\ndescription: Does x. Use when\n  asked.\n", "Write `description` on one line", "name: x\ndescription: \"Does x. Use when asked.\"\n"},
		{"both quotes in it", "codelia", "name: x\ndescription: >\n  Does \"x\". Isn't\n  for y.\n", "", ""},
		{"another line is refused, too", "mycodeagent", "name: x\ndescription: >\n  Does x. Use\n  when asked.\nallowed-tools:\n  - Read\n", "Write `description` on one line", "name: x\ndescription: \"Does x. Use when asked.\"\nallowed-tools:\n  - Read\n"},
		{"comment", "codelia", "name: x\ndescription: Does x. # and more\n", "Move the comment to its own line", "name: x\n# and more\ndescription: Does x.\n"},
		{"quotes", "codelia, otto", "name: x\ndescription: 'Doesn''t y.'\n", "Write `description` in other quotes", "name: x\ndescription: \"Doesn't y.\"\n"},
		{"escapes", "codelia", "name: x\ndescription: \"Does \\\"x\\\".\"\n", "Write `description` in other quotes", "name: x\ndescription: 'Does \"x\".'\n"},
		{"dashes", "goose", "name: x\ndescription: Does x --- well.\n", "Write a dash for `---`", "name: x\ndescription: Does x — well.\n"},
		{"nested name", "codelia, mycodeagent", "name: x\n" + rest + "metadata:\n  name: other\n", "Put the nested `name` in quotes", "name: x\n" + rest + "metadata:\n  \"name\": other\n"},
		{"deeper", "codelia, mycodeagent", "name: x\n" + rest + "metadata:\n  a:\n    name: other\n", "Put the nested `name` in quotes", "name: x\n" + rest + "metadata:\n  a:\n    \"name\": other\n"},
		{"flow", "agent-skills", "name: x\n" + rest + "metadata: {a: b, 'c d': \"1\"} # why\n", "Write `metadata` with a line for each part", "name: x\n" + rest + "metadata:\n  a: b\n  'c d': \"1\" # why\n"},
		{"list", "agent-skills", "name: x\n" + rest + "allowed-tools: [Read, \"Bash(git *)\"]\n", "Write `allowed-tools` with a line for each part", "name: x\n" + rest + "allowed-tools:\n  - Read\n  - \"Bash(git *)\"\n"},
		{"flow within", "agent-skills", "name: x\n" + rest + "metadata:\n  a: [b, [c]]\n  d: e\n", "Write `metadata` with a line for each part", "name: x\n" + rest + "metadata:\n  a:\n    - b\n    -\n      - c\n  d: e\n"},
		{"flow over lines", "agent-skills", "name: x\n" + rest + "metadata: {\n  a: b,\n}\n", "Write `metadata` with a line for each part", "name: x\n" + rest + "metadata:\n  a: b\n"},
		{"flow with a comment", "agent-skills", "name: x\n" + rest + "metadata: {\n  a: b, # why\n}\n", "", ""},
		{"empty flow", "agent-skills", "name: x\n" + rest + "metadata: {}\n", "", ""},
		{"where lists are refused", "agent-skills, mycodeagent", "name: x\n" + rest + "allowed-tools: [Read]\n", "", ""},
		{"anchor", "agent-skills", "name: x\ndescription: &d Does x. Use when asked.\n", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\n"+tt.front+"---\nBody.\n")
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			found := rules.Diagnose(t.Context(), s, path)
			if analysistest.Count(found, "frontmatter/portability") == 0 {
				t.Fatalf("no finding in\n%s%s", tt.front, analysistest.Describe(s, path, found))
			}
			for _, d := range found {
				if d.Rule != "frontmatter/portability" {
					continue
				}
				if (len(d.Fixes) > 0) != (tt.want != "") {
					t.Fatalf("fixes %+v of %s", d.Fixes, d.Text())
				}
				if tt.want == "" {
					continue
				}
				fix := d.Fixes[0]
				after := analysistest.Apply(t, "---\n"+tt.front+"---\nBody.\n", path, fix)
				if fix.Title != tt.title || fix.Safe || after != "---\n"+tt.want+"---\nBody.\n" {
					t.Errorf("%q makes\n%swant %q and\n%s", fix.Title, after, tt.title, tt.want)
				}
				again := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &after, Time: time.Unix(1, 0)}), path)
				if countSame(again, d) >= countSame(found, d) {
					t.Errorf("the finding stays: %s", d.Text())
				}
				break
			}
		})
	}
}

// TestPortabilityFixesBounded checks that the number of fixes tried is limited in a file in which every line
// is wrong.
func TestPortabilityFixesBounded(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [mycodeagent]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\n"+strings.Repeat("k: >\n  a\n", 100)+"---\nBody.\n")
	fixes := 0
	found := rules.Diagnose(t.Context(), s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"))
	for _, d := range found {
		if d.Rule == "frontmatter/portability" {
			fixes += len(d.Fixes)
		}
	}
	if fixes != rules.MaxRewritten || analysistest.Count(found, "frontmatter/portability") != 100 {
		t.Errorf("%d fixes for %d findings", fixes, analysistest.Count(found, "frontmatter/portability"))
	}
}

// TestForbiddenNamed checks which of the constructs that the standard's validator rejects is named in a
// diagnostic: the one at its span.
func TestForbiddenNamed(t *testing.T) {
	for fields, want := range map[string]string{
		"allowed-tools: [Read]\n":        "the Agent Skills validator rejects inline lists",
		"metadata: {a: b}\n":             "the Agent Skills validator rejects inline mappings",
		"metadata:\n  a: b\n  c: [d]\n":  "the Agent Skills validator rejects inline lists",
		"metadata:\n  - {a: b}\n":        "the Agent Skills validator rejects inline mappings",
		"license: &a MIT\nversion: *a\n": "the Agent Skills validator rejects anchors",
		"&a license: MIT\n":              "the Agent Skills validator rejects anchors",
		"license: !!str MIT\n":           "the Agent Skills validator rejects tags",
		"license: !!str &a MIT\n":        "the Agent Skills validator rejects tags",
		"license: &a !!str MIT\n":        "the Agent Skills validator rejects anchors",
	} {
		found, listing := diagnoseText(t, "---\nname: x\ndescription: Does x. Use when x is asked for.\n"+fields+"---\nDo x.\n")
		var got []string
		for _, d := range found {
			if d.Rule == "frontmatter/portability" {
				got = append(got, d.Text())
			}
		}
		if len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%s%q, want %q\n%s", fields, got, want, listing)
		}
	}
}
