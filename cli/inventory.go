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
			rows = append(rows, []string{name, skillState(skill), tokenCount(skill), problems(skill), skill.Description})
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

// skillState says which target agents find and load a skill, or why none does. The standard, which looks nowhere,
// counts if it is the only target. That an agent rejects a template is as it should be.
func skillState(skill *lsp.WorkspaceSkill) string {
	var loading, rejecting, leaving, parts []string
	standard := ""
	for _, a := range skill.Agents {
		switch {
		case a.Agent.ID == agents.Standard.ID && a.Loads:
			standard = a.Agent.Title
		case a.Finds && a.Loads:
			loading = append(loading, a.Agent.Title)
		case a.Loads || !a.Finds && a.Installed == "":
		case a.Rejects:
			rejecting = append(rejecting, a.Agent.Title)
		default:
			leaving = append(leaving, a.Agent.Title)
		}
	}
	if len(loading) > 0 {
		parts = append(parts, strings.Join(loading, ", "))
	}
	switch {
	case len(rejecting) == 0:
	case skill.Template:
		parts = append(parts, "template")
	default:
		parts = append(parts, "rejected by "+strings.Join(rejecting, ", "))
	}
	if len(leaving) > 0 {
		parts = append(parts, "not loaded by "+strings.Join(leaving, ", "))
	}
	parts = append(parts, onceInstalled(skill)...)
	if len(skill.Agents) > 1 {
		standard = ""
	}
	return cmp.Or(strings.Join(parts, "; "), standard, "no target agent finds it")
}

// onceInstalled names the agents that find a skill once its plugin is installed, by the name that they give it, and those
// that reject the plugin.
func onceInstalled(skill *lsp.WorkspaceSkill) (parts []string) {
	type finders struct{ name, agents string }
	var list []finders
	for _, a := range skill.Agents {
		switch {
		case a.Installed != "":
			names := strings.Join(append([]string{a.Installed}, a.AlsoInstalled...), " or ")
			i := slices.IndexFunc(list, func(f finders) bool { return f.name == names })
			if i < 0 {
				list = append(list, finders{names, a.Agent.Title})
			} else {
				list[i].agents += ", " + a.Agent.Title
			}
		case !a.Finds && len(a.Reasons) > 0 && a.Reasons[0].Code == vantage.BadPlugin:
			parts = append(parts, a.Agent.Title+" "+a.Reasons[0].Message)
		}
	}
	for _, f := range list {
		parts = append(parts, f.agents+" once installed, as "+f.name)
	}
	return parts
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
