package skills

import (
	"strings"
	"testing"

	"skills-ls/skills/text"
)

func TestHTML(t *testing.T) {
	tests := []struct {
		name, frontmatter, body string
		want, never             []string
	}{
		{
			name: "plain", frontmatter: "---\nname: demo\ndescription: Does & undoes.\n---\n", body: "# Title\n\nText with **weight**.\n",
			want: []string{"<th>name</th><td>demo</td>", "Does & undoes.", "<h1 id=\"title\" data-offset=\"57\">Title</h1>", `<table class="frontmatter" data-offset="8">`, "<strong>weight</strong>", "&lt;skill>"},
		},
		{
			name: "broken frontmatter is shown as written", frontmatter: "---\nname: demo\ndescription: Use when: always\n---\n",
			want: []string{"<td>Use when: always</td>", "<td>demo</td>"},
		},
		{
			name: "raw HTML is shown, not run", body: "a <b onclick=x>b</b>\n\n<script>alert(1)</script>\n\n<div>\n",
			want:  []string{"<code>&lt;b onclick=x></code>", "&lt;script>alert(1)&lt;/script>"},
			never: []string{"<script", "<b ", "<div>"},
		},
		{
			name: "links", body: "[a](https://example.com/?q=1&r=2) [b](references/x.md) [c](javascript:alert(1)) [d](file:///etc/passwd) [e](//host/x) [f](data:text/html,x) <mailto:a@b.c> <tel:1>\n",
			want:  []string{`<a href="https://example.com/?q=1&amp;r=2">a</a>`, `<a href="references/x.md">b</a>`, "mailto:a@b.c"},
			never: []string{"javascript:", "file:", `href="//`, "data:", `href="tel`},
		},
		{
			name: "character references in links", body: "[a](javascript&colon;alert(1)) [b](&#106;avascript:alert(1)) ![c](https&colon;//h/t.png)\n",
			never: []string{"href", "<img"},
		},
		{
			name: "values are shown as written", frontmatter: "---\nversion: 1.10\na: yes\nb: 017\nc:\nd: {author: me}\ne: \"x\"\nf: >-\n  one\n  two\n---\n",
			want:  []string{"<td>1.10</td>", "<td>yes</td>", "<td>017</td>", "<th>c</th><td></td>", "<td>{author: me}</td>", `<td>"x"</td>`, "<td>>-\n  one\n  two</td>"},
			never: []string{"nil", "[{"},
		},
		{
			name: "aliases are not expanded", frontmatter: "---\na: &x [long text]\nb: [*x, *x]\n---\n", want: []string{"<td>&amp;x [long text]</td>", "<td>[*x, *x]</td>"},
		},
		{
			name: "frontmatter without fields is shown as written", frontmatter: "---\nonly <i> text\n---\n", want: []string{"only &lt;i> text"}, never: []string{"<table"},
		},
		{
			name: "images", body: "![l](assets/a.png) ![r\"](https://example.com/track.png) ![x `c` <i>](//h/t.png)\n",
			want:  []string{`<img src="assets/a.png" alt="l">`, "r&quot;"},
			never: []string{"track.png", "t.png"},
		},
		{name: "hostile", body: strings.Repeat("![](", 20000), never: []string{"<img"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			content := "<skill>\n" + tt.frontmatter + tt.body
			a, b := len("<skill>\n"), len("<skill>\n"+tt.frontmatter)
			segments := []Segment{{Span: text.Span{Start: 0, End: a}, Kind: SegmentEnvelope}, {Span: text.Span{Start: a, End: b}, Kind: SegmentFrontmatter}, {Span: text.Span{Start: b, End: len(content)}, Kind: SegmentBody}}
			got := HTML(content, "", segments)
			for _, w := range tt.want {
				if !strings.Contains(got, w) {
					t.Errorf("no %q in\n%.2000s", w, got)
				}
			}
			for _, n := range tt.never {
				if strings.Contains(got, n) {
					t.Errorf("%q in\n%.2000s", n, got)
				}
			}
		})
	}
}

// TestHTMLOfPieces checks that a body that consists of pieces is rendered as a whole, and that a body in
// another form is rendered as in the source.
func TestHTMLOfPieces(t *testing.T) {
	const source = "Fix **$1** now."
	content := "Fix **it** now."
	segments := []Segment{
		{Span: text.Span{Start: 0, End: 6}, Kind: SegmentBody, Source: &text.Span{Start: 0, End: 6}},
		{Span: text.Span{Start: 6, End: 8}, Kind: SegmentSubstituted, Source: &text.Span{Start: 6, End: 8}},
		{Span: text.Span{Start: 8, End: 15}, Kind: SegmentBody, Source: &text.Span{Start: 8, End: 15}},
	}
	if got, want := HTML(content, source, segments), "<p data-offset=\"0\">Fix <strong>it</strong> now.</p>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	const written = "a\n\n<i>"
	escaped := `{"a":"a\n\n<i>"}`
	segments = []Segment{
		{Span: text.Span{Start: 0, End: 6}, Kind: SegmentEnvelope},
		{Span: text.Span{Start: 6, End: 14}, Kind: SegmentBody, Source: &text.Span{Start: 0, End: 6}, Note: "escaped"},
		{Span: text.Span{Start: 14, End: 16}, Kind: SegmentEnvelope},
	}
	want := "<pre class=\"envelope\" data-offset=\"0\">{\"a\":\"</pre>\n<p data-offset=\"6\">a</p>\n<pre class=\"html\">&lt;i></pre>\n" +
		"<pre class=\"envelope\" data-offset=\"14\">\"}</pre>\n"
	if got := HTML(escaped, written, segments); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
