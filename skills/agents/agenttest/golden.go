package agenttest

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
)

// GoldenAgents are the agents that goldens describe. The list is fixed, so that a new agent changes no golden.
var GoldenAgents = []string{
	"agent-skills", "codelia", "codex", "opencode", "claude-code", "otto", "remcochat", "mycodeagent", "openoxide", "copilot",
	"gemini-cli", "cursor", "goose", "amp", "qwen-code", "cline", "pi", "crush", "roo-code",
}

// uncounted matches how a text counts the agents that it does not name, but not "1 other file".
var uncounted = regexp.MustCompile(`(?m)\band (?:[0-9]+ others\b|1 other([;,.)"]|  |$))`)

// GoldenText returns a text for a golden, without those of the agents in all that are not [GoldenAgents]. It removes
// them from lists such as "A, B and C" and "id" "id", and from JSON with one property a line. In "A and 7 others" it
// replaces the number by N.
func GoldenText(all []*skills.Agent, text string) string {
	text = uncounted.ReplaceAllString(text, "and N others$1")
	var titles []string
	newTitles := make(map[string]bool)
	for _, agent := range all {
		titles = append(titles, regexp.QuoteMeta(agent.Title))
		if !slices.Contains(GoldenAgents, agent.ID) {
			newTitles[agent.Title] = true
			text = strings.ReplaceAll(withoutObjects(text, agent.ID), `" "`+agent.ID+`"`, `"`)
		}
	}
	title := "(?:" + strings.Join(titles, "|") + ")"
	lists := regexp.MustCompile(title + "(?:, " + title + ")*(?: and " + title + ")")
	return lists.ReplaceAllStringFunc(text, func(list string) string {
		kept := slices.DeleteFunc(regexp.MustCompile(title).FindAllString(list, -1), func(title string) bool { return newTitles[title] })
		if last := len(kept) - 1; last > 0 {
			return strings.Join(kept[:last], ", ") + " and " + kept[last]
		}
		return strings.Join(kept, "")
	})
}

// withoutObjects removes the objects from indented JSON whose first property is the ID of an agent.
func withoutObjects(text, id string) string {
	var kept []string
	end := "" // of the object to remove
	for line := range strings.Lines(text) {
		switch last := len(kept) - 1; {
		case end == "" && last >= 0 && strings.TrimSpace(line) == `"agent": "`+id+`",` && strings.TrimSpace(kept[last]) == "{":
			end = strings.Replace(kept[last], "{", "}", 1)
			kept = kept[:last]
		case end == "":
			kept = append(kept, line)
		case line == strings.Replace(end, "}", "},", 1):
			end = ""
		case line == end: // the last object of a list
			end = ""
			kept[last] = strings.Replace(kept[last], "},", "}", 1)
		}
	}
	return strings.Join(kept, "")
}
