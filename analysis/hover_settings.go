package analysis

import (
	"skills-ls/skills/agents"
)

// hoverSettings returns the hover for a key in a configuration file, or for a value that names an agent or a
// severity.
func (c *cursor) hoverSettings() (Hover, bool) {
	site, ok := yamlSiteAt(c.source, c.offset)
	if !ok || site.token.IsEmpty() || !site.token.Contains(c.offset) {
		return Hover{}, false
	}
	word := site.token.Of(c.source)
	doc := ""
	if site.isKey && !(site.either && !site.colon) {
		doc = settingDoc(site.path, word)
	} else if len(site.path) == 1 && site.path[0] == "targets" {
		if agent, ok := agents.ByID(word); ok {
			doc = codeSpan(word) + ": " + agentDoc(agent)
		}
	} else if severity, ok := ParseSeverity(word); ok && isSeverityPlace(site.path) {
		doc = severityDocs[severity]
		if r, ok := RuleByID(site.path[len(site.path)-1]); ok {
			doc = codeSpan(r.ID) + ": " + doc + "\n\n" + ruleDoc(r)
		}
	}
	return Hover{site.token, doc}, doc != ""
}

// settingDoc describes a key of a mapping in a configuration file. It returns "" if the key is unknown.
func settingDoc(path []string, key string) string {
	place := settingsPlace(path)
	if r, ok := RuleByID(key); ok && isSeverityPlace(append(path[:len(path):len(path)], key)) {
		return codeSpan(key) + ": " + ruleDoc(r)
	}
	for _, w := range place.keys {
		if w.text != key {
			continue
		}
		doc := codeSpan(key)
		if w.detail != "" && w.doc == "" {
			return doc + ": " + w.detail
		}
		if w.doc != "" {
			doc += ": " + w.doc
		}
		if len(path) > 1 && path[0] == "agents" && w.detail != "" {
			doc += " Takes " + w.detail + "."
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
var severityDocs = map[Severity]string{
	Off:         "Findings are not reported.",
	Hint:        "Findings are shown as hints, which editors hardly show.",
	Information: "Findings are shown, and fail no check unless `--fail-on` says so.",
	Warning:     "Findings are shown as warnings, and fail no check unless `--fail-on` says so.",
	Error:       "Findings are errors, and fail a check.",
}
