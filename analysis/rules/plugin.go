package rules

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/index"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// manifestIn returns the parsed manifest. It is parsed once for all rules.
func manifestIn(p *Pass) *manifest.Document {
	return p.manifest.get(func() *manifest.Document { return manifest.ReadFile(p.File) })
}

// checkManifest reports the problems of the manifest that belong to the current rule.
func checkManifest(p *Pass) {
	for _, m := range manifest.Check(manifestIn(p)) {
		if manifestRule(m) == p.Rule.ID {
			d := diagnostic.Diagnostic{Span: m.Span, Fixes: mendManifest(p, m)}
			d.Message, d.Detail = manifestMessage(p, m)
			if m.Code == manifest.Repeated || m.Code == manifest.Twice {
				d.Related = []diagnostic.Related{{Path: p.File.Path, Span: m.First, Message: "the first one"}}
			}
			reportLoss(p, m.Loss, m.Meant != nil, d)
		}
	}
}

// checkPluginFields reports the fields of a manifest, and the entries of a marketplace that claim to be the whole manifest
// of a plugin that has one of its own.
func checkPluginFields(p *Pass) {
	checkManifest(p)
	m := manifestIn(p)
	if !m.Manifest.Market {
		return
	}
	for _, entry := range manifest.Entries(m) {
		path, field, conflicts := workspace.StrictConflict(p.Snapshot, m, entry)
		if !conflicts {
			continue
		}
		reportLoss(p, skills.Rejected, false, diagnostic.Diagnostic{
			Span: entry.Lookup("strict").Span, Message: "entry declares " + InQuotes(field) + ", but the plugin has a plugin.json",
			Detail:  `"strict": false allows only one of them`,
			Related: []diagnostic.Related{{Path: path, Message: "the plugin's own manifest"}},
		})
	}
}

// checkPluginDuplicates reports plugins with the same name in one marketplace, and for one agent in the workspace.
func checkPluginDuplicates(p *Pass) {
	checkManifest(p)
	m := manifestIn(p)
	name := m.PluginName()
	if name == "" {
		return
	}
	var others []diagnostic.Related
	named := p.Snapshot.WithBuffers(p.Snapshot.Index().PluginsCalled(name), func(sum *index.Summary) bool { return sum.Plugin == name })
	for _, sum := range named {
		f, err := p.Snapshot.File(sum.Path)
		if err != nil || p.Snapshot.RealPath(sum.Path) == p.Snapshot.RealPath(p.File.Path) {
			continue
		}
		if other := manifest.ReadFile(f); other.Manifest == m.Manifest && other.PluginName() == name {
			others = append(others, diagnostic.Related{Path: sum.Path, Span: other.Value.Lookup("name").Span, Message: "another one"})
		}
	}
	slices.SortFunc(others, func(a, b diagnostic.Related) int { return strings.Compare(a.Path, b.Path) })
	if len(others) == 0 {
		return
	}
	// Each of the plugins alone works. A marketplace with both does not.
	var loss skills.Loss
	for _, market := range m.Agent.Manifests {
		loss = max(loss, market.Twice)
	}
	p.report(diagnostic.Diagnostic{
		Span: m.Value.Lookup("name").Span, Severity: severityOfLoss(loss, false), Related: others,
		Message: "duplicate plugin name " + InQuotes(name), Detail: "one marketplace cannot list both",
	})
}

// manifestRule returns the ID of the rule that reports a problem.
func manifestRule(m manifest.Problem) string {
	switch {
	case m.Code == manifest.Repeated:
		return "plugin/syntax"
	case m.Code == manifest.Twice:
		return "plugin/duplicate"
	case m.Code == manifest.Extension:
		return "plugin/path"
	case m.Code == manifest.Text && (m.Field.Form == skills.NameForm || m.Field.Form == skills.VersionForm):
		return "plugin/name"
	}
	return "plugin/field"
}

// reportLoss reports a problem with the severity of its loss. A field that is a misspelling of another one is
// at least a warning if the agent is known to ignore it.
func reportLoss(p *Pass, loss skills.Loss, misspelled bool, d diagnostic.Diagnostic) {
	if loss == skills.NoLoss {
		return
	}
	d.Severity = severityOfLoss(loss, misspelled)
	reader := []*skills.Agent{manifestIn(p).Agent}
	switch {
	case loss == skills.Rejected:
		d.Affects = rejecting(reader)
	case loss == skills.Dropped, loss == skills.Tolerated && misspelled:
		d.Affects = ignoring(reader)
	}
	p.report(d)
}

func severityOfLoss(loss skills.Loss, misspelled bool) diagnostic.Severity {
	switch {
	case loss == skills.Rejected:
		return diagnostic.Error
	case loss == skills.Dropped, loss == skills.Forbidden, loss == skills.Tolerated && misspelled:
		return diagnostic.Warning
	}
	return diagnostic.Information
}

// manifestMessage returns the message and the detail about a problem.
func manifestMessage(p *Pass, m manifest.Problem) (message, detail string) {
	switch m.Code {
	case manifest.Repeated:
		if m.Loss == skills.Dropped {
			detail = "the last one counts"
		}
		return "duplicate field " + InQuotes(m.Key), detail
	case manifest.Twice:
		if m.Loss == skills.Dropped {
			detail = "only the first one can be installed"
		}
		return "duplicate plugin name " + InQuotes(m.Key), detail
	case manifest.Unknown:
		if m.Meant != nil {
			detail = "did you mean " + InQuotes(m.Meant.Name) + "?"
		}
		return "unknown field " + InQuotes(m.Key), detail
	case manifest.Missing:
		return "missing field " + InQuotes(m.Key), ""
	case manifest.Type:
		return typeMessage(m)
	case manifest.Choice:
		return "invalid " + m.Key + " " + InQuotes(m.Value.Text), "expected " + wordList(m.Field.Values)
	case manifest.Extension:
		if path.Ext(m.Value.Text) == "" {
			detail = "directories are not accepted"
		}
		return InQuotes(m.Key) + " must name a file with " + strings.Join(m.Field.Exts, " or "), detail
	}
	if m.Rule.Match == nil {
		return "reserved " + m.Key + " " + InQuotes(m.Value.Text), m.Rule.Want
	}
	return "invalid " + m.Key + " " + InQuotes(m.Value.Text), m.Rule.Want
}

func typeMessage(m manifest.Problem) (message, detail string) {
	types := strings.ReplaceAll(m.Types.String(), "a mapping", "an object")
	switch {
	case m.Key == "":
		return "file must be " + types, ""
	case m.Item:
		return "each item of " + InQuotes(m.Key) + " must be " + types, ""
	}
	return InQuotes(m.Key) + " must be " + types, ""
}

// mendManifest offers what fixes a problem.
func mendManifest(p *Pass, m manifest.Problem) []diagnostic.Fix {
	switch m.Code {
	case manifest.Unknown:
		if m.Meant != nil {
			return respellJSON(p, m.Span, m.Meant.Name, m.Clear)
		}
	case manifest.Missing:
		return []diagnostic.Fix{addField(p, m)}
	case manifest.Type:
		return mendJSONType(p, m)
	case manifest.Choice:
		if meant := match.MeantWord(m.Value.Text, m.Field.Values); meant != "" {
			safe := match.SameWord(m.Value.Text, meant) || match.OnlyNear(m.Value.Text, meant, m.Field.Values)
			return respellJSON(p, m.Span, meant, safe)
		}
	case manifest.Text:
		name := Kebab(m.Value.Text)
		if m.Field.Form != skills.NameForm || name == "" || breaksAny(m.Field.Texts, name) {
			return nil
		}
		return respellJSON(p, m.Span, name, false) // users install the plugin by its name
	}
	return nil
}

// respellJSON replaces a key or a string.
func respellJSON(p *Pass, span text.Span, word string, safe bool) []diagnostic.Fix {
	return oneFix("Change to "+InQuotes(word), safe, p.Edit(span, skills.JSON.Quote(word)))
}

// addField adds a field at the start of the object that lacks it, in the style of the object.
func addField(p *Pass, m manifest.Problem) diagnostic.Fix {
	source, at := p.Doc.Source, m.Object.Span.Start+1
	pair := skills.JSON.Quote(m.Field.Name) + ": " + initialValue(p, m)
	switch pairs := m.Object.Pairs; {
	case len(pairs) == 0:
	case lines.LineStart(source, pairs[0].Key.Span.Start) > at: // one pair on each line
		start := lines.LineStart(source, pairs[0].Key.Span.Start)
		pair = p.Newline() + source[start:pairs[0].Key.Span.Start] + pair + ","
	default:
		pair += ", "
	}
	return diagnostic.Fix{
		Title: "Add " + InQuotes(m.Field.Name), Snippet: strings.Contains(pair, "${1:"), Edits: []diagnostic.Edit{p.Edit(text.At(at), pair)},
	}
}

// initialValue returns a valid value of a new field, with a placeholder if the author must choose it.
func initialValue(p *Pass, m manifest.Problem) string {
	switch f := m.Field; {
	case f.Form == skills.SourceForm:
		return `"./"`
	case f.Form == skills.NameForm && len(m.Object.Pairs) > 0 && m.Object.Lookup("source") != nil:
		return `"${1:plugin-name}"`
	case f.Form == skills.NameForm:
		name := Kebab(p.File.Dir[strings.LastIndexAny(p.File.Dir, `/\`)+1:])
		return `"${1:` + cmp.Or(name, "plugin-name") + `}"`
	case f.Types&skills.List != 0:
		return "[]"
	case f.Values != nil:
		return skills.JSON.Quote(f.Values[0])
	case f.Types == skills.Mapping && skills.ManifestFieldOf(f.Fields, "name") != nil:
		return `{"name": "${1:name}"}`
	case f.Types == skills.Mapping:
		return "{}"
	}
	return fmt.Sprintf(`"${1:%s}"`, m.Field.Name)
}

// mendJSONType offers the value in another form, if it is clear which.
func mendJSONType(p *Pass, m manifest.Problem) []diagnostic.Fix {
	written := m.Span.Of(p.Doc.Source)
	fix := func(title, value string, safe bool) []diagnostic.Fix {
		return oneFix(title, safe, p.Edit(m.Span, value))
	}
	isString := m.Value.IsString()
	switch {
	case isString && m.Types == skills.Boolean && (m.Value.Text == "true" || m.Value.Text == "false"):
		return fix("Change to "+m.Value.Text, m.Value.Text, true)
	case isString && m.Types == skills.List && m.Field.Items == skills.String && m.Field.Form == skills.PlainForm:
		return fix("Convert to a list", "["+written+"]", !strings.ContainsAny(m.Value.Text, ", \t\r\n"))
	case isString && m.Types == skills.Mapping && skills.ManifestFieldOf(m.Field.Fields, "name") != nil:
		return fix("Convert to an object", `{"name": `+written+"}", true)
	case isNumber(m.Value) && m.Types == skills.String && !breaksAny(m.Field.Texts, written):
		return fix("Quote the value", `"`+written+`"`, true)
	}
	return nil
}

func isNumber(v *frontmatter.Value) bool { return v.Tag == "!!int" || v.Tag == "!!float" }

// breaksAny reports whether a text breaks one of the rules.
func breaksAny(rules []skills.TextRule, text string) bool {
	return slices.ContainsFunc(rules, func(rule skills.TextRule) bool { return rule.Breaks(text) })
}
