package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/suppress"
)

// maxComment is the maximum number of bytes of a comment that are examined.
const maxComment = 4096

// checkComments reports comments that instruct a model. People who read the rendered page do not see them.
func checkComments(p *Pass) {
	told := 0
	for _, span := range p.Doc.Markdown().Comments {
		text := strings.TrimSuffix(strings.TrimPrefix(span.Of(p.Doc.Source), "<!--"), "-->")
		text = strings.Join(strings.Fields(text[:min(len(text), maxComment)]), " ")
		if !instructsModel(text) {
			continue
		}
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: span,
			Message: "comment reads like an instruction: " + InQuotes(text), Detail: "the model reads it, readers do not",
		})
		if told++; told == maxReasons {
			return
		}
	}
}

// forPeople matches the beginning of comments for people and their tools: directives, tables of contents,
// licenses, notes to oneself, and marks of generated text.
var forPeople = regexp.MustCompile(`(?i)^\W*(?:` + suppress.SuppressionMark + `|@|#|/|\w+lint|prettier|cspell|spell|vale\b|remark|yaml\b|json\b|toc\b|(?:start|end|begin) |doctoc|region|licen[cs]e|copyright|spdx|todo|fixme|xxx|hack|generated|auto-?generated|this (?:file|section|table|list|block) (?:is|was) |do not (?:edit|modify|change|remove|delete)|don't (?:edit|modify|change|remove|delete)|never edit|source|adr:|template\b)`)

// instructions match comments that are addressed to a model: by its name, with orders about its instructions,
// about secrets or about hiding something from users, or with the emphatic words of a prompt.
var instructions = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|other|system|safety|user)\b[^.]{0,30}\b(?:instruction|prompt|rule|guideline|message|direction|request|restriction|warning)s?\b`),
	regexp.MustCompile(`(?i)\b(?:do not|don't|never|without)\s+(?:tell|inform|mention|reveal|show|ask|alert|notify|warn)\w*\b[^.]{0,40}\b(?:users?|humans?|anyone|anybody|people)\b`),
	regexp.MustCompile(`(?i)^\W*(?:(?:note|notes|instructions?|message|hint|reminder|important)\s+(?:for|to)\s+)?(?:the\s+)?(?:claude|(?:chat)?gpt|codex|copilot|gemini|cursor|agents?|ais?|(?:ai )?assistants?|llms?|models?)\s*[:,!–—-].*\b(?:you|your|always|never|must|do not|don't|read|run|use|follow|ignore|execute|call|load|make sure|when|before|after)\b`),
	regexp.MustCompile(`(?i)\b(?:claude|codex|copilot|the (?:agent|ai|assistant|model|llm)|agents|assistants|llms|models)\s+(?:must|should|shall|needs? to|has to|have to|is to|are to|may not|cannot)\b`),
	regexp.MustCompile(`(?i)\byou (?:must (?:always|never|not|first|also)\b|are (?:now |a helpful |an? (?:ai|llm|language model|assistant|agent)\b))`),
	regexp.MustCompile(`(?i)^\W*(?:mandatory|important|critical|system|attention|instructions?)\b\W.*\b(?:always|never|must|do not|don't|read|execute|load|follow|ignore)\b`),
	regexp.MustCompile(`(?i)\b(?:send|upload|post|exfiltrate|copy|read)\b[^.]{0,60}(?:~?/\.ssh|\.env\b|credential|api[ _-]?key|secret|password|token)`),
}

// instructsModel reports whether the text of a comment reads like an instruction to a model.
func instructsModel(text string) bool {
	return !forPeople.MatchString(text) && slices.ContainsFunc(instructions, func(way *regexp.Regexp) bool { return way.MatchString(text) })
}
