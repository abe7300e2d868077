package cli

import (
	"errors"
	"testing"

	"skills-ls/analysis/diagnostic"
)

// TestVerdict checks the result of a check, by its summary and --fail-on.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		name     string
		sum      summary
		problems []weight
		failOn   string
		want     error
	}{
		{"clean", summary{Files: 1}, nil, "error", nil},
		{"an error", summary{Files: 1, worst: diagnostic.Error}, nil, "error", errFound},
		{"a warning", summary{Files: 1, worst: diagnostic.Warning}, nil, "error", nil},
		{"a hint that fails", summary{Files: 1, worst: diagnostic.Hint}, nil, "hint", errFound},
		{"an error that fails nothing", summary{Files: 1, worst: diagnostic.Error}, nil, "never", nil},
		{"nothing asked for", summary{}, nil, "error", nil},
		{"nothing that anything is said about", summary{}, []weight{note}, "error", nil},
		{"directories without skills", summary{}, []weight{barren, barren}, "error", errReported},
		{"the same, whatever counts", summary{}, []weight{barren}, "never", errReported},
		{"one of two without skills", summary{Files: 1}, []weight{barren}, "hint", nil},
		{"nothing that exists", summary{}, []weight{failure}, "error", errReported},
		{"one of two does not exist", summary{Files: 1}, []weight{failure}, "error", errFound},
		{"the same where errors do not count", summary{Files: 1}, []weight{failure}, "never", nil},
		{"nothing readable", summary{Files: 2, unread: 2, worst: diagnostic.Error}, nil, "error", errReported},
		{"one of two readable", summary{Files: 2, unread: 1, worst: diagnostic.Error}, nil, "error", errFound},
	} {
		for _, w := range c.problems {
			c.sum.miss(problem{weight: w})
		}
		flags := checkFlags{failOn: c.failOn}
		if got := flags.verdict(c.sum); !errors.Is(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
