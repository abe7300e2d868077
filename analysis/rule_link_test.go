package analysis

import (
	"slices"
	"strings"
	"testing"
)

// TestBrokenFragment guards that a link is not changed to a file in which its fragment leads nowhere, unless somebody chooses that.
func TestBrokenFragment(t *testing.T) {
	for link, preferred := range map[string]bool{
		"[a](references/guid.md)":       true,
		"[a](references/guid.md#own)":   true,
		"[a](references/guid.md#other)": false,
	} {
		found, listing := diagnoseText(t, plainFront+link+"\n")
		if len(found) != 1 || found[0].Rule != "link/broken" || len(found[0].Fixes) != 1 || found[0].Fixes[0].Preferred != preferred {
			t.Errorf("%s: want one fix, preferred %v, got\n%s%+v", link, preferred, listing, found)
		}
	}
}

// TestVariableLink guards that a link whose text begins with "$" and which leads to no skill is a link like others.
func TestVariableLink(t *testing.T) {
	found, listing := diagnoseText(t, plainFront+"[$HOME](references/none.md), [$x](references/guide.md), [$y](app://y)\n")
	if len(found) != 1 || found[0].Rule != "link/broken" {
		t.Errorf("want one link/broken, got\n%s", listing)
	}
}

// TestLinksOfTemplates guards that what a template links is not looked for around the template, where that is a file of a skill and not
// the skill. Its own headings are its own.
func TestLinksOfTemplates(t *testing.T) {
	const body = "# Own\n\n[a](none.md), [b](../references/guide.md#none), [c](../References/guide.md), [d](../../y/none.md), [e](#none), [f](#own), `scripts/none.py`\n"
	all := []string{"link/broken", "link/case", "link/escape", "link/fragment", "link/fragment", "path/missing"}
	own := []string{"link/fragment"}
	for file, want := range map[string][]string{
		"skills/x/more/notes.md":           all,
		"skills/x/more/contemplate.md":     all,
		"templates/x/more/notes.md":        all, // the skill is a template, and its files are its own
		"skills/x/more/report-template.md": own,
		"skills/x/templates/report.md":     own,
		"skills/x/assets/README.md":        own,
	} {
		skill := strings.Join(strings.Split(file, "/")[:2], "/")
		s, root := workspace(t, "-- "+skill+"/SKILL.md --\n"+plainFront+"[a](more/a.md)\n-- "+skill+"/scripts/a.py --\n-- "+skill+"/references/guide.md --\n# Guide\n-- "+file+" --\n"+body)
		var got []string
		for _, d := range diagnose(s, root, file) {
			got = append(got, d.Rule)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	s, root := workspace(t, "-- skills/x/SKILL.md --\n"+plainFront+"-- skills/x/templates/SKILL.md --\n"+plainFront+body+"-- templates/AGENTS.md --\n"+body)
	for _, file := range []string{"skills/x/templates/SKILL.md", "templates/AGENTS.md"} {
		if found := diagnose(s, root, file); count(found, "link/broken") == 0 {
			t.Errorf("want a link/broken in %s, got %+v", file, found)
		}
	}
}

// TestPageOfSite guards that a link that may be the address of a page weighs less: one without extension, of which not even the first
// directory is there.
func TestPageOfSite(t *testing.T) {
	for link, want := range map[string]Severity{
		"[a](wiki/deployment)":            Information,
		"[a](wiki/teams/deployment#who)":  Information,
		"[a](wiki/deployment.md)":         Warning,
		"[a](references/deployment)":      Warning,
		"[a](deployment)":                 Warning,
		"[a](./deployment)":               Warning,
		"[a](../x-none/deployment)":       Warning,
		"[a](wiki/references/guide)":      Information,
		"[a](references/deployment/more)": Warning,
	} {
		found, listing := diagnoseText(t, plainFront+link+"\n")
		if len(found) != 1 || strings.Contains(link, "(..") && found[0].Rule != "link/escape" || found[0].Severity != want {
			t.Errorf("%s: want one finding, %v, got\n%s", link, want, listing)
		}
	}
}

// TestNotationIsNoLink guards that brackets before parentheses are a link only where they can be meant as one.
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
		if found, listing := diagnoseText(t, plainFront+text+"\n"); count(found, "link/broken") != want {
			t.Errorf("%s: want %d link/broken, got\n%s", text, want, listing)
		}
	}
}

// TestSameNameElsewhere guards that a file of the same name in another directory is offered only where the link's own directory cannot be
// meant.
func TestSameNameElsewhere(t *testing.T) {
	const files = "-- x/references/guide.md --\n-- x/references/deep/one.md --\n-- x/api/v1.0.0/types.md --\n-- x/intro/README.md --\n-- x/api/README.md --\n-- x/scripts/a.py --\n"
	for _, tt := range []struct{ from, link, want string }{
		{"SKILL.md", "guide.md", "references/guide.md!"}, // preferred
		{"SKILL.md", "one.md", "references/deep/one.md!"},
		{"SKILL.md", "docs/guide.md", "references/guide.md"}, // the only one, and there is no docs
		{"SKILL.md", "reference/guide.md", "references/guide.md!"},
		{"SKILL.md", "scripts/guide.md", ""}, // scripts is there, and so is meant
		{"SKILL.md", "references/one.md", "references/deep/one.md"},
		{"SKILL.md", "api/v1.2.0/types.md", ""}, // one version is not another
		{"SKILL.md", "api/v1.10.0-dev/types.md", ""},
		{"SKILL.md", "v2/types.md", "api/v1.0.0/types.md"},
		{"SKILL.md", "docs/README.md", ""}, // there are two
		{"references/more.md", "../guide.md", "guide.md"},
		{"references/more.md", "scripts/guide.md", ""}, // from the skill's directory
		{"references/more.md", "docs/a.py", "../scripts/a.py"},
	} {
		s, root := workspace(t, "-- x/SKILL.md --\n"+plainFront+files+"-- x/"+tt.from+" --\n"+plainFront+"[a]("+tt.link+")\n")
		found := diagnose(s, root, "x/"+tt.from)
		if count(found, "link/broken") != 1 {
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
