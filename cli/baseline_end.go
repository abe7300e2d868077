package cli

import "fmt"

// endBaseline writes the baseline with --write-baseline, and otherwise prints the entries that the check no
// longer found. If the check missed a file it does neither, because the file may still contain known
// diagnostics.
func (c *checker) endBaseline() error {
	b := c.baseline
	switch {
	case b == nil || c.sum.missed > 0 && !b.write:
		return nil
	case c.sum.missed > 0:
		return fmt.Errorf("--write-baseline: %s: it was left as it is, since not everything could be checked", plain(c.show(b.path)))
	case !b.write:
		if !c.quiet {
			b.explainStale(c.walked)
		}
		return nil
	}
	findings, files, err := b.save(c.walked)
	if err == nil && !c.quiet {
		fmt.Fprintf(c.sys.Stderr, "skills-ls: %s: %s in %s\n", plain(c.show(b.path)), count(findings, "finding", "findings"), count(files, "file", "files"))
	}
	return err
}
