package cli

import (
	"fmt"

	"skills-ls/cli/term"
	"skills-ls/skills/text"
)

// endBaseline writes the baseline with --write-baseline, and otherwise prints the entries that the check no
// longer found. If the check missed a file it does neither, because the file may still contain known
// diagnostics. Entries of configured baselines are not printed for a check with --agent or --isolated, which does not
// look for all problems.
func (c *checker) endBaseline() error {
	b := c.baselines.Given
	writes := b != nil && b.Write
	isPart := b == nil && (c.cfg.Isolated || len(c.cfg.Settings.Targets) > 0)
	switch {
	case c.sum.Missed > 0 && !writes:
		return nil
	case c.sum.Missed > 0:
		return fmt.Errorf("--write-baseline: %s: not written, because some paths could not be checked", term.Plain(c.Show(b.Path)))
	case !writes:
		if !c.Sys.Quiet && !isPart {
			c.baselines.ExplainStale(c.walked)
		}
		return nil
	}
	problems, files, err := b.Save(c.walked)
	if err == nil && !c.Sys.Quiet {
		fmt.Fprintf(c.Sys.Stderr, "skills-ls: %s: %s in %s\n", term.Plain(c.Show(b.Path)), text.Count(problems, "problem", "problems"), text.Count(files, "file", "files"))
	}
	return err
}
