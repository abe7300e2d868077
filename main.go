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
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(200) // a keystroke waits for a processor while a large heap is marked
	}
	os.Exit(cli.Run(context.Background(), term.Host(), os.Args[1:]))
}
