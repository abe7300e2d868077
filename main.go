// Skills-ls is a language server and a command line for authors of Agent Skills.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"skills-ls/cli"
	"skills-ls/cli/term"
)

func main() {
	collectSeldom()
	os.Exit(cli.Run(context.Background(), term.Host(), os.Args[1:]))
}

// collectSeldom makes the garbage collector run half as often as Go's default, unless the user tunes it in the
// environment. While the collector marks the heap of a large workspace, a keystroke waits for a processor.
func collectSeldom() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(200)
	}
}
