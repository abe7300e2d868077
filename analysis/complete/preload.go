package complete

import (
	"maps"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
)

// preloaders returns the agents that load the file as a subagent and that read names of skills below a key of
// its frontmatter.
func preloaders(c *refs.Cursor, key string) []*skills.Agent {
	if c.File.Kind != file.Instructions || key == "" {
		return nil
	}
	return slices.DeleteFunc(workspace.SubagentAgents(c.Snapshot, c.File), func(agent *skills.Agent) bool { return agent.Subagents.Preloads != key })
}

// completePreloads offers skills in the frontmatter of a subagent that preloads skills.
func completePreloads(c *refs.Cursor) []Completion {
	site, ok := yamlsite.SiteAt(c.Source, c.Offset)
	if !ok || site.IsKey && !site.Either || !c.InFrontmatter() {
		return nil
	}
	known := make(map[string]*skills.Skill)
	for _, agent := range preloaders(c, strings.Join(site.Path, ".")) {
		for _, skill := range loadable(c, agent) {
			if _, again := known[skill.Name]; !again && refs.IsOneLine(skill.Name) {
				known[skill.Name] = skill
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	if !site.InList && !site.IsKey {
		site = partOf(c, site)
	}
	names := slices.Sorted(maps.Keys(known))
	if len(names) > maxNames {
		c.More = true
		best := newBestNames(strings.TrimLeft(c.Source[site.Token.Start:c.Offset], "\"'"), func(string) bool { return true })
		best.AddSorted(slices.Values(names))
		names = best.sorted()
	}
	place := vocabulary.Place{Text: true}
	for _, name := range names {
		place.Values = append(place.Values, vocabulary.Word{Text: name, Detail: whereabouts(c.Snapshot, []*skills.Skill{known[name]}), Kind: vocabulary.MentionCompletion})
	}
	found := completeYAML(c, site, place)
	for i := range found {
		found[i].About.Skill = found[i].Label
	}
	return found
}

// partOf narrows the site of a string to the part between commas that contains the cursor.
func partOf(c *refs.Cursor, site yamlsite.Site) yamlsite.Site {
	before := c.Source[site.Token.Start:c.Offset]
	if i := strings.LastIndexByte(before, ','); i >= 0 {
		site.Token.Start += i + 1
		written := c.Source[site.Token.Start:c.Offset]
		site.Token.Start += len(written) - len(strings.TrimLeft(written, " \t"))
		if written == "" {
			site.Lead = " "
		}
	}
	if i := strings.IndexByte(c.Source[c.Offset:site.Token.End], ','); i >= 0 {
		site.Token.End = c.Offset + i
	}
	site.Token.End = c.Offset + len(strings.TrimRight(c.Source[c.Offset:site.Token.End], " \t"))
	return site
}

// loadable returns the skills that an agent offers from the vantage of the file. While a scan is running, it
// returns those found so far.
func loadable(c *refs.Cursor, agent *skills.Agent) []*skills.Skill {
	if workspace.Scanning(c.Snapshot) {
		return vantage.VisibleSkills(c.Ctx, c.Snapshot, c.File).All()
	}
	catalog := workspace.Catalog(c.Ctx, c.Snapshot, agent, c.Standpoint().Vantage)
	return vantage.Visible{Catalogs: []*skills.Catalog{catalog}}.All()
}
