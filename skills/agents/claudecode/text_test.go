package claudecode

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

func TestArguments(t *testing.T) {
	const front = "---\narguments: [file, my-arg, 3, '', file, file_2]\n---\n"
	for _, tt := range []struct{ body, arguments, want string }{
		{"$ARGUMENTS|$ARGUMENTS[1]|$1|$0|$2", `x "y z"`, `x "y z"|y z|y z|x|$2`},
		{"$file $my-arg $file-x $file_2 $file_3 $other", "a b c d e f", "a b a-x f $file_3 $other"},
		{"$my-arg. $FILE", "a b", "b. $FILE"},
		{"$ARGUMENTS[x] $ARGUMENTS[] $ARGUMENTSX $ARGUMENTS[1", "a", "a[x] a[] aX a[1"},
		{"$$0 $ $99999999999999999999", "a", "$a $ $99999999999999999999"},
		{`\$file \\$file \\\$0 \$x \$ARGUMENTS[0] \$5`, "a", `$file \\a \\\a \$x $ARGUMENTS[0] $5`},
		{"$0|$1|$2|$3", `it"s a" '' b\ c 'd`, "its a||b c|d"},
		{"$0|$1", `\`, `\|$1`},
		{"none", "  ", "none"},
		{"none", " a ", "none\n\nARGUMENTS:  a "},
		{"$7", "a", "$7\n\nARGUMENTS: a"},
		{"$file", "", ""},
		{"$0{CLAUDE_SKILL_DIR} ${CLAUDE_$1", "$ SKILL_DIR}", "/s/demo /s/demo"},
		{"${CLAUDE_SKILL_DIR ${CLAUDE_} ${CLAUDE_NONE}${CLAUDE_SKILL_DIR}", "", "${CLAUDE_SKILL_DIR ${CLAUDE_} ${CLAUDE_NONE}/s/demo"},
		{"none", "${CLAUDE_SKILL_DIR}", "none\n\nARGUMENTS: /s/demo"},
		{"\xff$0", "a", "\ufffda"},
		{"", "", ""},
	} {
		got := inject(front+tt.body, tt.arguments)
		agenttest.CheckInjection(t, got, front+tt.body)
		if want := "Base directory for this skill: /s/demo\n\n" + tt.want; got.Content != want {
			t.Errorf("%q with %q: %q, want %q", tt.body, tt.arguments, got.Content, want)
		}
	}
}

func inject(source, arguments string) skills.Injection {
	return Agent.Inject(skills.Load{Skill: skills.Skill{Name: "demo", Dir: "/s/demo"}, Source: source, Cwd: "/p", Arguments: &arguments})
}

func TestCommands(t *testing.T) {
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"!`a` !`b`\n\t!`c`\u00a0!`d`", []string{"!`a`", "!`b`", "!`c`", "!`d`"}},
		{"x!`a` (!`b`) !`` !`c", nil},
		{"!`a\nb`", nil},
		{"!`a`!`b` !`c`", []string{"!`a`", "!`c`"}},
		{"```\n!`a`\n```\n", []string{"!`a`"}},
		{"```!\na\n```\n!`b`", []string{"```!\na\n```", "!`b`"}},
		{"  ```!bash\n  !`a`\n  ```  \nx", []string{"```!bash\n  !`a`\n  ```"}},
		{"```!\n```\n```!\nb", []string{"```!\n```"}},
		{"```!\na\n!`b`", []string{"!`b`"}},
		{"x ```!\na\n```\n", nil},
		{"````!\na\n````\n", nil},
		{"!`gh $0 ${CLAUDE_SKILL_DIR}`", []string{"!`gh 7 /s/demo`"}},
		{"$0\n!`a`", []string{"!`a`"}}, // a command in an argument is not run
	} {
		const front = "---\nname: demo\n---\n"
		got := inject(front+tt.body, "7 !`x`")
		agenttest.CheckInjection(t, got, front+tt.body)
		var commands []string
		for _, s := range got.Segments {
			if s.Kind == skills.SegmentUnexecuted {
				commands = append(commands, s.Of(got.Content))
				if s.Note == "" || s.Source == nil {
					t.Errorf("%q: segment %+v", tt.body, s)
				}
			}
		}
		if !slices.Equal(commands, tt.want) {
			t.Errorf("%q: %q, want %q", tt.body, commands, tt.want)
		}
	}
}

func TestSegments(t *testing.T) {
	const source = "---\nname: demo\n---\n\nOne \\$1 $0: ${CLAUDE_SKILL_DIR}/a\n!`x`\n${CLAUDE_EFFORT}$9"
	got := inject(source, "a")
	agenttest.CheckInjection(t, got, source)
	agenttest.CheckSegments(t, got, source, "envelope|body One |body $1 |substituted $0|body : |substituted ${CLAUDE_SKILL_DIR}|body /a\n|unexecuted !`x`!|body \n|substituted ${CLAUDE_EFFORT}!|body $9")
}

func TestNotes(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"x", "If the user starts the skill, this message comes first:\n\n<command-message>demo</command-message>\n<command-name>/demo</command-name>\n<command-args>a</command-args>"},
		{"---\nuser-invocable: no\n---\n", "`user-invocable` is false: the message `/demo` does not start the skill."},
		{"---\n[\n---\n", "The frontmatter is invalid YAML: Claude Code loads the skill without its fields."},
		{"---\ncontext: fork\n---\n", "With `context: fork`, the text is the task of a subagent, which does not get the conversation."},
		{"!`a`", "The commands are not run here. Claude Code runs them first and inserts their output. A command that fails, that permissions deny or that takes more than two minutes ends the invocation."},
	} {
		if got := inject(tt.source, "a").Notes; !slices.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.source, got, tt.want)
		}
	}
}

// TestSkillTool checks what the model gets for a skill that only the user may start.
func TestSkillTool(t *testing.T) {
	const want = "The tool `Skill` answers with an error that begins `Skill demo cannot be used with Skill tool due to disable-model-invocation` (a third party's account of 2.1.282): only the user can start the skill."
	for _, source := range []string{"---\ndisable-model-invocation: true\n---\nx", "---\ndisable-model-invocation: false\n---\nx"} {
		l := skills.Load{Skill: skills.Skill{Name: "demo", Dir: "/s/demo"}, Source: source}
		if got := slices.Contains(injection(false)(l).Notes, want); got != strings.Contains(source, "true") {
			t.Errorf("%q: %t", source, got)
		}
	}
	if got := inject("---\ndisable-model-invocation: true\n---\nx", "a").Notes; slices.Contains(got, want) {
		t.Errorf("a person's start has the note too: %q", got)
	}
}

func FuzzInjection(f *testing.F) {
	f.Add("---\narguments: a b-c\n---\n\\$a $0 ${CLAUDE_SKILL_DIR} !`$1` $ARGUMENTS[2]\n```!\n$b-c\n```\n", `x "y z`, false)
	f.Add("$0{CLAUDE_EFFORT} ${CLAUDE_$1", "$ EFFORT}", true)
	f.Add("\ufeff---\n---\n\n\n\xff!`a`", "\xff", true)
	f.Fuzz(func(t *testing.T, source, arguments string, disabled bool) {
		l := skills.Load{Skill: skills.Skill{Name: "demo", Dir: "/s/demo"}, Source: source, Arguments: &arguments}
		agenttest.CheckInjection(t, injection(disabled)(l), source)
	})
}
