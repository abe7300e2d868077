package analysis

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"skills-ls/skills"
	"skills-ls/skills/fstest"
	"skills-ls/skills/runtimes"
)

// broken is a skill with one finding that no runtime has a part in, a warning of link/broken.
func broken(name string) string {
	return "---\nname: " + name + "\ndescription: Does it. Use when asked.\n---\nSee [this](gone.md).\n"
}

// findings writes the findings of a file as "rule severity", in their order.
func findings(s *Snapshot, root, name string) string {
	var list []string
	for _, d := range diagnose(s, root, name) {
		list = append(list, d.Rule+" "+d.Severity.String())
	}
	return strings.Join(list, ", ")
}

// TestSeverities guards which of the severities that are set counts in a file.
func TestSeverities(t *testing.T) {
	s, root := workspace(t, `
-- .skills-ls.yaml --
rules: {link/broken: error}
overrides:
  - {files: [vendor/**], rules: {"*": off}}
  - {files: [vendor/kept], rules: {link/broken: hint}}
-- .agents/skills/a/SKILL.md --
`+broken("a")+`
-- vendor/.agents/skills/b/SKILL.md --
`+broken("b")+`
-- vendor/kept/.agents/skills/c/SKILL.md --
`+broken("c")+`
-- packages/own/.skills-ls.yaml --
rules: {"*": information, name/format: off}
-- packages/own/.agents/skills/d/SKILL.md --
`+broken("d")+`
-- packages/other/.agents/skills/e/SKILL.md --
`+broken("e"))
	want := map[string]string{
		".agents/skills/a/SKILL.md":                "link/broken error",
		"vendor/.agents/skills/b/SKILL.md":         "",
		"vendor/kept/.agents/skills/c/SKILL.md":    "link/broken hint",
		"packages/own/.agents/skills/d/SKILL.md":   "link/broken information",
		"packages/other/.agents/skills/e/SKILL.md": "link/broken error",
	}
	check := func(s *Snapshot, want map[string]string) {
		t.Helper()
		got := make(map[string]string)
		for name := range want {
			got[name] = findings(s, root, name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("findings (-want +got)\n%s", diff)
		}
	}
	check(s, want)

	cfg := s.Config()
	cfg.Defaults = Settings{Rules: map[string]Severity{"link/broken": Hint}, Overrides: []Override{{Files: []string{"packages"}, Rules: map[string]Severity{"*": Off}}}}
	want["packages/own/.agents/skills/d/SKILL.md"] = ""
	check(s.WithConfig(cfg), want) // the file says nothing of overrides in packages/own, and the editor's default does

	cfg.Settings = Settings{Rules: map[string]Severity{"link/broken": Warning}, Overrides: []Override{}}
	check(s.WithConfig(cfg), map[string]string{
		".agents/skills/a/SKILL.md":                "link/broken warning",
		"vendor/.agents/skills/b/SKILL.md":         "link/broken warning",
		"vendor/kept/.agents/skills/c/SKILL.md":    "link/broken warning",
		"packages/own/.agents/skills/d/SKILL.md":   "link/broken warning",
		"packages/other/.agents/skills/e/SKILL.md": "link/broken warning",
	})
}

// TestNoFileHidesItself guards that a file of settings has no say in what is said about it, and the editor has.
func TestNoFileHidesItself(t *testing.T) {
	s, root := workspace(t, `
-- .skills-ls.yaml --
rules: {"*": off, file/unreadable: off}
ignore: ["*"]
overrides: [{files: ["*"], rules: {"*": off}}]
rulez: {}
-- .agents/skills/a/SKILL.md --
`+broken("a"))
	if got := findings(s, root, ".skills-ls.yaml"); got != "config/unknown error" {
		t.Errorf("findings %q", got)
	}
	if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != "" {
		t.Errorf("findings of the skill: %q", got)
	}
	cfg := s.Config()
	cfg.Settings.Rules = map[string]Severity{"config/unknown": Hint}
	if got := findings(s.WithConfig(cfg), root, ".skills-ls.yaml"); got != "config/unknown hint" {
		t.Errorf("findings %q where the editor wants a hint", got)
	}
}

// TestTargets guards that targets replace those derived from the place, and that an empty list gives way to the place.
func TestTargets(t *testing.T) {
	const skill = "-- .agents/skills/a/SKILL.md --\n---\nname: a\ndescription: Does it. Use when asked.\nversion: 1\n---\nDo it.\n"
	for _, tt := range []struct{ settings, editor, want string }{
		{"", "", "agent-skills"},
		{"targets: [codelia]\n", "", ""},
		{"targets: [codelia, agent-skills]\n", "", "agent-skills"},
		{"targets: [codelia]\n", "agent-skills", "agent-skills"},
		{"", "codelia", ""},
		{"targets: []\n", "", "agent-skills"},
		{"targets: [nobody]\n", "", "agent-skills"},
	} {
		s, root := workspace(t, "-- .skills-ls.yaml --\n"+tt.settings+skill)
		if tt.editor != "" {
			cfg := s.Config()
			cfg.Settings.Targets = []string{tt.editor}
			s = s.WithConfig(cfg)
		}
		var concerned []string
		for _, d := range diagnose(s, root, ".agents/skills/a/SKILL.md") {
			concerned = append(concerned, d.Runtimes...)
		}
		if got := strings.Join(concerned, " "); got != tt.want {
			t.Errorf("%q and %q in the editor: %q, want %q", tt.settings, tt.editor, got, tt.want)
		}
	}
}

func names(list []skills.Skill) string {
	var names []string
	for _, skill := range list {
		names = append(names, skill.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func plain(name string) string {
	return "---\nname: " + name + "\ndescription: Does it. Use when asked.\n---\nDo it.\n"
}

// listed returns the names of the skills that Codelia sees from a directory below the root.
func listed(t *testing.T, s *Snapshot, root, cwd string) string {
	t.Helper()
	list, err := s.List(t.Context(), ListQuery{Cwd: filepath.Join(root, cwd), Runtime: "codelia"})
	if err != nil {
		t.Fatal(err)
	}
	return names(list.Skills)
}

// TestRoots guards that skills in further roots are found, and stand where the file stands that names the root.
func TestRoots(t *testing.T) {
	s, root := workspace(t, `
-- .skills-ls.yaml --
roots: [tools/skills, not/there]
-- .agents/skills/a/SKILL.md --
`+plain("a")+`
-- tools/skills/b/SKILL.md --
`+strings.Replace(plain("b"), "Do it.", "See $a and $bb and $aaaa and $code-revie.", 1)+`
-- tools/skills/code-review/SKILL.md --
`+plain("code-review")+`
-- other/SKILL.md --
`+plain("other")+`
-- packages/own/.skills-ls.yaml --
roots: [../../other]
-- packages/own/.agents/skills/c/SKILL.md --
`+plain("c"))
	if got := listed(t, s, root, ""); got != "a b code-review" {
		t.Errorf("from the root: %q", got)
	}
	if got := listed(t, s, root, "packages/own"); got != "c other" {
		t.Errorf("from the package: %q", got)
	}
	if got := findings(s, root, "tools/skills/b/SKILL.md"); got != "mention/unknown information" {
		t.Errorf("findings %q: a mention from the root knows its neighbours", got)
	}
	if at := s.standpoint(filepath.Join(root, "tools", "skills", "b")); at.vantage != root {
		t.Errorf("vantage %s", at.vantage)
	}
	cfg := s.Config()
	cfg.Settings.Roots = []string{filepath.Join(root, "other"), "nowhere"}
	if got := listed(t, s.WithConfig(cfg), root, ""); got != "a other" {
		t.Errorf("with the editor's roots: %q", got)
	}
}

// TestUntrustedPaths guards that a file in the workspace leads nowhere outside of it, and that the user may.
func TestUntrustedPaths(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("links need rights on this system")
	}
	_, outside := workspace(t, "-- skills/secret/SKILL.md --\n"+plain("secret")+"-- shared.yaml --\nroots: [skills]\ntargets: [codelia]\n")
	_, root := workspace(t, `
-- ws/.skills-ls.yaml --
roots:
  - OUTSIDE/skills
  - ../near
  - in/../../near
  - lead/skills
  - in/lead
  - ~/skills
  - C:\skills
  - \\host\skills
  - in/missing
  - in/file
  - in/./../in/skills
-- ws/lead->OUTSIDE --
-- ws/in/lead->OUTSIDE/skills --
-- ws/in/file --
text
-- ws/in/skills/fine/SKILL.md --
`+plain("fine")+`
-- near/n/SKILL.md --
`+plain("n")+`
-- linked/.skills-ls.yaml->OUTSIDE/shared.yaml --
`)
	for _, name := range []string{"ws/lead", "ws/in/lead", "linked/.skills-ls.yaml"} { // the archive cannot know the directory
		path := filepath.Join(root, name)
		target, err := os.Readlink(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(path)
		if err := os.Symlink(strings.Replace(target, "OUTSIDE", outside, 1), path); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(root, "ws", SettingsFile)
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Replace(string(text), "OUTSIDE", outside, 1)
	if err := os.WriteFile(settings, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg := Config{Folders: []string{filepath.Join(root, "ws"), filepath.Join(root, "linked")}}
	s := New(skills.Disk{}, cfg)

	var got []string
	for _, d := range diagnose(s, root, "ws/.skills-ls.yaml") {
		got = append(got, fmt.Sprintf("%s %s %s", d.Rule, d.Severity, strings.TrimPrefix(d.Span.Of(source), outside)))
	}
	want := []string{
		"config/path error /skills", "config/path error ../near", "config/path error in/../../near", "config/path error lead/skills", "config/path error in/lead",
		"config/path error ~/skills", `config/path error C:\skills`, `config/path error \\host\skills`, "config/path information in/missing", "config/path information in/file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got)\n%s", diff)
	}
	if got := listed(t, s, root, "ws"); got != "fine" {
		t.Errorf("skills %q, want fine", got)
	}
	if got := findings(s, root, "linked/.skills-ls.yaml"); got != "config/path error" {
		t.Errorf("findings of a link out of the workspace: %q", got)
	}
	if got := listed(t, s, root, "linked"); got != "" {
		t.Errorf("skills %q by a link out of the workspace", got)
	}

	t.Run("the directories of a runtime", func(t *testing.T) {
		text := "runtimes: {remcochat: {directories: [./in, ../near, /opt/skills]}}\n"
		next := s.With(Change{Path: settings, Text: &text, Time: time.Unix(1, 0)})
		if got := findings(next, root, "ws/.skills-ls.yaml"); got != "config/path error, config/path error" {
			t.Errorf("findings %q", got)
		}
		want := map[string]skills.KnobValue{"remcochat.directories": {Paths: []string{"./in"}}}
		if diff := cmp.Diff(want, next.effect(filepath.Join(root, "ws")).knobs); diff != "" {
			t.Errorf("knobs (-want +got)\n%s", diff)
		}
	})
	t.Run("a root that comes to lead outside", func(t *testing.T) {
		if err := os.Symlink(filepath.Join(outside, "skills"), filepath.Join(root, "ws", "in", "missing")); err != nil {
			t.Fatal(err)
		}
		next := s.Refresh(filepath.Join(root, "ws", "in", "missing"))
		if got := listed(t, next, root, "ws"); got != "fine" {
			t.Errorf("skills %q, want fine", got)
		}
	})
	t.Run("the editor's settings", func(t *testing.T) {
		trusted := cfg
		trusted.Settings.Roots = []string{filepath.Join(outside, "skills"), "../near"}
		if got := listed(t, s.WithConfig(trusted), root, "ws"); got != "n secret" {
			t.Errorf("skills %q, want n and secret", got)
		}
	})
	t.Run("a file that the user names", func(t *testing.T) {
		trusted := cfg
		trusted.SettingsFile = filepath.Join(outside, "shared.yaml")
		next := s.WithConfig(trusted)
		if got := listed(t, next, root, "ws"); got != "secret" {
			t.Errorf("skills %q, want secret", got)
		}
		if got := next.standpoint(filepath.Join(root, "ws")).concerned; len(got) != 1 || got[0] != runtimes.Codelia {
			t.Errorf("targets %v", ids(got))
		}
		if report := next.SettingsFor(filepath.Join(root, "ws")); report.Err != nil || len(report.Problems) > 0 {
			t.Errorf("report %+v", report)
		}
	})
}

// TestIgnored guards what a scan leaves out, and what nothing is said about.
func TestIgnored(t *testing.T) {
	s, root := workspace(t, `
-- .skills-ls.yaml --
ignore: ["**/fixtures/**", "!.claude/", /draft.md]
-- .gitignore --
build/
.claude/
*.log.md
-- sub/.gitignore --
!kept.log.md
/deep
-- sub/own/.skills-ls.yaml --
ignore: [only]
-- .agents/skills/a/SKILL.md --
x
`)
	for _, tt := range []struct {
		path            string
		silent, ignored bool
	}{
		{".agents", false, false},
		{".agents/skills/a/SKILL.md", false, false},
		{"a/fixtures", false, false},
		{"a/fixtures/x", true, true},
		{"a/fixtures/x/SKILL.md", true, true},
		{".claude/skills/x/SKILL.md", false, false},
		{"build", false, false},
		{"build/", false, true},
		{"build/skills/SKILL.md", false, true},
		{"x.log.md", false, true},
		{"sub/x.log.md", false, true},
		{"sub/kept.log.md", false, false},
		{"sub/more/kept.log.md", false, false},
		{"sub/deep/SKILL.md", false, true},
		{"deep/SKILL.md", false, false},
		{"draft.md", true, true},
		{"a/draft.md", false, false},
		{"sub/own/only/SKILL.md", true, true},
		{"sub/own/fixtures/x/SKILL.md", false, false},
		{"sub/own/build/SKILL.md", false, true},
		{"a/fixtures/.skills-ls.yaml", false, true},
	} {
		path := filepath.Join(root, filepath.FromSlash(tt.path))
		isDir := strings.HasSuffix(tt.path, "/")
		if silent, ignored := s.Silent(path, isDir), s.Ignored(path, isDir); silent != tt.silent || ignored != tt.ignored {
			t.Errorf("%s: silent %v, ignored %v; want %v, %v", tt.path, silent, ignored, tt.silent, tt.ignored)
		}
	}
	if s.Ignored(filepath.Dir(root), true) || s.Silent("untitled:SKILL.md", false) {
		t.Error("what lies outside is left out")
	}

	s, root = workspace(t, `
-- .skills-ls.yaml --
ignore: ["!again/"]
-- .gitignore --
!tests/kept/fixtures/
-- x --
`)
	for path, want := range map[string]bool{
		"testdata/x/SKILL.md":                         true,
		"pkg/testdata/SKILL.md":                       true,
		".claude/skills/testdata/SKILL.md":            false,
		".claude/skills/testdata/references/x.md":     false,
		".claude/skills/x/testdata/bad/SKILL.md":      true,
		"__fixtures__/SKILL.md":                       true,
		"fixtures/SKILL.md":                           false,
		"tests/SKILL.md":                              false,
		"tests/fixtures/a/SKILL.md":                   true,
		"pkg/spec/a/b/fixtures/SKILL.md":              true,
		"skills/fixtures/SKILL.md":                    false,
		"tests/kept/fixtures/SKILL.md":                false, // git's lines come after
		"tests/again/fixtures/SKILL.md":               true,
		"tests/fixtures-of-all-kinds/skills/SKILL.md": false,
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if s.Ignored(path, false) != want || s.Silent(path, false) {
			t.Errorf("%s: ignored %v, silent %v", path, !want, s.Silent(path, false))
		}
	}

	s, root = workspace(t, "-- .gitignore --\nfirst\n"+strings.Repeat("other\n", maxGitignore/6)+"last\n-- link/.gitignore->../.gitignore --\n")
	for name, want := range map[string]bool{"first": true, "other": true, "last": false} {
		if got := s.Ignored(filepath.Join(root, name), true); got != want {
			t.Errorf("%s of a large .gitignore: ignored %v", name, got)
		}
	}
}

// TestKnobs guards that a runtime's own settings take effect.
func TestKnobs(t *testing.T) {
	archive := "-- .codelia/x --\n"
	for i := range 9 {
		name := fmt.Sprintf("deploy-%d", i)
		archive += "-- .agents/skills/" + name + "/SKILL.md --\n" + plain(name)
	}
	search := func(s *Snapshot, limit int) int {
		t.Helper()
		found, err := s.Search(t.Context(), SearchQuery{Query: "deploy", Limit: limit, Runtime: "codelia"})
		if err != nil {
			t.Fatal(err)
		}
		return found.Count
	}
	s, root := workspace(t, archive)
	if got := search(s, 0); got != 8 {
		t.Errorf("%d results, want 8", got)
	}
	if got := s.Budget(runtimes.Codelia, root); got != (skills.Budget{Entries: 200, Bytes: 32768}) {
		t.Errorf("budget %+v", got)
	}
	s, root = workspace(t, archive+"-- .skills-ls.yaml --\nruntimes: {codelia: {initial: {maxEntries: 7}, search: {defaultLimit: 2, maxLimit: 4}}}\n")
	if unasked, asked := search(s, 0), search(s, 9); unasked != 2 || asked != 4 {
		t.Errorf("%d and %d results, want 2 and 4", unasked, asked)
	}
	if got := s.Budget(runtimes.Codelia, root); got != (skills.Budget{Entries: 7, Bytes: 32768}) {
		t.Errorf("budget %+v", got)
	}
	s, root = workspace(t, archive+"-- .skills-ls.yaml --\nruntimes: {codelia: {enabled: false}}\n")
	if got := listed(t, s, root, ""); got != "" {
		t.Errorf("skills %q, though Codelia's are off", got)
	}
}

// TestSettingsAreLive guards that a buffer of the file counts as it is typed, and the disk once it is closed, or has changed.
func TestSettingsAreLive(t *testing.T) {
	s, root := workspace(t, "-- .skills-ls.yaml --\nrules: {link/broken: error}\n-- .agents/skills/a/SKILL.md --\n"+broken("a")+"-- tools/skills/b/SKILL.md --\n"+plain("b"))
	path := filepath.Join(root, SettingsFile)
	wants := func(s *Snapshot, want string) {
		t.Helper()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != want {
			t.Errorf("findings %q, want %q", got, want)
		}
	}
	open := func(s *Snapshot, text string) *Snapshot {
		return s.With(Change{Path: path, Text: &text, Language: "yaml", Time: time.Unix(1, 0)})
	}
	wants(s, "link/broken error")
	typed := open(s, "rules: {link/broken: hint}\n")
	wants(typed, "link/broken hint")
	wants(s, "link/broken error")
	typing := open(typed, "rules: {link/broken: hin")
	wants(typing, "link/broken warning")
	if got := findings(typing, root, SettingsFile); got != "config/syntax error" {
		t.Errorf("findings of the file: %q", got)
	}
	rooted := open(typed, "roots: [tools/skills]\n")
	if got := listed(t, rooted, root, ""); got != "a b" {
		t.Errorf("skills %q", got)
	}
	if got := listed(t, open(rooted, "roots: []\n"), root, ""); got != "a" {
		t.Errorf("skills %q after the root is gone", got)
	}
	closed := rooted.With(Change{Path: path})
	wants(closed, "link/broken error")

	if err := os.WriteFile(path, []byte("rules: {link/broken: information}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wants(closed.Refresh(path), "link/broken information")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants(closed.Refresh(path), "link/broken warning")
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if affected := s.Affected(path); !slices.Contains(affected, filepath.Join(root, ".agents", "skills", "a", "SKILL.md")) {
		t.Errorf("affected %q", affected)
	}
}

// TestSettingsByOtherNames guards that settings apply to a file by whatever name it is known, and to one of no folder.
func TestSettingsByOtherNames(t *testing.T) {
	_, root := workspace(t, `
-- real/.skills-ls.yaml --
rules: {link/broken: error}
overrides: [{files: [vendor], rules: {"*": off}}]
ignore: [/quiet]
-- real/.agents/skills/a/SKILL.md --
`+broken("a")+`
-- real/vendor/.agents/skills/b/SKILL.md --
`+broken("b")+`
-- real/quiet/.agents/skills/c/SKILL.md --
`+broken("c")+`
-- link->real --
-- alone/.git/HEAD --
-- alone/.skills-ls.yaml --
rules: {link/broken: hint}
-- alone/.agents/skills/d/SKILL.md --
`+broken("d")+`
-- .skills-ls.yaml --
rules: {link/broken: "off"}
`)
	s := New(skills.Disk{}, Config{Folders: []string{filepath.Join(root, "link")}})
	for name, want := range map[string]string{
		"link/.agents/skills/a/SKILL.md":        "link/broken error",
		"real/.agents/skills/a/SKILL.md":        "link/broken error",
		"real/vendor/.agents/skills/b/SKILL.md": "",
		"real/quiet/.agents/skills/c/SKILL.md":  "",
		"alone/.agents/skills/d/SKILL.md":       "link/broken hint",
	} {
		if got := findings(s, root, name); got != want {
			t.Errorf("%s: findings %q, want %q", name, got, want)
		}
	}
}

// TestNewSettings guards that a file which exists in the editor alone counts, and one that comes or goes on disk.
func TestNewSettings(t *testing.T) {
	s, root := workspace(t, "-- .agents/skills/a/SKILL.md --\n"+broken("a"))
	path, text := filepath.Join(root, SettingsFile), "rules: {link/broken: error}\n"
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"nothing", func() {}, "link/broken warning"},
		{"opened", func() { s = s.With(Change{Path: path, Text: &text, Time: time.Unix(1, 0)}) }, "link/broken error"},
		{"closed unsaved", func() { s = s.With(Change{Path: path}) }, "link/broken warning"},
		{"written", func() {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s = s.Refresh(path)
		}, "link/broken error"},
		{"removed", func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			s = s.Refresh(path)
		}, "link/broken warning"},
		{"a .gitignore", func() {
			if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte("x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if s.Ignored(filepath.Join(root, "x"), true) {
				t.Error("the disk is looked at though nobody said that it changed")
			}
			s = s.Refresh(filepath.Join(root, ".gitignore"))
			if !s.Ignored(filepath.Join(root, "x"), true) {
				t.Error("a new .gitignore does not count")
			}
		}, "link/broken warning"},
	} {
		step.do()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != step.want {
			t.Errorf("%s: findings %q, want %q", step.name, got, step.want)
		}
	}
}

// TestUnusableSettings guards that a file that cannot be read is told of at its place, and that nothing else fails.
func TestUnusableSettings(t *testing.T) {
	const skill = "-- .agents/skills/a/SKILL.md --\n"
	for _, tt := range []struct {
		name, archive string
		prepare       func(t *testing.T, path string)
		want          string // the finding, and a part of its message
	}{
		{"directory", "-- .skills-ls.yaml/ --\n", nil, "file/unreadable error: this is not a regular file, so there are no settings in it"},
		{"no permission", "-- .skills-ls.yaml --\nrules: {}\n", forbid, "file/unreadable error: the file cannot be read: permission denied"},
		{"pipe", "-- x/ --\n", makePipe, "file/unreadable error: this is not a regular file"},
		{"dangling link", "-- .skills-ls.yaml->gone.yaml --\n", nil, "file/unreadable error: the file is gone, or it is a link to a file that does not exist"},
		{"over 4 MiB", "-- .skills-ls.yaml --\n#" + strings.Repeat("x", 5<<20) + "\n", nil, "config/syntax error: the file has 5242882 bytes; settings of more than 65536 are not read"},
		{"over 64 KiB", "-- .skills-ls.yaml --\n#" + strings.Repeat("x", 100<<10) + "\n", nil, "config/syntax error: the file has 102402 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasSuffix(tt.want, "permission denied") && !fstest.AsNobody(t) {
				return
			}
			s, root := workspace(t, tt.archive+skill+broken("a"))
			path := filepath.Join(root, SettingsFile)
			if tt.prepare != nil {
				tt.prepare(t, path)
			}
			found := s.Diagnose(context.Background(), path)
			if len(found) != 1 || !strings.HasPrefix(found[0].Rule+" "+found[0].Severity.String()+": "+found[0].Message, tt.want) {
				t.Errorf("got %+v, want %s", found, tt.want)
			}
			if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != "link/broken warning" {
				t.Errorf("findings of a skill beside it: %q", got)
			}
		})
	}
	t.Run("a large buffer", func(t *testing.T) {
		s, root := workspace(t, skill+broken("a"))
		text := "rules: {link/broken: off}\n#" + strings.Repeat("x", 5<<20)
		s = s.With(Change{Path: filepath.Join(root, SettingsFile), Text: &text})
		if got := findings(s, root, SettingsFile); got != "config/syntax error" {
			t.Errorf("findings %q", got)
		}
	})
}

// TestContextWindow guards that the share of a known context window is what the runtime's own settings make it.
func TestContextWindow(t *testing.T) {
	s, root := workspace(t, `
-- .skills-ls.yaml --
runtimes: {context_window: 200000, openoxide: {budget: {max_pct: 3, fallback_chars: 50}}}
`)
	for _, tt := range []struct {
		rt   *skills.Runtime
		want skills.Budget
	}{
		{runtimes.OpenOxide, skills.Budget{Tokens: 6_000}},
		{runtimes.Codex, skills.Budget{Tokens: 4_000}},
	} {
		if got := s.Budget(tt.rt, root); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.rt.ID, got, tt.want)
		}
	}
}
