package skills

// Offered returns the skills that are in the prompt. Of skills with the same name it is the one that the
// agent takes, or all of them if it is not known which. Those in [Catalog.Surplus] are left out. It returns
// nil if a file ended the agent's scan.
func (c *Catalog) Offered() []Skill {
	list := c.kept()
	if c.most > 0 && len(list) > c.most {
		return list[:c.most]
	}
	return list
}

// Surplus returns the skills that would be in the prompt if there were no limit; see [Agent].MaxSkills.
func (c *Catalog) Surplus() []Skill {
	if c.most == 0 || len(c.Skills) <= c.most {
		return nil
	}
	list := c.kept()
	return list[min(len(list), c.most):]
}

// kept returns the skills that are offered, without the limit on their number.
func (c *Catalog) kept() []Skill {
	switch {
	case len(c.ended) > 0:
		return nil
	case c.duplicates != FirstWins && c.duplicates != LastWins:
		return c.Skills
	}
	offered := make([]Skill, 0, len(c.Skills))
	for _, s := range c.Skills {
		taken, ok := c.Taken(s.Name)
		position := taken
		if c.replaces && ok {
			position = *c.Named(s.Name)[0]
		}
		switch {
		case !ok:
			offered = append(offered, s)
		case position.Path == s.Path:
			offered = append(offered, taken)
		}
	}
	return offered
}
