package outline_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/workspace"
)

// FuzzTokens checks that tokens are sorted and do not overlap, for any text of a skill.
func FuzzTokens(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\narguments: [b, c-d]\n---\n$b $c-d $c-de $ARGUMENTS[1] $1 \\$2 ${CLAUDE_SKILL_DIR} ${CLAUDE_ !`x $b`\n",
		"---\n? a\n: b\n\"c\": d\n---\n[$a](../a/SKILL.md) /a $a\n```!\n$ARGUMENTS\n```\n",
		"$ARGUMENTS$ARGUMENTS[$1]$$b\xff$",
	} {
		f.Add(seed)
	}
	s, root := analysistest.Workspace(f, "-- .claude/skills/a/SKILL.md --\n---\nname: a\ndescription: Is one. Use when asked.\n---\n")
	path := filepath.Join(root, ".claude", "skills", "a", "SKILL.md")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, token := range outline.Tokens(t.Context(), s.With(workspace.Change{Path: path, Text: &text}), path) {
			if token.Span.Start < end || token.Span.IsEmpty() || token.Span.End > len(text) {
				t.Fatalf("a token at %v behind %d in %q", token.Span, end, text)
			}
			end = token.Span.End
		}
	})
}

// BenchmarkTokens measures skills that consist of placeholders and mentions, of 50 KB and of 500 KB: the
// larger one should take ten times as long.
func BenchmarkTokens(b *testing.B) {
	s, root := analysistest.Workspace(b, "-- .claude/skills/a/SKILL.md --\n---\nname: a\ndescription: Is one. Use when asked.\n---\n")
	path := filepath.Join(root, ".claude", "skills", "a", "SKILL.md")
	for name, line := range map[string]string{
		"mixed":    "Run $ARGUMENTS with $1 and $first, ${CLAUDE_SKILL_DIR}/x, $other, /a and !`ls $0`.\n",
		"one line": "$1 $ARGUMENTS ${CLAUDE_X ",
		"dollars":  "$aaaaaaaaaaaaaaaa-",
	} {
		for size, n := range map[string]int{"50KB": 50 << 10, "500KB": 500 << 10} {
			text := "---\nname: a\narguments: first second\n---\n" + strings.Repeat(line, n/len(line))
			open := s.With(workspace.Change{Path: path, Text: &text})
			outline.Tokens(b.Context(), open, path) // parses the file
			b.Run(name+"/"+size, func(b *testing.B) {
				for b.Loop() {
					outline.Tokens(b.Context(), open, path)
				}
			})
		}
	}
}
