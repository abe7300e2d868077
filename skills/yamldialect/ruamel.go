package yamldialect

import "strings"

// literally is strictyaml's advice.
const literally = "(surround with ' and ' to make text appear literally)"

// forbid refuses flow collections, anchors and tags.
func (p *parser) forbid(t *token) {
	context, problem, at := t.start, "", t.end
	switch t.kind {
	case tagToken:
		context, problem, at = t.end, "Found disallowed tag tokens (do not specify types in markup)", t.start
	case flowMappingStart, flowSequenceStart:
		problem = "Found ugly disallowed JSONesque flow mapping " + literally
	case anchorToken:
		problem = "Found confusing disallowed anchor token " + literally
	default:
		return
	}
	message := p.complaint("While scanning", &context, problem, at)
	panic(&Error{Cause: Forbidden, Start: t.start.Offset, End: t.end.Offset, Message: message})
}

// ruamel.yaml attaches comments and empty lines to tokens, and fails if some meet others. Of such places,
// checkComments and checkLines know the likely ones.

// checkComments fails if a scalar has a comment behind the ":" in front of it and empty lines behind itself.
func (p *parser) checkComments(colon, value *token) {
	behind := strings.TrimLeft(p.text[colon.end.Offset:], " ")
	if value.spaced && strings.HasPrefix(behind, "#") {
		p.crash(value.start.Offset, value.end.Offset, "NotImplementedError: overlap in comment")
	}
}

// checkLines fails if a block scalar with a comment behind its indicators has other lines in front of it.
func (s *scanner) checkLines(start Mark) {
	if s.last != nil && strings.Count(s.text[s.last.end.Offset:start.Offset], "\n") > 1 {
		s.crash(start.Offset, s.Offset, "AssertionError")
	}
}
