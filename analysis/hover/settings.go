package hover

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
)

// hoverSettings returns the hover for a key in a configuration file, or for a value that names an agent or a
// severity.
func hoverSettings(c *refs.Cursor) (Hover, bool) {
	site, ok := yamlsite.SiteAt(c.Source, c.Offset)
	if !ok || site.Token.IsEmpty() || !site.Token.Contains(c.Offset) {
		return Hover{}, false
	}
	word := site.Token.Of(c.Source)
	doc := ""
	if site.IsKey && !(site.Either && !site.Colon) {
		doc = settingDoc(site.Path, word, workspace.AgentsAt(c.Snapshot, c.File.Dir))
	} else if len(site.Path) == 1 && site.Path[0] == "targets" {
		if agent, ok := workspace.AgentAt(c.Snapshot, word, c.File.Dir); ok {
			doc = render.CodeSpan(word) + ": " + vocabulary.AgentDoc(agent)
		}
	} else if severity, ok := diagnostic.ParseSeverity(word); ok && isSeverityPlace(site.Path) {
		doc = severityDocs[severity]
		if r, ok := rules.ByID(site.Path[len(site.Path)-1]); ok {
			doc = render.CodeSpan(r.ID) + ": " + doc + "\n\n" + vocabulary.RuleDoc(r)
		}
	}
	return Hover{site.Token, doc}, doc != ""
}

// settingDoc describes a key of a mapping in a configuration file with the agents that it knows. It returns "" if
// the key is unknown.
func settingDoc(path []string, key string, known []*skills.Agent) string {
	place := vocabulary.SettingsPlace(path, known)
	if r, ok := rules.ByID(key); ok && isSeverityPlace(append(path[:len(path):len(path)], key)) {
		return render.CodeSpan(key) + ": " + vocabulary.RuleDoc(r)
	}
	for _, w := range place.Keys {
		if w.Text != key {
			continue
		}
		doc := render.CodeSpan(key)
		if w.Detail != "" && w.Doc == "" {
			return doc + ": " + w.Detail
		}
		if w.Doc != "" {
			doc += ": " + w.Doc
		}
		if len(path) > 1 && path[0] == "agents" && w.Detail != "" {
			doc += " Range: " + w.Detail + "."
		}
		return doc
	}
	return ""
}

// isSeverityPlace reports whether path is the path of a rule's severity.
func isSeverityPlace(path []string) bool {
	return len(path) == 2 && path[0] == "rules" || len(path) == 3 && path[0] == "overrides" && path[1] == "rules"
}

// severityDocs describe the effect of each severity.
var severityDocs = map[diagnostic.Severity]string{
	diagnostic.Off:         "Problems are not reported.",
	diagnostic.Hint:        "Problems are hints, which most editors hardly show.",
	diagnostic.Information: "Problems are shown as information. They do not fail `check` by default.",
	diagnostic.Warning:     "Problems are warnings. They do not fail `check` by default.",
	diagnostic.Error:       "Problems are errors and fail `check`.",
}
