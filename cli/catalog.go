package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"skills-ls/analysis/vantage"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
)

func newCatalog(sys *term.System) *cobra.Command {
	var flags catalogFlags
	cmd := &cobra.Command{
		Use:   "catalog",
		Short: "Print the exact catalog of an agent",
		Long: `Print the exact text by which an agent, started in the current directory, lists the skills for the model. Its size, its budget and
the skills that the budget drops or shortens are printed on standard error.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, snapshot, err := flags.open(sys)
			if err != nil {
				return err
			}
			text, err := vantage.CatalogTextFor(cmd.Context(), snapshot, vantage.ListQuery{Cwd: w.Cwd, Agent: flags.agent})
			if err != nil {
				return commandError(err)
			}
			noteAgent(sys, flags.format, text.Agent, text.Reason)
			printUnread(w, text.Unread)
			if flags.format == "json" {
				return report.PrintJSON(sys.Out, lsp.NewCatalogResult(text))
			}
			printCatalog(sys, w, text)
			return nil
		},
	}
	flags.add(cmd)
	return cmd
}

func printCatalog(sys *term.System, w *project.Project, c *vantage.CatalogText) {
	own := ""
	if c.Estimate != nil {
		own = fmt.Sprintf(", %d by the agent's own count (%s)", c.Estimate.Count, c.Estimate.Method)
	}
	sys.Note("%d of %d skills, %d bytes, about %d tokens (%s)%s%s",
		c.Entries, c.Total, len(c.Content), c.Tokens.Count, c.Tokens.Method, own, describeBudget(c))
	for _, note := range c.Notes {
		sys.Note("%s", term.Plain(note))
	}
	for _, s := range c.Dropped {
		fmt.Fprintf(sys.Stderr, "skills-ls: dropped: %s (%s)\n", term.Plain(s.Name), term.Plain(w.Show(s.Path)))
	}
	for _, s := range c.Shortened {
		what := fmt.Sprintf("shortened to %d characters", s.Kept)
		if s.Kept == 0 {
			what = "without its description"
		}
		fmt.Fprintf(sys.Stderr, "skills-ls: %s: %s (%s)\n", what, term.Plain(s.Skill.Name), term.Plain(w.Show(s.Skill.Path)))
	}
	sys.PrintExact(c.Content)
}

// describeBudget returns the end of a list with the budget of the catalog.
func describeBudget(c *vantage.CatalogText) string {
	if limits := c.Budget.String(); limits != "" {
		return ", budget " + limits
	}
	return ", no budget"
}
