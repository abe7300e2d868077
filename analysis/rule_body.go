package analysis

import (
	"strings"

	"skills-ls/skills/frontmatter"
)

var bodyRules = []*Rule{
	{
		ID: "body/empty", Default: Warning, Summary: "nothing for the model to read after the frontmatter",
		appliesTo: skillFiles, check: checkEmptyBody,
	},
	{
		ID: "body/fence", Default: Warning, Summary: "a code fence that nothing closes, or that closes too early",
		Fix: "closes the fence, deletes one that closes nothing, parts it from a tag, or makes the outer one longer", appliesTo: skillContents, inSkeletons: true, check: checkFences,
	},
	{
		ID: "body/envelope", Default: Warning, ByAgent: true, Summary: "the closing tag of what an agent puts around a skill",
		appliesTo: skillFiles, check: checkEnvelope,
	},
	{
		ID: "body/size", Default: Warning, ByAgent: true, Summary: "more text than the standard advises, or than an agent reads",
		appliesTo: skillFiles, crossFile: true, check: checkBodySize,
	},
	{
		ID: "body/hidden-text", Default: Warning, Summary: "text that the model reads and people do not see",
		Fix: "deletes what is invisible, or restores what was read in the wrong encoding", appliesTo: skillContents, inSkeletons: true, check: checkHiddenText,
	},
	{
		ID: "body/placeholder", Default: Information, Summary: "what a template or a merge has left behind",
		appliesTo: skillContents, inSkeletons: true, check: checkPlaceholder,
	},
}

func checkEmptyBody(p *pass) {
	if p.fm.State != frontmatter.Closed || p.fm.Err != nil || strings.TrimSpace(p.doc.Body.Of(p.doc.Source)) != "" {
		return
	}
	p.report(Diagnostic{
		Severity: Warning, Span: p.fm.Close,
		Message: "nothing follows the frontmatter: an agent that loads the skill has nothing to read. Write the instructions below",
	})
}
