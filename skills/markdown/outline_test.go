package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/skills/corpustest"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkHeadingLines compares the headings that are found line by line with those of a parser.
func checkHeadingLines(t *testing.T, source string) {
	t.Helper()
	body := text.Span{Start: 0, End: len(source)}
	want := []Heading{}
	for _, h := range Parse(source, body).Headings {
		want = append(want, Heading{Level: h.Level, Span: h.Span, Text: h.Text})
	}
	scan := headingScan{source: source, at: body.Start}
	if scan.run(body.Of(source)) {
		if diff := cmp.Diff(want, scan.headings); diff != "" {
			t.Errorf("%q: -parsed +scanned:\n%s", source, diff)
		}
	}
}

func FuzzHeadingLines(f *testing.F) {
	for _, seed := range []string{
		"# One\n\ntext\n## Two ##\n###\tThree\n#Four\n####### Seven\n",
		"# A `b` *c* [d](e) \\# &amp; <f>\n# [g]\n\n[g]: h\n",
		"```sh\n# no\n```\n# yes\n~~~\n# no\n```\n~~~~\n# yes\n",
		"1. a\n\n    ```\n    # no\n    ```\n\n   # yes\n    # perhaps\n",
		"- # in a list\n> # in a quote\n",
		"text\n---\n\n---\n# a\n===\n",
		"<!-- # no\n# no\n-->\n# yes\n<div>\n# no\n\n# yes\n",
		"<pre>\n\n# no\n</pre>\n# yes\r\n## CRLF\r\n\rtext\r# lone\r",
		"- ```\n# a\n> ```\n> b\n# c\n```",
		"\t# code\n  # two\n* * *\n# x\n- - -\n",
		"\ufeff# first\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(checkHeadingLines)
}

// TestHeadingLinesCorpus guards the same on real skills, and says how many need a parser.
func TestHeadingLinesCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	n, parsed := 0, 0
	corpustest.EachFile(t, func(name, source string) {
		if !strings.HasSuffix(name, ".md") {
			return
		}
		checkHeadingLines(t, source)
		_, body := frontmatter.Scan(source, 0)
		scan := headingScan{source: source, at: body.Start}
		if !scan.run(body.Of(source)) {
			parsed++
		}
		n++
	})
	t.Logf("%d of %d files are parsed", parsed, n)
}

func BenchmarkHeadingLines(b *testing.B) {
	var body strings.Builder
	for range 100 {
		body.WriteString("## A step of many\n\nRun `scripts/run.sh` and read [the guide](guide.md), *then* ask.\n\n- one **bold** item\n\n```sh\n# set\nset -e\n```\n\n")
	}
	source := body.String()
	whole := text.Span{Start: 0, End: len(source)}
	parse := func() *Document { return Parse(source, whole) }
	b.Run("scanned", func(b *testing.B) {
		b.SetBytes(int64(len(source)))
		for b.Loop() {
			Outline(source, whole, parse)
		}
	})
	b.Run("parsed", func(b *testing.B) {
		b.SetBytes(int64(len(source)))
		for b.Loop() {
			parse()
		}
	})
}
