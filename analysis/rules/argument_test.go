package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

// TestUnknownVariable checks which ${CLAUDE_...} variables are reported that Claude Code does not have.
// Possible shell variables are not.
func TestUnknownVariable(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"Read ${CLAUDE_NOTES_HOME}/a.md first.", "${CLAUDE_NOTES_HOME}"},
		{"Read `${CLAUDE_NOTES_HOME}/a.md` first.", "${CLAUDE_NOTES_HOME}"},
		{"Read [notes](${CLAUDE_NOTES_HOME}/a.md).", "${CLAUDE_NOTES_HOME}"},
		{"Write logs/${CLAUDE_RUN}.log.", "${CLAUDE_RUN}"},
		{"Write ${CLAUDE_RUN}/a and ${CLAUDE_RUN}/b, and ${CLAUDE_OTHER_RUN}/c.", "${CLAUDE_RUN} ${CLAUDE_OTHER_RUN}"},
		{"Set ${CLAUDE_NOTES_HOME}, or `${CLAUDE_NOTES_HOME}`.", ""},
		{"Run `${CLAUDE_NOTES_HOME}/run.sh`, or `cat ${CLAUDE_NOTES_HOME}/a.md`.", ""},
		{"```sh\n${CLAUDE_NOTES_HOME}/run.sh\n```\n", ""},
		{"```\n${CLAUDE_NOTES_HOME}/a.md\n```\n", ""},
		{"Read ${CLAUDE_CONFIG_DIR}/settings.json and ${CLAUDE_CODE_TMPDIR}/x.", ""},
		{"The variable ${CLAUDE_NOTES_HOME}/a.md is ours.", ""},
		{"Read ${CLAUDE_NOTES_HOME:-~/notes}/a.md.", ""},
		{"Run `sh ${CLAUDE_SKILLS_DIR}/run.sh`.", "${CLAUDE_SKILLS_DIR}"},
	} {
		s, root := analysistest.Workspace(t, "-- .claude/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n"+tt.body+"\n")
		path := filepath.Join(root, ".claude", "skills", "x", "SKILL.md")
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			if d.Rule == "argument/unsupported" {
				got = append(got, d.Span.Of(f.Doc.Source))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.body, got, tt.want)
		}
	}
}

func TestUnsupported(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"none", "Text with $HOME and `$1`.", ""},
		{"text", "Review $ARGUMENTS now, and $ARGUMENTS again.", "$ARGUMENTS"},
		{"code span", "Parse `$ARGUMENTS` first.", "$ARGUMENTS"},
		{"index", "Take $ARGUMENTS[0].", "$ARGUMENTS"},
		{"another variable", "Take $ARGUMENTS_FILE.", ""},
		{"escape", `Write \$ARGUMENTS there.`, ""},
		{"escape, then use", `Write \$ARGUMENTS for $ARGUMENTS.`, "$ARGUMENTS"},
		{"explained", "The placeholder `$ARGUMENTS` is what the user wrote.", ""},
		{"explained, then used", "`$ARGUMENTS` is replaced.\n\nRead $ARGUMENTS.", "$ARGUMENTS"},
		{"table", "| `$ARGUMENTS` | all |\n|---|---|\n", ""},
		{"heading", "## Using $ARGUMENTS\n", ""},
		{"comment", "<!-- $ARGUMENTS -->\n", ""},
		{"shell", "```sh\nrun $ARGUMENTS\n```\n", "$ARGUMENTS"},
		{"plain fence", "```\nrun $ARGUMENTS\n```\n", "$ARGUMENTS"},
		{"shell's own", "```sh\nARGUMENTS=a\nrun $ARGUMENTS\n```\n", ""},
		{"example of a skill", "```markdown\nFix $ARGUMENTS.\n```\n", ""},
		{"example, then use", "````markdown\n```sh\n$ARGUMENTS\n```\n````\nFix $ARGUMENTS.\n", "$ARGUMENTS"},
		{"variables", "Run ${CLAUDE_SKILL_DIR}/a, ${CLAUDE_SKILL_DIR}/b and ${CLAUDE_PLUGIN_ROOT}/c.", "${CLAUDE_SKILL_DIR} ${CLAUDE_PLUGIN_ROOT}"},
		{"variable in a fence", "```bash\n\"${CLAUDE_SKILL_DIR}\"/run\n```\n", "${CLAUDE_SKILL_DIR}"},
		{"settings", "```json\n{\"command\": \"${CLAUDE_PLUGIN_ROOT}/run\"}\n```\n", ""},
		{"environment", "Set `${CLAUDE_CONFIG_DIR}` or ${CLAUDE_PLUGIN_ROOT:-.}, not $CLAUDE_SKILL_DIR.", ""},
		{"named alone, then used", "Use ${CLAUDE_PLUGIN_ROOT} in hooks, as `${CLAUDE_PLUGIN_ROOT}/...`. Run ${CLAUDE_PLUGIN_ROOT}/a.", "${CLAUDE_PLUGIN_ROOT}"},
		{"not closed", "See ${CLAUDE_SKILL_DIR", ""},
		{"command", "Changes: !`git diff`", "!`git diff`"},
		{"command on a line", "!`git diff`\n", "!`git diff`"},
		{"command block", "Now:\n\n```!\ngit diff\n```\n", "```!"},
		{"operator", "Use ! `x` and a!`b`, never `a` !== `b`.", ""},
		{"command explained", "Write `` !`git diff` `` to see it.", ""},
		{"command in an example", "```markdown\n!`git diff`\n```\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [codex]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n"+tt.body+"\n")
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			f, err := s.File(path)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range rules.Diagnose(t.Context(), s, path) {
				if d.Rule == "argument/unsupported" {
					got = append(got, d.Span.Of(f.Doc.Source))
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPluginVariables checks that a plugin variable is reported as text only if the skill is certainly not in
// a plugin.
func TestPluginVariables(t *testing.T) {
	const skill = "/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\nRun ${CLAUDE_PLUGIN_ROOT}/a.\n"
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [claude-code]\n-- .claude/skills"+skill+
		"-- skills"+skill+"-- p/.claude-plugin/plugin.json --\n{\"name\": \"p\"}\n-- p/skills"+skill)
	for dir, want := range map[string]int{".claude/skills": 1, "skills": 0, "p/skills": 0} {
		path := filepath.Join(root, filepath.FromSlash(dir), "x", "SKILL.md")
		found := slices.DeleteFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule != "argument/unsupported" })
		if len(found) != want {
			t.Errorf("%s: got %+v", dir, found)
		}
	}
}

// TestUnsupportedHuge checks that a long line is examined once, and not once for each of its placeholders.
func TestUnsupportedHuge(t *testing.T) {
	for _, part := range []string{`\$ARGUMENTS `, "$ARGUMENTS ", "${CLAUDE_PLUGIN_ROOT} ", "${CLAUDE_SKILL_DIR} ", "!`a` "} {
		body := strings.Repeat(part, 400_000/len(part)) + "is a placeholder"
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [codex]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n"+body+"\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		if found := rules.Diagnose(t.Context(), s, path); analysistest.Count(found, "argument/unsupported") > 0 {
			t.Errorf("%q: got %+v", part, found)
		}
	}
}

// TestUnsupportedAdvice checks that the advice to write relative paths is given only for variables that name
// a directory.
func TestUnsupportedAdvice(t *testing.T) {
	for body, want := range map[string]string{
		"Run ${CLAUDE_SKILL_DIR}/a.":       "use paths relative to the skill directory",
		"Log to ${CLAUDE_SESSION_ID}.":     "write the text without it",
		"Think as ${CLAUDE_EFFORT} tells.": "write the text without it",
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [codelia]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n"+body+"\n")
		found := rules.Diagnose(t.Context(), s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"))
		if !slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
			return d.Rule == "argument/unsupported" && strings.Contains(d.Text(), ": "+want)
		}) {
			t.Errorf("%q: got %v, want advice %q", body, found, want)
		}
	}
}
