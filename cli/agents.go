package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"skills-ls/analysis/config"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

func newAgents(sys *term.System) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "agents [ID]",
		Short: "List the known agents, or describe one",
		Long:  "Without ID, list the agents that skills-ls knows, and those that the project in the current directory defines. With ID, describe how that agent handles skills, with the source of the description.",
		Example: `  skills-ls agents
  skills-ls agents codex`,
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := project.AgentsIn(sys)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if row := hasNone(args[0]); row != nil && format != "json" {
					fmt.Fprintf(sys.Out, "%s %s\n", row[1], row[2])
					return nil
				}
				known := project.IDs(list)
				if list = findAgent(list, args[0]); list == nil {
					return term.Usagef("%s", project.UnknownAgent(args[0], known))
				}
			}
			switch {
			case format == "json":
				return report.PrintJSON(sys.Out, lsp.NewAgentsResult(list))
			case len(args) == 1:
				printAgent(sys.Out, list[0])
			default:
				printAgents(sys, list)
			}
			return nil
		},
	}
	optionalID(cmd, func() []string {
		list, _ := project.AgentsIn(sys) // an error completes nothing
		return project.IDs(list)
	})
	term.AddFormat(cmd, &format)
	return cmd
}

func findAgent(list []*skills.Agent, id string) []*skills.Agent {
	for _, agent := range list {
		if agent.ID == id {
			return []*skills.Agent{agent}
		}
	}
	return nil
}

// without lists agents that users ask about but that do not support skills.
var without = [][]string{
	{"(none)", "Aider", "does not support skills: it reads convention files that the user names"},
	{"(none)", "OpenTUI", "does not support skills: it is a library for user interfaces"},
}

// hasNone returns the row of an agent without skills, or nil for any other agent. It ignores the case of
// name.
func hasNone(name string) []string {
	for _, row := range without {
		if strings.EqualFold(row[1], name) {
			return row
		}
	}
	return nil
}

func printAgents(sys *term.System, list []*skills.Agent) {
	var rows [][]string
	for _, agent := range list {
		rows = append(rows, []string{agent.ID, agent.Label(), "mentions: " + agent.MentionSyntax})
	}
	table(sys, append(rows, without...))
}

func printAgent(out io.Writer, agent *skills.Agent) {
	known := agent.ID
	if agent.Mark != "" {
		known += ", " + agent.Mark
	}
	fmt.Fprintf(out, "%s (%s)\n\nSource: %s\n\nRoots, in the order in which it reads them:\n", agent.Title, known, agent.Source)
	for _, root := range agent.Roots {
		fmt.Fprintf(out, "  %s\n", term.Plain(describeRoot(root)))
	}
	if len(agent.Roots) == 0 {
		fmt.Fprintln(out, "  none of its own")
	}
	fmt.Fprintf(out, "\nMentions: %s.\nArguments: %s.\n", agent.MentionSyntax, agent.Arguments)
	if limits := describeLimits(agent.Limits); limits != "" {
		fmt.Fprintf(out, "Limits: %s.\n", term.Plain(limits))
	}
	if agent.Native != nil {
		fmt.Fprintf(out, "Its configuration files in a project, which skills-ls also reads: `%s`.\n", strings.Join(agent.Native.Ends, "`, `"))
	}
	fmt.Fprintln(out, "\nFields:")
	for _, f := range agent.Fields {
		required := ""
		if f.Required {
			required = ", required"
		}
		fmt.Fprintf(out, "  %s (%s%s)\n    %s\n", f.Name, f.Types, required, f.Doc)
	}
	printSettings(out, agent)
	if len(agent.Notes) > 0 {
		fmt.Fprintln(out, "\nNotes:")
	}
	for _, note := range agent.Notes {
		fmt.Fprintf(out, "  - %s\n", note)
	}
}

// printSettings prints the settings of an agent, if skills-ls knows any.
func printSettings(out io.Writer, agent *skills.Agent) {
	if len(agent.Knobs) > 0 {
		fmt.Fprintf(out, "\nSettings (`agents.%s` in %s):\n", agent.ID, config.SettingsFile)
	}
	agent.EachKnob(func(name string, k *skills.Knob) { fmt.Fprintf(out, "  %s\n    %s\n", name, k.Doc) })
}

// describeRoot describes where a root is, its scope and its depth.
func describeRoot(root skills.Root) string {
	where := map[skills.Base]string{
		skills.FromCwd: "./" + root.Dir, skills.FromChain: root.Dir + " in every directory from the project root to the working directory",
		skills.FromProject: root.Dir + " in the project root", skills.FromHome: "~/" + root.Dir,
		skills.FromConfig: root.Dir + " in the directories that its configuration names", skills.FromSystem: root.Dir,
	}[root.Base]
	if root.Nested {
		where += " and in every directory below it"
	}
	for _, e := range root.Env {
		where += ", or " + strings.TrimSuffix("$"+e.Name+"/"+e.Dir, "/")
	}
	where += " (" + string(root.Scope)
	if root.Depth > 0 {
		where += fmt.Sprintf(", at most %s deep", text.Count(root.Depth, "level", "levels"))
	}
	return where + ")"
}

// describeLimits returns the limits that an agent enforces, separated by commas.
func describeLimits(l skills.Limits) string {
	var parts []string
	add := func(n int, format string, unit any) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n, unit))
		}
	}
	add(l.Name, "%d %v per name", l.Unit)
	add(l.Description, "%d %v per description", l.Unit)
	if l.NamePattern != "" {
		parts = append(parts, "names match `"+l.NamePattern+"`")
	}
	add(l.Compatibility, "%d %v per compatibility", l.Unit)
	add(l.Listing.Entries, "%d %v per catalog", "skills")
	add(l.Listing.Bytes, "%d %v per catalog", "bytes")
	add(l.Listing.Chars, "%d %v per catalog", "characters")
	add(l.Listing.Tokens, "%d %v per catalog", "tokens")
	add(l.ListingEntry, "%d %v per catalog entry", "characters")
	add(l.FileBytes, "%d %v per SKILL.md", "bytes")
	add(l.KeptTokens, "%d %v per skill after compaction", "tokens")
	add(l.ListedFiles, "%d listed %v", "files")
	add(l.ListedBytes, "%d %v of listed files", "bytes")
	add(l.ResourceBytes, "%d %v per bundled file", "bytes")
	return strings.Join(parts, ", ")
}
