package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// checkFlags are the flags of the command check.
type checkFlags struct {
	cwd       string
	settings  string
	format    string
	failOn    string
	color     string
	runtimes  []string
	stdin     bool
	stdinPath string
	user      bool
	isolated  bool
	quiet     bool
}

func newCheck(sys *System) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Say what is wrong with skills",
		Long: `Check files, skill directories or whole trees; without PATH the current directory.

Every SKILL.md is checked, in any letter case, with the other Markdown of its skill, and so are the instructions that agents
read: AGENTS.md, CLAUDE.md, GEMINI.md and their like, and .skills-ls.yaml itself. Hidden directories are entered, except for
.git, .hg, .jj and .svn; node_modules is not entered, and neither are links to directories, nor what a .gitignore or the
settings leave out. What is named as PATH is checked whatever git ignores.

Exit code: 0 if there is nothing at or above --fail-on, 1 if there is, 2 if the command was used wrongly or nothing could be
checked. What could not be read counts as an error beside what could; a file of that kind is a finding.`,
		Example: `  skills-ls check
  skills-ls check .agents/skills/release-notes
  skills-ls check --format json --fail-on warning
  skills-ls check --runtime agent-skills --runtime codelia .claude/skills
  skills-ls check --stdin --stdin-path .agents/skills/x/SKILL.md < draft.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd.Context(), sys, args) },
	}
	addFormat(cmd, &flags.format)
	addChoice(cmd, &flags.failOn, "fail-on", "least severity that makes the exit code 1", "error", "warning", "information", "hint", "never")
	cmd.Flags().StringArrayVar(&flags.runtimes, "runtime", nil, "`ID` of a runtime that the skills must work in; repeatable (default: the standard, and those whose place it is)")
	completeRuntimes(cmd)
	cmd.Flags().BoolVar(&flags.stdin, "stdin", false, "check the text on standard input, as the file that --stdin-path names")
	cmd.Flags().StringVar(&flags.stdinPath, "stdin-path", "", "`path` of the text on standard input; it need not exist")
	cmd.Flags().BoolVar(&flags.user, "user", false, "count the skills in your home directory as context")
	cmd.Flags().BoolVar(&flags.isolated, "isolated", false, "judge every skill alone, without the others as context")
	cmd.Flags().BoolVarP(&flags.quiet, "quiet", "q", false, "print findings and failures only: no count, no progress")
	addColor(cmd, &flags.color)
	addConfig(cmd, &flags.settings)
	addCwd(cmd, &flags.cwd)
	return cmd
}

// run checks the paths.
func (f *checkFlags) run(ctx context.Context, sys *System, args []string) error {
	if f.stdin != (f.stdinPath != "") {
		return usagef("--stdin and --stdin-path go together")
	}
	if slices.Contains(args, "") {
		return usagef("a path is empty; is a variable not set?")
	}
	if f.stdin && len(args) > 0 {
		return usagef("--stdin checks one text; leave %q out", args[0])
	}
	if err := checkTargets(f.runtimes); err != nil {
		return err
	}
	w, err := sys.workspace(f.cwd)
	if err != nil {
		return err
	}
	cfg, err := w.config(f.config(sys), f.settings)
	if err != nil {
		return err
	}
	paths := f.paths(w, args)
	c := newChecker(w, skills.Disk{}, cfg, paths...)
	c.progress = newProgress(sys, f.quiet)
	var found []string
	if f.stdin {
		if found, err = c.open(paths[0], sys.Stdin); err != nil {
			return err
		}
	} else {
		found = c.find(ctx, paths)
	}
	if !f.isolated {
		_ = c.snapshot.Learn(ctx, found) // its only error is that the check was interrupted, which run notices
	}

	out := &errWriter{w: sys.Stdout}
	sum := c.run(ctx, found, f.printer(w, out))
	c.progress.done()
	w.explainSettings(sys.Stderr, c.snapshot, paths, found, f.quiet)
	c.explain(sys.Stderr, f.quiet)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case out.err != nil:
		return out.err
	}
	return f.verdict(sum, c.problems)
}

// paths returns what to look at, absolute and clean.
func (f *checkFlags) paths(w *workspace, args []string) []string {
	switch {
	case f.stdin:
		return []string{w.abs(f.stdinPath)}
	case len(args) == 0:
		return []string{w.cwd}
	}
	var paths []string
	for _, arg := range args {
		if path := w.abs(arg); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

func (f *checkFlags) config(sys *System) analysis.Config {
	cfg := analysis.Config{Isolated: f.isolated, Settings: analysis.Settings{Targets: f.runtimes}, Env: projectEnv(sys.Env)}
	if f.user {
		cfg.Home, cfg.Env = sys.Home, sys.Env
	}
	return cfg
}

// printer returns what prints the findings.
func (f *checkFlags) printer(w *workspace, out io.Writer) printer {
	if f.format == "json" {
		return &jsonPrinter{out: out}
	}
	return &textPrinter{out: out, workspace: w, style: newStyle(w.sys, f.color), quiet: f.quiet}
}

// A checker is one run of the check.
type checker struct {
	*workspace
	fsys     skills.FS
	progress *progress
	given    map[string]bool    // files that the command line names
	snapshot *analysis.Snapshot // what files are checked with

	problems []problem
}

func newChecker(w *workspace, fsys skills.FS, cfg analysis.Config, paths ...string) *checker {
	return &checker{workspace: w, fsys: fsys, progress: &progress{}, given: make(map[string]bool), snapshot: w.snapshot(fsys, cfg, paths...)}
}

// maxStdin is how many bytes of standard input are read: as many as a message to the server may have.
const maxStdin = 64 << 20

// open makes standard input the buffer of a path.
func (c *checker) open(path string, in io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxStdin+1))
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	if len(data) > maxStdin {
		return nil, fmt.Errorf("standard input has more than %d bytes; that is not a skill", maxStdin)
	}
	text := string(data)
	c.snapshot = c.snapshot.With(analysis.Change{Path: path, Text: &text, Time: time.Now()})
	f := finder{snapshot: c.snapshot, progress: c.progress, given: c.given}
	f.file(path)
	c.problems = append(c.problems, f.problems...)
	return f.files, nil
}

// find collects the files of all paths, sorted.
func (c *checker) find(ctx context.Context, paths []string) []string {
	f := finder{ctx: ctx, fsys: c.fsys, snapshot: c.snapshot, progress: c.progress, given: c.given}
	for _, path := range paths {
		f.find(path)
	}
	c.problems = append(c.problems, f.problems...)
	if f.full {
		c.problems = append(c.problems, problem{path: paths[0], message: fmt.Sprintf("more than %d files to check; the rest was left out: check parts of it", maxFiles)})
	}
	return f.sorted()
}

// explain prints what could not be checked.
func (c *checker) explain(out io.Writer, quiet bool) {
	for _, p := range c.problems {
		if p.weight != note || !quiet {
			fmt.Fprintf(out, "skills-ls: %s: %s\n", plain(c.show(p.path)), p.message)
		}
	}
}
