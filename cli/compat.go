package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/lsp/position"
)

func newCompat(sys *term.System) *cobra.Command {
	var flags catalogFlags
	var only []string
	cmd := &cobra.Command{
		Use:   "compat NAME|PATH...",
		Short: "Show how each agent handles a skill",
		Long: `Show for each agent whether it finds a skill in its directory, whether it loads it, under which name, and if not, why. The target
agents come first and are marked with an asterisk.

NAME is a name that "skills-ls list" shows, with or without its plugin. PATH is a skill directory or its SKILL.md. With --format json, several skills
print an array. --agent selects agents.

Exit code: 0, or 2 if there is a name or path without a readable skill. It is reported on standard error, and the others are shown.`,
		Example: `  skills-ls compat deploy
  skills-ls compat .agents/skills/deploy
  skills-ls compat .agents/skills/deploy --agent codex --agent claude-code
  skills-ls compat .claude/skills/*/SKILL.md --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return term.Usagef("missing NAME or PATH")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			w, snapshot, err := flags.open(sys, append([]string{}, args...)...)
			if err != nil {
				return err
			}
			paths := []string{w.Cwd}
			for _, arg := range args {
				paths = append(paths, w.Abs(arg))
			}
			if err := project.CheckTargets(snapshot, only, paths...); err != nil {
				return err
			}
			return compare(cmd, sys, w, snapshot, args, only, flags.format)
		},
	}
	cmd.Flags().StringArrayVar(&only, "agent", nil, "`ID` of an agent to show; repeatable (default: all)")
	project.CompleteAgents(cmd)
	term.AddFormat(cmd, &flags.format)
	return cmd
}

// A comparison is what the command compat prints in JSON for one of several skills.
type comparison struct {
	Path string `json:"path"`
	*lsp.CompatResult
}

func compare(cmd *cobra.Command, sys *term.System, w *project.Project, snapshot *workspace.Snapshot, args, only []string, format string) error {
	var paths []string
	var compared []*vantage.Comparison
	unapplied := slices.Clone(only)
	for _, arg := range args {
		path, all, err := compatOf(cmd.Context(), w, snapshot, arg)
		switch {
		case cmd.Context().Err() != nil:
			return cmd.Context().Err()
		case err != nil: // the other skills are still compared
			fmt.Fprintf(sys.Stderr, "skills-ls: %s\n", term.Visible(err.Error()))
			continue
		}
		if len(only) > 0 {
			all.Agents = slices.DeleteFunc(all.Agents, func(c vantage.Compatibility) bool { return !slices.Contains(only, c.Agent.ID) })
		}
		unapplied = slices.DeleteFunc(unapplied, func(id string) bool {
			return slices.ContainsFunc(all.Agents, func(c vantage.Compatibility) bool { return c.Agent.ID == id })
		})
		paths, compared = append(paths, path), append(compared, all)
	}
	if err := project.Unapplied(unapplied); err != nil && len(compared) > 0 {
		return err
	}
	results := []comparison{}
	for i, all := range compared {
		if i > 0 && format != "json" {
			fmt.Fprintln(sys.Out)
		}
		results = append(results, comparison{paths[i], lsp.NewCompatResult(all, position.NewFileMapper(all.Source, position.UTF16))})
		if format != "json" {
			printCompat(sys.Out, w.Show(paths[i]), all.Agents)
		}
	}
	var err error
	switch {
	case format == "json" && len(args) > 1:
		err = report.PrintJSON(sys.Out, results)
	case format == "json" && len(results) == 1:
		err = report.PrintJSON(sys.Out, results[0].CompatResult)
	}
	if err == nil && len(results) < len(args) {
		return term.ErrReported
	}
	return err
}

// compatOf returns the path of a skill, given by its path or name, and how every agent handles it.
func compatOf(ctx context.Context, w *project.Project, snapshot *workspace.Snapshot, arg string) (string, *vantage.Comparison, error) {
	path, err := namedOrAt(ctx, w, snapshot, vantage.PreviewQuery{Name: arg, Cwd: w.Cwd, OfAll: true})
	if err != nil {
		return "", nil, commandError(err)
	}
	all, err := vantage.Compat(ctx, snapshot, vantage.PreviewQuery{Path: path, Cwd: w.Cwd})
	if err != nil {
		return "", nil, commandError(err)
	}
	return path, all, nil
}

// mustExist returns an error if nothing exists at a path. A dangling symbolic link exists.
func mustExist(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: file not found: check the spelling or --cwd", term.Plain(path))
	}
	return nil
}

func printCompat(out io.Writer, path string, list []vantage.Compatibility) {
	fmt.Fprintln(out, term.Plain(path))
	width := 0
	for _, c := range list {
		width = max(width, report.DisplayWidth(c.Agent.Label()))
	}
	for _, c := range list {
		mark := " "
		if c.Target {
			mark = "*"
		}
		indent := strings.Repeat(" ", width-report.DisplayWidth(c.Agent.Label()))
		lines := compatLines(c)
		fmt.Fprintf(out, "%s %s%s  %s\n", mark, c.Agent.Label(), indent, lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(out, "  %s  %s\n", strings.Repeat(" ", width), line)
		}
	}
}

// compatLines returns at least one line on how an agent handles a skill.
func compatLines(c vantage.Compatibility) []string {
	lines := outcomeLines(&c.Treatment)
	for _, note := range c.Notes {
		for line := range strings.Lines(note) {
			lines = append(lines, term.Plain(strings.TrimRight(line, "\n")))
		}
	}
	return lines
}

// outcomeLines returns what an agent does with a skill, and below it why not.
func outcomeLines(t *vantage.Treatment) []string {
	lines := []string{t.Outcome(func(name string) string { return "`" + term.Plain(name) + "`" }, term.Plain)}
	if !t.Finds {
		lines = append(lines, quotation(t.Reasons[0])...)
	}
	last := ""
	for _, r := range t.WhyNotLoaded() {
		if r.Text() != last { // an agent may say more about one problem
			lines = append(lines, term.Plain(r.Text()))
		}
		lines = append(lines, quotation(r)...)
		last = r.Text()
	}
	return lines
}

// quotation returns the agent's own words as lines with quotation marks.
func quotation(r vantage.Reason) (lines []string) {
	for line := range strings.Lines(r.Verbatim) {
		lines = append(lines, "> "+term.Plain(strings.TrimRight(line, "\n")))
	}
	return lines
}
