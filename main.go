// Skills-ls is a language server and a command line for authors of Agent Skills.
package main

import (
	"context"
	"os"

	"skills-ls/cli"
)

func main() {
	os.Exit(cli.Run(context.Background(), cli.Host(), os.Args[1:]))
}
