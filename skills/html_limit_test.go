package skills

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// segmentsOf splits a SKILL.md into the segments of a preview.
func segmentsOf(source string) []Segment {
	body := Parse(source).Body.Start
	return []Segment{{Span: text.Span{Start: 0, End: body}, Kind: SegmentFrontmatter}, {Span: text.Span{Start: body, End: len(source)}, Kind: SegmentBody}}
}

// checkHTML checks that the HTML of a SKILL.md is not too long and has no markup that a document must not
// introduce.
func checkHTML(t *testing.T, source string) string {
	t.Helper()
	got := HTML(source, "", segmentsOf(source))
	if limit := markdown.HTMLLimit(source); len(got) > limit {
		t.Errorf("%d bytes become %d, more than %d: %.200q", len(source), len(got), limit, got)
	}
	for _, tag := range []string{"<script", "<iframe", "<div", "<style", "<!--", "href=\"javascript:", "src=\"http"} {
		if strings.Contains(strings.ToLower(got), tag) {
			t.Errorf("%.200q becomes HTML with %q", source, tag)
		}
	}
	return got
}

// TestHTMLLimit checks that no document becomes more than four times as long, and that one that would is
// shown completely as text.
func TestHTMLLimit(t *testing.T) {
	const size = 20_000
	plain := func(t *testing.T, source, got string) {
		t.Helper()
		if !strings.Contains(got, "<pre") || !strings.Contains(html.UnescapeString(got), source[len(source)/2:len(source)-10]) {
			t.Errorf("the text is not shown as it is: %.300q", got)
		}
	}
	for _, unit := range []string{"<", "&", "&a", "&#", "\"", "'", ">", "\"<", "\xff", "\x00"} {
		t.Run(unit, func(t *testing.T) {
			source := strings.Repeat(unit, size/len(unit))
			checkHTML(t, source)
			checkHTML(t, "---\nname: "+source+"\n---\n")
			plainSource := strings.Repeat(unit, 100)
			if got, want := html.UnescapeString(markdown.EscapeText(plainSource)), plainSource; got != want {
				t.Errorf("escapeText loses text: %.60q, want %.60q", got, want)
			}
		})
	}
	for _, unit := range []string{"# a\n", "- a\n", "|a|b|\n|-|-|\n", "a\n\n", "*a* ", "[](a)", "<a>", "![](a)", "- [ ] a\n", "~~a~~ ", "***\n", "<div>\n\n", "`a` ", "> a\n\n", "www.a.b "} {
		t.Run(unit, func(t *testing.T) { checkHTML(t, strings.Repeat(unit, size/len(unit))) })
	}
	t.Run("headings", func(t *testing.T) {
		source := strings.Repeat("# a\n", size/4)
		plain(t, source, checkHTML(t, source))
	})
	t.Run("a long definition", func(t *testing.T) {
		source := "[a]: /" + strings.Repeat("b", size) + "\n\n" + strings.Repeat("[a] ", size)
		plain(t, source, checkHTML(t, source))
	})
	t.Run("fields", func(t *testing.T) {
		source := "---\n" + strings.Repeat("a:\n", size) + "---\n"
		plain(t, source, checkHTML(t, source))
	})
	t.Run("aliases", func(t *testing.T) {
		var b strings.Builder
		b.WriteString("---\na0: &a0 " + strings.Repeat("x", size) + "\n")
		for range size / 10 {
			b.WriteString("b: [*a0]\n")
		}
		checkHTML(t, b.String()+"---\nText.\n")
	})
}

func FuzzHTML(f *testing.F) {
	paths, err := filepath.Glob("frontmatter/testdata/*.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("---\nversion: 1.10\n---\n[a]: javascript&colon;x\n\n[a] <b> &amp; ![c](http://d)\n")
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<16 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		checkHTML(t, source)
	})
}
