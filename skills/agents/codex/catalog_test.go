package codex

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

// Codex's catalog was not recorded. These tests expect what Codex's own tests do (core-skills/src/render.rs
// 428dd6c6).

func skill(name string, scope skills.Scope, description string) skills.Skill {
	return skills.Skill{Name: name, Description: description, Path: "/tmp/" + name + "/SKILL.md", Scope: scope}
}

func found(name, root, rel string, place int) skills.Skill {
	return skills.Skill{
		Name: name, Description: "desc", Path: root + "/" + rel, Scope: skills.ScopeUser, Origin: skills.Origin{Root: root, Place: place},
	}
}

// leastCost returns the cost of the skills without their descriptions.
func leastCost(tokens bool, list ...skills.Skill) (cost int) {
	for _, s := range list {
		cost += limit{tokens: tokens}.line(newLine(s).with(""))
	}
	return cost
}

// listed returns the lines of the skills in a list.
func listed(text skills.CatalogText) []string {
	var lines []string
	for line := range strings.Lines(text.Content) {
		if strings.HasPrefix(line, "- ") && strings.Contains(line, "(file: ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

func TestBudget(t *testing.T) {
	for _, tt := range []struct {
		window int
		want   skills.Budget
	}{
		{200_000, skills.Budget{Tokens: 4000}},
		{99, skills.Budget{Tokens: 1}},
		{150, skills.Budget{Tokens: 3}},
		{0, skills.Budget{Chars: 8000}},
		{-1, skills.Budget{Chars: 8000}},
	} {
		if got := budgetOf(tt.window); got != tt.want {
			t.Errorf("codexBudget(%d) = %+v, want %+v", tt.window, got, tt.want)
		}
	}
}

func TestCatalog(t *testing.T) {
	const repo, user, system, admin = skills.ScopeRepo, skills.ScopeUser, skills.ScopeSystem, skills.ScopeAdmin
	const shortened = "Codex warns the user: Skill descriptions were shortened to fit the skills context budget. Codex can still see every skill, " +
		"but some descriptions are shorter. Disable unused skills or plugins to leave more room for the rest."
	hidden := skill("hidden", repo, "desc")
	hidden.Hidden = true
	alpha, beta := skill("alpha-skill", repo, "abcdef"), skill("beta-skill", repo, "uvwxyz")
	short, long := skill("short-skill", repo, "x"), skill("long-skill", repo, "abcdefghi")
	wordy, empty := skill("long-skill", repo, strings.Repeat("a", 250)), skill("empty-skill", repo, "")
	endless := skill("long-skill", repo, strings.Repeat("a", 1000))
	bySystem, byUser, byRepo, byAdmin := skill("system-skill", system, "desc"), skill("user-skill", user, "desc"), skill("repo-skill", repo, "desc"), skill("admin-skill", admin, "desc")
	oversized := skill("oversized-system-skill", system, strings.Repeat("desc ", 100))
	for _, tt := range []struct {
		name   string
		list   []skills.Skill
		budget skills.Budget
		want   []string
		note   string
	}{
		{"unlimited, by scope", []skills.Skill{byUser, byRepo, hidden, byAdmin, bySystem}, skills.Budget{}, []string{
			"- system-skill: desc (file: /tmp/system-skill/SKILL.md)", "- admin-skill: desc (file: /tmp/admin-skill/SKILL.md)",
			"- repo-skill: desc (file: /tmp/repo-skill/SKILL.md)", "- user-skill: desc (file: /tmp/user-skill/SKILL.md)",
		}, ""},
		{"capped", []skills.Skill{skill("long-skill", repo, strings.Repeat("💡", 1025))}, skills.Budget{}, []string{
			"- long-skill: " + strings.Repeat("💡", 1021) + "... (file: /tmp/long-skill/SKILL.md)",
		}, ""},
		{"not capped", []skills.Skill{skill("long-skill", repo, strings.Repeat("💡", 1024))}, skills.Budget{}, []string{
			"- long-skill: " + strings.Repeat("💡", 1024) + " (file: /tmp/long-skill/SKILL.md)",
		}, ""},
		{"shortened evenly", []skills.Skill{beta, alpha}, skills.Budget{Chars: leastCost(false, alpha, beta) + 6}, []string{
			"- alpha-skill: ab (file: /tmp/alpha-skill/SKILL.md)", "- beta-skill: uv (file: /tmp/beta-skill/SKILL.md)",
		}, ""},
		{"a warning", []skills.Skill{wordy, empty}, skills.Budget{Chars: leastCost(false, wordy, empty) + 49}, []string{
			"- empty-skill: (file: /tmp/empty-skill/SKILL.md)", "- long-skill: " + strings.Repeat("a", 48) + " (file: /tmp/long-skill/SKILL.md)",
		}, shortened},
		{"a warning with the share", []skills.Skill{endless}, skills.Budget{Tokens: leastCost(true, endless) + 1}, nil, strings.Replace(shortened, "the skills", "the 2% skills", 1)},
		{"what a short one leaves", []skills.Skill{short, long}, skills.Budget{Chars: leastCost(false, short, long) + 11}, []string{
			"- long-skill: abcdefgh (file: /tmp/long-skill/SKILL.md)", "- short-skill: x (file: /tmp/short-skill/SKILL.md)",
		}, ""},
		{"left out by scope", []skills.Skill{bySystem, byUser, byRepo, byAdmin}, skills.Budget{Chars: leastCost(false, bySystem, byAdmin)}, []string{
			"- system-skill: (file: /tmp/system-skill/SKILL.md)", "- admin-skill: (file: /tmp/admin-skill/SKILL.md)",
		}, "Codex warns the user: Exceeded skills context budget. All skill descriptions were removed and 2 additional skills were not included in the model-visible skills list."},
		{"a later one fits", []skills.Skill{oversized, byRepo}, skills.Budget{Chars: leastCost(false, byRepo) + len("desc ")}, []string{
			"- repo-skill: (file: /tmp/repo-skill/SKILL.md)",
		}, "Codex warns the user: Exceeded skills context budget. All skill descriptions were removed and 1 additional skill was not included in the model-visible skills list."},
		{"left out by tokens", []skills.Skill{byRepo, byUser}, skills.Budget{Tokens: leastCost(true, byRepo)}, []string{
			"- repo-skill: (file: /tmp/repo-skill/SKILL.md)",
		}, "Codex warns the user: Exceeded skills context budget of 2%. All skill descriptions were removed and 1 additional skill was not included in the model-visible skills list."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := catalog(tt.list, tt.budget)
			if lines := listed(got); tt.want != nil && !slices.Equal(lines, tt.want) {
				t.Errorf("lines\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(tt.want, "\n"))
			}
			if note := strings.Join(got.Notes, "; "); note != tt.note {
				t.Errorf("note %q, want %q", note, tt.note)
			}
			total := len(slices.DeleteFunc(slices.Clone(tt.list), func(s skills.Skill) bool { return s.Hidden }))
			if got.Total != total || got.Entries+len(got.Dropped) != total || got.Entries != len(listed(got)) || got.Truncated != (len(got.Dropped) > 0) {
				t.Errorf("%d of %d entries, %d dropped, truncated %t", got.Entries, got.Total, len(got.Dropped), got.Truncated)
			}
		})
	}
	if got := catalog([]skills.Skill{hidden}, skills.Budget{}); got.Content != "" {
		t.Errorf("a list without skills: %q", got.Content)
	}
}

// TestCatalogText checks the text around the list.
func TestCatalogText(t *testing.T) {
	got := catalog([]skills.Skill{skill("a", skills.ScopeRepo, "Does.")}, skills.Budget{Chars: 8000}).Content
	want := "<skills_instructions>\n## Skills\n" + intro + "\n### Available skills\n- a: Does. (file: /tmp/a/SKILL.md)\n### How to use skills\n" +
		usage + "\n</skills_instructions>"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, usage := range []string{usage, usageAliased} {
		for _, passage := range []string{
			"read its `SKILL.md` completely", "continue until EOF", "The main agent must read each required instruction or reference file itself",
			"Do not delegate reading, summarizing, or interpreting skill instructions",
			"Subagents may still perform task work when the selected skill allows it",
			"Progressive disclosure applies to selecting relevant files, not partially reading a selected instruction file",
		} {
			if !strings.Contains(usage, passage) {
				t.Errorf("%q is not in the usage", passage)
			}
		}
	}
}

func TestAliases(t *testing.T) {
	const cache = "/Users/xl/.codex/plugins/cache/openai-curated"
	for _, tt := range []struct {
		name  string
		list  []skills.Skill
		lines []string
		paths []string
	}{
		{
			"a plugin with one skill",
			[]skills.Skill{found("github:gh-fix-ci", cache+"/github/hash123/skills", "gh-fix-ci/SKILL.md", 0)},
			[]string{"- `r0` = `" + cache + "`"},
			[]string{"r0/github/hash123/skills/gh-fix-ci/SKILL.md"},
		},
		{"a plugin with two", []skills.Skill{
			found("github:gh-fix-ci", cache+"/github/hash123/skills", "gh-fix-ci/SKILL.md", 0), found("github:yeet", cache+"/github/hash123/skills", "yeet/SKILL.md", 0),
		}, []string{"- `r0` = `" + cache + "/github/hash123/skills`"}, []string{"r0/gh-fix-ci/SKILL.md", "r0/yeet/SKILL.md"}},
		{"a version with two roots", []skills.Skill{
			found("github:gh-fix-ci", cache+"/github/hash123/skills", "gh-fix-ci/SKILL.md", 0), found("github:yeet", cache+"/github/hash123/extra-skills", "yeet/SKILL.md", 1),
		}, []string{"- `r0` = `" + cache + "/github/hash123/skills`", "- `r1` = `" + cache + "/github/hash123/extra-skills`"}, []string{"r0/gh-fix-ci/SKILL.md", "r1/yeet/SKILL.md"}},
		{"two plugins", []skills.Skill{
			found("github:gh-fix-ci", cache+"/github/hash123/skills", "gh-fix-ci/SKILL.md", 0), found("slack:daily-digest", cache+"/slack/hash456/skills", "daily-digest/SKILL.md", 1),
		}, []string{"- `r0` = `" + cache + "`"}, []string{"r0/github/hash123/skills/gh-fix-ci/SKILL.md", "r0/slack/hash456/skills/daily-digest/SKILL.md"}},
		{"two versions", []skills.Skill{
			found("github:gh-fix-ci", cache+"/github/hash123/skills", "gh-fix-ci/SKILL.md", 0), found("github:yeet", cache+"/github/hash456/extra-skills", "yeet/SKILL.md", 1),
		}, []string{"- `r0` = `" + cache + "`"}, []string{"r0/github/hash123/skills/gh-fix-ci/SKILL.md", "r0/github/hash456/extra-skills/yeet/SKILL.md"}},
		{"roots in the order of the scan, a link and no root", []skills.Skill{
			found("a", "/w/z", "a/SKILL.md", 0), {Name: "b", Path: "/store/b/SKILL.md", Origin: skills.Origin{Root: "/w/y", Place: 1}}, {Name: "c", Path: "/c/SKILL.md"},
		}, []string{"- `r0` = `/w/z`", "- `r1` = `/w/y`"}, []string{"r0/a/SKILL.md", "/store/b/SKILL.md", "/c/SKILL.md"}},
		{"no root", []skills.Skill{{Name: "c", Path: "/c/SKILL.md"}}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines := make([]line, len(tt.list))
			for i, s := range tt.list {
				lines[i] = newLine(s)
			}
			r, ok := newLimit(skills.Budget{}).renderAliased(lines, tt.list)
			if ok != (tt.lines != nil) || !slices.Equal(r.roots, tt.lines) {
				t.Errorf("roots %q, want %q", r.roots, tt.lines)
			}
			for i, path := range tt.paths {
				if !strings.HasSuffix(r.lines[i], "(file: "+path+")") {
					t.Errorf("line %q, want the path %s", r.lines[i], path)
				}
			}
		})
	}
}

// TestAliased renders a list that fits only with aliases.
func TestAliased(t *testing.T) {
	const root = "/Users/xl/.codex/plugins/cache/openai-curated/example/hash1234567890/skills-with-a-very-long-shared-prefix"
	var list []skills.Skill
	for i := range 12 {
		list = append(list, found(fmt.Sprintf("shared-root-skill-%d", i), root, fmt.Sprintf("skill-%d/SKILL.md", i), 0))
	}
	roots := []string{"- `r0` = `" + root + "`"}
	least := limit{}.table(roots)
	for i, s := range list {
		s.Path = fmt.Sprintf("r0/skill-%d/SKILL.md", i)
		least += leastCost(false, s)
	}
	if whole := leastCost(false, list...); least >= whole {
		t.Fatalf("%d with aliases, %d without", least, whole)
	}
	got := catalog(list, skills.Budget{Chars: least})
	if got.Entries != 12 || got.Truncated {
		t.Errorf("%d entries, %d dropped", got.Entries, len(got.Dropped))
	}
	for _, want := range []string{introAliased + "\n### Skill roots\n" + roots[0] + "\n### Available skills\n", "(file: r0/skill-0/SKILL.md)", "r0/skill-11/SKILL.md", usageAliased} {
		if !strings.Contains(got.Content, want) {
			t.Errorf("%q is not in\n%s", want, got.Content)
		}
	}
	if got := catalog(list, skills.Budget{}); strings.Contains(got.Content, "r0") {
		t.Errorf("aliases without need:\n%s", got.Content)
	}
	two := []skills.Skill{found("alpha-skill", root, "alpha/SKILL.md", 0), found("beta-skill", root, "beta/SKILL.md", 0)}
	lines := []line{newLine(two[0]), newLine(two[1])}
	one := limit{limit: limit{}.table(roots) + limit{}.line("- alpha-skill: (file: r0/alpha/SKILL.md)")}
	r, _ := one.renderAliased(lines, two)
	if !slices.Equal(r.lines, []string{"- alpha-skill: (file: r0/alpha/SKILL.md)"}) || !slices.Equal(r.roots, roots) {
		t.Errorf("%q, %q", r.lines, r.roots)
	}
}
