// Skills-ls is a language server and a command line for authors of Agent Skills.
package main

import (
	"context"
	"os"

	"skills-ls/cli"
	"skills-ls/cli/term"
)

func main() {
	os.Exit(cli.Run(context.Background(), term.Host(), os.Args[1:]))
}
