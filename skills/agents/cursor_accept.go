package agents

import "skills-ls/skills"

// acceptCursor checks what the documentation asks of a skill: a name of lowercase letters, digits and hyphens that is the
// directory's, and a description. That a skill which breaks these rules is left out is not documented, only what it must have.
func acceptCursor(f skills.File) skills.Verdict {
	c := newDocumentedCheck(f)
	name, at := c.required("name")
	if !isKebabAlphabet(name) {
		c.refuse(skills.CodeCharacters, "name", at)
	}
	c.matchesFolder(name, at)
	description, _ := c.required("description")
	v := c.verdict(name, description)
	v.Hidden = c.isTrue("disable-model-invocation")
	return v
}

// injectCursor renders what is certain to reach the model: the instructions.
func injectCursor(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Copy(skills.SegmentBody, l.Source, skills.Parse(l.Source).Body)
	injection := c.Injection()
	injection.Notes = append(injection.Notes,
		"Not established: what stands around the instructions, whether the frontmatter and the paths of bundled files come with them, and what becomes of arguments.")
	return injection
}
