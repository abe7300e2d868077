package analysis

import (
	"maps"
	"slices"
	"strings"

	"skills-ls/skills"
)

// preloaders returns the agents that load the file as a subagent and that read names of skills below a key of
// its frontmatter.
func (c *cursor) preloaders(key string) []*skills.Agent {
	if c.file.Kind != Instructions || key == "" {
		return nil
	}
	return slices.DeleteFunc(c.snapshot.subagentAgents(c.file), func(agent *skills.Agent) bool { return agent.Subagents.Preloads != key })
}

// completePreloads offers skills in the frontmatter of a subagent that preloads skills.
func (c *cursor) completePreloads() []Completion {
	site, ok := yamlSiteAt(c.source, c.offset)
	if !ok || site.isKey && !site.either || !c.inFrontmatter() {
		return nil
	}
	known := make(map[string]skills.Skill)
	for _, agent := range c.preloaders(strings.Join(site.path, ".")) {
		for _, skill := range c.loadable(agent) {
			if _, again := known[skill.Name]; !again && isOneLine(skill.Name) {
				known[skill.Name] = skill
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	if !site.inList && !site.isKey {
		site = c.partOf(site)
	}
	names := slices.Sorted(maps.Keys(known))
	if len(names) > maxNames {
		c.more = true
		best := newBestNames(strings.TrimLeft(c.source[site.token.Start:c.offset], "\"'"), func(string) bool { return true })
		best.addSorted(slices.Values(names))
		names = best.sorted()
	}
	place := yamlPlace{text: true}
	for _, name := range names {
		place.values = append(place.values, yamlWord{text: name, detail: c.snapshot.whereabouts([]skills.Skill{known[name]}), kind: MentionCompletion})
	}
	found := c.completeYAML(site, place)
	for i := range found {
		found[i].About.Skill = found[i].Label
	}
	return found
}

// partOf narrows the site of a string to the part between commas that contains the cursor.
func (c *cursor) partOf(site yamlSite) yamlSite {
	before := c.source[site.token.Start:c.offset]
	if i := strings.LastIndexByte(before, ','); i >= 0 {
		site.token.Start += i + 1
		written := c.source[site.token.Start:c.offset]
		site.token.Start += len(written) - len(strings.TrimLeft(written, " \t"))
		if written == "" {
			site.lead = " "
		}
	}
	if i := strings.IndexByte(c.source[c.offset:site.token.End], ','); i >= 0 {
		site.token.End = c.offset + i
	}
	site.token.End = c.offset + len(strings.TrimRight(c.source[c.offset:site.token.End], " \t"))
	return site
}

// loadable returns the skills that an agent offers from the vantage of the file. While a scan is running, it
// returns those found so far.
func (c *cursor) loadable(agent *skills.Agent) []skills.Skill {
	if c.snapshot.Scanning() {
		return c.snapshot.known(c.ctx, c.file).all()
	}
	return c.snapshot.catalog(c.ctx, agent, c.standpoint().vantage).Skills
}
