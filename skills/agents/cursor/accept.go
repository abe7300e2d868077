package cursor

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// accept checks the requirements in the documentation: a name of lowercase letters, digits and hyphens that
// matches the directory, and a description. The documentation does not say that Cursor leaves out a skill
// that breaks them.
func accept(f skills.File) skills.Verdict {
	c := kit.NewDocumentedCheck(f)
	name, at := c.Required("name")
	c.RefuseIf(!kit.IsKebabAlphabet(name), skills.CodeCharacters, "name", at, "")
	c.MatchesFolder(name, at)
	description, _ := c.Required("description")
	v := c.Verdict(name, description)
	v.HideIf(c.IsTrue("disable-model-invocation"), kit.DisablesInvocation)
	return v
}

// inject renders the text that is certain to reach the model: the instructions.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Copy(skills.SegmentBody, l.Source, skills.Parse(l.Source).Body)
	c.Note("Not established: the text around the instructions, whether it includes the frontmatter and the paths of bundled files, and the handling of arguments.")
	return c.Injection()
}
