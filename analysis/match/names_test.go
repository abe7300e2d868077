package match_test

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
)

// TestNames lists ways in which text names files, and text that only looks like a name.
func TestNames(t *testing.T) {
	files := []string{
		"references/forms.md", "references/release-checklist.md", "references/api.md", "scripts/run_loop.py", "scripts/helpers.py", "assets/logo dark.png",
		"assets/fonts/Inter.ttf", "themes/ocean.css", "steps/step-1.md", "steps/step-2.md", "資料/規約.md", "data/iso.csv",
	}
	tests := []struct {
		name, text string
		code       bool
		want       string // the files, by their base names
	}{
		{"path", "See references/forms.md.", false, "forms.md"},
		{"link", "[forms](references/forms.md#fields)", false, "forms.md"},
		{"base name", "See forms.md, too", false, "forms.md"},
		{"in other letters", "See FORMS.MD", false, "forms.md"},
		{"with backslashes", `references\forms.md`, false, "forms.md"},
		{"beside letters that are not ASCII", "先读forms.md。", false, "forms.md"},
		{"with a particle", "`forms.md`를", false, "forms.md"},
		{"without extension, in code", "`forms`", false, "forms.md"},
		{"without extension, in a path", "references/forms", false, "forms.md"},
		{"wiki link", "[[forms]]", false, "forms.md"},
		{"bold", "**forms**: all fields", false, "forms.md"},
		{"several words", "Go through the release checklist.", false, "release-checklist.md"},
		{"several words in other letters", "Release_Checklist", false, "release-checklist.md"},
		{"with a blank", "assets/logo dark.png and assets/logo%20dark.png", false, "logo dark.png"},
		{"not ASCII", "規約を読む", false, "規約.md"},
		{"directory", "All of `references/` matters", false, "forms.md release-checklist.md api.md"},
		{"directory at the end", "look through references/", false, "forms.md release-checklist.md api.md"},
		{"directory in a path", "ls ./references/*", false, "forms.md release-checklist.md api.md"},
		{"directory with a placeholder", "references/<topic>.md", false, "forms.md release-checklist.md api.md"},
		{"directory with dots", "references/...", false, "forms.md release-checklist.md api.md"},
		{"directory in words", "the references folder", false, "forms.md release-checklist.md api.md"},
		{"directory in code", "See `references`.", false, "forms.md release-checklist.md api.md"},
		{"directory in bold", "**References**: forms and more", false, "forms.md release-checklist.md api.md"},
		{"directory above", "everything in assets/ is free", false, "logo dark.png Inter.ttf"},
		{"directory joined in a program", `os.path.join(here, "data", name + ".csv")`, true, "iso.csv"},
		{"pattern", "steps/step-*.md", false, "step-1.md step-2.md"},
		{"pattern with a variable", "cat themes/${theme}.css", false, "ocean.css"},
		{"pattern of an extension", "`*.ttf`", false, "Inter.ttf"},
		{"prefix", "Those that begin with `step-` come first", false, "step-1.md step-2.md"},
		{"import", "from helpers import load", true, "helpers.py"},
		{"module", "python -m scripts.run_loop", false, "run_loop.py"},
		{"call", "helpers.load()", true, "helpers.py"},

		{"a word", "Fill in all forms, and call the API.", false, ""},
		{"a word in other letters", "Forms are hard", false, ""},
		{"a longer name", "style-forms.md and forms-old.md", false, ""},
		{"another extension", "forms.html", false, ""},
		{"a file of the same directory", "references/other.md", false, ""},
		{"a directory as a word", "It references other files, and so do scripts.", false, ""},
		{"a pattern of what all are", "Read *.md and **/*.py", false, ""},
		{"words apart", "the checklist of a release", false, ""},
	}
	var resources []match.Resource
	for _, file := range files {
		resources = append(resources, match.Resource{Rel: file})
	}
	finder := match.NewNameFinder(resources)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, i := range finder.Find(tt.text, tt.code) {
				_, base, _ := strings.Cut(files[i], "/")
				got = append(got, base[strings.LastIndex(base, "/")+1:])
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%q names %q, want %q", tt.text, strings.Join(got, " "), tt.want)
			}
		})
	}
}

// TestNamesHostile checks that text made to be expensive costs a bounded number of comparisons, and that all
// files count as named.
func TestNamesHostile(t *testing.T) {
	var resources []match.Resource
	for i := range refs.MaxListed {
		resources = append(resources, match.Resource{Rel: fmt.Sprintf("step-%d.txt", i)})
	}
	finder := match.NewNameFinder(resources)
	patterns := ""
	for i := range match.MaxPatterns + 1 {
		patterns += fmt.Sprintf("a%d-*.txt ", i)
	}
	for name, text := range map[string]string{"a word that all names begin with": strings.Repeat("step ", refs.MaxText/5), "patterns": patterns} {
		if found := finder.Find(text, false); len(found) != len(resources) {
			t.Errorf("%s: %d files count as named, want all", name, len(found))
		}
	}
}

// TestResourceKinds lists files that a skill should mention, and files that readers and tools find by their
// names alone.
func TestResourceKinds(t *testing.T) {
	for _, rel := range []string{
		"reference.md", "references/forms.md", "REFERENCE/forms.md", "scripts/run.py", "scripts/setup.sh", "assets/template.html", "assets/chart.png", "data/iso.csv",
		"agents/reviewer.md", "templates/report.md.tmpl", "examples/login.ts", "references/dialog.md", "references/testing.md", "references/latest.md",
	} {
		if !refs.IsResource(rel) {
			t.Errorf("%s is none", rel)
		}
	}
	for _, rel := range []string{
		"SKILL.md", "skill.md", "SKILL.zh-CN.md", "skill_ja.md", "README.md", "references/README.md", "LICENSE", "LICENSE.txt", "fonts/OFL.txt", "Inter-OFL.txt", "NOTICE",
		"CHANGELOG.md", "VERIFICATION.md", "SYNC.md", "agents/openai.yaml", "package.json", "scripts/package-lock.json", "scripts/requirements.txt",
		"requirements-dev.txt", "pyproject.toml", "uv.lock", "scripts/__init__.py", "scripts/__pycache__/a.pyc", "tests/run.py", "scripts/test_run.py",
		"scripts/run_test.py", "scripts/run.test.ts", "scripts/tests/data.json", "evals/evals.json", ".gitkeep", "assets/.gitkeep", ".github/x.yml", "index.md",
		"scripts/lib/index.ts", "assets/icon.png", "assets/logo-large.svg", "cmd/main.go", "dist/x.js", "vite.config.ts", "types.d.ts", "a.min.js", "_template.md",
		"references/evolution-log.md", "node_modules/x/y.js", "Makefile", "Dockerfile", "AGENTS.md",
	} {
		if refs.IsResource(rel) {
			t.Errorf("%s is one", rel)
		}
	}
}
