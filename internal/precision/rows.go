package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A place is the position of a diagnostic. line is 1-based.
type place struct {
	rule, path string
	line       int
}

// A finding is the position and the severity of a diagnostic.
type finding struct {
	place
	severity string
}

// A row is a drawn diagnostic and its verdict: "right", "wrong", or "" if it was not judged yet.
type row struct {
	finding
	total        int // diagnostics of the rule among which it was drawn
	verdict, why string
}

const header = "rule\tseverity\tpath\tline\tof\tverdict\twhy"

// draw returns the rows to judge, by rule. Diagnostics of one rule on one line count once.
func draw(found []finding, known map[place]row) []row {
	byRule := make(map[string][]finding)
	seen := make(map[place]bool)
	for _, f := range found {
		if !seen[f.place] {
			seen[f.place] = true
			byRule[f.rule] = append(byRule[f.rule], f)
		}
	}
	var rows []row
	for _, list := range byRule {
		slices.SortFunc(list, func(a, b finding) int { return cmp.Compare(a.place.lot(), b.place.lot()) })
		for _, f := range list[:min(len(list), perRule)] {
			rows = append(rows, row{finding: f, total: len(list), verdict: known[f.place].verdict, why: known[f.place].why})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.path, b.path), cmp.Compare(a.line, b.line))
	})
	return rows
}

// lot returns the sort key of a place in the draw.
func (p place) lot() string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%s\x00%d", seedOf(p.rule), p.rule, p.path, p.line)))
	return string(sum[:])
}

func writeRows(out io.Writer, rows []row) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "# seed %s", seed)
	for _, rule := range slices.Sorted(maps.Keys(seeds)) {
		fmt.Fprintf(w, "; %s %s", rule, seeds[rule])
	}
	fmt.Fprintf(w, "\n%s\n", header)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n", r.rule, r.severity, r.path, r.line, r.total, r.verdict, r.why)
	}
	return w.Flush()
}

// readRows reads rows that writeRows wrote and a person completed.
func readRows(in io.Reader) ([]row, error) {
	var rows []row
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if text == "" || text == header || strings.HasPrefix(text, "#") {
			continue
		}
		cells := strings.Split(text, "\t")
		if len(cells) != 7 {
			return nil, fmt.Errorf("line %d has %d cells, want 7", n, len(cells))
		}
		line, err := strconv.Atoi(cells[3])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		total, err := strconv.Atoi(cells[4])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, row{finding{place{cells[0], cells[2], line}, cells[1]}, total, cells[5], cells[6]})
	}
	return rows, lines.Err()
}

// A sum counts the judged diagnostics of one rule, separately for strict and other severities.
type sum struct {
	rule, severity      string
	total, judged, good int // total counts all diagnostics of the rule, with any severity
}

// sums returns the sums in the order of the rows.
func sums(rows []row) []*sum {
	var list []*sum
	for _, r := range rows {
		i := slices.IndexFunc(list, func(s *sum) bool { return s.rule == r.rule && s.strict() == isStrict(r.severity) })
		if i < 0 {
			i = len(list)
			list = append(list, &sum{rule: r.rule, severity: r.severity, total: r.total})
		}
		s := list[i]
		if r.verdict != "" {
			s.judged++
		}
		if r.verdict == "right" {
			s.good++
		}
	}
	return list
}

// isStrict reports whether nearly all diagnostics of a severity must be right.
func isStrict(severity string) bool { return severity == "warning" || severity == "error" }

func (s *sum) strict() bool { return isStrict(s.severity) }

// wanted returns the percentage of diagnostics that must be right.
func (s *sum) wanted() int {
	if s.strict() {
		return 98
	}
	return 90
}

// enough reports whether enough of the judged diagnostics are right.
func (s *sum) enough() bool { return s.judged > 0 && 100*s.good >= s.wanted()*s.judged }

func printSums(out io.Writer, rows []row) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "| rule | weighs | found | judged | right | wanted |\n|---|---|---|---|---|---|\n")
	for _, s := range sums(rows) {
		mark := ""
		if !s.enough() {
			mark = " **missed**"
		}
		weight := "information, hint"
		if s.strict() {
			weight = "error, warning"
		}
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d%s | %d %% |\n", s.rule, weight, s.total, s.judged, s.good, mark, s.wanted())
	}
	return w.Flush()
}
