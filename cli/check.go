package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// checkFlags are the flags of the command check.
type checkFlags struct {
	format    string
	failOn    string
	agents    []string
	stdin     bool
	stdinPath string
	input     project.InputFlags
	baseline  report.BaselineFlags
	user      bool
	isolated  bool
	fixFlags
}

func newCheck(sys *term.System) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Check skills for problems",
		Long: `Check files, skill directories or directory trees. Without PATH, check the current directory.

These files are checked: every SKILL.md (or skill.md), with the other Markdown of its skill; the instructions that agents read, such
as AGENTS.md, CLAUDE.md and GEMINI.md; the manifests of plugins and marketplaces; and .skills-ls.yaml. Hidden directories are
entered, except .git, .hg, .jj and .svn. node_modules and links to directories are not entered. Files that a .gitignore or the
configuration ignores are skipped, and so is test data: testdata, __fixtures__, tests/**/fixtures. A file or directory that is given
as PATH is checked anyway, unless the configuration ignores it. --files-from reads the paths from a list.

--baseline reports only new problems, as does "baseline" in the configuration. See docs/check.md for baselines, formats and CI.

--fix applies the preferred fix of each problem that has one, which is safe. With or without it, --diff only shows the changes. Files outside of
the checked paths are never written, and if the command is killed, each file has either its old or its new text. See docs/fixing.md.

Exit code: 0 if there is no problem at or above --fail-on; 1 if there is one, if a path could not be read or fixed, or if --diff
shows changes; 2 for a usage error, or if nothing could be checked.`,
		Example: `  skills-ls check
  skills-ls check .agents/skills/release-notes
  skills-ls check --format json --fail-on warning
  skills-ls check --agent agent-skills --agent codelia .claude/skills
  skills-ls check --diff | git apply
  skills-ls check --fix .agents/skills/release-notes
  git diff --name-only --diff-filter=d | skills-ls check --files-from -
  skills-ls check --baseline .skills-ls-baseline.json --write-baseline
  skills-ls check --stdin --stdin-path .agents/skills/x/SKILL.md < draft.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd.Context(), sys, args) },
	}
	term.AddChoice(cmd, &flags.format, "format", "output format", "text", "concise", "json", "jsonl", "sarif", "github")
	term.AddChoice(cmd, &flags.failOn, "fail-on", "minimum severity that makes the exit code 1", "error", "warning", "information", "hint", "never")
	cmd.Flags().StringArrayVar(&flags.agents, "agent", nil, "`ID` of an agent that the skills must work in; repeatable (default: the Agent Skills standard and the agents that own the directory)")
	project.CompleteAgents(cmd)
	cmd.Flags().BoolVar(&flags.stdin, "stdin", false, "check the text on standard input as the file at --stdin-path")
	cmd.Flags().StringVar(&flags.stdinPath, "stdin-path", "", "`path` of the text on standard input; the file need not exist")
	flags.input.Add(cmd)
	flags.baseline.Add(cmd)
	flags.fixFlags.add(cmd)
	cmd.Flags().BoolVar(&flags.user, "user", false, "also read the skills in the home directory, for the rules that compare skills")
	cmd.Flags().BoolVar(&flags.isolated, "isolated", false, "check each skill by itself, without the other skills of the project")
	return cmd
}

// run checks the paths.
func (f *checkFlags) run(ctx context.Context, sys *term.System, args []string) error {
	switch {
	case f.stdin && f.stdinPath == "":
		return term.Usagef("--stdin requires --stdin-path")
	case !f.stdin && f.stdinPath != "":
		return term.Usagef("--stdin-path requires --stdin")
	}
	if slices.Contains(args, "") {
		return emptyArgument("PATH")
	}
	if f.baseline.Write && f.baseline.Path == "" {
		return term.Usagef("--write-baseline requires --baseline")
	}
	if f.input.Null && f.input.From == "" {
		return term.Usagef("--null requires --files-from")
	}
	if f.input.From != "" && (f.stdin || len(args) > 0) {
		return term.Usagef("--files-from cannot be combined with %s", cmp.Or(strings.Join(args, " "), "--stdin"))
	}
	if f.stdin && len(args) > 0 {
		return term.Usagef("--stdin cannot be combined with %q", args[0])
	}
	if err := f.fixFlags.check(f); err != nil {
		return err
	}
	w, err := project.ProjectOf(sys)
	if err != nil {
		return err
	}
	cfg, err := w.Config(f.config(sys))
	if err != nil {
		return err
	}
	known, err := f.baseline.Open(w)
	if err != nil {
		return err
	}
	list, err := f.input.Open(w)
	if err != nil {
		return err
	}
	if list != nil {
		defer list.Close()
	}
	out := sys.Out
	c := newChecker(w, vfs.Disk{}, cfg, f.printer(w, f.output(sys, f.stdin, out)))
	c.progress = term.NewProgress(sys)
	c.baselines.Given, c.unapplied = known, slices.Clone(f.agents)
	c.fixing = f.fixing(f.stdin, out)
	c.listed, c.progress.Known = list != nil, list == nil || !f.isolated
	for paths := range f.parts(w, args, list) {
		if err := c.part(ctx, f, paths); err != nil {
			return err
		}
	}
	if err := project.Unapplied(c.unapplied); err != nil {
		return err
	}
	if list != nil && list.Problem != nil {
		c.problems = append(c.problems, *list.Problem)
		c.explain()
	}
	c.progress.End()
	if err := cmp.Or(ctx.Err(), out.Err); err != nil {
		return err
	}
	c.begin()
	c.printer.End(c.sum, c.reported)
	c.endFixing(f.format)
	if out.Err != nil {
		return out.Err
	}
	if err := c.endBaseline(); err != nil {
		return err
	}
	return f.verdict(c.sum)
}

// part checks one part of the paths.
func (c *checker) part(ctx context.Context, f *checkFlags, paths []string) error {
	c.openProjects(paths)
	if err := project.CheckTargets(c.snapshot, f.agents, paths...); err != nil {
		return err
	}
	if n, most := len(c.snapshot.Config().Folders), cmp.Or(c.Sys.MaxProjects, maxProjects); n > most {
		return term.Usagef("too many projects: %d of at most %d (check fewer paths, or use --isolated)", n, most)
	}
	found, err := c.learn(ctx, f, paths)
	if err != nil {
		return err
	}
	if !f.isolated {
		c.scanForMentions(ctx, found)
	}
	c.begin()
	c.run(ctx, found)
	vantages := paths
	if f.isolated { // one per file would cost as much as the check
		vantages = c.snapshot.Config().Folders
	}
	c.settings.explain(c.Sys.Stderr, c.snapshot, paths, vantages, found)
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
		return found, c.apply(f, paths, found)
	}
	if f.stdin {
		if found, err = c.open(paths[0], c.Sys.Stdin); err != nil {
			return nil, err
		}
	} else {
		found = c.find(ctx, paths, func(string) {})
	}
	if err := c.apply(f, paths, found); err != nil {
		return nil, err
	}
	if c.fixing != nil {
		found = c.fix(ctx, paths, found)
	}
	if !f.isolated {
		_ = workspace.Learn(ctx, c.snapshot, found) // likewise
	}
	return found, nil
}

// apply removes from c.unapplied the agents that the settings for a file define. It returns an error if any are left
// and no other part follows.
func (c *checker) apply(f *checkFlags, paths, found []string) error {
	var dirs []string
	for _, path := range found {
		if c.snapshot.KindOf(path) != file.ConfigFile {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	if len(dirs) == 0 {
		dirs = slices.Concat(paths, workspace.Vantages(c.snapshot, ""))
	}
	c.unapplied = slices.DeleteFunc(c.unapplied, func(id string) bool {
		_, ok := workspace.AgentAt(c.snapshot, id, dirs...)
		return ok
	})
	if f.isolated {
		return nil
	}
	return project.Unapplied(c.unapplied)
}

// scanForMentions scans the projects if what a file mentions may be anywhere in them: a skill of a plugin, from any file,
// and a skill of a plugin or of a repository that is no agent's project, from a neighbor there.
func (c *checker) scanForMentions(ctx context.Context, found []string) {
	if slices.ContainsFunc(found, c.mentionsFar) {
		_, _ = workspace.Scan(ctx, c.snapshot, nil) // the only error is cancellation, which run notices
	}
}

// mentionsFar reports whether a file may mention skills that are not found from where it is.
func (c *checker) mentionsFar(path string) bool {
	dir := filepath.Dir(path)
	if file.IsManifest(path) || workspace.PluginOf(c.snapshot, dir).Name != "" {
		return true
	}
	sum := c.snapshot.Summary(path)
	if sum == nil {
		return false
	}
	if c.snapshot.KindOf(path) == file.SkillFile && len(sum.Mentions) > 0 {
		if root, _ := workspace.RootOf(dir); root == "" {
			return true
		}
	}
	return slices.ContainsFunc(sum.Mentions, func(name string) bool { return strings.Contains(name, ":") })
}

// partSize is the number of paths that are checked with one snapshot if no file needs another as context, so
// that memory does not grow with their number. Some directories are listed again for each part.
const partSize = 1000

// maxProjects is the maximum number of projects, each with its own configuration, that the paths of one part
// are in.
const maxProjects = 1000

// parts yields the paths to check, part by part, absolute and clean.
func (f *checkFlags) parts(w *project.Project, args []string, list *project.PathList) iter.Seq[[]string] {
	size := cmp.Or(w.Sys.PartSize, partSize)
	switch {
	case list != nil && f.isolated:
		return list.Parts(w, size)
	case list != nil:
		return list.Parts(w, 0)
	case f.stdin:
		args = []string{f.stdinPath}
	case len(args) == 0:
		args = []string{w.Cwd}
	}
	paths := project.NewPathSet(w)
	for _, arg := range args {
		paths.Add(arg)
	}
	if !f.isolated {
		return func(yield func([]string) bool) { yield(paths.List) }
	}
	slices.Sort(paths.List)
	return slices.Chunk(paths.List, size)
}

func (f *checkFlags) config(sys *term.System) workspace.Config {
	// The check itself leaves out what is in a baseline, and counts it.
	cfg := workspace.Config{Isolated: f.isolated, NoBaselines: true, Settings: config.Settings{Targets: f.agents}, Env: project.ProjectEnv(sys.Env)}
	if f.user {
		cfg.Home, cfg.Env = sys.Home, sys.Env
	}
	return cfg
}

// printer returns the printer for the chosen format.
func (f *checkFlags) printer(w *project.Project, out io.Writer) report.Printer {
	if f.diff {
		return report.FilePrinter{} // the diffs are the output
	}
	plain := report.FilePrinter{Out: out}
	switch f.format {
	case "concise":
		return &report.ConcisePrinter{FilePrinter: plain, Project: w, Style: term.NewStyle(w.Sys)}
	case "json":
		return &report.JSONPrinter{Out: out}
	case "jsonl":
		return &report.JSONLPrinter{FilePrinter: plain}
	case "sarif":
		return report.NewSARIFPrinter(out, w)
	case "github":
		return report.NewGitHubPrinter(out, w)
	}
	return &report.TextPrinter{FilePrinter: plain, Project: w, Style: term.NewStyle(w.Sys)}
}

// A checker runs the command check, part by part.
type checker struct {
	*project.Project
	fsys      vfs.FS
	cfg       workspace.Config
	printer   report.Printer
	begin     func() // begins the output, once
	progress  *term.Progress
	listed    bool // the paths come from a list
	baselines report.Baselines
	fixing    *fixing  // nil without --fix and --diff
	unapplied []string // agents of --agent that no file has so far
	walked    []string // directories among the paths that were walked
	settings  settingsTeller

	sum      report.Summary
	reported []project.Problem // the first maxReported problems

	// The fields below belong to one part.
	snapshot *workspace.Snapshot // used to check the files
	given    map[string]bool     // files that the command line names
	problems []project.Problem   // not yet printed
}

func newChecker(w *project.Project, fsys vfs.FS, cfg workspace.Config, p report.Printer) *checker {
	return &checker{Project: w, fsys: fsys, cfg: cfg, printer: p, begin: sync.OnceFunc(p.Begin), progress: &term.Progress{}, settings: newSettingsTeller(w), baselines: report.Baselines{Project: w}}
}

// openProjects begins a part: it creates a snapshot with the projects of the paths.
func (c *checker) openProjects(paths []string) {
	c.snapshot = c.Project.Snapshot(c.fsys, c.cfg, paths...)
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
		return nil, fmt.Errorf("standard input exceeds %d bytes, the limit for a skill", maxStdin)
	case err != nil:
		return nil, err
	}
	text := string(data)
	c.snapshot = c.snapshot.With(workspace.Change{Path: path, Text: &text, Time: time.Now()})
	f := project.Finder{Snapshot: c.snapshot, Progress: c.progress, Given: c.given, Tell: func(string) {}}
	f.File(path)
	c.problems = append(c.problems, f.Problems...)
	return f.Files, nil
}

// find returns the files to check of all paths, sorted. It calls tell for each file as soon as it finds it.
func (c *checker) find(ctx context.Context, paths []string, tell func(path string)) []string {
	f := project.Finder{Ctx: ctx, Fsys: c.fsys, Snapshot: c.snapshot, Progress: c.progress, Given: c.given, Listed: c.listed, Tell: tell}
	for _, path := range paths {
		f.Find(path)
	}
	c.problems = append(c.problems, f.Problems...)
	c.walked = append(c.walked, f.Walked...)
	if f.Full {
		c.problems = append(c.problems, project.Problem{Path: paths[0], Message: fmt.Sprintf("more than %d files: the others were not checked", project.MaxFiles)})
	}
	return f.Sorted()
}

// maxReported is the maximum number of problems that a printer gets.
const maxReported = 1000

// explain prints the problems of the part and adds them to the summary.
func (c *checker) explain() {
	for _, p := range c.problems {
		if p.Weight != project.Note || !c.Sys.Quiet {
			fmt.Fprintf(c.Sys.Stderr, "skills-ls: %s: %s\n", term.Plain(c.Show(p.Path)), term.Visible(p.Message))
		}
		c.sum.Miss(p)
		if len(c.reported) < maxReported {
			c.reported = append(c.reported, p)
		}
	}
	c.problems = nil
}
