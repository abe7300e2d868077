package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The benchmarks run the real program and talk to it as an editor does, through pipes. What they report as p50-ms and p99-ms
// is what a person waits: from the first byte sent to the last byte received and decoded.

// report adds the percentiles of the waits to a benchmark's results.
func report(b *testing.B, waits []time.Duration) {
	b.Helper()
	slices.Sort(waits)
	at := func(share float64) float64 {
		return float64(waits[min(len(waits)-1, int(share*float64(len(waits))))]) / float64(time.Millisecond)
	}
	b.ReportMetric(at(0.50), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// bigSkill returns a skill of about that many bytes, with all that Markdown has, and one finding on its last line.
func bigSkill(bytes int) string {
	var s strings.Builder
	s.WriteString("---\nname: big\ndescription: Is large. Use when a benchmark asks for it.\nlicense: MIT\nmetadata:\n  author: me\n---\n# Big\n\n")
	for i := 0; s.Len() < bytes-100; i++ {
		fmt.Fprintf(&s, "## Step %d\n\nRun `scripts/run.sh` and read [the guide](references/guide.md#step-%d), *then* ask 🚀 for $help.\n\n"+
			"- one **bold** item with [a link](references/guide.md)\n- another, größer\n\n```sh\nset -euo pipefail\necho \"$HOME\"\n```\n\n", i, i)
	}
	s.WriteString("The end: [broken](references/gone.md).\n")
	return s.String()
}

// benchWorkspace writes a workspace of n skills and returns its directory and the path of the big one.
func benchWorkspace(b *testing.B, n, bytes int) (root, path, text string) {
	b.Helper()
	root = b.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		return path
	}
	for i := range n {
		name := fmt.Sprintf("skill-%d", i)
		write(".agents/skills/"+name+"/SKILL.md", skillText(name, fmt.Sprintf("See $skill-%d.", (i+1)%n)))
	}
	text = bigSkill(bytes)
	var guide strings.Builder
	for i := range strings.Count(text, "\n## Step ") {
		fmt.Fprintf(&guide, "# Step %d\n\nText.\n\n", i)
	}
	write(".agents/skills/big/references/guide.md", guide.String())
	return root, write(".agents/skills/big/SKILL.md", text), text
}

// benchClient starts the program in the workspace, with the big skill open.
func benchClient(b *testing.B, root, path, text string) (c *testClient, uri string) {
	b.Helper()
	c = startBinary(b)
	c.initialize(`{"general":{"positionEncodings":["utf-16"]}}`, fmt.Sprintf(`"rootUri":%q`, pathURI(root)))
	uri = string(pathURI(path))
	c.open(uri, text)
	var p publishedList
	c.nextOf("textDocument/publishDiagnostics", &p)
	return c, uri
}

func BenchmarkKeystroke(b *testing.B) {
	for _, bench := range []struct {
		name          string
		skills, bytes int
	}{
		{"1skill/10KB", 1, 10 << 10},
		{"1skill/100KB", 1, 100 << 10},
		{"1000skills/10KB", 1000, 10 << 10},
	} {
		b.Run(bench.name, func(b *testing.B) {
			root, path, text := benchWorkspace(b, bench.skills, bench.bytes)
			c, uri := benchClient(b, root, path, text)
			line := strings.Count(text, "\n") / 2
			version := 1
			var waits []time.Duration
			for b.Loop() {
				version++
				start := time.Now()
				c.change(uri, version, edit(line, 0, line, version%2, "x"[:1-version%2]))
				for {
					var p publishedList
					c.nextOf("textDocument/publishDiagnostics", &p)
					if *p.Version == version {
						break
					}
				}
				waits = append(waits, time.Since(start))
			}
			report(b, waits)
		})
	}
}

// BenchmarkFrontmatterKeystroke types in the name, which every catalogue may depend on.
func BenchmarkFrontmatterKeystroke(b *testing.B) {
	root, path, text := benchWorkspace(b, 1000, 10<<10)
	c, uri := benchClient(b, root, path, text)
	version := 1
	var waits []time.Duration
	for b.Loop() {
		version++
		start := time.Now()
		c.change(uri, version, edit(1, 9, 1, 9+version%2, "x"[:1-version%2]))
		for {
			var p publishedList
			c.nextOf("textDocument/publishDiagnostics", &p)
			if *p.Version == version {
				break
			}
		}
		waits = append(waits, time.Since(start))
	}
	report(b, waits)
}

func BenchmarkRequest(b *testing.B) {
	root, path, text := benchWorkspace(b, 1000, 10<<10)
	c, uri := benchClient(b, root, path, text)
	lines := strings.Split(text, "\n")
	link := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "the guide") })
	column := strings.Index(lines[link], "references")
	document := map[string]any{"textDocument": map[string]any{"uri": uri}}
	actions := map[string]any{
		"textDocument": document["textDocument"],
		"range":        testRange{testPosition{0, 0}, testPosition{len(lines) - 1, 0}},
		"context":      map[string]any{"diagnostics": []any{}},
	}
	mention := strings.Index(lines[link], "$help") // behind a character of two units
	for _, bench := range []struct {
		name, method string
		params       any
	}{
		{"hover/key", "textDocument/hover", at(uri, 1, 1)},
		{"hover/link", "textDocument/hover", at(uri, link, column)},
		{"completion/key", "textDocument/completion", at(uri, 3, 1)},
		{"completion/path", "textDocument/completion", at(uri, link, column+len("references/"))},
		{"completion/mention", "textDocument/completion", at(uri, link, mention-1)},
		{"definition", "textDocument/definition", at(uri, link, column)},
		{"documentLink", "textDocument/documentLink", document},
		{"codeAction", "textDocument/codeAction", actions},
		{"list", "skills/list", map[string]any{}},
		{"preview", "skills/preview", document},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var waits []time.Duration
			for b.Loop() {
				start := time.Now()
				if m := c.call(bench.method, bench.params); m.Error != nil {
					b.Fatal(m.Error.Message)
				}
				waits = append(waits, time.Since(start))
			}
			report(b, waits)
		})
	}
}

// BenchmarkInitialize measures from the start of the process to the answer to initialize.
func BenchmarkInitialize(b *testing.B) {
	if _, err := binary(); err != nil {
		b.Fatal(err)
	}
	var waits []time.Duration
	for b.Loop() {
		start := time.Now()
		c := startBinary(b)
		if m := c.call("initialize", json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":{}}`)); m.Error != nil {
			b.Fatal(m.Error.Message)
		}
		waits = append(waits, time.Since(start))
		_ = c.in.Close()
		c.exit()
	}
	report(b, waits)
}
