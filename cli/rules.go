package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skills-ls/analysis/rules"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// A ruleInfo is what the command rules prints about a rule in JSON.
type ruleInfo struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	// ByAgent means that Severity is the maximum, and that the verdicts of the target agents determine the
	// actual one.
	ByAgent bool   `json:"by_agent"`
	Preview bool   `json:"preview,omitempty"` // off unless the configuration names the rule
	Summary string `json:"summary"`
	Fix     string `json:"fix"`           // what its fixes do; empty if it has none
	Doc     string `json:"doc,omitempty"` // the page, in Markdown; only if the command names one rule
}

func newRuleInfo(r *rules.Rule) ruleInfo {
	return ruleInfo{ID: r.ID, Severity: r.Default.String(), ByAgent: r.Is(rules.ByAgent), Preview: r.Is(rules.Preview), Summary: r.Summary(), Fix: r.Fix()}
}

func newRules(sys *term.System) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "List the rules, or explain one",
		Long:  "Without ID, list the rules of check. With ID, print the page about that rule.",
		Example: `  skills-ls rules
  skills-ls rules name/directory`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return printRule(sys, args[0], format)
			}
			return printRules(sys, format)
		},
	}
	optionalID(cmd, ruleIDs)
	term.AddFormat(cmd, &format)
	return cmd
}

func printRules(sys *term.System, format string) error {
	if format == "json" {
		list := struct {
			Rules []ruleInfo `json:"rules"`
		}{[]ruleInfo{}}
		for _, r := range rules.All() {
			list.Rules = append(list.Rules, newRuleInfo(r))
		}
		return report.PrintJSON(sys.Out, list)
	}
	var rows [][]string
	for _, r := range rules.All() {
		severity, fix := r.Default.String(), ""
		if r.Is(rules.ByAgent) {
			severity += "*"
		}
		if r.Is(rules.Preview) {
			severity = "preview"
		}
		if r.Fix() != "" {
			fix = "fix"
		}
		rows = append(rows, []string{r.ID, severity, fix, r.Summary()})
	}
	table(sys, rows)
	fmt.Fprintln(sys.Out, "\n* the maximum: the severity depends on what the target agents do")
	return nil
}

func printRule(sys *term.System, id, format string) error {
	rule, ok := rules.ByID(id)
	if !ok {
		return term.Usagef("unknown rule %q: %s", id, similarRules(id))
	}
	if format == "json" {
		info := newRuleInfo(rule)
		info.Doc = rule.Doc()
		return report.PrintJSON(sys.Out, info)
	}
	fmt.Fprintln(sys.Out, strings.TrimRight(rule.Doc(), "\n"))
	return nil
}

func ruleIDs() []string {
	var ids []string
	for _, r := range rules.All() {
		ids = append(ids, r.ID)
	}
	return ids
}

// similarRules lists the rules whose ID shares a part with id, for the end of an error message.
func similarRules(id string) string {
	group, part, _ := strings.Cut(id, "/")
	similar := slices.DeleteFunc(ruleIDs(), func(known string) bool {
		knownGroup, knownPart, _ := strings.Cut(known, "/")
		return knownGroup != group && knownPart != part && knownPart != id
	})
	if len(similar) == 0 {
		return `see "skills-ls rules"`
	}
	return "did you mean " + term.JoinOr(similar) + "?"
}
