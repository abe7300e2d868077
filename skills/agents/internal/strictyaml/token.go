package strictyaml

import (
	"slices"

	"skills-ls/skills/agents/internal/yamlscan"
)

// tokens are taken from the scanner together with the comments between them.
type tokens struct{ *yamlscan.Scanner }

// moveComment hands a token's comments on to the next token.
func (s tokens) moveComment(from, to *yamlscan.Token) {
	c := from.Comment
	if c == nil || to.Kind == yamlscan.StreamEnd {
		return
	}
	from.Comment = nil
	t := to.Comment
	if t == nil {
		to.Comment = c
		return
	}
	if c.Post && t.Post || c.Pre == yamlscan.SomePrefix && t.Pre == yamlscan.SomePrefix {
		s.Crash(to.Start.Offset, to.End.Offset, "NotImplementedError: overlap in comment")
	}
	if c.Post {
		t.Post = true
	}
	if c.Pre == yamlscan.SomePrefix {
		t.Pre = yamlscan.SomePrefix
	}
}

// check reports whether the next token is of one of the kinds. This is where strictyaml forbids what it does not like.
func (s tokens) check(kinds ...yamlscan.Kind) bool {
	t := s.look()
	if !slices.Contains(kinds, t.Kind) {
		return false
	}
	switch t.Kind {
	case yamlscan.Tag:
		s.forbid(t, t.End, "Found disallowed tag tokens (do not specify types in markup)", t.Start)
	case yamlscan.FlowMappingStart, yamlscan.FlowSequenceStart:
		s.forbid(t, t.Start, "Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)", t.End)
	case yamlscan.Anchor:
		s.forbid(t, t.Start, "Found confusing disallowed anchor token (surround with ' and ' to make text appear literally)", t.End)
	}
	return true
}

func (s tokens) forbid(t *yamlscan.Token, context yamlscan.Mark, problem string, place yamlscan.Mark) {
	panic(&Error{
		Cause: Forbidden,
		Error: yamlscan.Error{
			Start: t.Start.Offset, End: t.End.Offset,
			Message: s.Message(yamlscan.Complaint{Context: "While scanning", ContextMark: &context, Problem: problem, ProblemMark: place}),
		},
	})
}

// look returns the next token.
func (s tokens) look() *yamlscan.Token {
	for s.NeedMore() {
		s.Fetch()
	}
	s.gatherComments()
	return s.Tokens[0]
}

// take returns the next token and removes it, with a comment behind it.
func (s tokens) take() *yamlscan.Token {
	t := s.look()
	if len(s.Tokens) > 1 && s.Tokens[1].Kind == yamlscan.CommentToken {
		sameLine := t.End.Line == s.Tokens[1].Start.Line
		if t.Kind == yamlscan.Scalar || sameLine && (t.Kind == yamlscan.Value || t.Kind == yamlscan.FlowSequenceEnd || t.Kind == yamlscan.FlowMappingEnd) {
			for len(s.Tokens) > 1 && s.Tokens[1].Kind == yamlscan.CommentToken {
				s.Taken++
				s.Tokens = slices.Delete(s.Tokens, 1, 2)
				s.Fetch()
			}
			t.AddPost()
		}
	}
	s.Drop()
	return t
}

// gatherComments attaches the comments in front of the next token to it.
func (s tokens) gatherComments() {
	gathered := false
	if s.Tokens[0].Kind == yamlscan.CommentToken {
		s.Drop()
		gathered = true
	}
	for s.NeedMore() {
		s.Fetch()
		if s.Tokens[0].Kind == yamlscan.CommentToken {
			s.Drop()
			gathered = true
		}
	}
	if gathered {
		s.AddPre(s.Tokens[0])
	}
	if !s.Done && len(s.Tokens) < 2 {
		s.Fetch()
	}
}
