package markdown

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/goldentest"
	"skills-ls/skills/text"
)

// TestMarkdown compares what is found in each file of testdata/markdown with the dump beside it, with every line ending.
func TestMarkdown(t *testing.T) {
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
			md := parse(t, source)
			want := dumpMarkdown(source, md)
			goldentest.Check(t, strings.TrimSuffix(path, ".md")+".golden", want)

			cr := strings.ReplaceAll(source, "\n", "\r")
			got := strings.ReplaceAll(dumpMarkdown(cr, parse(t, cr)), `\r`, `\n`)
			if got != want {
				t.Errorf("with lone carriage returns:\n%s\nwant:\n%s", got, want)
			}
			crlf := strings.ReplaceAll(source, "\n", "\r\n")
			if got, want := withoutSpans(dumpMarkdown(crlf, parse(t, crlf))), withoutSpans(want); got != want {
				t.Errorf("with carriage returns and line feeds:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// withoutSpans makes dumps comparable whose offsets differ because of longer line endings.
func withoutSpans(dump string) string {
	return strings.ReplaceAll(spans.ReplaceAllString(dump, ""), `\r\n`, `\n`)
}

var spans = regexp.MustCompile(`\[\d+:\d+\)`)

// parse parses a whole text as a body and checks what is found.
func parse(tb testing.TB, source string) *Document {
	tb.Helper()
	md := Parse(source, text.Span{Start: 0, End: len(source)})
	checkMarkdown(tb, source, text.Span{Start: 0, End: len(source)}, md)
	return md
}

func dumpMarkdown(source string, md *Document) string {
	type item struct {
		span text.Span
		text string
	}
	var items []item
	add := func(span text.Span, what string, parts ...any) {
		var out strings.Builder
		fmt.Fprintf(&out, "%s %v %q\n", what, span, span.Of(source))
		for i := 0; i < len(parts); i += 2 {
			if part := parts[i+1].(text.Span); !part.IsEmpty() {
				fmt.Fprintf(&out, "  %s %v %q\n", parts[i], part, part.Of(source))
			}
		}
		items = append(items, item{span, out.String()})
	}
	for _, l := range md.Links {
		what := [...]string{"inline", "reference", "auto"}[l.Kind]
		if l.Image {
			what += " image"
		} else {
			what += " link"
		}
		what += fmt.Sprintf(" to %q", l.Destination)
		if l.Kind == ReferenceLink {
			what += fmt.Sprintf(" (%d)", l.Definition)
		}
		add(l.Span, what, "text", l.Text, "destination", l.Dest, "title", l.Title, "label", l.Label)
	}
	for _, d := range md.Definitions {
		add(d.Span, fmt.Sprintf("definition of %q as %q used %v", d.Name, d.Destination, d.Used), "label", d.Label, "destination", d.Dest, "title", d.Title)
	}
	for _, h := range md.Headings {
		add(h.Span, fmt.Sprintf("heading %d %q #%s", h.Level, h.Text, h.Slug), "content", h.TextSpan)
	}
	for _, c := range md.CodeSpans {
		add(c.Span, "code span", "content", c.Content)
	}
	for _, f := range md.Fences {
		add(f.Span, fmt.Sprintf("fence of %d %q", f.Length, f.Char), "open", f.Open, "info", f.Info, "content", f.Content, "close", f.Close)
	}
	for _, r := range md.Unresolved {
		add(r.Span, fmt.Sprintf("unresolved %q", r.Name), "label", r.Label)
	}
	for _, s := range md.Code {
		span := func(c CodeSpan) bool { return c.Span == s }
		fence := func(f Fence) bool { return f.Span.Start == s.Start }
		if !slices.ContainsFunc(md.CodeSpans, span) && !slices.ContainsFunc(md.Fences, fence) {
			add(s, "other code")
		}
	}
	for _, s := range md.Comments {
		add(s, "comment")
	}
	for _, p := range md.Problems {
		add(p.Span, "problem: "+p.Message)
	}
	slices.SortStableFunc(items, func(a, b item) int { return a.span.Start - b.span.Start })
	var out strings.Builder
	for _, i := range items {
		out.WriteString(i.text)
	}
	return out.String()
}

// checkMarkdown fails where a promise of the types is broken.
func checkMarkdown(tb testing.TB, source string, body text.Span, md *Document) {
	tb.Helper()
	in := func(what string, outer, inner text.Span) {
		tb.Helper()
		if inner.Start > inner.End || !outer.Encloses(inner) {
			tb.Fatalf("%s %v is not a span within %v of %q", what, inner, outer, source)
		}
		for _, at := range [...]int{inner.Start, inner.End} {
			if at > body.Start && at < body.End && source[at-1] == '\r' && source[at] == '\n' {
				tb.Fatalf("%s %v splits a line ending of %q", what, inner, source)
			}
		}
	}
	begins := func(what string, s text.Span, texts ...string) {
		tb.Helper()
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(s.Of(source), text) }) {
			tb.Fatalf("%s %v does not begin with any of %q in %q", what, s, texts, source)
		}
	}
	ordered := func(what string, last *int, s text.Span) {
		tb.Helper()
		in(what, body, s)
		if s.Start < *last {
			tb.Fatalf("%s %v is out of order in %q", what, s, source)
		}
		*last = s.Start
	}
	bracketed := func(what string, outer, label text.Span) {
		tb.Helper()
		in(what, outer, label)
		if source[label.Start-1] != '[' || source[label.End] != ']' {
			tb.Fatalf("%s %v is not in brackets in %q", what, label, source)
		}
	}

	last := body.Start
	for _, l := range md.Links {
		ordered("link", &last, l.Span)
		switch l.Kind {
		case AutoLink:
			in("text", l.Span, l.Text)
			in("destination", l.Span, l.Dest)
			if l.Text.Len() != l.Span.Len() {
				begins("autolink", l.Span, "<")
			}
		case InlineLink:
			bracketed("text", l.Span, l.Text)
			in("destination", l.Span, l.Dest)
			in("title", l.Span, l.Title)
			in("destination and title", text.Span{Start: l.Dest.End, End: l.Span.End}, l.Title)
		case ReferenceLink:
			bracketed("text", l.Span, l.Text)
			bracketed("label", l.Span, l.Label)
			d := md.Definitions[l.Definition]
			if d.Dest != l.Dest || d.Title != l.Title || d.Destination != l.Destination || !d.Used || d.Name != NormalizeLabel(d.Name) {
				tb.Fatalf("link %v does not agree with its definition %v in %q", l.Span, d.Span, source)
			}
		}
		if l.Image {
			begins("image", l.Span, "![")
		} else if l.Kind != AutoLink {
			begins("link", l.Span, "[")
		}
		if l.Kind != ReferenceLink && l.Definition != -1 {
			tb.Fatalf("link %v has a definition in %q", l.Span, source)
		}
	}
	last = body.Start
	for _, d := range md.Definitions {
		ordered("definition", &last, d.Span)
		bracketed("label", d.Span, d.Label)
		in("destination", d.Span, d.Dest)
		in("title", d.Span, d.Title)
		last = d.Span.End
	}
	last = body.Start
	slugs := make(map[string]bool)
	for _, h := range md.Headings {
		ordered("heading", &last, h.Span)
		in("content", h.Span, h.TextSpan)
		if slugs[h.Slug] || h.Level < 1 || h.Level > 6 || strings.ContainsAny(h.Text, "\r\n") {
			tb.Fatalf("bad heading %+v in %q", h, source)
		}
		slugs[h.Slug] = true
		last = h.Span.End
	}
	last = body.Start
	for _, c := range md.CodeSpans {
		ordered("code span", &last, c.Span)
		in("content", c.Span, c.Content)
		begins("code span", c.Span, "`")
		if !slices.Contains(md.Code, c.Span) {
			tb.Fatalf("code span %v is not among the code of %q", c.Span, source)
		}
		last = c.Span.End
	}
	last = body.Start
	for _, f := range md.Fences {
		ordered("fence", &last, f.Span)
		begins("fence", f.Span, strings.Repeat(string(f.Char), f.Length))
		in("opening fence", f.Span, f.Open)
		in("info", f.Open, f.Info)
		in("content", text.Span{Start: f.Open.End, End: body.End}, f.Content)
		in("closing fence", f.Span, f.Close)
		if !f.Close.IsEmpty() {
			begins("closing fence", f.Close, strings.Repeat(string(f.Char), f.Length))
			in("closing fence", text.Span{Start: f.Content.End, End: f.Span.End}, f.Close)
		}
		if f.Length < 3 || f.Open.Start != f.Span.Start || !slices.ContainsFunc(md.Code, func(s text.Span) bool { return s.Encloses(f.Span) }) {
			tb.Fatalf("bad fence %+v in %q", f, source)
		}
		last = f.Span.End
	}
	last = body.Start
	for _, r := range md.Unresolved {
		ordered("reference", &last, r.Span)
		begins("reference", r.Span, "[", "![")
		bracketed("label", r.Span, r.Label)
	}
	last = body.Start
	for _, s := range md.Code {
		ordered("code", &last, s)
		for _, at := range [...]int{s.Start, (s.Start + s.End) / 2, s.End - 1} {
			if s.IsEmpty() || !md.InCode(at) {
				tb.Fatalf("offset %d of code %v is not in code in %q", at, s, source)
			}
		}
		last = s.End
	}
	last = body.Start
	for _, s := range md.Comments {
		ordered("comment", &last, s)
		begins("comment", s, "<!--")
		if !strings.HasSuffix(s.Of(source), "-->") || !slices.ContainsFunc(md.Code, func(code text.Span) bool { return code.Encloses(s) }) {
			tb.Fatalf("bad comment %v in %q", s, source)
		}
		last = s.End
	}
	for _, p := range md.Problems {
		in("problem", body, p.Span)
	}
}

// TestMarkdownBytes checks that spans stay right around what is not text.
func TestMarkdownBytes(t *testing.T) {
	for _, filler := range []string{"\x00", "\xff", "\xc3", "\ufeff", "é", "😀", "\u2028", "\u0085", "\v\f"} {
		source := "# " + filler + "\n\n" + filler + "[" + filler + "](a" + filler + ".md) `" + filler + "`\n"
		md := parse(t, source)
		if strings.Contains(filler, "\f") { // a destination ends at a control character
			filler = strings.TrimSpace(filler)
		}
		if len(md.Headings) != 1 || md.Headings[0].TextSpan.Of(source) != filler && filler != "" {
			t.Errorf("%q: headings %+v", filler, md.Headings)
		}
		if len(md.CodeSpans) != 1 {
			t.Errorf("%q: code %+v", filler, md.CodeSpans)
		}
		if filler == "\x00" || filler == "" {
			continue
		}
		if len(md.Links) != 1 || md.Links[0].Text.Of(source) != filler || md.Links[0].Destination != "a"+filler+".md" {
			t.Errorf("%q: links %+v", filler, md.Links)
		}
	}
}

func TestMarkdownBodyOffset(t *testing.T) {
	source := "---\nname: a\n---\n# B\n\n[c][d] `e` <f>\n\n[d]: g\n\n~~~\nh\n"
	body := text.Span{Start: strings.Index(source, "# B"), End: len(source)}
	md := Parse(source, body)
	checkMarkdown(t, source, body, md)
	whole := dumpMarkdown(body.Of(source), parse(t, body.Of(source)))
	if got, want := withoutSpans(dumpMarkdown(source, md)), withoutSpans(whole); got != want {
		t.Errorf("behind a frontmatter:\n%s\nalone:\n%s", got, want)
	}
}

func TestMarkdownLimits(t *testing.T) {
	source := strings.Repeat("a", MaxBody+1)
	md := parse(t, source)
	if len(md.Problems) != 1 || md.Problems[0].Kind != TooLarge {
		t.Errorf("problems of a large body: %+v", md.Problems)
	}
	block := strings.Repeat("[a](b) ", 20_000) + "end"
	source = "fine\n\n" + block + "\n\n[c](d)\n"
	md = parse(t, source)
	if len(md.Links) != 20_001 || len(md.Problems) != 1 || md.Problems[0].Kind != TooCostly || md.Problems[0].Span.Of(source) != block {
		t.Errorf("many brackets: %d links, problems %+v", len(md.Links), md.Problems)
	}
	source = "| a | " + block + " |\n|---|---|\n"
	md = parse(t, source)
	if len(md.Links) != 20_000 || len(md.Problems) != 1 || md.Problems[0].Span.Of(source) != block {
		t.Errorf("many brackets in a cell: %d links, problems %+v", len(md.Links), md.Problems)
	}
	source = strings.Repeat("> ", 1000) + "[c](d)\n\n[e](f)\n"
	md = parse(t, source)
	if len(md.Links) != 2 || len(md.Problems) != 1 || md.Problems[0].Kind != TooCostly {
		t.Errorf("deep quotes: links %+v, problems %+v", md.Links, md.Problems)
	}
	// Every empty line continues 31 lists with an item each.
	source = strings.Repeat("- ", 31) + "a\n" + strings.Repeat("\n", 2*maxContinued/31) + "> [e](f)\n"
	md = parse(t, source)
	if len(md.Problems) != 1 || md.Problems[0].Kind != TooCostly {
		t.Errorf("lists over many lines: problems %+v", md.Problems)
	}
}

func TestInCode(t *testing.T) {
	tests := []struct{ source, want string }{ // each offset: # in code, . not
		{"a `b` c", "..###..."},
		{"a <b> c", "..###..."},
		{"`a``b`", "######."},
		{"    a\n\nb", "....##..."},
		{"```\na\n```\nb", "#########..."},
		{"```\na\n", "#######"},
		{"- ```\n  a\n", "..########."},
		{"```\na", "######"},
		{"<div>\n\na", "######..."},
	}
	for _, test := range tests {
		md := parse(t, test.source)
		got := make([]byte, 0, len(test.source)+1)
		for i := range len(test.source) + 1 {
			if md.InCode(i) {
				got = append(got, '#')
			} else {
				got = append(got, '.')
			}
		}
		if string(got) != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}

func TestNormalizeLabel(t *testing.T) {
	for label, want := range map[string]string{
		"":               "",
		"abc":            "abc",
		"a-b.c":          "a-b.c",
		" A\n\t b ":      "a b",
		"ẞ":              "ss",
		"ΑΓΩ":            "αγω",
		"a\\]b":          "a\\]b",
		"Толпой  на СЕВ": "толпой на сев",
	} {
		if got := NormalizeLabel(label); got != want {
			t.Errorf("NormalizeLabel(%q) = %q, want %q", label, got, want)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), uint16(0))
		f.Add(strings.ReplaceAll(string(data), "\n", "\r\n"), uint16(3))
	}
	for _, generate := range hostile {
		f.Add(generate(512), uint16(1))
	}
	f.Fuzz(func(t *testing.T, source string, start uint16) {
		if len(source) > 1<<16 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		// A hang would otherwise end the whole run without a word about its input.
		// go test's -timeout does not apply to fuzzing, and a hang would not say which input caused it.
		watchdog := time.AfterFunc(30*time.Minute, func() { panic(fmt.Sprintf("parsing does not end: %q", source)) })
		defer watchdog.Stop()
		body := text.Span{Start: min(int(start), len(source)), End: len(source)}
		if body.Start > 0 && body.Start < body.End && source[body.Start-1] == '\r' && source[body.Start] == '\n' {
			body.Start++ // no body begins within a line ending
		}
		checkMarkdown(t, source, body, Parse(source, body))
	})
}
