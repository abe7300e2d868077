// Command precision draws diagnostics of every rule by a seed, for a person to judge, and sums up the
// verdicts.
//
//	skills-ls check --format json TREE > found.json
//	precision draw -tree TREE -judged docs/precision.tsv < found.json > drawn.tsv
//	precision sum < docs/precision.tsv
//
// Each rule is drawn separately: its diagnostics are sorted by a hash of the seed and their positions, and
// the first thirty are taken. So a change of one rule changes the draw of that rule only, and the judge
// cannot choose what to read. Earlier verdicts are kept.
//
// If a rule was fixed after its diagnostics were read, the same diagnostics cannot measure it. The rule gets
// its own seed in seeds, the date followed by a number, so that others are drawn. The first line of a table
// has the seeds of its draw.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// seed determines what is drawn. A new seed changes all draws.
const seed = "2026-11-22"

// seeds are the seeds of rules that were fixed after their diagnostics had been read, by rule.
var seeds = map[string]string{
	"body/fence":              "2026-11-22/2",
	"body/hidden-text":        "2026-11-22/2",
	"description/markup":      "2026-11-22/2",
	"description/missing":     "2026-11-22/2",
	"description/person":      "2026-11-22/2",
	"frontmatter/missing":     "2026-11-22/2",
	"frontmatter/portability": "2026-11-22/2",
	"frontmatter/type":        "2026-11-22/2",
	"frontmatter/unknown-key": "2026-11-22/2",
	"frontmatter/yaml":        "2026-11-22/2",
	"link/broken":             "2026-11-22/3",
	"link/escape":             "2026-11-22/2",
	"link/fragment":           "2026-11-22/2",
	"metadata/values":         "2026-11-22/2",
	"name/directory":          "2026-11-22/4",
	"path/missing":            "2026-11-22/2",
}

// seedOf returns the seed that determines which diagnostics of a rule are drawn.
func seedOf(rule string) string { return cmp.Or(seeds[rule], seed) }

// perRule is the number of diagnostics that are judged for each rule, or all if there are fewer.
const perRule = 30

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "precision:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("missing command: expected draw or sum")
	}
	switch args[0] {
	case "draw":
		flags := flag.NewFlagSet("draw", flag.ContinueOnError)
		tree := flags.String("tree", "", "checked `directory`, with a MANIFEST.tsv")
		judged := flags.String("judged", "", "`file` of earlier verdicts")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return drawTo(out, in, *tree, *judged)
	case "sum":
		rows, err := readRows(in)
		if err != nil {
			return err
		}
		return printSums(out, rows)
	}
	return fmt.Errorf("unknown command %q: expected draw or sum", args[0])
}

// drawTo writes the rows to judge.
func drawTo(out io.Writer, in io.Reader, tree, judged string) error {
	var report report
	if err := json.NewDecoder(in).Decode(&report); err != nil {
		return fmt.Errorf("reading the report: %w", err)
	}
	c, err := openCorpus(tree)
	if err != nil {
		return err
	}
	known := make(map[place]row)
	if judged != "" {
		f, err := os.Open(judged)
		if err != nil {
			return err
		}
		defer f.Close()
		rows, err := readRows(f)
		if err != nil {
			return fmt.Errorf("%s: %w", judged, err)
		}
		for _, r := range rows {
			known[r.place] = r
		}
	}
	return writeRows(out, draw(c.countable(report), known))
}
