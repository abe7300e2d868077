package complete_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/complete"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
)

// TestCompleteKeyOrder checks which keys come first for a skill that Claude Code owns, and that those present
// are left out.
func TestCompleteKeyOrder(t *testing.T) {
	base, root := analysistest.Workspace(t, "-- .git/HEAD --\n")
	s, path, _, offset := analysistest.OpenAt(t, base, root, ".claude/skills/x/SKILL.md", "---\nname: x\n‸\ndescription: y\nmodel: z\n---\n")
	var claude, others bool
	for _, c := range complete.At(context.Background(), s, path, offset).List {
		switch read := strings.Contains(c.Detail, "Claude Code"); {
		case c.Label == "name" || c.Label == "description" || c.Label == "model":
			t.Errorf("%s is offered again", c.Label)
		case c.Detail == agents.Standard.Title && (claude || others):
			t.Errorf("%s of the standard comes late", c.Label)
		case c.Detail == agents.Standard.Title:
		case read && others:
			t.Errorf("%s of Claude Code comes late", c.Label)
		case read:
			claude = true
		default:
			others = true
		}
		if !strings.HasPrefix(c.Doc, "- **") {
			t.Errorf("%s has the documentation %q", c.Label, c.Doc)
		}
	}
	if !claude || !others {
		t.Errorf("keys are missing: Claude Code's %t, others %t", claude, others)
	}
}

func TestCompletionTexts(t *testing.T) {
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	s, path, _, offset := analysistest.OpenAt(t, base, root, analysistest.InSkill, analysistest.ValidHead+"$‸")
	want := map[string][2]string{
		"$code-review": {"ambiguous: 2 skills", "- `.agents/skills/code-review/SKILL.md` (repo): Reviews code. Use when code is to be reviewed.\n" +
			"- `.agents/skills/review-copy/SKILL.md` (repo): A \\<b\\>copy\\</b\\> with a \\[link\\](https\\://example.com).\n"},
		"[$code-review](../code-review/SKILL.md)": {"repo", "Reviews code. Use when code is to be reviewed."},
		"$release-notes": {"repo .agents/skills/release-notes", "Writes notes."},
	}
	for _, c := range complete.At(context.Background(), s, path, offset).List {
		doc := strings.Join(complete.Docs(context.Background(), s, path, c.About), "")
		if texts, ok := want[c.Label]; ok && (c.Detail != texts[0] || doc != texts[1]) {
			t.Errorf("%s: %q %q, want %q", c.Label, c.Detail, doc, texts)
		}
		if c.Snippet || !strings.HasPrefix(c.Filter, "$") {
			t.Errorf("%s: a mention is plain text that is matched with its sigil, got %+v", c.Label, c)
		}
		delete(want, c.Label)
	}
	if len(want) > 0 {
		t.Errorf("not offered: %v", want)
	}
}

// TestRequestsOutside checks requests at invalid offsets, for files that are not there, and with a canceled
// context.
func TestRequestsOutside(t *testing.T) {
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	s, path, source, _ := analysistest.OpenAt(t, base, root, analysistest.InSkill, analysistest.ValidHead+"$code-review‸")
	ctx := context.Background()
	for _, offset := range []int{-1, -1 << 40, len(source) + 1, 1 << 40} {
		near := max(0, min(offset, len(source)))
		if got, want := labelsOf(complete.At(ctx, s, path, offset).List), labelsOf(complete.At(ctx, s, path, near).List); got != want {
			t.Errorf("offset %d: %q, want %q as at %d", offset, got, want, near)
		}
		hover.At(ctx, s, path, offset)
		refs.Definition(ctx, s, path, offset)
	}
	for _, path := range []string{"", "relative.md", "untitled:gone", filepath.Join(root, "gone/SKILL.md"), root} {
		checkNoAnswer(t, ctx, s, path)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	checkNoAnswer(t, cancelled, s, path)
}

func checkNoAnswer(t *testing.T, ctx context.Context, s *workspace.Snapshot, path string) {
	t.Helper()
	_, hovered := hover.At(ctx, s, path, 0)
	if complete.At(ctx, s, path, 0).List != nil || hovered || refs.Definition(ctx, s, path, 0) != nil || refs.DocumentLinks(ctx, s, path) != nil {
		t.Errorf("%q is answered", path)
	}
}

func TestClampOffset(t *testing.T) {
	tests := []struct {
		text         string
		offset, want int
	}{
		{"", 0, 0},
		{"", 5, 0},
		{"ab", -3, 0},
		{"ab", 9, 2},
		{"ä", 1, 0},
		{"a😀", 4, 1},
		{"a😀", 5, 5},
		{"a\r\n", 2, 1},
		{"a\r\n", 3, 3},
		{"a\n", 1, 1},
		{"\xff\xbf", 1, 1},
		{"\x80\x80", 1, 1},
	}
	for _, test := range tests {
		if got := refs.ClampOffset(test.text, test.offset); got != test.want {
			t.Errorf("clampOffset(%q, %d) = %d, want %d", test.text, test.offset, got, test.want)
		}
	}
}

func TestEncodeSegments(t *testing.T) {
	tests := []struct {
		path         string
		plain, angle string
	}{
		{"a/b-c_d.md", "a/b-c_d.md", "a/b-c_d.md"},
		{"a b(1).md", "a%20b%281%29.md", "a b(1).md"},
		{"50%#?.md", "50%25%23%3F.md", "50%25%23%3F.md"},
		{"<a>&b;{c}", "%3Ca%3E%26b%3B%7Bc%7D", "%3Ca%3E%26b;%7Bc%7D"},
		{"größe", "größe", "größe"},
		{"a\xff:", "a%FF%3A", "a%FF%3A"},
	}
	for _, test := range tests {
		if got := refs.EncodeSegments(test.path, false); got != test.plain {
			t.Errorf("encodeSegments(%q, false) = %q, want %q", test.path, got, test.plain)
		}
		if got := refs.EncodeSegments(test.path, true); got != test.angle {
			t.Errorf("encodeSegments(%q, true) = %q, want %q", test.path, got, test.angle)
		}
	}
}

func TestSnippetText(t *testing.T) {
	if got, want := complete.SnippetText(`a$b}c\d{`), `a\$b\}c\\d{`; got != want {
		t.Errorf("snippetText: %q, want %q", got, want)
	}
	if got, want := vocabulary.SnippetChoice(`a,b|c\d`), `a\,b\|c\\d`; got != want {
		t.Errorf("snippetChoice: %q, want %q", got, want)
	}
}

// TestCompleteMany checks that, of many skills, those that fit the typed text are offered, and that the
// client must ask again.
func TestCompleteMany(t *testing.T) {
	var files strings.Builder
	for i := range 3 * complete.MaxNames {
		fmt.Fprintf(&files, "-- .agents/skills/run-%03d-tests/SKILL.md --\n---\nname: run-%03[1]d-tests\ndescription: Runs.\n---\n", i)
		fmt.Fprintf(&files, "-- .claude/skills/go-%03d-tests/SKILL.md --\n---\nname: go-%03[1]d-tests\ndescription: Runs.\n---\n", i)
	}
	base, root := analysistest.Workspace(t, analysistest.Authoring+files.String())
	for _, c := range []struct {
		typed, first string
		n            int
		more         bool
	}{
		{"$", "$code-review", complete.MaxNames + 2, true},    // plus the two links for the ambiguous first name
		{"$run-2", "$run-200-tests", complete.MaxNames, true}, // run-002 fits too, but not as well
		{"$RUN-12", "$run-012-tests", 21, true},
		{"$r299", "$run-299-tests", 1, true},
		{"$review", "$code-review", 3, true},
		{"$nothing", "", 0, true},
		{"Do /", "/code-review", complete.MaxNames, true},
		{"skills: go-2", "go-200-tests", complete.MaxNames, true},
		{"skills: go-1, go-29", "go-029-tests", 21, true},
	} {
		in := analysistest.InSkill
		text := analysistest.ValidHead + c.typed + "‸"
		switch {
		case strings.Contains(c.typed, "/"):
			in = ".claude/skills/many/SKILL.md" // its agent reads "/name" as a mention
		case strings.HasPrefix(c.typed, "skills:"):
			in, text = ".claude/agents/runner.md", "---\nname: runner\ndescription: Runs.\n"+c.typed+"‸\n---\n"
		}
		s, path, _, offset := analysistest.OpenAt(t, base, root, in, text)
		found := complete.At(context.Background(), s, path, offset)
		first := ""
		if len(found.List) > 0 {
			first = found.List[0].Label
		}
		if len(found.List) != c.n || first != c.first || found.More != c.more {
			t.Errorf("%q: %d completions, the first %q, more %t; want %d, %q, %t", c.typed, len(found.List), first, found.More, c.n, c.first, c.more)
		}
	}
}
