package markdown

import (
	"io"
	"os"
	"strings"
	"testing"

	"skills-ls/skills/text"
)

// sample returns about n bytes of Markdown as skills have it.
func sample(tb testing.TB, n int) string {
	tb.Helper()
	data, err := os.ReadFile("testdata/skill.md")
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Repeat(string(data), max(1, n/len(data)))
}

func BenchmarkMarkdown(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"10KB", 10 << 10}, {"100KB", 100 << 10}} {
		b.Run(size.name, func(b *testing.B) { benchmarkMarkdown(b, sample(b, size.n)) })
	}
}

func BenchmarkHostileMarkdown(b *testing.B) {
	for _, name := range []string{"images", "emphasis", "emphasis heading", "item lines", "own definitions", "loose items"} {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) { benchmarkMarkdown(b, hostile[name](160_000)) })
	}
}

func benchmarkMarkdown(b *testing.B, source string) {
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(source, text.Span{Start: 0, End: len(source)})
	}
}

// BenchmarkInlines compares the one inline parser, the scanner, with goldmark's inline parsers, for a text that keeps
// these busy. It is why the scanner is there.
func BenchmarkInlines(b *testing.B) {
	source := hostile["half links"](32_000)
	b.Run("scanner", func(b *testing.B) {
		for b.Loop() {
			HTML(source, noOffset)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		for b.Loop() {
			if err := github.Convert([]byte(source), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}
