package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/term"
)

// printGraph prints which skills of the project mention which, in the language of Graphviz: a node for each
// skill, named by its directory, and an edge to each skill of the project that its SKILL.md mentions.
func (f *catalogFlags) printGraph(ctx context.Context, sys *term.System) error {
	w, snapshot, err := f.open(sys)
	if err != nil {
		return err
	}
	if _, err := workspace.Scan(ctx, snapshot, nil); err != nil {
		return err
	}
	found, err := vantage.WorkspaceSkills(ctx, snapshot, vantage.WorkspaceQuery{Cwd: w.Cwd})
	if err != nil {
		return commandError(err)
	}
	nodes := make(map[string]string) // by real path
	var list []vantage.WorkspaceSkill
	for _, skill := range found {
		if skill.Kind != vantage.UserSkill {
			nodes[snapshot.RealPath(skill.Path)] = quoteDOT(filepath.ToSlash(w.Show(skill.Dir)))
			list = append(list, skill)
		}
	}
	out := sys.Out
	fmt.Fprintln(out, "digraph skills {")
	for _, skill := range list {
		fmt.Fprintf(out, "  %s [label=%s];\n", nodes[snapshot.RealPath(skill.Path)], quoteDOT(skill.Name))
	}
	for _, skill := range list {
		for _, call := range refs.Callees(ctx, snapshot, skill.Path) {
			if to, ok := nodes[snapshot.RealPath(call.Path)]; ok {
				fmt.Fprintf(out, "  %s -> %s;\n", nodes[snapshot.RealPath(skill.Path)], to)
			}
		}
	}
	fmt.Fprintln(out, "}")
	return nil
}

// dotEscapes are the characters that are special in a quoted string, or in a label: Graphviz decodes its
// backslashes and entities (https://graphviz.org/docs/attr-types/escString/).
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")

func quoteDOT(text string) string { return `"` + dotEscapes.Replace(term.Plain(text)) + `"` }
