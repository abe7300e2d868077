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

// A process is the real program, whose streams the test holds.
type process struct {
	t      testing.TB
	cmd    *exec.Cmd
	in     *os.File     // write end of the program's stdin
	out    *os.File     // read end of its stdout
	log    lockedBuffer // its stderr, unless the test redirects it
	exited chan int
	reader *testClient // the client that reads out, nil if there is none
}

// startProcess runs the program until the test ends, in a temporary directory that is also its home. Its log
// goes to stderr, or to p.log if stderr is nil.
func startProcess(t testing.TB, stderr *os.File, args ...string) *process {
	t.Helper()
	p := launch(t, t.TempDir(), stderr, args...)
	t.Cleanup(p.stop)
	return p
}

// launch runs the program with a home directory until stop is called.
func launch(t testing.TB, home string, stderr *os.File, args ...string) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, exited: make(chan int, 1)}
	p.cmd = exec.Command(path, append([]string{"serve", "--stdio"}, args...)...)
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "GOGC=") // users set no GOGC
	p.cmd.Dir = home
	p.cmd.Stderr = &p.log
	if stderr != nil {
		p.cmd.Stderr = stderr
	}
	// Use our own pipes: os/exec closes the ones it creates when the program exits, which loses the last
	// output.
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

// stop kills the program if it is running, closes its streams, and releases its client, which is large. It
// fails the test if the log reports a data race.
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

// client returns a client that reads the program's output from out, a reader of p.out.
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

// status returns the value of a line of the program's /proc/PID/status, sizes in bytes: VmRSS is the memory
// in use, VmHWM its peak, Threads the number of threads. It skips the test on systems without that file.
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

// mib formats a number of bytes in MiB.
func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
