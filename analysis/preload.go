package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// preloads returns the names of skills that the frontmatter of a subagent preloads, if they are written
// without escapes: the items of a list, or the parts of a string between commas.
func (s *Snapshot) preloads(f *File) []skills.Mention {
	if f.Kind != Instructions {
		return nil
	}
	return preloadsIn(f, (&pass{snapshot: s, file: f}).subagentAgents())
}

// preloadsIn is [Snapshot.preloads] for a list of agents.
func preloadsIn(f *File, readers []*skills.Agent) []skills.Mention {
	var keys []string
	for _, agent := range readers {
		if key := agent.Subagents.Preloads; key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	var found []skills.Mention
	for _, key := range keys {
		if e, ok := f.Doc.Frontmatter.Entry(key); ok && e.Value != nil {
			for _, v := range scalarsOf(e.Value) {
				found = append(found, preloadsOf(f.Doc.Source, v, v == e.Value)...)
			}
		}
	}
	return found
}

// preloadsOf returns the names in a scalar, which may contain several with commas between them.
func preloadsOf(source string, v *frontmatter.Value, several bool) []skills.Mention {
	base, exact := textStart(source, v)
	if !exact {
		return nil
	}
	if !several {
		return nameWithin(source, text.Span{Start: base, End: base + len(v.Text)})
	}
	var found []skills.Mention
	start := base
	for part := range strings.SplitSeq(v.Text, ",") {
		found = append(found, nameWithin(source, text.Span{Start: start, End: start + len(part)})...)
		start += len(part) + 1
	}
	return found
}

// nameWithin returns the name in a span, without surrounding white space, or nil if the span is blank.
func nameWithin(source string, span text.Span) []skills.Mention {
	at := trimmed(source, span)
	if at.IsEmpty() {
		return nil
	}
	return []skills.Mention{{Kind: skills.BareMention, Span: at, Name: at.Of(source), NameSpan: at}}
}

// preloadedNames returns the names of skills that a file may preload as a subagent of any agent.
func preloadedNames(f *File) []string {
	if f.Kind != Instructions {
		return nil
	}
	var names []string
	for _, m := range preloadsIn(f, subagentAgentsIn(filepath.Dir(f.Path))) {
		names = append(names, strings.Clone(m.Name))
	}
	return names
}

// subagentAgentsIn returns the agents that look for subagents in a directory.
func subagentAgentsIn(dir string) []*skills.Agent {
	slashed := "/" + filepath.ToSlash(dir)
	return slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Subagents == nil || !slices.ContainsFunc(agent.Subagents.Dirs, func(agents string) bool { return strings.HasSuffix(slashed, "/"+agents) })
	})
}

// knownTo returns the skills that a mention in a file may refer to. If a subagent preloads the name, those
// are the skills of its agents.
func (s *Snapshot) knownTo(ctx context.Context, f *File, m skills.Mention) known {
	if m.Kind != skills.BareMention || s.cfg.Isolated || f.Dir == "" || s.Scanning() {
		return s.known(ctx, f)
	}
	var k known
	for _, agent := range (&pass{snapshot: s, file: f}).subagentAgents() {
		if agent.Subagents.Preloads != "" {
			k.catalogs = append(k.catalogs, s.catalog(ctx, agent, s.standpoint(f.Dir).vantage))
		}
	}
	return k
}

// mayPreload reports whether an agent of a subagent looks for skills in the root of a skill directory.
func (s *Snapshot) mayPreload(f *File, dir string) bool {
	root, _ := rootOf(dir)
	return slices.ContainsFunc((&pass{snapshot: s, file: f}).subagentAgents(), func(agent *skills.Agent) bool { return scans(agent, root) })
}
