package cli

import (
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
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
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
	inventory, err := lsp.Inventory(ctx, snapshot, &lsp.InventoryParams{Cwd: w.Cwd, Query: query, Tokens: true, Problems: true})
	if err != nil {
		return commandError(err)
	}
	if list, err := vantage.ListSkills(ctx, snapshot, vantage.ListQuery{Cwd: w.Cwd}); err == nil {
		printUnread(w, list.Unread)
	}
	inventory.Skills = slices.DeleteFunc(inventory.Skills, func(skill lsp.WorkspaceSkill) bool { return !keep(&skill) })
	if f.format == "json" {
		return report.PrintJSON(sys.Out, inventory)
	}
	switch {
	case len(inventory.Skills) > 0:
	case query != "":
		fmt.Fprintln(sys.Stderr, "skills-ls: no skill matches")
	default:
		fmt.Fprintln(sys.Stderr, "skills-ls: no skills found")
	}
	printSkills(sys, w, inventory.Skills)
	if query == "" {
		printCatalogs(sys, inventory)
	}
	return nil
}

// printCatalogs prints a table of the catalogs that have skills, if there are any. Those that are not known follow.
func printCatalogs(sys *term.System, inventory *lsp.InventoryResult) {
	var rows [][]string
	known := make(map[string]bool) // by agent
	for _, c := range inventory.Catalogs {
		known[c.Agent] = true
		if c.Total == 0 {
			continue
		}
		use := "no budget"
		if limits := c.Budget.UsedBy(c.Used); limits != "" {
			use = "uses " + limits
		}
		if len(c.Dropped) > 0 {
			use += ", drops " + namesOf(c.Dropped)
		}
		if c.Shortened > 0 {
			use += fmt.Sprintf(", shortens %d of the descriptions", c.Shortened)
		}
		rows = append(rows, []string{
			"  " + titleOf(c.Agent), fmt.Sprintf("%d of %d skills", c.Entries, c.Total), sizeOf(c.Tokens), use,
		})
	}
	isOffered := func(e vantage.InventoryEntry) bool { return e.Fate == vantage.FateOffered }
	for _, a := range inventory.Agents {
		if !known[a.Agent] && slices.ContainsFunc(a.Skills, isOffered) {
			rows = append(rows, []string{"  " + a.Title, "not known"})
		}
	}
	if len(rows) > 0 {
		fmt.Fprintln(sys.Out, "\ncatalogs in the prompt")
		table(sys, rows)
	}
}

// maxDropped is the maximum number of dropped skills that the list names. The command catalog names all of them.
const maxDropped = 10

func namesOf(list []skills.Skill) string {
	var names []string
	for _, skill := range list[:min(len(list), maxDropped)] {
		names = append(names, skill.Name)
	}
	if more := len(list) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

func titleOf(id string) string {
	if agent, ok := agents.ByID(id); ok {
		return agent.Title
	}
	return id
}

// printSkills prints a table for each group. The skills are sorted by group.
func printSkills(sys *term.System, w *project.Project, list []lsp.WorkspaceSkill) {
	for start := 0; start < len(list); {
		end := start
		var rows [][]string
		for ; end < len(list) && list[end].Kind == list[start].Kind && list[end].Group == list[start].Group; end++ {
			skill := &list[end]
			name := "  " + vantage.Shorten(skill.Name, maxName)
			if dir := filepath.Base(skill.Dir); dir != skill.Name {
				name += " (" + dir + ")"
			}
			rows = append(rows, []string{name, skill.State, tokenCount(skill), problems(skill), skill.Description})
		}
		heading := list[start].Group
		switch list[start].Kind {
		case vantage.PluginSkill:
			heading = "plugin " + heading
		case vantage.UserSkill:
			heading = "home directory"
		}
		if start > 0 {
			fmt.Fprintln(sys.Out)
		}
		fmt.Fprintln(sys.Out, term.Plain(heading))
		table(sys, rows)
		start = end
	}
}

// tokenCount returns the tokens of the injected text.
func tokenCount(skill *lsp.WorkspaceSkill) string {
	if skill.Tokens == nil {
		return ""
	}
	return sizeOf(*skill.Tokens)
}

func sizeOf(tokens skills.Tokens) string {
	return fmt.Sprintf("%s%d tokens", tokens.Tilde(), tokens.Count)
}

// problems returns the numbers of errors and warnings, and the limits of the project that the body exceeds; "" for none.
func problems(skill *lsp.WorkspaceSkill) string {
	var parts []string
	for _, count := range []struct {
		n         int
		one, many string
	}{{skill.Problems.Errors, "error", "errors"}, {skill.Problems.Warnings, "warning", "warnings"}} {
		if count.n > 0 {
			parts = append(parts, text.Count(count.n, count.one, count.many))
		}
	}
	var over []string
	for _, l := range skill.TooLong {
		about := ""
		if l.Unit == "tokens" { // estimated as in the diagnostic
			about = "about "
		}
		over = append(over, fmt.Sprintf("%s%d %s (limit %d)", about, l.Used, l.Unit, l.Limit))
	}
	if len(over) > 0 {
		parts = append(parts, "body has "+strings.Join(over, " and "))
	}
	return strings.Join(parts, ", ")
}
