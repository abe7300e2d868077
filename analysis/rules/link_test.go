package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
)

// TestBrokenFragment checks that no fix is preferred that changes a link to a file without the link's
// fragment.
func TestBrokenFragment(t *testing.T) {
	for link, preferred := range map[string]bool{
		"[a](reference/guide.md)":       true,
		"[a](reference/guide.md#own)":   true,
		"[a](reference/guide.md#other)": false,
		"[a](references/guid.md)":       false, // may mean another file
	} {
		found, listing := diagnoseText(t, plainFront+link+"\n")
		if len(found) != 1 || found[0].Rule != "link/broken" || len(found[0].Fixes) != 1 || found[0].Fixes[0].Preferred != preferred {
			t.Errorf("%s: want one fix, preferred %v, got\n%s%+v", link, preferred, listing, found)
		}
	}
}

// TestVariableLink checks that a link whose text begins with "$" is checked like any other link if it leads
// to no skill.
func TestVariableLink(t *testing.T) {
	found, listing := diagnoseText(t, plainFront+"[$HOME](references/none.md), [$x](references/guide.md), [$y](app://y)\n")
	if len(found) != 1 || found[0].Rule != "link/broken" {
		t.Errorf("want one link/broken, got\n%s", listing)
	}
}

// TestLinksOfTemplates checks that the links of a template that is a file of a skill are not resolved, except
// those to the template's own headings. A template that is a skill itself is checked as usual.
func TestLinksOfTemplates(t *testing.T) {
	const body = "# Own\n\n[a](none.md), [b](../references/guide.md#none), [c](../References/guide.md), [d](../../y/none.md), [e](#none), [f](#own), `scripts/none.py`\n"
	all := []string{"link/broken", "link/case", "link/escape", "link/fragment", "link/fragment", "path/missing"}
	own := []string{"link/fragment"}
	for file, want := range map[string][]string{
		"skills/x/more/notes.md":           all,
		"skills/x/more/contemplate.md":     all,
		"templates/x/more/notes.md":        all, // the skill is a template, but its files are not
		"skills/x/more/report-template.md": own,
		"skills/x/templates/report.md":     own,
		"skills/x/assets/README.md":        own,
	} {
		skill := strings.Join(strings.Split(file, "/")[:2], "/")
		s, root := analysistest.Workspace(t, "-- "+skill+"/SKILL.md --\n"+plainFront+"[a](more/a.md)\n-- "+skill+"/scripts/a.py --\n-- "+skill+"/references/guide.md --\n# Guide\n-- "+file+" --\n"+body)
		var got []string
		for _, d := range analysistest.Diagnose(s, root, file) {
			got = append(got, d.Rule)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	s, root := analysistest.Workspace(t, "-- skills/x/SKILL.md --\n"+plainFront+"-- skills/x/templates/SKILL.md --\n"+plainFront+body+"-- templates/AGENTS.md --\n"+body)
	for _, file := range []string{"skills/x/templates/SKILL.md", "templates/AGENTS.md"} {
		if found := analysistest.Diagnose(s, root, file); analysistest.Count(found, "link/broken") == 0 {
			t.Errorf("want a link/broken in %s, got %+v", file, found)
		}
	}
}

// TestSecondParentheses checks that parentheses around a destination are reported as such, and that a fix
// removes them if the link works without them.
func TestSecondParentheses(t *testing.T) {
	for link, hasFix := range map[string]bool{
		"[a]((#own))":                       true,
		"[a]((references/guide.md))":        true,
		"[a]((references/guide.md#guide))":  true,
		"[a]((#none))":                      false,
		"[a]((references/guide.md#none))":   false,
		"[a]((references/none.md))":         false,
		"[a]((https://example.org/a.html))": false,
	} {
		found, listing := diagnoseText(t, plainFront+"# Own\n\n"+link+"\n")
		if len(found) != 1 || found[0].Rule != "link/broken" || !strings.Contains(found[0].Text(), "parentheses") || (len(found[0].Fixes) == 1) != hasFix {
			t.Errorf("%s: want a fix %v, got\n%s", link, hasFix, listing)
		}
	}
}

// TestPageOfSite checks that a link that may be the address of a page is less severe: one without an
// extension, whose first directory does not exist.
func TestPageOfSite(t *testing.T) {
	for link, want := range map[string]diagnostic.Severity{
		"[a](wiki/deployment)":            diagnostic.Information,
		"[a](wiki/teams/deployment#who)":  diagnostic.Information,
		"[a](wiki/deployment.md)":         diagnostic.Warning,
		"[a](references/deployment)":      diagnostic.Warning,
		"[a](deployment)":                 diagnostic.Warning,
		"[a](./deployment)":               diagnostic.Warning,
		"[a](../x-none/deployment)":       diagnostic.Warning,
		"[a](wiki/references/guide)":      diagnostic.Information,
		"[a](references/deployment/more)": diagnostic.Warning,
	} {
		found, listing := diagnoseText(t, plainFront+link+"\n")
		if len(found) != 1 || strings.Contains(link, "(..") && found[0].Rule != "link/escape" || found[0].Severity != want {
			t.Errorf("%s: want one finding, %v, got\n%s", link, want, listing)
		}
	}
}

// TestNotationIsNoLink checks that brackets before parentheses are a link only if they may be meant as one.
func TestNotationIsNoLink(t *testing.T) {
	for text, want := range map[string]int{
		"count=3 -> [0,2,4](MON/WED/FRI), count=1 -> [0](MON)":  0,
		"[1](guide), [0..9](a/b), [](x)":                        0,
		"[weekday](MON), [weekdays](MON-FRI), [home](BASE_URL)": 0,
		"[1](guide.md), [2](guide#part), [3](more/)":            3,
		"[the guide](guide), [a](Guide), [b](docs/GUIDE)":       3,
		"[指南](指南), [a](%E6%8C%87), [b](2024)":                   3,
		"[License](LICENSE), [2](./LICENSE), [3](docs/NOTICE)":  3,
		"![](picture), ![1](picture2), [4]\n\n[4]: guide":       3,
	} {
		if found, listing := diagnoseText(t, plainFront+text+"\n"); analysistest.Count(found, "link/broken") != want {
			t.Errorf("%s: want %d link/broken, got\n%s", text, want, listing)
		}
	}
}

// TestSameNameElsewhere checks that a file with the same name in another directory is offered only if the
// link cannot mean its own directory.
func TestSameNameElsewhere(t *testing.T) {
	const files = "-- x/references/guide.md --\n-- x/references/deep/one.md --\n-- x/api/v1.0.0/types.md --\n-- x/intro/README.md --\n-- x/api/README.md --\n-- x/scripts/a.py --\n"
	for _, tt := range []struct{ from, link, want string }{
		{"SKILL.md", "guide.md", "references/guide.md!"}, // preferred
		{"SKILL.md", "one.md", "references/deep/one.md!"},
		{"SKILL.md", "docs/guide.md", "references/guide.md"}, // the only one, and there is no docs
		{"SKILL.md", "reference/guide.md", "references/guide.md!"},
		{"SKILL.md", "scripts/guide.md", ""}, // scripts exists, so the link means it
		{"SKILL.md", "references/one.md", "references/deep/one.md"},
		{"SKILL.md", "api/v1.2.0/types.md", ""}, // one version is not another
		{"SKILL.md", "api/v1.10.0-dev/types.md", ""},
		{"SKILL.md", "v2/types.md", "api/v1.0.0/types.md"},
		{"SKILL.md", "docs/README.md", ""}, // there are two
		{"references/more.md", "../guide.md", "guide.md"},
		{"references/more.md", "scripts/guide.md", ""}, // from the skill's directory
		{"references/more.md", "docs/a.py", "../scripts/a.py"},
	} {
		s, root := analysistest.Workspace(t, "-- x/SKILL.md --\n"+plainFront+files+"-- x/"+tt.from+" --\n"+plainFront+"[a]("+tt.link+")\n")
		found := analysistest.Diagnose(s, root, "x/"+tt.from)
		if analysistest.Count(found, "link/broken") != 1 {
			t.Errorf("%s from %s: want one link/broken, got %+v", tt.link, tt.from, found)
		}
		for _, d := range found {
			got := ""
			for _, fix := range d.Fixes {
				got += fix.Edits[0].Text
				if fix.Preferred {
					got += "!"
				}
			}
			if d.Rule == "link/broken" && got != tt.want {
				t.Errorf("%s from %s: offered is %q, want %q", tt.link, tt.from, got, tt.want)
			}
		}
	}
}

// TestMiscountedLink checks that a path that is relative to a wrong directory is found: in the skill, and if
// it leads to another skill.
func TestMiscountedLink(t *testing.T) {
	const files = `
-- api/auth/SKILL.md --
` + plainFront + `
# Tokens
-- web/SKILL.md --
` + plainFront + `
-- web/web/SKILL.md --
` + plainFront + `
-- web/forms/scripts/check.py --
-- web/notes.md --
# Notes
-- web/forms/references/guide.md --
# Guide
`
	for _, tt := range []struct{ from, rule, link, want string }{
		{"web/forms/SKILL.md", "link/broken", "api/auth/SKILL.md", "../../api/auth/SKILL.md!"},          // from the top
		{"web/forms/SKILL.md", "link/broken", "./api/auth/SKILL.md#tokens", "../../api/auth/SKILL.md!"}, // the fragment stays
		{"web/forms/SKILL.md", "link/broken", "api/auth/SKILL.md#none", "../../api/auth/SKILL.md"},
		{"web/forms/SKILL.md", "link/escape", "../api/auth/SKILL.md", "../../api/auth/SKILL.md!"},           // one too few
		{"web/forms/SKILL.md", "link/escape", "../../../api/auth/SKILL.md", ""},                             // nothing outside the workspace is searched
		{"web/forms/references/a.md", "link/broken", "../api/auth/SKILL.md", "../../../api/auth/SKILL.md!"}, // in the skill, but not there
		{"web/forms/SKILL.md", "link/escape", "../scripts/check.py", "scripts/check.py!"},                   // one too many
		{"web/forms/references/a.md", "link/escape", "../../scripts/check.py", "../scripts/check.py!"},
		{"web/forms/references/a.md", "link/escape", "../../guide.md", "guide.md"},          // a name alone says little
		{"web/forms/SKILL.md", "link/broken", "web/SKILL.md", "../web/SKILL.md../SKILL.md"}, // ambiguous
		{"web/forms/SKILL.md", "link/broken", "web/notes.md", ""},                           // of no skill
		{"web/forms/SKILL.md", "link/escape", "../none/SKILL.md", ""},                       // nowhere
		{"web/forms/SKILL.md", "link/broken", "web/forms/SKILL.md", ""},                     // itself
		{"web/forms/SKILL.md", "link/broken", "API/auth/SKILL.md", ""},                      // another name, on some systems
	} {
		t.Run(tt.from+" "+tt.link, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- web/forms/SKILL.md --\n"+plainFront+files+"-- "+tt.from+" --\n"+plainFront+"[a]("+tt.link+")\n")
			found := analysistest.Diagnose(s, root, tt.from)
			at := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == tt.rule })
			if at < 0 {
				t.Fatalf("want a %s, got %+v", tt.rule, found)
			}
			got := ""
			for _, fix := range found[at].Fixes {
				got += fix.Edits[0].Text
				if fix.Preferred {
					got += "!"
				}
			}
			if got != tt.want || (got != "") != strings.Contains(found[at].Text(), "did you mean") {
				t.Errorf("offered is %q, want %q: %s", got, tt.want, found[at].Text())
			}
		})
	}
}

// TestMiscountedLinkAffected checks that a file is checked again if the skill that its link may mean is added
// or removed.
func TestMiscountedLinkAffected(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- web/x/SKILL.md --\n"+plainFront+"[a](api/auth/SKILL.md)\n")
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	linking := filepath.Join(root, "web", "x", "SKILL.md")
	other := filepath.Join(root, "api", "auth", "SKILL.md")
	for _, step := range []struct {
		change func() error
		fixes  int
	}{
		{func() error { return os.MkdirAll(filepath.Dir(other), 0o755) }, 0},
		{func() error { return os.WriteFile(other, []byte(plainFront+"Text.\n"), 0o644) }, 1},
		{func() error { return os.RemoveAll(filepath.Dir(other)) }, 0},
	} {
		before := analysistest.Diagnose(s, root, "web/x/SKILL.md")
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		s = s.Refresh(other, filepath.Dir(other))
		affected := analysistest.AffectedOnDisk(s, s, other)
		found := analysistest.Diagnose(s, root, "web/x/SKILL.md")
		if len(found) != 1 || len(found[0].Fixes) != step.fixes {
			t.Errorf("want %d fixes, got %+v", step.fixes, found)
		}
		if before[0].Text() != found[0].Text() && !slices.Contains(affected, linking) {
			t.Errorf("the findings have changed, and affected are %q", affected)
		}
	}
}
