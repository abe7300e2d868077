package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// catalogFlags are the flags of the commands that show an agent's catalog.
type catalogFlags struct {
	agent  string
	format string
}

func (f *catalogFlags) add(cmd *cobra.Command) {
	project.AddAgent(cmd, &f.agent)
	term.AddFormat(cmd, &f.format)
}

// open returns the workspace and a snapshot with the user's own roots, as an agent looks for skills. It makes
// paths absolute in place.
func (f *catalogFlags) open(sys *term.System, paths ...string) (*project.Project, *workspace.Snapshot, error) {
	w, err := project.ProjectOf(sys)
	if err != nil {
		return nil, nil, err
	}
	for i := range paths {
		paths[i] = w.Abs(paths[i])
	}
	cfg, err := w.Config(workspace.Config{Home: sys.Home, Env: sys.Env})
	if err != nil {
		return nil, nil, err
	}
	paths = append([]string{w.Cwd}, paths...)
	places := slices.Clone(paths)
	for i, path := range places {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			places[i] = filepath.Dir(path) // so that a SKILL.md is read like its directory
		}
	}
	snapshot := w.Snapshot(vfs.Disk{}, cfg, places...)
	newSettingsTeller(w).explain(sys.Stderr, snapshot, paths, paths, nil)
	return w, snapshot, nil
}

func newList(sys *term.System) *cobra.Command {
	var flags catalogFlags
	graph := "none"
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the skills of the project",
		Long: `List the skills of the project in all its directories and plugins, and those of the home directory, by group: name, the agents that find
and load it (the target agents by name, and the number of the others), estimated tokens, problems and description. A problem is also a body that exceeds the project's limits. The catalogs of the
project's agents follow: how many of the skills they list in the prompt, what that uses of their budgets, and which skills are dropped.

With --agent, list what that agent finds if it is started in the current directory. Skills that it rejects, skills that its settings
disable, and paths that cannot be read are reported on standard error.

With --graph dot, print which skills of the project mention which, for Graphviz.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case graph == "none":
			case flags.agent != "" || flags.format != "text":
				return term.Usagef("--graph cannot be combined with --agent or --format")
			default:
				return flags.printGraph(cmd.Context(), sys)
			}
			if flags.agent == "" {
				return flags.printInventory(cmd.Context(), sys, "", func(*lsp.WorkspaceSkill) bool { return true })
			}
			w, snapshot, err := flags.open(sys)
			if err != nil {
				return err
			}
			list, err := vantage.ListSkills(cmd.Context(), snapshot, vantage.ListQuery{Cwd: w.Cwd, Agent: flags.agent})
			if err != nil {
				return commandError(err)
			}
			printUnread(w, list.Unread)
			if flags.format == "json" {
				return report.PrintJSON(sys.Out, list)
			}
			for _, e := range list.Errors {
				if snapshot.KindOf(e.Path) == file.NativeFile {
					continue // already printed with the settings
				}
				fmt.Fprintf(sys.Stderr, "skills-ls: %s: rejected: %s\n", term.Plain(w.Show(e.Path)), term.Plain(e.Message))
			}
			for _, e := range vantage.Ignored(cmd.Context(), snapshot, list.Agent, w.Cwd) {
				fmt.Fprintf(sys.Stderr, "skills-ls: %s: ignored without an error: %s\n", term.Plain(w.Show(e.Path)), term.Plain(e.Message))
			}
			for _, e := range list.Off {
				fmt.Fprintf(sys.Stderr, "skills-ls: %s: disabled: %s\n", term.Plain(w.Show(e.Path)), term.Plain(e.Message))
			}
			if list.Truncated {
				fmt.Fprintln(sys.Stderr, "skills-ls: the list is incomplete: the scan reached a limit")
			}
			rows := make([][]string, len(list.Skills))
			for i, s := range list.Skills {
				rows[i] = row(w, s)
			}
			switch {
			case list.Disabled != "":
				fmt.Fprintln(sys.Stderr, "skills-ls: "+term.Plain(list.Disabled))
			case len(rows) == 0:
				fmt.Fprintln(sys.Stderr, "skills-ls: no skills found")
			}
			table(sys, rows)
			return nil
		},
	}
	flags.add(cmd)
	term.AddChoice(cmd, &graph, "graph", "graph of the mentions between skills", "none", "dot")
	cmd.Flags().Lookup("agent").Usage = "`ID` of the agent (default: the skills of the project)"
	return cmd
}

// noteAgent prints which agent the output is about and why, unless the user named it. JSON has that itself.
func noteAgent(sys *term.System, format string, agent *skills.Agent, reason vantage.AgentReason) {
	if reason != vantage.AgentNamed && format != "json" {
		sys.Note("agent: %s (%s), select another with --agent", agent.Title, reason.Explain())
	}
}

// printUnread prints what the agent or skills-ls could not read and may contain skills.
func printUnread(w *project.Project, list []skills.LoadError) {
	for _, e := range list {
		fmt.Fprintf(w.Sys.Stderr, "skills-ls: %s: not read: %s\n", term.Plain(w.Show(e.Path)), term.Plain(e.Message))
	}
}

// maxName is the maximum number of characters of a name in a table.
const maxName = 64

// row returns the row of a skill in a table.
func row(w *project.Project, s skills.Skill) []string {
	return []string{vantage.Shorten(s.Name, maxName), string(s.Scope), w.Show(s.Path), s.Description}
}

// table prints rows with aligned columns, except for the last column, which is cut to fit the terminal.
func table(sys *term.System, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i := range row {
			row[i] = term.Plain(row[i])
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], report.DisplayWidth(row[i]))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, text := range row {
			if i < len(row)-1 {
				b.WriteString(text + strings.Repeat(" ", widths[i]-report.DisplayWidth(text)+2))
				continue
			}
			if sys.StdoutWidth > 0 {
				text = report.Cut(text, max(20, sys.StdoutWidth-report.DisplayWidth(b.String())))
			}
			b.WriteString(text)
		}
		fmt.Fprintln(sys.Out, strings.TrimRight(b.String(), " "))
	}
}
