package frontmatter

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/goldentest"
	"skills-ls/skills/text"
)

// TestScan compares the frontmatter of each file in testdata with its golden file.
func TestScan(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".md"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source := string(data)
			fm, body := scan(source)
			checkFrontmatter(t, source, &fm, body)
			goldentest.Check(t, strings.TrimSuffix(path, ".md")+".golden", dumpFrontmatter(source, &fm, body))
		})
	}
}

// scan calls Scan with the offset after a byte order mark.
func scan(source string) (Frontmatter, text.Span) {
	return Scan(source, len(source)-len(strings.TrimPrefix(source, text.ByteOrderMark)))
}

// dumpFrontmatter returns all fields of a frontmatter as text, with the source of each span.
func dumpFrontmatter(source string, fm *Frontmatter, body text.Span) string {
	var out strings.Builder
	line := func(indent int, label string, s text.Span) {
		fmt.Fprintf(&out, "%s%s %v %q\n", strings.Repeat("  ", indent), label, s, s.Of(source))
	}
	state := [...]string{"absent", "unclosed", "closed"}[fm.State]
	hasBOM := strings.HasPrefix(source, text.ByteOrderMark)
	fmt.Fprintf(&out, "state %s bom %t language %q\n", state, hasBOM, fm.Language)
	line(0, "open", fm.Open)
	line(0, "content", fm.Content)
	line(0, "close", fm.Close)
	line(0, "body", body)
	for _, s := range fm.Comments {
		line(0, "comment", s)
	}
	for _, s := range fm.Stray {
		line(0, "stray", s)
	}
	if fm.Err != nil {
		line(0, "error "+fm.Err.Message, fm.Err.Span)
	}
	if fm.Root != nil && fm.Root.Kind != MappingValue {
		dumpValue(line, 0, "root", fm.Root)
	}
	for _, e := range fm.Entries {
		fmt.Fprintf(&out, "entry %q\n", e.Key)
		line(1, "span", e.Span)
		line(1, "key", e.KeySpan)
		line(1, "value as written", e.ValueSpan)
		if e.Err != nil {
			line(1, "error "+e.Err.Message, e.Err.Span)
		}
		if e.Value != nil {
			dumpValue(line, 1, "value", e.Value)
		}
	}
	return out.String()
}

func dumpValue(line func(int, string, text.Span), indent int, role string, v *Value) {
	styles := [...]string{"plain", "single-quoted", "double-quoted", "literal", "folded", "block", "flow"}
	label := fmt.Sprintf("%s: %s %s %s %q", role, v.Kind, styles[v.Style], v.Tag, v.Text)
	if v.Anchor != "" {
		label += " anchor " + v.Anchor
	}
	line(indent, label, v.Span)
	for _, item := range v.Items {
		dumpValue(line, indent+1, "item", item)
	}
	for _, p := range v.Pairs {
		dumpValue(line, indent+1, "key", p.Key)
		dumpValue(line, indent+1, "value", p.Value)
	}
}

// checkFrontmatter reports an error if a span is outside the span that must enclose it, or if entries
// overlap.
func checkFrontmatter(t *testing.T, source string, fm *Frontmatter, body text.Span) {
	t.Helper()
	whole := text.Span{Start: 0, End: len(source)}
	in := func(label string, outer, inner text.Span) {
		t.Helper()
		if inner.Start > inner.End || !outer.Encloses(inner) {
			t.Errorf("%s %v is not a span within %v of %q", label, inner, outer, source)
		}
	}
	in("open", whole, fm.Open)
	in("close", whole, fm.Close)
	in("content", whole, fm.Content)
	in("body", whole, body)
	if fm.State == Closed && (fm.Content.End > fm.Close.Start || body.Start < fm.Close.End) {
		t.Errorf("content %v, close %v and body %v overlap in %q", fm.Content, fm.Close, body, source)
	}
	for _, s := range fm.Comments {
		in("comment", fm.Content, s)
	}
	for _, s := range fm.Stray {
		in("stray", fm.Content, s)
	}
	if fm.Err != nil {
		in("error", fm.Content, fm.Err.Span)
	}
	if fm.Root != nil {
		checkValue(t, source, fm.Content, fm.Root)
	}
	end := fm.Content.Start
	for _, e := range fm.Entries {
		if e.Span.Start < end {
			t.Errorf("entry %q at %v overlaps the one before it in %q", e.Key, e.Span, source)
		}
		end = e.Span.End
		in("entry", fm.Content, e.Span)
		in("key", e.Span, e.KeySpan)
		in("value", e.Span, e.ValueSpan)
		if e.ValueSpan.Start < e.KeySpan.End {
			t.Errorf("value %v of %q begins before its key ends in %q", e.ValueSpan, e.Key, source)
		}
		if e.Value != nil {
			checkValue(t, source, fm.Content, e.Value)
		}
	}
}

// checkValue reports an error if the span of a value, or of a value in it, is not within outer.
func checkValue(t *testing.T, source string, outer text.Span, v *Value) {
	t.Helper()
	if v.Span.Start > v.Span.End || !outer.Encloses(v.Span) {
		t.Errorf("%s %v is not a span within %v of %q", v.Kind, v.Span, outer, source)
	}
	for _, item := range v.Items {
		checkValue(t, source, outer, item)
	}
	for _, p := range v.Pairs {
		checkValue(t, source, outer, p.Key)
		checkValue(t, source, outer, p.Value)
	}
}

// TestValueSpans checks that the span of a value has the whole value: ParseYAML of the span returns the same.
func TestValueSpans(t *testing.T) {
	source := "---\na: plain text\nb: 'it''s'\nc: \"a\\tb\"\nd: [x, 'y']\ne: {k: v}\n---\n"
	fm, _ := scan(source)
	for _, e := range fm.Entries {
		again, err := ParseYAML(e.Value.Span.Of(source))
		if err != nil || again.Text != e.Value.Text || again.Kind != e.Value.Kind {
			t.Errorf("%s: ParseYAML(%q) = %+v, %v, want %+v", e.Key, e.Value.Span.Of(source), again, err, e.Value)
		}
	}
}

// FuzzScan checks that Scan returns and that checkFrontmatter finds no error.
func FuzzScan(f *testing.F) {
	// The YAML library has line breaks that Scan does not have.
	f.Add("---\n\n#c<\u0085#c\n<<:-\ta:\u0085-}b: |\n [---\n")
	f.Add("---yaml\né:\u2029? \"d\": e\n  license:\t&anc v\n" +
		"\u2029? \"d\": e\n  license:\t&anc v\n\"d\":\u0085*---\n\nx")
	paths, err := filepath.Glob("testdata/*.md")
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
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<16 {
			t.Skip("a larger file does not find more errors")
		}
		// The flag -timeout does not apply to fuzzing, and after a hang the input would be unknown.
		watchdog := time.AfterFunc(30*time.Minute, func() { panic(fmt.Sprintf("Scan hangs: %q", source)) })
		defer watchdog.Stop()
		fm, body := scan(source)
		checkFrontmatter(t, source, &fm, body)
	})
}
