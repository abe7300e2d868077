package lsp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"skills-ls/lsp/position"
)

// TestSoak plays a random editor for a while, with the real program. It edits, opens and closes documents,
// changes the disk below them with or without notice, changes folders and settings, sends every request about
// every position, and cancels requests. It keeps its own copy of each text. It checks that
//
//   - every request is answered exactly once, with an error only if the request deserves one;
//   - a preview shows the text as it was when the preview was requested;
//   - published diagnostics fit the version that they are published for;
//   - from time to time, and at the end, the server gives the same diagnostics, catalogs, previews and
//     answers about any position as a fresh one that has the same files and buffers;
//   - memory and threads do not grow.
//
// Environment variables set the duration (SKILLS_LS_SOAK, default: some seconds), the seed of the random
// decisions (SKILLS_LS_SOAK_SEED), and the number of operations from one comparison with a fresh server to
// the next (SKILLS_LS_SOAK_EVERY, default: 300). The decisions depend on nothing else, so the same seed makes
// the same operations. The timing of the server may differ. With few operations between comparisons it is
// clear which one caused a problem.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	length, seeds := soakPlan(t)
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			if len(seeds) > 1 {
				t.Parallel()
			}
			s := startSoak(t, seed)
			s.run(time.Now().Add(length))
		})
	}
}

// soakPlan returns the plan that the environment sets. The default is one short run for each encoding.
func soakPlan(t *testing.T) (length time.Duration, seeds []uint64) {
	t.Helper()
	length, seeds = 3*time.Second, []uint64{1, 2, 3}
	if text := os.Getenv("SKILLS_LS_SOAK"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatalf("SKILLS_LS_SOAK: %v", err)
		}
		seeds = []uint64{uint64(time.Now().UnixNano())}
	}
	if text := os.Getenv("SKILLS_LS_SOAK_SEED"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("SKILLS_LS_SOAK_SEED: %v", err)
		}
		seeds = []uint64{seed}
	}
	return length, seeds
}

// A soak is an editor, its workspace, and the server that it uses.
type soak struct {
	t        *testing.T
	seed     uint64
	random   *rand.Rand
	encoding position.Encoding
	watches  bool // the editor reports changes on disk
	asks     bool // the server requests the settings, and the editor does not just send them
	pulls    bool // the editor pulls diagnostics, and they are not published

	base    string   // of the workspace's folders
	home    string   // of the user
	folders []string // of the workspace, in the order in which the server was notified of them
	config  map[string]any
	methods []string        // that the server offers
	held    []int           // IDs of requests that may not be answered before there is news
	docs    []*soakDocument // the open ones, in the order in which they were opened
	untold  []string        // paths of changes on disk that were not reported to the server
	last    map[string]int  // version of each document when it was closed, from which the next opening counts on
	every   int             // operations from one comparison to the next
	client  *soakClient
	counts  map[string]int // operations, by kind
	recent  []soakOp       // the last operations
	memory  []soakSample
}

// A soakSample is the memory, in bytes, and the number of threads of a process.
type soakSample struct{ resident, threads int64 }

// A soakOp describes an operation in the output of a failed test.
type soakOp struct{ kind, text string }

// rememberOps is the number of operations that are shown after a failure. Earlier ones, back to the last
// comparison but one, are shown without requests and edits.
const rememberOps = 60

func startSoak(t *testing.T, seed uint64) *soak {
	t.Helper()
	base, err := os.MkdirTemp("", "soak")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	if base, err = filepath.EvalSymlinks(base); err != nil {
		t.Fatal(err)
	}
	s := &soak{
		t: t, seed: seed, random: rand.New(rand.NewPCG(seed, 0)), encoding: encodings[seed%3],
		base: base, home: filepath.Join(base, "home"), counts: make(map[string]int), last: make(map[string]int), config: map[string]any{},
	}
	s.watches, s.asks = s.random.IntN(3) > 0, s.random.IntN(2) == 0
	s.pulls = s.random.IntN(3) == 0
	s.every = 300
	if text := os.Getenv("SKILLS_LS_SOAK_EVERY"); text != "" {
		if s.every, err = strconv.Atoi(text); err != nil || s.every < 1 {
			t.Fatalf("SKILLS_LS_SOAK_EVERY=%s: want a number of operations", text)
		}
	}
	s.furnish()
	s.folders = []string{filepath.Join(base, "one")}
	s.client = s.connect()
	return s
}

// run performs random operations until the deadline, then checks and reports.
func (s *soak) run(until time.Time) {
	s.t.Logf("seed %d: %v, watches %t, asked for settings %t, pulls findings %t", s.seed, s.encoding, s.watches, s.asks, s.pulls)
	began, sampled := time.Now(), time.Now()
	n := 0
	for ; time.Now().Before(until) || n%s.every != 0; n++ {
		s.step()
		if problem := s.client.problem(); problem != "" {
			s.fatalf("%s", problem)
		}
		if n%s.every == s.every-1 {
			s.check()
		}
		if time.Since(sampled) >= time.Second {
			sampled = time.Now()
			s.sample()
		}
	}
	s.end()
	kinds := slices.Sorted(maps.Keys(s.counts))
	var counts strings.Builder
	for _, kind := range kinds {
		fmt.Fprintf(&counts, " %s=%d", kind, s.counts[kind])
	}
	s.t.Logf("%d operations in %v:%s", n, time.Since(began).Round(time.Second), counts.String())
	s.t.Logf("answers: %s", s.client.tally())
	s.wantFlat(time.Since(began))
}

// end shuts the server down as an editor does.
func (s *soak) end() {
	s.settle()
	s.client.request("shutdown", nil, nil)
	s.client.wait(0)
	s.client.tell("exit", nil)
	if code := s.client.process.exit(); code != 0 {
		s.fatalf("exit code %d", code)
	}
	if log := s.client.process.log.String(); strings.Contains(log, "panicked") || strings.Contains(log, "level=ERROR") {
		s.fatalf("the log says\n%s", log)
	}
	if problem := s.client.problem(); problem != "" {
		s.fatalf("%s", problem)
	}
	s.client.process.stop()
}

func (s *soak) sample() {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.client.process.cmd.Process.Pid))
	if err != nil {
		return // this system has no /proc
	}
	var sample soakSample
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		n, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "VmRSS:":
			sample.resident = n << 10
		case "Threads:":
			sample.threads = n
		}
	}
	s.memory = append(s.memory, sample)
}

// wantFlat fails if the last quarter of the run used more memory or threads than the second. A run of less
// than a minute is too short to tell.
func (s *soak) wantFlat(length time.Duration) {
	if len(s.memory) < 8 {
		return
	}
	median := func(quarter int, of func(soakSample) int64) int64 {
		n := len(s.memory)
		var values []int64
		for _, sample := range s.memory[quarter*n/4 : (quarter+1)*n/4] {
			values = append(values, of(sample))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	resident := func(m soakSample) int64 { return m.resident }
	threads := func(m soakSample) int64 { return m.threads }
	s.t.Logf("memory by quarters: %s, %s, %s, %s; threads: %d, %d, %d, %d",
		mib(median(0, resident)), mib(median(1, resident)), mib(median(2, resident)), mib(median(3, resident)),
		median(0, threads), median(1, threads), median(2, threads), median(3, threads))
	if length < time.Minute {
		return
	}
	if before, after := median(1, resident), median(3, resident); after > before+before/5+16<<20 {
		s.t.Errorf("memory grew from %s to %s", mib(before), mib(after))
	}
	if before, after := median(1, threads), median(3, threads); after > before+5 {
		s.t.Errorf("threads grew from %d to %d", before, after)
	}
}

// did counts and records an operation.
func (s *soak) did(kind, format string, args ...any) {
	s.counts[kind]++
	s.recent = append(s.recent, soakOp{kind, kind + " " + fmt.Sprintf(format, args...)})
	if more := len(s.recent) - 2*s.every - rememberOps; more > 0 {
		s.recent = s.recent[more:]
	}
}

// history returns the operations to show.
func (s *soak) history() string {
	var b strings.Builder
	for i, op := range s.recent {
		if i < len(s.recent)-rememberOps && slices.Contains([]string{"ask", "edit", "preview", "nonsense"}, op.kind) {
			continue
		}
		b.WriteString("\n  " + op.text)
	}
	return b.String()
}

// fatalf ends the test with everything that helps to reproduce the failure.
func (s *soak) fatalf(format string, args ...any) {
	s.t.Helper()
	var log string
	for line := range strings.Lines(s.client.process.log.String()) {
		if !strings.Contains(line, "notification ignored") { // the nonsense is intentional
			log += line
		}
	}
	if len(log) > 5000 {
		log = "..." + log[len(log)-5000:]
	}
	text := fmt.Sprintf("last operations:%s\nlog:\n%s\n%s", s.history(), log, fmt.Sprintf(format, args...))
	text = strings.NewReplacer(string(position.PathURI(s.base)), "BASE:", s.base, "BASE").Replace(text)
	s.t.Fatalf("%s\nSKILLS_LS_SOAK_SEED=%d", text, s.seed)
}
