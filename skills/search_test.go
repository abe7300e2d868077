package skills

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	dir := filepath.FromSlash("/s")
	if filepath.VolumeName(dir) == "" && filepath.Separator == '\\' {
		dir = `C:\s`
	}
	skill := func(name, description string, scope Scope) Skill {
		return Skill{Name: name, Description: description, Scope: scope, Path: filepath.Join(dir, string(scope), name, "SKILL.md")}
	}
	c := &Catalog{Skills: []Skill{
		skill("release", "Cuts a release.", ScopeUser),
		skill("release-notes", "Drafts notes from commits; release.", ScopeRepo),
		skill("repo-review", "Reviews a pull request with a checklist.", ScopeRepo),
		skill("Review", "Reviews text. İstanbul style.", ScopeUser),
		skill("zeta", "Cuts release notes, release notes, and commits.", ScopeRepo),
	}}
	path := c.Skills[2].Path
	for _, tt := range []struct {
		query string
		scope Scope
		want  string
	}{
		{"", "", ""},
		{" \ufeff\n", "", ""},
		{"release", "", "release 900 exact_name; release-notes 700 prefix; zeta 101 token_overlap"},
		{" RELEASE ", "", "release 900 exact_name; release-notes 700 prefix; zeta 101 token_overlap"},
		{"rel", "", "release-notes 700 prefix; release 700 prefix"},
		{"release", ScopeUser, "release 900 exact_name"},
		{"release-notes", "", "release-notes 900 exact_name; zeta 102 token_overlap; release 101 token_overlap"},
		{"commits notes notes", "", "release-notes 102 token_overlap; zeta 102 token_overlap"},
		{"review", "", "Review 900 exact_name; repo-review 101 token_overlap"},
		{path, "", "repo-review 1000 exact_path; release-notes 101 token_overlap"},
		{strings.ToUpper(path), "", "repo-review 1000 exact_path; release-notes 101 token_overlap"},
		{"./repo-review/../repo-review/SKILL.md", "", "repo-review 1000 exact_path"},
		{"stanbul", "", "Review 101 token_overlap"},
		{"istanbul", "", ""},
		{"nothing", "", ""},
		{"---", "", ""},
	} {
		got := c.Search(Query{Text: tt.query, Scope: tt.scope, Cwd: filepath.Join(dir, "repo")}, SearchLimits{})
		var parts []string
		for _, f := range got.Results {
			parts = append(parts, fmt.Sprintf("%s %d %s", f.Skill.Name, f.Score, f.Reason))
		}
		want := tt.want
		if strings.Contains(strings.ToLower(tt.query), "skill.md") && !strings.HasPrefix(tt.query, ".") {
			want, _, _ = strings.Cut(want, ";") // the words of the path are not tested here
			parts = parts[:min(1, len(parts))]
		}
		if strings.HasPrefix(tt.query, ".") {
			parts = parts[:min(1, len(parts))]
		}
		if strings.Join(parts, "; ") != want || got.Count != len(got.Results) || got.Results == nil || got.Truncated {
			t.Errorf("%q: %v, count %d, truncated %t; want %s", tt.query, parts, got.Count, got.Truncated, want)
		}
	}
}

func TestSearchLimits(t *testing.T) {
	c := &Catalog{}
	for i := range 60 {
		c.Skills = append(c.Skills, Skill{Name: fmt.Sprintf("x%02d", i), Path: fmt.Sprintf("/%02d", 59-i), Scope: ScopeRepo})
	}
	for _, tt := range []struct {
		limit  int
		limits SearchLimits
		want   int
	}{
		{0, SearchLimits{}, 8},
		{3, SearchLimits{}, 3},
		{99, SearchLimits{}, 50},
		{-1, SearchLimits{}, 1},
		{0, SearchLimits{Default: 4}, 4},
		{30, SearchLimits{Max: 20}, 20},
		{0, SearchLimits{Default: 99, Max: 100}, 60},
	} {
		got := c.Search(Query{Text: "x", Limit: tt.limit}, tt.limits)
		if got.Count != tt.want || got.Truncated != (tt.want < 60) || got.Results[0].Skill.Path != "/00" {
			t.Errorf("limit %d of %+v: %d results, truncated %t, first %s", tt.limit, tt.limits, got.Count, got.Truncated, got.Results[0].Skill.Path)
		}
	}
}
