package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/config"
	"skills-ls/analysis/workspace"
)

// checkFlags are the flags of the command check.
type checkFlags struct {
	cwd       string
	settings  string
	format    string
	failOn    string
	color     string
	agents    []string
	stdin     bool
	stdinPath string
	input     inputFlags
	baseline  baselineFlags
	user      bool
	isolated  bool
	quiet     bool
	fixFlags
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
settings leave out, nor what tests are made of: testdata, __fixtures__, tests/**/fixtures. What is named as PATH is checked all the same, unless
the settings leave it out. With --files-from the paths come from a list.

With --baseline only what is new is reported. The page docs/check.md tells more of that, of the formats, and of CI.

With --fix the preferred fix of every finding is made, which is safe; with --diff it is only shown. Links are not followed out of what is
checked, and a file has its old text or the new one whatever happens meanwhile. The page docs/fixing.md tells more.

Exit code: 0 if there is nothing at or above --fail-on, 1 if there is, or if --diff shows something, 2 if the command was used
wrongly or nothing could be checked. What could not be read or fixed counts as an error beside what could; a file of that kind is a finding.`,
		Example: `  skills-ls check
  skills-ls check .agents/skills/release-notes
  skills-ls check --format json --fail-on warning
  skills-ls check --agent agent-skills --agent codelia .claude/skills
  skills-ls check --diff | git apply
  skills-ls check --fix .agents/skills/release-notes
  git diff --name-only --diff-filter=d | skills-ls check --files-from -
  skills-ls check --baseline skills-baseline.json --write-baseline
  skills-ls check --stdin --stdin-path .agents/skills/x/SKILL.md < draft.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd.Context(), sys, args) },
	}
	addChoice(cmd, &flags.format, "format", "what to print: for people, as one JSON object, as one for each finding, as SARIF 2.1.0, or for GitHub Actions", "text", "json", "jsonl", "sarif", "github")
	addChoice(cmd, &flags.failOn, "fail-on", "least severity that makes the exit code 1", "error", "warning", "information", "hint", "never")
	cmd.Flags().StringArrayVar(&flags.agents, "agent", nil, "`ID` of an agent that the skills must work in; repeatable (default: the standard, and those whose place it is)")
	completeAgents(cmd)
	cmd.Flags().BoolVar(&flags.stdin, "stdin", false, "check the text on standard input, as the file that --stdin-path names")
	cmd.Flags().StringVar(&flags.stdinPath, "stdin-path", "", "`path` of the text on standard input; it need not exist")
	flags.input.add(cmd)
	flags.baseline.add(cmd)
	flags.fixFlags.add(cmd)
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
	if f.baseline.write && f.baseline.path == "" {
		return usagef("--write-baseline writes the file that --baseline names")
	}
	if f.input.null && f.input.from == "" {
		return usagef("--null is about the list that --files-from names")
	}
	if f.input.from != "" && (f.stdin || len(args) > 0) {
		return usagef("--files-from names the paths; leave %s out", cmp.Or(strings.Join(args, " "), "--stdin"))
	}
	if f.stdin && len(args) > 0 {
		return usagef("--stdin checks one text; leave %q out", args[0])
	}
	if err := f.fixFlags.check(f); err != nil {
		return err
	}
	if err := checkTargets(f.agents); err != nil {
		return err
	}
	w, err := sys.project(f.cwd)
	if err != nil {
		return err
	}
	cfg, err := w.config(f.config(sys), f.settings)
	if err != nil {
		return err
	}
	known, err := f.baseline.open(w)
	if err != nil {
		return err
	}
	list, err := f.input.open(w)
	if err != nil {
		return err
	}
	if list != nil {
		defer list.Close()
	}
	out := &errWriter{w: sys.Stdout}
	c := newChecker(w, vfs.Disk{}, cfg, f.printer(w, f.output(sys, f.stdin, out)))
	c.progress, c.quiet = newProgress(sys, f.quiet), f.quiet
	c.baseline = known
	c.fixing = f.fixing(f.stdin, out)
	collectLate()
	c.listed, c.progress.known = list != nil, list == nil || !f.isolated
	for paths := range f.parts(w, args, list) {
		if err := c.part(ctx, f, paths); err != nil {
			return err
		}
	}
	if list != nil && list.problem != nil {
		c.problems = append(c.problems, *list.problem)
		c.explain()
	}
	c.progress.end()
	if err := cmp.Or(ctx.Err(), out.err); err != nil {
		return err
	}
	c.begin()
	c.printer.end(c.sum, c.told)
	c.endFixing(f.format)
	if out.err != nil {
		return out.err
	}
	if err := c.endBaseline(); err != nil {
		return err
	}
	return f.verdict(c.sum)
}

// part checks one part of the paths.
func (c *checker) part(ctx context.Context, f *checkFlags, paths []string) error {
	c.stand(paths)
	if n, most := len(c.snapshot.Config().Folders), cmp.Or(c.sys.maxProjects, maxProjects); n > most {
		return usagef("the paths lie in %d projects; check at most %d at once, or each file alone by --isolated", n, most)
	}
	found, err := c.learn(ctx, f, paths)
	if err != nil {
		return err
	}
	c.begin()
	c.run(ctx, found)
	standpoints := paths
	if f.isolated { // one per file would cost as much as the check
		standpoints = c.snapshot.Config().Folders
	}
	c.settings.explain(c.sys.Stderr, c.snapshot, paths, standpoints, found, c.quiet)
	c.explain()
	return nil
}

// learn finds the files of the paths and fixes them with --fix. Then the snapshot reads them and their
// neighbors, unless each file is checked in isolation. learn returns the files that are left to check,
// sorted.
func (c *checker) learn(ctx context.Context, f *checkFlags, paths []string) (found []string, err error) {
	if !f.stdin && !f.isolated && c.fixing == nil {
		learner := workspace.NewLearner(ctx, c.snapshot) // reads files while find still searches
		found = c.find(ctx, paths, learner.Add)
		_ = learner.Wait() // the only error is cancellation, which run notices
		return found, nil
	}
	if f.stdin {
		if found, err = c.open(paths[0], c.sys.Stdin); err != nil {
			return nil, err
		}
	} else {
		found = c.find(ctx, paths, func(string) {})
	}
	if c.fixing != nil {
		found = c.fix(ctx, paths, found)
	}
	if !f.isolated {
		_ = workspace.Learn(ctx, c.snapshot, found) // likewise
	}
	return found, nil
}

// partSize is the number of paths that are checked with one snapshot if no file needs another as context, so
// that memory does not grow with their number. Some directories are listed again for each part.
const partSize = 1000

// maxProjects is the maximum number of projects, each with its own configuration, that the paths of one part
// are in.
const maxProjects = 1000

// parts yields the paths to check, part by part, absolute and clean.
func (f *checkFlags) parts(w *project, args []string, list *pathList) iter.Seq[[]string] {
	size := cmp.Or(w.sys.partSize, partSize)
	switch {
	case list != nil && f.isolated:
		return list.parts(w, size)
	case list != nil:
		return list.parts(w, 0)
	case f.stdin:
		args = []string{f.stdinPath}
	case len(args) == 0:
		args = []string{w.cwd}
	}
	paths := newPathSet(w)
	for _, arg := range args {
		paths.add(arg)
	}
	if !f.isolated {
		return func(yield func([]string) bool) { yield(paths.list) }
	}
	slices.Sort(paths.list)
	return slices.Chunk(paths.list, size)
}

func (f *checkFlags) config(sys *System) workspace.Config {
	cfg := workspace.Config{Isolated: f.isolated, Settings: config.Settings{Targets: f.agents}, Env: projectEnv(sys.Env)}
	if f.user {
		cfg.Home, cfg.Env = sys.Home, sys.Env
	}
	return cfg
}

// printer returns the printer for the chosen format.
func (f *checkFlags) printer(w *project, out io.Writer) printer {
	if f.diff {
		return noPrinter{}
	}
	switch f.format {
	case "json":
		return &jsonPrinter{out: out}
	case "jsonl":
		return &jsonlPrinter{out}
	case "sarif":
		return newSarifPrinter(out, w)
	case "github":
		return newGithubPrinter(out, w, f.quiet)
	}
	return &textPrinter{out: out, project: w, style: newStyle(w.sys, f.color), quiet: f.quiet}
}

// A checker runs the command check, part by part.
type checker struct {
	*project
	fsys     vfs.FS
	cfg      workspace.Config
	printer  printer
	begin    func() // begins the output, once
	progress *progress
	quiet    bool
	listed   bool      // the paths come from a list
	baseline *baseline // nil without --baseline
	fixing   *fixing   // nil without --fix and --diff
	walked   []string  // directories among the paths that were walked
	settings settingsTeller

	sum  summary
	told []problem // the first maxTold problems

	// The fields below belong to one part.
	snapshot *workspace.Snapshot // used to check the files
	given    map[string]bool     // files that the command line names
	problems []problem           // not yet printed
}

func newChecker(w *project, fsys vfs.FS, cfg workspace.Config, p printer) *checker {
	return &checker{project: w, fsys: fsys, cfg: cfg, printer: p, begin: sync.OnceFunc(p.begin), progress: &progress{}, settings: newSettingsTeller(w)}
}

// stand begins a part: it creates a snapshot with the projects of the paths.
func (c *checker) stand(paths []string) {
	c.snapshot = c.project.snapshot(c.fsys, c.cfg, paths...)
	c.given = make(map[string]bool)
}

// maxStdin is the maximum size of standard input in bytes, equal to that of a message to the server.
const maxStdin = 64 << 20

// open makes standard input the buffer of path, and returns path if it is a file to check.
func (c *checker) open(path string, in io.Reader) ([]string, error) {
	data, err := vfs.ReadAtMost(in, "standard input", maxStdin)
	var tooLarge *vfs.TooLargeError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fmt.Errorf("standard input has more than %d bytes; that is not a skill", maxStdin)
	case err != nil:
		return nil, err
	}
	text := string(data)
	c.snapshot = c.snapshot.With(workspace.Change{Path: path, Text: &text, Time: time.Now()})
	f := finder{snapshot: c.snapshot, progress: c.progress, given: c.given, tell: func(string) {}}
	f.file(path)
	c.problems = append(c.problems, f.problems...)
	return f.files, nil
}

// find returns the files to check of all paths, sorted. It calls tell for each file as soon as it finds it.
func (c *checker) find(ctx context.Context, paths []string, tell func(path string)) []string {
	f := finder{ctx: ctx, fsys: c.fsys, snapshot: c.snapshot, progress: c.progress, given: c.given, listed: c.listed, tell: tell}
	for _, path := range paths {
		f.find(path)
	}
	c.problems = append(c.problems, f.problems...)
	c.walked = append(c.walked, f.walked...)
	if f.full {
		c.problems = append(c.problems, problem{path: paths[0], message: fmt.Sprintf("more than %d files to check; the rest was left out: check parts of it", maxFiles)})
	}
	return f.sorted()
}

// maxTold is the maximum number of problems that a printer gets.
const maxTold = 1000

// explain prints the problems of the part and adds them to the summary.
func (c *checker) explain() {
	for _, p := range c.problems {
		if p.weight != note || !c.quiet {
			fmt.Fprintf(c.sys.Stderr, "skills-ls: %s: %s\n", plain(c.show(p.path)), visible(p.message))
		}
		c.sum.miss(p)
		if len(c.told) < maxTold {
			c.told = append(c.told, p)
		}
	}
	c.problems = nil
}
