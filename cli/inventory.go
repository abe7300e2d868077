package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/skills/agents"
)

// printInventory prints the skills of the workspace, in any directory, that keep accepts.
func (f *catalogFlags) printInventory(ctx context.Context, sys *term.System, query string, keep func(*lsp.WorkspaceSkill) bool) error {
	w, snapshot, err := f.open(sys)
	if err != nil {
		return err
	}
	if _, err := workspace.Scan(ctx, snapshot, nil); err != nil {
		return err
	}
	inventory, err := lsp.Inventory(ctx, snapshot, &lsp.InventoryParams{Cwd: w.Cwd, Query: query, Measure: true})
	if err != nil {
		return commandError(err)
	}
	if list, err := vantage.ListSkills(ctx, snapshot, vantage.ListQuery{Cwd: w.Cwd}); err == nil {
		printUnread(w, list.Unread)
	}
	inventory.Skills = slices.DeleteFunc(inventory.Skills, func(skill lsp.WorkspaceSkill) bool { return !keep(&skill) })
	if f.format == "json" {
		return report.PrintJSON(sys.Stdout, inventory)
	}
	switch {
	case len(inventory.Skills) > 0:
	case query != "":
		fmt.Fprintln(sys.Stderr, "skills-ls: no skill matches")
	default:
		fmt.Fprintln(sys.Stderr, "skills-ls: no skills found")
	}
	return printSkills(sys, w, inventory.Skills)
}

// printSkills prints a table for each group. The skills are sorted by group.
func printSkills(sys *term.System, w *project.Project, list []lsp.WorkspaceSkill) error {
	for start := 0; start < len(list); {
		end := start
		var rows [][]string
		for ; end < len(list) && list[end].Kind == list[start].Kind && list[end].Group == list[start].Group; end++ {
			skill := &list[end]
			name := "  " + skill.Name
			if dir := filepath.Base(skill.Dir); dir != skill.Name {
				name += " (" + dir + ")"
			}
			rows = append(rows, []string{name, skillState(skill), tokenCount(skill), problemCounts(skill.Problems), skill.Description})
		}
		heading := list[start].Group
		switch list[start].Kind {
		case vantage.PluginSkill:
			heading = "plugin " + heading
		case vantage.UserSkill:
			heading = "home directory"
		}
		if start > 0 {
			fmt.Fprintln(sys.Stdout)
		}
		fmt.Fprintln(sys.Stdout, term.Plain(heading))
		if err := table(sys.Stdout, sys.StdoutWidth, rows); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// skillState says which agents load a skill, or why none does.
func skillState(skill *lsp.WorkspaceSkill) string {
	var loading, rejecting []string
	installed := ""
	for _, a := range skill.Agents {
		switch {
		case a.Agent == agents.Standard.ID && a.Loads: // which finds every skill
		case a.Finds && a.Loads:
			loading = append(loading, a.Title)
		case !a.Loads:
			rejecting = append(rejecting, a.Title)
		}
		installed = cmp.Or(installed, a.Installed)
	}
	var parts []string
	if len(loading) > 0 {
		parts = append(parts, strings.Join(loading, ", "))
	}
	if len(rejecting) > 0 {
		parts = append(parts, "rejected by "+strings.Join(rejecting, ", "))
	}
	if installed != "" {
		parts = append(parts, installed+" once installed")
	}
	return cmp.Or(strings.Join(parts, "; "), "no agent finds it here")
}

// tokenCount returns the estimated tokens of the injected text.
func tokenCount(skill *lsp.WorkspaceSkill) string {
	if skill.Tokens == nil {
		return ""
	}
	return fmt.Sprintf("~%d tokens", skill.Tokens.Count)
}

// problemCounts returns the numbers of errors and warnings, "" for none.
func problemCounts(n *lsp.ProblemCounts) string {
	var parts []string
	for _, count := range []struct {
		n    int
		what string
	}{{n.Errors, "error"}, {n.Warnings, "warning"}} {
		switch {
		case count.n == 1:
			parts = append(parts, "1 "+count.what)
		case count.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", count.n, count.what))
		}
	}
	return strings.Join(parts, ", ")
}
