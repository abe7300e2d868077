package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/fix"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// fixFlags are the flags of check that fix problems.
type fixFlags struct {
	fix  bool // write the fixes
	diff bool // show what fix would write, with or without fix
}

func (f *fixFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.fix, "fix", false, "apply the preferred fix of each problem that has one, and report the others; with --stdin, print the text")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "print the changes of --fix as a unified diff and write nothing, also with --fix; exit code 1 if there are any")
}

// check returns an error for flags that cannot be combined.
func (f *fixFlags) check(with *checkFlags) error {
	switch {
	case f.diff && with.format != "text":
		return term.Usagef("--diff cannot be combined with --format")
	case f.diff && with.baseline.Path != "":
		return term.Usagef("--diff cannot be combined with --baseline")
	}
	return nil
}

// output returns the writer for diagnostics: standard error if the fixed text goes to standard output.
func (f *fixFlags) output(sys *term.System, stdin bool, out *term.ErrWriter) *term.ErrWriter {
	if f.fix && stdin && !f.diff {
		return &term.ErrWriter{W: sys.Stderr}
	}
	return out
}

// fixing returns what to do with fixes, or nil without --fix and --diff.
func (f *fixFlags) fixing(stdin bool, out *term.ErrWriter) *fixing {
	if !f.fix && !f.diff {
		return nil
	}
	return &fixing{diff: f.diff, stdin: stdin, out: out}
}

// A fixing says what a check does with fixes.
type fixing struct {
	diff  bool            // only print a diff
	stdin bool            // fix the text on standard input
	out   *term.ErrWriter // for the diff, or for the fixed text
}

// fix makes the fixes of the files, or shows them, and returns the files that are left to check.
func (c *checker) fix(ctx context.Context, paths, found []string) (left []string) {
	switch {
	case c.fixing.diff && c.fixing.stdin:
		c.diffBuffer(ctx, paths[0])
	case c.fixing.diff:
		c.diff(ctx, found)
	case c.fixing.stdin:
		c.fixBuffer(ctx, paths[0])
		return found
	default:
		return c.fixFiles(ctx, found)
	}
	c.sum.Files += len(found)
	return nil
}

// countFixed adds one file with the given number of fixed diagnostics to the summary.
func (c *checker) countFixed(problems int) {
	if c.sum.Fixed == nil {
		c.sum.Fixed = &report.FixCount{}
	}
	if problems > 0 {
		c.sum.Fixed.Problems += problems
		c.sum.Fixed.Files++
	}
}

// endFixing prints the number of fixes if the format has no field for it.
func (c *checker) endFixing(format string) {
	if slices.Contains([]string{"concise", "jsonl", "sarif"}, format) && c.sum.Fixed != nil && !c.Sys.Quiet {
		fmt.Fprintf(c.Sys.Stderr, "skills-ls: %s\n", c.sum.Fixed)
	}
}

// fixable says for each diagnostic of a file whether --fix would fix it. It returns nil if none is, and also
// with --fix, since the problems that remain are not fixable.
func (c *checker) fixable(path string, found []diagnostic.Diagnostic) []bool {
	if c.fixing != nil || c.snapshot.Buffers()[path] == nil && fix.IsRefused(c.fsys, path) {
		return nil
	}
	var list []bool
	for i := range found {
		if refactor.HasFix(path, &found[i]) {
			if list == nil {
				list = make([]bool, len(found))
			}
			list[i] = true
		}
	}
	return list
}

func (c *checker) fixer(found []string) *fix.Fixer {
	return fix.NewFixer(c.Project, c.fsys, c.snapshot, c.progress, found)
}

// fixFiles makes the fixes on disk and creates a new snapshot of the disk. It returns the paths of the files,
// some of which may have been renamed.
func (c *checker) fixFiles(ctx context.Context, found []string) []string {
	c.removeLeftovers(found)
	fx := c.fixer(found)
	fx.Run(ctx)
	c.problems = append(c.problems, fx.Problems...)
	c.countFixed(0)
	for _, t := range fx.Changed() {
		if ctx.Err() == nil {
			c.countFixed(c.write(t))
		}
	}
	c.snapshot = analysis.New(c.fsys, c.snapshot.Config())
	return fx.Files()
}

// write writes the fixed text of a target, renames the file, and returns how many diagnostics that fixes. A
// file that cannot be written or renamed becomes a problem.
func (c *checker) write(t *fix.Target) (made int) {
	if t.Before != t.Text {
		if err := fix.RewriteFile(t.Real, t.Before, t.Text); err != nil {
			c.problems = append(c.problems, project.Problem{Path: t.Path, Message: fix.Unwritable(err)})
			t.Rename = nil
			return 0
		}
		made = t.Made
	}
	if t.Rename == nil {
		return made
	}
	if err := fix.RenameFile(t.Rename.From, t.Rename.To); err != nil {
		c.problems = append(c.problems, project.Problem{Path: t.Path, Message: fix.Unwritable(err)})
		t.Rename = nil
		return made
	}
	return made + 1
}

// diff prints what fixFiles would do, as a diff.
func (c *checker) diff(ctx context.Context, found []string) {
	fx := c.fixer(found)
	fx.Run(ctx)
	c.problems = append(c.problems, fx.Problems...)
	for _, t := range fx.Changed() {
		c.printDiff(t)
	}
}

// fixBuffer fixes the text on standard input, prints it, and makes it the text to check.
func (c *checker) fixBuffer(ctx context.Context, path string) {
	t := c.fixedBuffer(ctx, path)
	if t == nil {
		return
	}
	c.countFixed(t.Made)
	_, _ = io.WriteString(c.fixing.out, c.Sys.Exact(t.Text)) // out keeps the error
	c.snapshot = c.snapshot.With(workspace.Change{Path: path, Text: &t.Text})
}

// diffBuffer prints what fixBuffer would do to the text on standard input.
func (c *checker) diffBuffer(ctx context.Context, path string) {
	if t := c.fixedBuffer(ctx, path); t != nil && t.Before != t.Text {
		c.printDiff(t)
	}
}

// fixedBuffer returns the text on standard input with its fixes. If the fixes undo one another it leaves the
// text unchanged and adds a problem. It returns nil if the file cannot be read or the check was interrupted.
func (c *checker) fixedBuffer(ctx context.Context, path string) *fix.Target {
	f, err := c.snapshot.File(path)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	t := &fix.Target{Path: path, Real: path, Before: f.Doc.Source, Text: f.Doc.Source}
	if !c.snapshot.Config().Isolated {
		_ = workspace.Learn(ctx, c.snapshot, []string{path}) // the only error is cancellation, which fix.FixAll notices
	}
	fixed, problem := fix.FixAll(ctx, c.snapshot, path)
	switch {
	case problem != nil:
		c.problems = append(c.problems, *problem)
	case fixed.Made > 0:
		t.Text, t.Made = fixed.Text, fixed.Made
	}
	return t
}
