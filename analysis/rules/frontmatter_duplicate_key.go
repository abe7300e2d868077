package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkDuplicateKeys(p *Pass) {
	seen := make(map[string]*frontmatter.Entry)
	for e := range p.Fm.All() {
		first := seen[e.Key]
		if first == nil {
			seen[e.Key] = e
			if e.Value != nil {
				duplicatesBelow(p, e.Value)
			}
			continue
		}
		reportDuplicate(p, e.Key, diagnostic.Diagnostic{
			Span:    e.KeySpan,
			Related: []diagnostic.Related{{Path: p.File.Path, Span: first.KeySpan, Message: "first one"}},
			Fixes:   deleteEither(p, first, e),
		})
	}
}

// deleteEither offers to delete one of two entries with the same key. Deleting the second one is safe if both
// have the same value.
func deleteEither(p *Pass, first, second *frontmatter.Entry) []diagnostic.Fix {
	source := p.Doc.Source
	same := first.ValueSpan.Of(source) == second.ValueSpan.Of(source)
	return []diagnostic.Fix{
		{Title: "Delete the first " + InQuotes(first.Key), Edits: []diagnostic.Edit{p.Edit(first.Span, "")}},
		{Title: "Delete this " + InQuotes(second.Key), Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(second.Span, "")}},
	}
}

// reportDuplicate reports a duplicate key, with the targets that reject duplicate keys.
func reportDuplicate(p *Pass, key string, d diagnostic.Diagnostic) {
	d.Severity = diagnostic.Error
	d.Message, d.Detail = "duplicate field "+InQuotes(key), "agents differ in which one they read"
	// Every line of a file may repeat a key.
	refused := p.duplicating.get(func() []refusal { return p.refusals("", skills.CodeDuplicateKey) })
	if len(refused) > 0 {
		d.Affects = rejecting(refused[0].agents)
	}
	p.report(d)
}

// duplicatesBelow reports duplicate keys in a value and the values nested in it.
func duplicatesBelow(p *Pass, v *frontmatter.Value) {
	for _, item := range v.Items {
		duplicatesBelow(p, item)
	}
	seen := make(map[string]int) // the first pair of each key
	for i, pair := range v.Pairs {
		duplicatesBelow(p, pair.Value)
		first, again := seen[pair.Key.Text]
		switch {
		case !again:
			seen[pair.Key.Text] = i
		case pair.Key.Kind == frontmatter.ScalarValue:
			reportDuplicate(p, pair.Key.Text, diagnostic.Diagnostic{
				Span:    pair.Key.Span,
				Related: []diagnostic.Related{{Path: p.File.Path, Span: v.Pairs[first].Key.Span, Message: "first one"}},
			})
		}
	}
}
