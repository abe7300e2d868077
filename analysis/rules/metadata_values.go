package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// checkMetadataValues reports values of a mapping that YAML does not read as strings although a concerned
// agent expects strings.
func checkMetadataValues(p *Pass) {
	for e := range p.Fm.All() {
		if e.Value == nil || e.Value.Kind != frontmatter.MappingValue {
			continue
		}
		if wanting := p.reading(e.Key, func(f skills.Field) bool { return f.Inside == skills.String }); len(wanting) > 0 {
			checkTexts(p, e, wanting)
		}
	}
}

// checkTexts reports the values of a mapping that are not strings, except those that a known program reads in
// their own type, and those that frontmatter/type reports because a target rejects the skill for them.
func checkTexts(p *Pass, e *frontmatter.Entry, wanting []*skills.Agent) {
	refused := make(map[string]bool)
	for _, r := range p.refusals("", skills.CodeType) {
		refused[r.Field] = true
	}
	for _, pair := range e.Value.Pairs {
		key, v := e.Key+"."+pair.Key.Text, pair.Value
		if v.IsString() || v.Tagged || v.Kind == frontmatter.AliasValue || refused[key] || readAsIs(key, v) || readElsewhere(e.Key, pair) {
			continue
		}
		p.report(diagnostic.Diagnostic{
			Span: placeOf(pair), Affects: warning(wanting),
			Message: e.Key + " value " + InQuotes(pair.Key.Text) + " must be a string", Detail: "it is " + metadataShape(v),
			Fixes: quoteScalar(p, key, v),
		})
	}
}

// readAsIs reports whether an agent reads a key with the type of its value and not as a string.
func readAsIs(key string, v *frontmatter.Value) bool {
	return slices.ContainsFunc(agents.Readers(key), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Types&shapes(v) != 0 && field.Types&skills.String == 0
	})
}

// readElsewhere reports whether a pair is a mapping that a vocabulary defines as one.
func readElsewhere(field string, pair frontmatter.Pair) bool {
	return pair.Value.Kind == frontmatter.MappingValue && slices.ContainsFunc(agents.Vocabularies(), func(v *skills.Vocabulary) bool {
		f, ok := v.Field(field + "." + pair.Key.Text)
		return ok && f.Types == skills.Mapping
	})
}

func metadataShape(v *frontmatter.Value) string {
	switch {
	case v.IsNull() && v.Span.IsEmpty():
		return "empty"
	case v.IsNull():
		return "null"
	case v.Tag == "!!timestamp":
		return "a date"
	}
	return shapeOf(v)
}

// hidesFromInstaller is the key with which authors hide a skill from the installer vercel-labs/skills
// (src/skills.ts). The installer tests for the boolean true, so it would show a skill with a string.
const hidesFromInstaller = "metadata.internal"

// quoteScalar offers to quote a scalar that is not a string. The fix is not safe for a boolean, which
// programs test: to many of them the string "false" is true.
func quoteScalar(p *Pass, key string, v *frontmatter.Value) []diagnostic.Fix {
	written := v.Span.Of(p.Doc.Source)
	if key == hidesFromInstaller || v.Kind != frontmatter.ScalarValue || v.IsNull() || v.Style != frontmatter.PlainStyle || strings.ContainsAny(written, "\r\n\"\\") {
		return nil
	}
	safe := v.Tag != "!!bool"
	return oneFix("Quote the value", safe, p.Edit(v.Span, `"`+written+`"`))
}
