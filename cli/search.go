package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"skills-ls/analysis/vantage"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
)

func newSearch(sys *term.System) *cobra.Command {
	var flags catalogFlags
	var limit int
	var scope string
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Rank the skills that an agent sees here by a query",
		Long: `Rank the skills that an agent sees from the current directory, as Codelia's skill_search does: by path, by name, by the
beginning of the name, or by words shared with name and description. The first column is the score.`,
		Example: `  skills-ls search "release notes"
  skills-ls search deploy --scope repo --limit 3`,
		Args: oneArgument("QUERY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("limit") && limit < 1 {
				return term.Usagef("--limit: it is at least 1")
			}
			w, snapshot, err := flags.open(sys)
			if err != nil {
				return err
			}
			query := vantage.SearchQuery{Query: args[0], Limit: limit, Cwd: w.Cwd, Agent: flags.agent}
			if scope != "all" {
				query.Scope = scope
			}
			found, err := vantage.SearchSkills(cmd.Context(), snapshot, query)
			if err != nil {
				return commandError(err)
			}
			if flags.format == "json" {
				return report.PrintJSON(sys.Stdout, lsp.NewSearchResult(found))
			}
			rows := make([][]string, len(found.Results))
			for i, r := range found.Results {
				rows[i] = append([]string{strconv.Itoa(r.Score), string(r.Reason)}, row(w, r.Skill)...)
			}
			if err := table(sys.Stdout, sys.StdoutWidth, rows); err != nil {
				return err
			}
			switch {
			case len(rows) == 0:
				fmt.Fprintln(sys.Stderr, "skills-ls: no skill matches")
			case found.Truncated:
				fmt.Fprintln(sys.Stderr, "skills-ls: there are more; see --limit")
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "show so many `results` at most (default: as many as the agent gives unasked, 8; never more than 50 unless it is set so)")
	term.AddChoice(cmd, &scope, "scope", "whose skills", "all", "repo", "user")
	flags.add(cmd)
	return cmd
}
