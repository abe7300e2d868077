package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
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

func newPreview(sys *term.System) *cobra.Command {
	var flags catalogFlags
	var userArgs string
	cmd := &cobra.Command{
		Use:   "preview NAME|PATH",
		Short: "Print the exact text that an agent injects",
		Long: `Print the exact text that an agent adds to the prompt when it loads the skill. Notes are printed on standard error, and so are the
reasons if the agent does not find or does not load the skill. Nothing in the skill is executed.

NAME is a name that "skills-ls list" shows, with or without its plugin. PATH is the skill directory or its SKILL.md.

Exit code: 0, or 1 if the agent does not load the skill (the text is printed anyway), or 2 if there is no such skill.`,
		Example: `  skills-ls preview release-notes
  skills-ls preview .claude/skills/review/SKILL.md --args "the last commit"
  skills-ls preview release-notes --agent codelia --format json`,
		Args: oneArgument("NAME or PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			query := vantage.PreviewQuery{Agent: flags.agent}
			if cmd.Flags().Changed("args") {
				query.Arguments = &userArgs
			}
			preview, err := flags.preview(cmd, sys, args[0], query)
			if err != nil {
				return commandError(err)
			}
			noteAgent(sys, flags.format, preview.Agent, preview.AgentReason)
			if flags.format == "json" {
				err = report.PrintJSON(sys.Out, lsp.NewPreviewResult(preview, position.NewFileMapper(preview.Source, position.UTF16)))
			} else {
				printPreview(sys, preview)
			}
			if err == nil && !preview.Loads {
				return term.ErrFound
			}
			return err
		},
	}
	cmd.Flags().StringVar(&userArgs, "args", "", "`text` that the user writes after the skill's name")
	flags.add(cmd)
	cmd.Flags().Lookup("agent").Usage = "`ID` of the agent (default: the skill's or the project's agent)"
	return cmd
}

// preview renders the skill with the name or at the path.
func (f *catalogFlags) preview(cmd *cobra.Command, sys *term.System, target string, query vantage.PreviewQuery) (*vantage.Preview, error) {
	w, snapshot, err := f.open(sys, target)
	if err != nil {
		return nil, err
	}
	query.Cwd, query.Name = w.Cwd, target
	if query.Path, err = namedOrAt(cmd.Context(), w, snapshot, query); err != nil {
		return nil, err
	}
	return vantage.PreviewSkill(cmd.Context(), snapshot, query)
}

// namedOrAt returns the path of the skill that an argument of the command line names, which query.Name is. If it is no
// skill's name, it is a path, which must exist.
func namedOrAt(ctx context.Context, w *project.Project, s *workspace.Snapshot, query vantage.PreviewQuery) (string, error) {
	if query.Name == "" {
		return "", emptyArgument("NAME or PATH")
	}
	path := w.Abs(query.Name)
	if looksLikePath(query.Name) {
		return path, mustExist(path)
	}
	named, err := skillPath(ctx, s, query)
	var none *vantage.PreviewError
	if errors.As(err, &none) && none.Reason == "not_found" && mustExist(path) == nil {
		return path, nil
	}
	return named, err
}

// skillPath returns the path of the skill with the name of a query. It reads the whole workspace only if the agent does
// not find the skill, or the name must be that of no other skill. The errors are those of [vantage.SkillPath].
func skillPath(ctx context.Context, s *workspace.Snapshot, query vantage.PreviewQuery) (string, error) {
	if !query.OfAll {
		path, err := vantage.SkillPath(ctx, s, query)
		var none *vantage.PreviewError
		if !errors.As(err, &none) || none.Reason != "not_found" {
			return path, err
		}
	}
	if _, err := workspace.Scan(ctx, s, nil); err != nil {
		return "", err
	}
	return vantage.SkillPath(ctx, s, query)
}

// looksLikePath reports whether a text can only be a path.
func looksLikePath(text string) bool {
	return strings.ContainsRune(filepath.ToSlash(text), '/') || text == "." || text == ".." || strings.EqualFold(text, "SKILL.md")
}

// printPreview prints the exact text to standard output, and everything else to standard error.
func printPreview(sys *term.System, p *vantage.Preview) {
	for _, note := range p.Notes {
		sys.Note("%s", term.Plain(note))
	}
	if len(p.Reasons) > 0 {
		lines := outcomeLines(&p.Treatment)
		fmt.Fprintf(sys.Stderr, "skills-ls: %s %s\n", p.Agent.Title, strings.Join(lines, "\n  "))
	}
	sys.PrintExact(p.Content)
}

// commandError adds to an error of package analysis the flag or the candidates that it is about.
func commandError(err error) error {
	var agent *workspace.UnknownAgentError
	var target *vantage.PreviewError
	switch {
	case errors.As(err, &agent) && agent.Agent == nil:
		return term.Usagef("--agent: %s", project.UnknownAgent(agent.ID, agent.Known))
	case errors.As(err, &agent):
		return term.Usagef("--agent: %w", err)
	case errors.As(err, &target) && len(target.Candidates) > 0:
		return fmt.Errorf("%w:\n  %s", err, strings.Join(target.Candidates, "\n  "))
	}
	return err
}
