package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/skills/agents"
)

// The benchmarks run the real binary and talk to it through pipes, as an editor does. p50-ms and p99-ms are
// what a user waits: the time from the first byte sent to the last byte received and decoded.

// report adds the 50th and 99th percentiles of the waits to the results of a benchmark.
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

// bigSkill returns a skill of about the given size in bytes. It contains all common Markdown constructs, and
// a broken link on its last line.
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

// benchWorkspace writes a workspace of n skills of each bytes, and one called big of the given number of
// bytes. The links of a skill lead to its guide, which only big and the first 100 skills have. It returns the
// directory of the workspace, and the path and the text of big.
func benchWorkspace(b *testing.B, n, each, bytes int) (root, path, text string) {
	b.Helper()
	root = b.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			b.Fatal(err)
		}
		return path
	}
	guide := func(text string) string {
		var guide strings.Builder
		for i := range strings.Count(text, "\n## Step ") {
			fmt.Fprintf(&guide, "# Step %d\n\nText.\n\n", i)
		}
		return guide.String()
	}
	_, body, _ := strings.Cut(bigSkill(each), "\n---\n")
	for i := range n {
		name := fmt.Sprintf("skill-%d", i)
		text := skillText(name, fmt.Sprintf("See $skill-%d.", (i+1)%n), body)
		write(".agents/skills/"+name+"/SKILL.md", text)
		if i < 100 { // otherwise writing takes most of the time
			write(".agents/skills/"+name+"/references/guide.md", guide(text))
		}
	}
	text = bigSkill(bytes)
	write(".agents/skills/big/references/guide.md", guide(text))
	path = write(".agents/skills/big/SKILL.md", text)
	ageFiles(b, root)
	return root, path, text
}

// benchClient starts the program in the workspace and opens the big skill. The client watches files, as most
// clients do.
func benchClient(b *testing.B, root, path, text string) (c *testClient, uri string) {
	b.Helper()
	c = startBinary(b)
	c.initialize(relativeCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	uri = string(position.PathURI(path))
	c.open(uri, text)
	var p publishedList
	c.nextOf("textDocument/publishDiagnostics", &p)
	return c, uri
}

// settled waits until the server has scanned the workspace.
func settled(b *testing.B, c *testClient) {
	b.Helper()
	waitFor(b, func() bool { return strings.Contains(c.log(), "workspace scanned") })
}

// keystroke sends an edit and waits for the diagnostics of that version.
func keystroke(c *testClient, uri string, version int, change map[string]any) time.Duration {
	start := time.Now()
	c.change(uri, version, change)
	for {
		var p publishedList
		if c.nextOf("textDocument/publishDiagnostics", &p); p.URI == uri && *p.Version == version {
			return time.Since(start)
		}
	}
}

func BenchmarkKeystroke(b *testing.B) {
	for _, bench := range []struct {
		name          string
		skills, bytes int
	}{
		{"100KB", 1, 100 << 10},
		{"10skills", 10, 10 << 10},
		{"1000skills", 1000, 10 << 10},
		{"10000skills", 10_000, 10 << 10},
	} {
		b.Run(bench.name, func(b *testing.B) {
			root, path, text := benchWorkspace(b, bench.skills, 10<<10, bench.bytes)
			c, uri := benchClient(b, root, path, text)
			settled(b, c)
			line := strings.Count(text, "\n") / 2
			version := 1
			var waits []time.Duration
			for b.Loop() {
				version++
				waits = append(waits, keystroke(c, uri, version, edit(line, 0, line, version%2, "x"[:1-version%2])))
			}
			report(b, waits)
		})
	}
}

// BenchmarkFrontmatterKeystroke types in the name, which every catalog may depend on. It runs with the target
// agents that the skill's directory implies, and with every agent as a target.
func BenchmarkFrontmatterKeystroke(b *testing.B) {
	for _, bench := range []struct {
		name   string
		skills int
		all    bool
	}{
		{"10skills", 10, false},
		{"1000skills", 1000, false},
		{"10000skills", 10_000, false},
		{"1000skills-everyTarget", 1000, true},
	} {
		b.Run(bench.name, func(b *testing.B) {
			root, path, text := benchWorkspace(b, bench.skills, 10<<10, 10<<10)
			if bench.all {
				var targets []string
				for _, agent := range agents.All() {
					targets = append(targets, agent.ID)
				}
				settings := "targets: [" + strings.Join(targets, ", ") + "]\n"
				if err := os.WriteFile(filepath.Join(root, ".skills-ls.yaml"), []byte(settings), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			c, uri := benchClient(b, root, path, text)
			settled(b, c)
			version := 1
			var waits []time.Duration
			for b.Loop() {
				version++
				waits = append(waits, keystroke(c, uri, version, edit(1, 9, 1, 9+version%2, "x"[:1-version%2])))
			}
			report(b, waits)
		})
	}
}

// BenchmarkWatchedChange changes a closed file that an open file links to, and waits until the diagnostics of
// the open file have changed.
func BenchmarkWatchedChange(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root, path, text := benchWorkspace(b, n, 10<<10, 10<<10)
			c, uri := benchClient(b, root, path, text)
			settled(b, c)
			guide := filepath.Join(filepath.Dir(path), "references", "guide.md")
			whole, err := os.ReadFile(guide)
			if err != nil {
				b.Fatal(err)
			}
			var waits []time.Duration
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				if err := os.WriteFile(guide, whole[:len(whole)-i%2*len("# Step 1\n\nText.\n\n")], 0o644); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				start := time.Now()
				c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(position.PathURI(guide)), "type": 2}}})
				want := 2 + i%2 // length, the broken link, and in odd rounds the link to the last step
				var p publishedList
				for i > 0 && (p.URI != uri || len(p.Diagnostics) != want) {
					c.nextOf("textDocument/publishDiagnostics", &p)
				}
				if i > 0 {
					waits = append(waits, time.Since(start))
				}
			}
			report(b, waits)
		})
	}
}

// betweenHovers is how long the client of BenchmarkFirstScan waits between two requests. Without a pause,
// client and server would have no time for anything else.
const betweenHovers = 20 * time.Millisecond

// BenchmarkFirstScan opens a workspace and requests one hover after another until it is scanned.
func BenchmarkFirstScan(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root, path, text := benchWorkspace(b, n, 10<<10, 10<<10)
			var hovers []time.Duration
			var scans time.Duration
			memory := 0
			for b.Loop() {
				b.StopTimer()
				c := startBinary(b)
				b.StartTimer()
				start := time.Now()
				c.initialize(relativeCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
				uri := string(position.PathURI(path))
				c.open(uri, text)
				for !strings.Contains(c.log(), "workspace scanned") {
					asked := time.Now()
					c.call("textDocument/hover", at(uri, 1, 1))
					hovers = append(hovers, time.Since(asked))
					time.Sleep(betweenHovers)
				}
				scans += time.Since(start)
				b.StopTimer()
				memory = max(memory, memoryOf(b, c.pid, "VmHWM:"))
				_ = c.in.Close()
				c.exit()
				b.StartTimer()
			}
			report(b, hovers)
			b.ReportMetric(float64(scans.Milliseconds())/float64(b.N), "scan-ms")
			b.ReportMetric(float64(memory)/1024, "peak-MB")
		})
	}
}

// BenchmarkAfterList requests skills/list of a workspace and measures what follows: the keystrokes of a user who
// begins to type at once, or, without typing, the processor time until the server rests and its memory then. Run it
// with -benchtime 1x.
func BenchmarkAfterList(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		root, path, text := benchWorkspace(b, n, 10<<10, 10<<10)
		uri, line := string(position.PathURI(path)), strings.Count(text, "\n")/2
		listed := func() (*testClient, time.Duration) {
			c := startBinary(b)
			start := time.Now()
			c.initialize(relativeCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
			c.open(uri, text)
			c.result("skills/list", map[string]any{}, new(any))
			return c, time.Since(start)
		}
		b.Run(fmt.Sprintf("%dskills/typing", n), func(b *testing.B) {
			var waits []time.Duration
			for b.Loop() {
				c, _ := listed()
				for version := 2; version < 502; version++ {
					waits = append(waits, keystroke(c, uri, version, edit(line, 0, line, version%2, "x"[:1-version%2])))
				}
				_ = c.in.Close()
				c.exit()
			}
			report(b, waits)
		})
		b.Run(fmt.Sprintf("%dskills/resting", n), func(b *testing.B) {
			var lists time.Duration
			ticks, peak, resident := 0, 0, 0
			for b.Loop() {
				c, took := listed()
				lists += took
				begin := cpuTicks(b, c.pid)
				now := begin
				for last := -1; last != now; { // it rests when it used no time for five seconds
					last = now
					time.Sleep(5 * time.Second)
					now = cpuTicks(b, c.pid)
				}
				ticks += now - begin
				peak = max(peak, memoryOf(b, c.pid, "VmHWM:"))
				resident = max(resident, memoryOf(b, c.pid, "VmRSS:"))
				_ = c.in.Close()
				c.exit()
			}
			b.ReportMetric(float64(lists.Milliseconds())/float64(b.N), "list-ms")
			b.ReportMetric(float64(10*ticks)/float64(b.N), "cpu-ms")
			b.ReportMetric(float64(peak)/1024, "peak-MB")
			b.ReportMetric(float64(resident)/1024, "resident-MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkEditorMemory measures the peak memory of a server of 1,000 skills with 8,000 files (a SKILL.md of 10 KB,
// four pages and three scripts each) after the requests of an editor: for the list, for the Skills view, for a
// preview, and for the verdicts of all agents. Run it with -benchtime 1x.
func BenchmarkEditorMemory(b *testing.B) {
	root, path, text := benchWorkspace(b, 1000, 10<<10, 10<<10)
	page := bigSkill(3 << 10)
	for i := range 1000 {
		dir := filepath.Join(root, ".agents", "skills", fmt.Sprintf("skill-%d", i))
		for _, name := range []string{"references", "scripts"} {
			if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		for j := range 7 {
			file, content := filepath.Join(dir, "references", fmt.Sprintf("page-%d.md", j)), page
			if j >= 4 {
				file, content = filepath.Join(dir, "scripts", fmt.Sprintf("script-%d.py", j)), "print(1)\n"
			}
			if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	ageFiles(b, root)
	stages := []string{"list", "view", "preview", "compat"}
	peaks := make(map[string]int)
	for b.Loop() {
		c, uri := benchClient(b, root, path, text)
		document := map[string]any{"textDocument": map[string]any{"uri": uri}}
		for _, stage := range stages {
			switch stage {
			case "list":
				c.result("skills/list", map[string]any{}, new(any))
			case "view": // asks again after changes
				for range 3 {
					c.result("skills/inventory", map[string]any{"complete": true, "tokens": true}, new(any))
				}
			case "preview":
				c.result("skills/preview", document, new(any))
			case "compat":
				c.result("skills/compat", document, new(any))
			}
			peaks[stage] = max(peaks[stage], memoryOf(b, c.pid, "VmHWM:"))
		}
		_ = c.in.Close()
		c.exit()
	}
	for _, stage := range stages {
		b.ReportMetric(float64(peaks[stage])/1024, stage+"-MB")
	}
	b.ReportMetric(0, "ns/op")
}

// ageFiles makes files an hour old. The files of a project are rarely newer than two seconds, and [skills.Cache] does not
// keep verdicts on those that are.
func ageFiles(b *testing.B, root string) {
	b.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, then, then))
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkIdle measures the processor time that a server uses in ten seconds in which nothing happens. Run
// it with -benchtime 1x.
func BenchmarkIdle(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root, path, text := benchWorkspace(b, n, 10<<10, 10<<10)
			c, _ := benchClient(b, root, path, text)
			settled(b, c)
			time.Sleep(5 * time.Second) // the garbage is collected and all diagnostics are published
			ticks := 0
			for b.Loop() {
				before := cpuTicks(b, c.pid)
				time.Sleep(10 * time.Second)
				ticks += cpuTicks(b, c.pid) - before
			}
			b.ReportMetric(float64(10*ticks)/float64(b.N), "cpu-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// memoryOf returns a value of the status of a process in KB, or 0 if the system does not report it.
func memoryOf(b *testing.B, pid int, name string) int {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), name)
	rest, _, _ = strings.Cut(rest, "kB")
	kilobytes, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil {
		b.Fatal(err)
	}
	return kilobytes
}

// BenchmarkRequest measures the time from a request to the end of its answer, for a number of skills of 10 KB
// and the size in bytes of the skill that the requests are about.
func BenchmarkRequest(b *testing.B) {
	for _, bench := range []struct {
		name         string
		skills, size int
	}{{"1000skills", 1000, 10 << 10}, {"10000skills", 10_000, 10 << 10}, {"10000skills/500KB", 10_000, 500_000}} {
		b.Run(bench.name, func(b *testing.B) { benchmarkRequests(b, bench.skills, bench.size) })
	}
}

func benchmarkRequests(b *testing.B, skills, size int) {
	root, path, text := benchWorkspace(b, skills, 10<<10, size)
	c, uri := benchClient(b, root, path, text)
	settled(b, c)
	lines := strings.Split(text, "\n")
	link := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "the guide") })
	column := strings.Index(lines[link], "references")
	document := map[string]any{"textDocument": map[string]any{"uri": uri}}
	actions := map[string]any{
		"textDocument": document["textDocument"],
		"range":        edit(0, 0, len(lines)-1, 0, "")["range"],
		"context":      map[string]any{"diagnostics": []any{}},
	}
	mention := strings.Index(lines[link], "$help") // after a character of two UTF-16 units
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
		{"documentSymbol", "textDocument/documentSymbol", document},
		{"documentLink", "textDocument/documentLink", document},
		{"codeAction", "textDocument/codeAction", actions},
		{"inlayHint", "textDocument/inlayHint", actions},
		{"semanticTokens", "textDocument/semanticTokens/full", document},
		{"workspaceSymbol", "workspace/symbol", map[string]any{"query": "step"}},
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

// BenchmarkInitialize measures the time from the start of the process to the answer to initialize.
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

// BenchmarkPulledKeystroke is BenchmarkKeystroke for a client that pulls diagnostics.
func BenchmarkPulledKeystroke(b *testing.B) {
	root, path, text := benchWorkspace(b, 1000, 10<<10, 10<<10)
	c := startBinary(b)
	c.initialize(pulling, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	uri := string(position.PathURI(path))
	c.open(uri, text)
	settled(b, c)
	line := strings.Count(text, "\n") / 2
	id := pull(c, uri, "").ResultID
	version := 1
	var waits []time.Duration
	for b.Loop() {
		version++
		start := time.Now()
		c.change(uri, version, edit(line, 0, line, version%2, "x"[:1-version%2]))
		id = pull(c, uri, id).ResultID
		waits = append(waits, time.Since(start))
	}
	report(b, waits)
}

// cpuTicks returns the processor time that a process has used, in hundredths of a second, the kernel's unit.
func cpuTicks(t testing.TB, pid int) (ticks int) {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat)[strings.LastIndexByte(string(stat), ')')+1:])
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return ticks
}
