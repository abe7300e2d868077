package lsp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// A process is the real program, with its streams in the hands of the test.
type process struct {
	t      testing.TB
	cmd    *exec.Cmd
	in     *os.File     // what the program reads comes from here
	out    *os.File     // and what it writes goes here
	log    lockedBuffer // what it logs, unless that was led elsewhere
	exited chan int
	reader *testClient // the one that reads what the program writes, if any
}

// startProcess runs the program in a directory and a home of its own, for as long as the test. Its log goes to stderr; nil
// means to log.
func startProcess(t testing.TB, stderr *os.File, args ...string) *process {
	t.Helper()
	p := launch(t, t.TempDir(), stderr, args...)
	t.Cleanup(p.stop)
	return p
}

// launch runs the program with a home directory, until it is stopped.
func launch(t testing.TB, home string, stderr *os.File, args ...string) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, exited: make(chan int, 1)}
	p.cmd = exec.Command(path, append([]string{"serve", "--stdio"}, args...)...)
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=")
	p.cmd.Dir = home
	p.cmd.Stderr = &p.log
	if stderr != nil {
		p.cmd.Stderr = stderr
	}
	// Pipes of our own: those of the exec package are closed when the program ends, and lose what was last said.
	inEnd, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, outEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stdin, p.in, p.out, p.cmd.Stdout = inEnd, in, out, outEnd
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = inEnd.Close()
	_ = outEnd.Close()
	go func() {
		_ = p.cmd.Wait()
		p.exited <- p.cmd.ProcessState.ExitCode()
	}()
	return p
}

// stop ends the program if it has not ended, and lets go of its streams and of its client, which is large.
func (p *process) stop() {
	_ = p.cmd.Process.Kill()
	p.exit()
	_ = p.in.Close()
	if p.reader != nil {
		<-p.reader.ended
		p.reader = nil
	}
	_ = p.out.Close()
	if strings.Contains(p.log.String(), "DATA RACE") {
		p.t.Errorf("the server raced:\n%s", p.log.String())
	}
}

// client returns a client that takes what the program writes from a reader of p.out.
func (p *process) client(out io.Reader) *testClient {
	c := newTestClient(p.t, p.in, out)
	c.log, c.pid = p.log.String, p.cmd.Process.Pid
	c.exit = p.exit
	p.reader = c
	return c
}

// exit waits for the program and returns its exit code.
func (p *process) exit() int {
	p.t.Helper()
	select {
	case code := <-p.exited:
		p.exited <- code
		return code
	case <-overdue:
		p.t.Fatalf("the server does not end; its log:\n%s", p.log.String())
		return -1
	}
}

// status returns a line of the program's /proc/PID/status as a number, in bytes where it is a size: VmRSS is the memory it
// occupies, VmHWM the most that it ever has, Threads what it says. The test is skipped on systems that have none.
func (p *process) status(name string) int64 {
	p.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Skipf("this system does not tell how much memory a process has: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		value, found := strings.CutPrefix(line, name+":")
		if !found {
			continue
		}
		value, size := strings.CutSuffix(strings.TrimSpace(value), " kB")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			p.t.Fatalf("%s: %v", name, err)
		}
		if size {
			n <<= 10
		}
		return n
	}
	p.t.Fatalf("no %s in\n%s", name, status)
	return 0
}

// mib is a number of bytes as people read it.
func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
