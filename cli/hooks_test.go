package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// readYAML decodes a file of the repository.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, "..", name)), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestPreCommitHooks checks that the hooks match every file that skills-ls checks and no other, and that
// their commands check and fix.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Files, Language string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	files := map[string]string{
		".agents/skills/good/SKILL.md":            fixable("See [it](references/notes.md).\n"),
		".agents/skills/good/references/notes.md": "Notes.\n",
		".agents/skills/good/references/b.mdc":    "Notes.\n",
		".agents/skills/good/c.markdown":          "Notes.\n",
		".agents/skills/lower/skill.md":           goodSkill,
		".claude/commands/do.md":                  "Do.\n",
		".claude/agents/who.md":                   "Who.\n",
		".github/copilot-instructions.md":         "Do.\n",
		".github/prompts/x.prompt.md":             "Do.\n",
		"AGENTS.md":                               "Do.\n",
		"CLAUDE.md":                               "Do.\n",
		"GEMINI.md":                               "Do.\n",
		".skills-ls.yaml":                         "{}\n",
		".claude-plugin/plugin.json":              "{\"name\": \"tools\"}\n",
		".codex-plugin/plugin.json":               "{\"name\": \"tools\"}\n",
		".agents/plugins/marketplace.json":        "{\"name\": \"tools\", \"plugins\": []}\n",
		"docs/page.md":                            "Not read by agents.\n",
	}
	dir := realTemp(t)
	tree(t, dir, files)
	s := project.NewWorkspace(&term.System{Cwd: dir}, dir).Snapshot(vfs.Disk{}, workspace.Config{}, dir)
	for _, hook := range hooks {
		pattern, err := regexp.Compile(hook.Files)
		if err != nil || hook.Language != "golang" {
			t.Fatalf("%s: %v", hook.ID, err)
		}
		args := strings.Fields(hook.Entry)[1:]
		for name := range files {
			if s.KindOf(filepath.Join(dir, name)) != file.NotOurs && !pattern.MatchString(name) {
				t.Errorf("%s is not given %s", hook.ID, name)
			}
			if pattern.MatchString(name) {
				args = append(args, name)
			}
		}
		for _, other := range []string{"main.go", "README.txt", "config.yaml", "agents/other.yaml", "plugin.json"} {
			if pattern.MatchString(other) {
				t.Errorf("%s is given %s", hook.ID, other)
			}
		}
		r := command(t, dir, "", append(args, "--fail-on", "hint")...)
		fixed := read(t, dir, ".agents/skills/good/SKILL.md") != files[".agents/skills/good/SKILL.md"]
		if wantFixed := hook.ID == "skills-ls-fix"; fixed != wantFixed || r.code != exitFound || r.stderr != "" {
			t.Errorf("%s: fixed: %t, exit %d\n%s%s", hook.ID, fixed, r.code, r.stdout, r.stderr)
		}
	}
}

// TestAction runs the steps of the GitHub action as a runner does, except the one that installs Go. The
// program is the test binary.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				ID, Uses, Shell, Run string
				Env                  map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	steps := action.Runs.Steps
	if action.Runs.Using != "composite" || len(steps) != 3 || !regexp.MustCompile(`^actions/setup-go@[0-9a-f]{40}$`).MatchString(steps[0].Uses) ||
		steps[1].ID != "build" || steps[2].ID != "check" || steps[2].Shell != "bash" {
		t.Fatalf("%+v", action)
	}
	dir := realTemp(t)
	tree(t, dir, map[string]string{"project/.git/HEAD": "", "project/good/SKILL.md": goodSkill, "project/other good/SKILL.md": fixable("Go.\n")})
	project := filepath.Join(dir, "project")
	if err := os.Symlink(os.Args[0], filepath.Join(dir, "skills-ls")); err != nil {
		t.Skip(err)
	}
	// do runs the last step with inputs and returns its result and its outputs.
	do := func(inputs map[string]string) (ran, string) {
		output := filepath.Join(t.TempDir(), "output")
		write(t, output, "")
		cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", steps[2].Run)
		cmd.Dir = project
		cmd.Env = append(os.Environ(), "SKILLS_LS_RUN=1", "RUNNER_TEMP="+dir, "GITHUB_OUTPUT="+output)
		for name, value := range steps[2].Env {
			input := regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`).FindStringSubmatch(value)
			if input == nil {
				t.Fatalf("%s is %s", name, value)
			}
			declared, ok := action.Inputs[input[1]]
			if !ok {
				t.Fatalf("%s: there is no input %s", name, input[1])
			}
			value, given := inputs[input[1]]
			if !given {
				value = declared.Default
			}
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run() // the caller checks the exit code
		return ran{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, read(t, output)
	}
	for _, c := range []struct {
		name    string
		inputs  map[string]string
		code    string
		printed string
	}{
		{"defaults", nil, "1", "::error file=other good/SKILL.md,line=2,"},
		{"a good one", map[string]string{"paths": "good"}, "0", "No problems in 1 skill."},
		{"several", map[string]string{"paths": "good\n\nother good\n", "format": "text"}, "1", " in 1 of 2 skills."},
		{"never", map[string]string{"fail-on": "never", "format": "concise"}, "0", "other good/SKILL.md:2:7: error: "},
		{"agents", map[string]string{"agents": " codex\nclaude-code  ", "format": "text"}, "0", "No problems in 2 skills."},
		{"no such agent", map[string]string{"agents": "*"}, "2", ""},
		{"elsewhere", map[string]string{"working-directory": "other good", "paths": "SKILL.md", "format": "text"}, "1", "SKILL.md\n  2:7  error  "},
		{"a missing path", map[string]string{"paths": "$(touch pwned); touch pwned; `touch pwned`"}, "2", ""},
		{"a missing baseline", map[string]string{"baseline": "none.json"}, "2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, output := do(c.inputs)
			if output != "exit-code="+c.code+"\n" || c.code != "012"[r.code:r.code+1] || !strings.Contains(r.stdout, c.printed) {
				t.Errorf("exit %d, %q\n%s%s", r.code, output, r.stdout, r.stderr)
			}
		})
	}
	r, _ := do(map[string]string{"format": "sarif", "output": "a b.sarif", "fail-on": "never"})
	if text := read(t, project, "a b.sarif"); r.code != exitDone || r.stdout != "" || !strings.Contains(text, `"ruleId":"name/empty"`) {
		t.Errorf("exit %d\n%s%s\n%s", r.code, r.stdout, r.stderr, text)
	}
	if got := listing(t, project); strings.Join(got, " ") != ".git a b.sarif good other good" {
		t.Errorf("%q", got)
	}
}
