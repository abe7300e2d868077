package cli

import (
	"fmt"
	"strconv"
	"strings"

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
		Short: "Search the skills of the project",
		Long: `Search the skills that "skills-ls list" lists for words in the name, path or description.

With --agent, search what that agent finds if it is started in the current directory, ranked as Codelia's skill_search does: by path, by
name, by the beginning of the name, or by words that the name and description have. The first column is the score.`,
		Example: `  skills-ls search "release notes"
  skills-ls search deploy --scope repo --limit 3`,
		Args: oneArgument("QUERY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(args[0]) == "" {
				return emptyArgument("QUERY")
			}
			if cmd.Flags().Changed("limit") && limit < 1 {
				return term.Usagef("--limit must be at least 1")
			}
			if flags.agent == "" {
				n := 0
				return flags.printInventory(cmd.Context(), sys, args[0], func(skill *lsp.WorkspaceSkill) bool {
					isUser := skill.Kind == vantage.UserSkill
					if scope == "repo" && isUser || scope == "user" && !isUser {
						return false
					}
					n++
					return limit == 0 || n <= limit
				})
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
				return report.PrintJSON(sys.Out, found)
			}
			rows := make([][]string, len(found.Results))
			for i, r := range found.Results {
				rows[i] = append([]string{strconv.Itoa(r.Score), string(r.Reason)}, row(w, r.Skill)...)
			}
			table(sys, rows)
			switch {
			case len(rows) == 0:
				fmt.Fprintln(sys.Stderr, "skills-ls: no skill matches")
			case found.Truncated:
				fmt.Fprintln(sys.Stderr, "skills-ls: more skills match: use --limit")
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "maximum number of `results` (default: all, or 8 with --agent)")
	term.AddChoice(cmd, &scope, "scope", "scope of the skills", "all", "repo", "user")
	flags.add(cmd)
	cmd.Flags().Lookup("agent").Usage = "`ID` of the agent (default: the skills of the project)"
	return cmd
}
