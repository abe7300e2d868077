package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/lsp"
	"skills-ls/skills"
)

func newRuntimes(sys *System) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "runtimes [ID]",
		Short: "Tell what is built in about agents",
		Long:  "Without ID, list the agents whose reading of skills is built in; with one, tell all that is known of it, and where that is from.",
		Example: `  skills-ls runtimes
  skills-ls runtimes codex`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return oneArgument("ID")(cmd, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return runtimeIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			list := analysis.Runtimes()
			if len(args) == 1 {
				if row := hasNone(args[0]); row != nil && format != "json" {
					_, err := fmt.Fprintf(sys.Stdout, "%s %s\n", row[1], row[2])
					return err
				}
				if list = findRuntime(list, args[0]); list == nil {
					return usagef("there is no runtime %q; those that are built in are %s", args[0], strings.Join(runtimeIDs(), ", "))
				}
			}
			switch {
			case format == "json":
				return printJSON(sys.Stdout, lsp.NewRuntimesResult(list))
			case len(args) == 1:
				return printRuntime(sys, list[0])
			}
			return printRuntimes(sys, list)
		},
	}
	addFormat(cmd, &format)
	return cmd
}

func runtimeIDs() []string {
	var ids []string
	for _, rt := range analysis.Runtimes() {
		ids = append(ids, rt.ID)
	}
	return ids
}

func findRuntime(list []*skills.Runtime, id string) []*skills.Runtime {
	for _, rt := range list {
		if rt.ID == id {
			return []*skills.Runtime{rt}
		}
	}
	return nil
}

// without are agents that people ask for and that know no skills.
var without = [][]string{
	{"(none)", "Aider", "has no skills: it reads conventions files that are named to it"},
	{"(none)", "OpenTUI", "has no skills: it is a library for user interfaces"},
}

// hasNone returns the row of an agent without skills, whatever the letter case of its name; nil for every other.
func hasNone(name string) []string {
	for _, row := range without {
		if strings.EqualFold(row[1], name) {
			return row
		}
	}
	return nil
}

func printRuntimes(sys *System, list []*skills.Runtime) error {
	var rows [][]string
	for _, rt := range list {
		rows = append(rows, []string{rt.ID, rt.Label(), "mentions: " + rt.MentionSyntax})
	}
	return table(sys.Stdout, sys.StdoutWidth, append(rows, without...))
}

func printRuntime(sys *System, rt *skills.Runtime) error {
	out := &errWriter{w: sys.Stdout}
	known := rt.ID
	if rt.Mark != "" {
		known += ", " + rt.Mark
	}
	fmt.Fprintf(out, "%s (%s)\n\nSource: %s\n\nRoots, in its order:\n", rt.Title, known, rt.Source)
	for _, root := range rt.Roots {
		fmt.Fprintf(out, "  %s\n", describeRoot(root))
	}
	if len(rt.Roots) == 0 {
		fmt.Fprintln(out, "  none of its own")
	}
	fmt.Fprintf(out, "\nMentions: %s.\nArguments: %s.\n", rt.MentionSyntax, rt.Arguments)
	if limits := describeLimits(rt.Limits); limits != "" {
		fmt.Fprintf(out, "Limits: %s.\n", limits)
	}
	if rt.Native != nil {
		fmt.Fprintf(out, "Its own configuration in a project, which counts here: `%s`.\n", strings.Join(rt.Native.Ends, "`, `"))
	}
	fmt.Fprintln(out, "\nFields:")
	for _, f := range rt.Fields {
		required := ""
		if f.Required {
			required = ", required"
		}
		fmt.Fprintf(out, "  %s (%s%s)\n    %s\n", f.Name, f.Types, required, f.Doc)
	}
	if len(rt.Notes) > 0 {
		fmt.Fprintln(out, "\nNotes:")
	}
	for _, note := range rt.Notes {
		fmt.Fprintf(out, "  - %s\n", note)
	}
	return out.err
}

// describeRoot says where a root lies, whose it is, and how far it goes.
func describeRoot(root skills.Root) string {
	where := map[skills.Base]string{
		skills.FromCwd: "./" + root.Dir, skills.FromChain: root.Dir + " in every directory from the project's root down",
		skills.FromProject: root.Dir + " in the project's root", skills.FromHome: "~/" + root.Dir,
		skills.FromConfig: root.Dir + " of what its configuration names", skills.FromSystem: root.Dir,
	}[root.Base]
	if root.Nested {
		where += " and in every directory below"
	}
	for _, e := range root.Env {
		where += ", or " + strings.TrimSuffix("$"+e.Name+"/"+e.Dir, "/")
	}
	where += " (" + string(root.Scope)
	if root.Depth > 0 {
		where += fmt.Sprintf(", %d deep", root.Depth)
	}
	return where + ")"
}

// describeLimits joins what a runtime enforces.
func describeLimits(l skills.Limits) string {
	var parts []string
	add := func(n int, format string, unit any) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n, unit))
		}
	}
	add(l.Name, "a name of %d %v", l.Unit)
	add(l.Description, "a description of %d %v", l.Unit)
	add(l.Compatibility, "a compatibility of %d %v", l.Unit)
	add(l.Listing.Entries, "a catalogue of %d %v", "skills")
	add(l.Listing.Bytes, "a catalogue of %d %v", "bytes")
	add(l.Listing.Chars, "a catalogue of %d %v", "characters")
	add(l.Listing.Tokens, "a catalogue of %d %v", "tokens")
	add(l.ListingEntry, "%d %v of a skill in the catalogue", "characters")
	add(l.FileBytes, "%d %v of a SKILL.md", "bytes")
	add(l.KeptTokens, "%d %v of a skill after compaction", "tokens")
	add(l.ListedFiles, "%d listed %v", "files")
	add(l.ListedBytes, "%d %v of listed files", "bytes")
	add(l.ResourceBytes, "%d %v of one bundled file", "bytes")
	return strings.Join(parts, ", ")
}
