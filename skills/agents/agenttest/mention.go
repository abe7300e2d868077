package agenttest

import (
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A mentionCase is a text and the mentions that each agent finds in it.
type mentionCase struct {
	ID       string
	Text     string
	Expected struct {
		Codelia struct {
			Mentions []string
			Appended string
		}
		Codex struct {
			Names, Paths []string
			PlainNames   []string `json:"plain_names"`
		}
	}
}

type MentionVectors struct {
	Texts     []mentionCase
	Selection []selectionCase `json:"codex_selection"`
}

// CheckMention checks the invariants of a mention: its spans are in the source and match its name and path.
func CheckMention(t *testing.T, source string, m skills.Mention) {
	t.Helper()
	within := m.Span.Start >= 0 && m.Span.End <= len(source) && m.Span.Encloses(m.NameSpan) && m.Span.Encloses(m.PathSpan) || m.PathSpan == text.Span{}
	if !within || m.Name == "" || m.NameSpan.Of(source) != m.Name {
		t.Errorf("mention %+v of %q", m, source)
	}
	if m.Kind == skills.LinkedMention && (m.PathSpan.IsEmpty() || !strings.HasSuffix(m.PathSpan.Of(source), m.Path)) {
		t.Errorf("link %+v of %q", m, source)
	}
}

// A selectionCase is a message and the skills that Codex selects for it.
type selectionCase struct {
	ID          string
	Description string
	Skills      []skills.Skill
	Texts       []string
	Disabled    []string `json:"disabled_paths"`
	Connectors  []string `json:"connector_slugs"`
	Expected    struct{ Codex []skills.Skill }
}
