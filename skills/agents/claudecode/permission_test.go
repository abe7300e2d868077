package claudecode

import (
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// TestPermits checks the rows of code.claude.com/docs/en/permissions, Wildcard patterns, and the sections
// below it.
func TestPermits(t *testing.T) {
	for _, tt := range []struct {
		rules   string // separated by semicolons
		script  string
		permits bool
	}{
		{"", "npm run build", false},
		{"Bash", "npm run build", true},
		{"Bash(*)", "npm run build", true},
		{"Bash(:*)", "npm run build", true},
		{"Read; Edit(src/**)", "npm run build", false},
		{"Bash(npm run build)", "npm run build", true},
		{"Bash(npm run build)", "npm run build --watch", false},
		{"Bash(npm run *)", "npm run", true},
		{"Bash(npm run:*)", "npm run test --watch", true},
		{"Bash(npm run *)", "npm install", false},
		{"Bash(make * all)", "make -j all", true},
		{"Bash(make * all)", "make all", false},
		{"Bash(* --check)", "black --check", true},
		{"Bash(mak *)", "make", false},
		{"Bash(mak*)", "make", true},
		{"Bash(npm:* test)", "npm test", false},
		{"Bash(a * b * c)", "a 1 b 2 c", true},
		{"Bash(a * b * c)", "a 1 c 2 b", false},

		// Several commands, each of which must be allowed.
		{"Bash(npm test *)", "npm test && make", false},
		{"Bash(npm test *); Bash(make)", "npm test && make", true},
		{"Bash(npm test *)", "npm test 2>&1 | tail -5 || true", true},
		{"Bash(npm test *)", "npm test\nmake", false},
		{"Bash(npm test *)", "# first\nnpm test &> out.txt", true},
		{"Bash(npm test)", "npm test > out.txt", true},

		// Words that rules skip.
		{"Bash(npm test *)", "timeout 30 nice -n 10 npm test", true},
		{"Bash(npm test *)", "NODE_ENV=test npm test", true},
		{"Bash(node ${CLAUDE_PLUGIN_ROOT}/a.mjs *)", "node \"${CLAUDE_PLUGIN_ROOT}/a.mjs\" ping", true},
		{"Bash(node \"${CLAUDE_PLUGIN_ROOT}/a.mjs\" *)", "node ${CLAUDE_PLUGIN_ROOT}/a.mjs ping", true},

		// Commands that only read.
		{"", "git diff HEAD", true},
		{"", "git checkout -b x", false},
		{"", "ls -la | grep x; cat a || echo none", true},
		{"", "cd packages/api && ls", true},
		{"", "node --version", true},
		{"", "npm ls --depth 0", true},
		{"", "gh pr view", true},

		// Arguments and variables whose values are not known.
		{"", "npm test $1", false},
		{"Bash(npm test unit)", "npm test $1", true},
		{"Bash(npm run *)", "npm test $1", false},
		{"Bash(${CLAUDE_SKILL_DIR}/a.sh *)", "${CLAUDE_SKILL_DIR}/a.sh", true},
		{"Bash(${CLAUDE_SKILL_DIR}/a.sh *)", "${CLAUDE_SKILL_DIR}/b.sh", false},
		{"Bash(~/.claude/skills/x/a.sh *)", "${CLAUDE_SKILL_DIR}/a.sh", true},
		{"", "$EDITOR a", true},

		// Scripts that cannot be split into commands.
		{"", "for f in *; do rm $f; done", true},
		{"", "rm $(cat list)", true},
		{"", "(make)", true},
		{"", "make <<EOF", true},
		{"", "make 'a", true},
		{"", "node -e \"f(x)\"", false},
		{"Bash(node -e *)", "node -e \"f(x) => y\"", true},
		{"", "make ${A", true},
		{"", " ", true},
		{"", strings.Repeat("make\n", 2001), true},
		{strings.Repeat("Bash(npm test); ", 300), "make", true},
	} {
		if got := Agent.Permits(tt.script, strings.Split(tt.rules, "; ")); got != tt.permits {
			t.Errorf("%q permits %q: %v", tt.rules, tt.script, got)
		}
	}
}

func TestPermissionsOfSettings(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"permissions.allow": {Choices: []skills.KnobChoice{{Name: "Bash(npm test *)"}}}})
	if !agent.Permits("npm test && make", []string{"Bash(make)"}) || agent.Permits("npm install", nil) {
		t.Error("the rules of settings and of the skill are not taken together")
	}
	if Agent.Permits("npm test", nil) {
		t.Error("the settings of one project count for all")
	}
	if agent := Agent.Configured(map[string]skills.KnobValue{"disableSkillShellExecution": {On: true}}); agent.Commands != nil {
		t.Error("commands are run where a setting forbids it")
	}
}

func TestScripts(t *testing.T) {
	const source = "Branch: !`git status`\n```!\nnode a.js\nnpm test\n```\n```!\n```\nA!`b` !``\n"
	var got []string
	for _, c := range Agent.Commands(source, text.Span{End: len(source)}) {
		got = append(got, c.Span.Of(source)+" -> "+c.Script.Of(source))
	}
	want := "!`git status` -> git status|```!\nnode a.js\nnpm test\n``` -> node a.js\nnpm test|```!\n``` -> "
	if got := strings.Join(got, "|"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestToolNames(t *testing.T) {
	for name, want := range map[string]bool{
		"Read": true, "mcp__my-server__do_it": true, "": false, "Read File": false, "Größe": false,
		strings.Repeat("x", 64): true, strings.Repeat("x", 65): false,
	} {
		if got := isToolName(name); got != want {
			t.Errorf("isToolName(%q) = %v", name, got)
		}
	}
}
