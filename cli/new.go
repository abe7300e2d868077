package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// newFlags are the flags of the command new.
type newFlags struct {
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
		Long: `Create a skill directory with a SKILL.md to fill in, and print its path. Problems of the new skill are printed on standard
error.

The skill directory is created where the first target agent looks, or else in the existing skills directory of an agent that is used in
the project. Without these, it is created in the directory of the project's own skills, skills or that of a plugin, or else where an
agent that is used in the project looks, or else in .agents/skills, where most agents look. With --agent it is created in that agent's own directory, if it has one, and with --dir in the given directory. The project
is the nearest directory at or above the current one with a .git, .jj, .hg or .codelia, or else the current one. Existing files are
never changed.

Exit code: 0, or 2 if the name is invalid or exists.`,
		Example: `  skills-ls new release-notes
  skills-ls new release-notes --agent claude-code
  skills-ls new release-notes --dir plugin/skills --description "Writes release notes. Use when a version is published."`,
		Args: oneArgument("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "" {
				return emptyArgument("NAME")
			}
			return flags.run(cmd.Context(), sys, args[0])
		},
	}
	cmd.Flags().StringVar(&flags.dir, "dir", "", "`directory` in which to create the skill directory")
	if err := cmd.MarkFlagDirname("dir"); err != nil {
		panic(err) // the flag was added above
	}
	project.AddAgent(cmd, &flags.agent)
	cmd.Flags().Lookup("agent").Usage = "`ID` of the agent that the skill is for"
	cmd.Flags().StringVar(&flags.description, "description", "", "`text` that says what the skill does and when to use it")
	term.AddFormat(cmd, &flags.format)
	return cmd
}

func (f *newFlags) run(ctx context.Context, sys *term.System, name string) error {
	w, err := project.ProjectOf(sys)
	if err != nil {
		return err
	}
	s, root, agent, reason, err := f.open(ctx, w)
	if err != nil {
		return err
	}
	if err := refactor.CheckName(ctx, s, root, name); err != nil {
		return term.Usagef("%v", err)
	}
	if err := workspace.Learn(ctx, s, []string{filepath.Join(root, name, "SKILL.md")}); err != nil { // others may have the name or a similar text
		return err
	}
	draft := refactor.DraftSkill(ctx, s, root, name, f.description)
	if f.dir == "" {
		if err := mayCreate(w, s, filepath.Dir(draft.Path)); err != nil {
			return err
		}
	}
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
	switch {
	case f.format == "json":
		return report.PrintJSON(sys.Out, lsp.NewNewSkillResult(name, draft, agent, reason))
	case agent != nil:
		noteAgent(sys, f.format, agent, reason)
	case f.dir == "":
		sys.Note("location: %s (skills of this project), select another with --dir or --agent", term.Plain(w.Show(root)))
	}
	fmt.Fprintln(sys.Out, term.Plain(w.Show(draft.Path)))
	return nil
}

// open returns a snapshot of the project, and the directory to create the skill directory in. The agent is the one
// whose directory that is, nil if the directory is given, or is the project's own. A new skill must work in the agent
// that is named, or else in those that look in the directory.
func (f *newFlags) open(ctx context.Context, w *project.Project) (s *workspace.Snapshot, root string, agent *skills.Agent, reason vantage.AgentReason, err error) {
	cfg, err := w.Config(workspace.Config{Env: project.ProjectEnv(w.Sys.Env)})
	if err != nil {
		return nil, "", nil, "", err
	}
	folder := project.NewProjectRoots(w, vfs.Disk{}).Of(w.Cwd)
	if f.agent != "" {
		known := w.Snapshot(vfs.Disk{}, cfg, folder)
		if err := project.CheckTargets(known, []string{f.agent}, w.Cwd); err != nil {
			return nil, "", nil, "", err
		}
		agent, _ = workspace.AgentAt(known, f.agent, w.Cwd, folder)
		reason, cfg.Settings.Targets = vantage.AgentNamed, []string{agents.Standard.ID, agent.ID}
	}
	switch {
	case f.dir != "":
		root = w.Abs(f.dir)
		return w.Snapshot(vfs.Disk{}, cfg, root), root, agent, reason, nil
	case agent != nil:
		root = refactor.SkillsDir(folder, agent)
		return w.Snapshot(vfs.Disk{}, cfg, root), root, agent, reason, nil
	}
	s = w.Snapshot(vfs.Disk{}, cfg, folder)
	found, err := refactor.LocationsIn(ctx, s, folder, w.Cwd)
	if err != nil {
		return nil, "", nil, "", err
	}
	return s, found.List[0].Dir, found.Agent, found.Reason, nil
}

// mayCreate returns an error if a skill directory would be outside of the project, or if its name differs only in case from
// another one.
func mayCreate(w *project.Project, s *workspace.Snapshot, dir string) error {
	reason := refactor.Obstacle(s, dir)
	if reason == refactor.Outside {
		return term.Usagef("a symbolic link leads from %s out of the project: choose a directory with --dir", term.Plain(w.Show(dir)))
	}
	if _, err := os.Lstat(dir); reason == refactor.Exists && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists in different case", term.Plain(w.Show(dir)))
	}
	return nil
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
