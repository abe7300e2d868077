// Command precision draws findings of every rule by a seed, for somebody to read and judge, and sums up what was judged.
//
//	skills-ls check --format json TREE > found.json
//	precision draw -tree TREE -judged docs/precision.tsv < found.json > drawn.tsv
//	precision sum < docs/precision.tsv
//
// The draw is by rule: the findings of one are ordered by a hash of the seed and their places, and the first thirty are taken. So
// whoever changes one rule draws that one's anew and no other's, and nobody can choose what is read. What was judged before keeps its verdict.
//
// A rule that was mended after its findings were read would be measured by the very findings that it was mended by. It gets another seed
// in seeds, the date with a number behind it, so that others are drawn. The first line of a table says which seeds it was drawn by.
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

// seed decides what is drawn. Another one draws everything anew.
const seed = "2026-11-22"

// seeds are those of the rules that are drawn anew, by rule: such as were mended after their findings had been read.
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

// seedOf returns what decides which findings of a rule are drawn.
func seedOf(rule string) string { return cmp.Or(seeds[rule], seed) }

// perRule is how many findings of a rule are judged, all where there are fewer.
const perRule = 30

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "precision:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("draw or sum?")
	}
	switch args[0] {
	case "draw":
		flags := flag.NewFlagSet("draw", flag.ContinueOnError)
		tree := flags.String("tree", "", "`directory` that was checked, with a MANIFEST.tsv")
		judged := flags.String("judged", "", "`file` of verdicts that were given before")
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
	return fmt.Errorf("draw or sum, and not %q", args[0])
}

// drawTo prints the rows to judge.
func drawTo(out io.Writer, in io.Reader, tree, judged string) error {
	var report report
	if err := json.NewDecoder(in).Decode(&report); err != nil {
		return fmt.Errorf("reading the findings: %w", err)
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
