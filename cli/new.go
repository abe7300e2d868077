package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"skills-ls/analysis/config"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// newFlags are the flags of the command new.
type newFlags struct {
	cwd         string
	settings    string
	format      string
	dir         string
	agent       string
	description string
}

func newNew(sys *term.System) *cobra.Command {
	var flags newFlags
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Create a skill",
		Long: `Create a skill directory with a SKILL.md to fill in, and print its path. Every agent loads the new skill.

The skill directory is created in .agents/skills of the project, where most agents look. With --agent it is created in that agent's
own directory, if it has one, and with --dir in the given directory. The project is the nearest directory at or above the current one
with a .git, .jj, .hg or .codelia, or else the current one. Existing files are never changed.

Exit code: 0, or 2 if the name is invalid or exists.`,
		Example: `  skills-ls new release-notes
  skills-ls new release-notes --agent claude-code
  skills-ls new release-notes --dir plugin/skills --description "Writes release notes. Use when a version is published."`,
		Args: oneArgument("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "" {
				return term.Usagef("empty NAME: is a variable unset?")
			}
			return flags.run(cmd.Context(), sys, args[0])
		},
	}
	cmd.Flags().StringVar(&flags.dir, "dir", "", "`directory` in which to create the skill directory")
	if err := cmd.MarkFlagDirname("dir"); err != nil {
		panic(err) // the flag was added above
	}
	cmd.Flags().StringVar(&flags.agent, "agent", "", "`ID` of the agent that the skill is for")
	project.CompleteAgents(cmd)
	cmd.Flags().StringVar(&flags.description, "description", "", "`text` that says what the skill does and when to use it")
	term.AddFormat(cmd, &flags.format)
	addConfig(cmd, &flags.settings)
	project.AddCwd(cmd, &flags.cwd)
	return cmd
}

func (f *newFlags) run(ctx context.Context, sys *term.System, name string) error {
	w, err := project.ProjectOf(sys, f.cwd)
	if err != nil {
		return err
	}
	root, targets, err := f.root(w)
	if err != nil {
		return err
	}
	cfg, err := w.Config(workspace.Config{Settings: config.Settings{Targets: targets}, Env: project.ProjectEnv(sys.Env)}, f.settings)
	if err != nil {
		return err
	}
	s := w.Snapshot(vfs.Disk{}, cfg, root)
	if err := refactor.CheckName(ctx, s, root, name); err != nil {
		return term.Usagef("%v", err)
	}
	if err := workspace.Learn(ctx, s, []string{filepath.Join(root, name, "SKILL.md")}); err != nil { // others may have the name or a similar text
		return err
	}
	draft := refactor.DraftSkill(ctx, s, root, name, f.description)
	if err := create(draft); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists", term.Plain(w.Show(filepath.Dir(draft.Path))))
		}
		return fmt.Errorf("creating the skill: %w", err)
	}
	at := report.NewPlaces(draft.Text)
	for _, d := range draft.Found {
		if f.description == "" && d.Rule == "body/placeholder" {
			continue // the user knows that the description is missing
		}
		start := at.TextPosition(d.Span.Start)
		fmt.Fprintf(sys.Stderr, "%s:%d:%d: %s: %s (%s)\n", term.Plain(w.Show(draft.Path)), start.Line, start.Column, d.Severity, term.Plain(d.Text()), d.Rule)
	}
	if f.format == "json" {
		return report.PrintJSON(sys.Stdout, lsp.NewNewSkillResult(name, draft))
	}
	out := &term.ErrWriter{W: sys.Stdout}
	fmt.Fprintln(out, term.Plain(w.Show(draft.Path)))
	return out.Err
}

// root returns the directory to create the skill directory in, and the agents that the skill must work in,
// nil for those that look in it.
func (f *newFlags) root(w *project.Project) (root string, targets []string, err error) {
	below := refactor.SharedRoot
	if f.agent != "" {
		if err := project.CheckTargets([]string{f.agent}); err != nil {
			return "", nil, err
		}
		agent, _ := agents.ByID(f.agent)
		below, targets = refactor.SkillsRoot(agent), []string{agents.Standard.ID, agent.ID}
	}
	if f.dir != "" {
		return w.Abs(f.dir), targets, nil
	}
	return filepath.Join(project.NewProjectRoots(w, vfs.Disk{}).Of(w.Cwd), filepath.FromSlash(below)), targets, nil
}

// create writes a new skill, or nothing if it fails. If the skill directory exists, the error wraps
// fs.ErrExist.
func create(draft refactor.Draft) error {
	dir := filepath.Dir(draft.Path)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(draft.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		_, err = f.WriteString(draft.Text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		_ = os.RemoveAll(dir) // created above
	}
	return err
}
