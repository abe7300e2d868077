package lsp

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// startLogging runs the real binary with the given standard error.
func startLogging(t *testing.T, stderr *os.File) *testClient {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "serve")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.Dir = t.TempDir()
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, outEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = outEnd
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = outEnd.Close(), stderr.Close()
	c := newTestClient(t, in, out)
	exited := make(chan int, 1)
	go func() {
		_ = cmd.Wait()
		exited <- cmd.ProcessState.ExitCode()
	}()
	c.exit = func() int {
		select {
		case code := <-exited:
			return code
		case <-overdue:
			t.Fatal("the server does not end")
			return -1
		}
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-c.ended
		_ = out.Close()
	})
	return c
}

// complain makes the server log n warnings of more than 16 KiB, and fails if the server stops reading.
func complain(c *testClient, n int) {
	c.t.Helper()
	done := make(chan bool)
	go func() {
		for range n {
			c.notify("textDocument/didClose", at("untitled:"+strings.Repeat("x", 16<<10), 0, 0))
		}
		close(done)
	}()
	select {
	case <-done:
	case <-overdue:
		c.t.Fatal("the server stopped reading")
	}
}

func endOrderly(t *testing.T, c *testClient) {
	t.Helper()
	c.call("shutdown", nil)
	c.notify("exit", nil)
	if code := c.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestLogUnread checks that the server works if the editor does not read its log, and that an editor that
// reads the log late learns how many lines were dropped.
func TestLogUnread(t *testing.T) {
	t.Parallel()
	const complaints = 80 // 1.3 MiB; the pipe holds 64 KiB and the server 1 MiB
	for _, readsLate := range []bool{true, false} {
		log, end, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		c := startLogging(t, end)
		c.initialize(`{}`)
		complain(c, complaints)
		wantAlive(t, c)
		if !readsLate {
			endOrderly(t, c)
			continue
		}
		lines := make(chan string)
		go func() {
			defer close(lines)
			for scanner := bufio.NewScanner(log); scanner.Scan(); { // its limit of 64 KiB exceeds a line
				lines <- scanner.Text()
			}
		}()
		written, dropped, sawLast := 0, 0, false
		next := func() (ok bool) {
			select {
			case line, open := <-lines:
				if strings.Contains(line, "notification ignored") {
					written++
					sawLast = strings.Contains(line, "untitled:last")
				} else if m := regexp.MustCompile(` lines=(\d+)$`).FindStringSubmatch(line); m != nil {
					n, _ := strconv.Atoi(m[1])
					dropped += n
				}
				return open
			case <-overdue:
				t.Fatalf("%d lines were written, and %d are said to be dropped", written, dropped)
				return false
			}
		}
		for written < complaints/2 && next() { // then the server has room for another line
		}
		c.notify("textDocument/didClose", at("untitled:last", 0, 0))
		for !sawLast && next() {
		}
		endOrderly(t, c)
		for next() {
		}
		if dropped == 0 || written+dropped != complaints+1 {
			t.Errorf("of %d lines %d were written and %d dropped", complaints+1, written, dropped)
		}
	}
}

// TestLogClosed checks that the server works if the editor closes its standard error.
func TestLogClosed(t *testing.T) {
	t.Parallel()
	log, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	log.Close()
	c := startLogging(t, end)
	c.initialize(`{}`)
	complain(c, 10)
	wantAlive(t, c)
	endOrderly(t, c)
}
