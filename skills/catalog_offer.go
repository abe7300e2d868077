package skills

// Offered returns what of the catalogue the model is told: of skills that share a name the one that the agent takes, and none at
// all where a file ended its scan. Where nothing tells which skill it takes, all stay. Those in [Catalog.Surplus] are left out.
func (c *Catalog) Offered() []Skill {
	list := c.kept()
	if c.most > 0 && len(list) > c.most {
		return list[:c.most]
	}
	return list
}

// Surplus returns the skills that the model would be told of if there were no limit; see [Agent].MaxSkills.
func (c *Catalog) Surplus() []Skill {
	if c.most == 0 || len(c.Skills) <= c.most {
		return nil
	}
	list := c.kept()
	return list[min(len(list), c.most):]
}

// kept returns what is offered, however much that is.
func (c *Catalog) kept() []Skill {
	switch {
	case len(c.ended) > 0:
		return nil
	case c.duplicates != FirstWins && c.duplicates != LastWins:
		return c.Skills
	}
	offered := make([]Skill, 0, len(c.Skills))
	for _, s := range c.Skills {
		if taken, ok := c.Taken(s.Name); !ok || taken.Path == s.Path {
			offered = append(offered, s)
		}
	}
	return offered
}
