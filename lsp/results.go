package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/skills"
)

// The results of the custom methods. The commands of the same names print exactly these, so the types are
// defined such that any JSON package encodes them alike.

// PreviewResult is the result of skills/preview.
type PreviewResult struct {
	Agent          string              `json:"agent"`
	AgentReason    vantage.AgentReason `json:"agentReason"`
	Finds          bool                `json:"finds"`
	Loads          bool                `json:"loads"`
	Installed      string              `json:"installed,omitempty"`     // the name once the plugin of the skill is installed
	AlsoInstalled  []string            `json:"alsoInstalled,omitempty"` // the names in the other plugins that list the skill
	Reasons        []Reason            `json:"reasons"`
	Content        string              `json:"content"`
	Segments       []Segment           `json:"segments"`
	Skill          *skills.Skill       `json:"skill"`
	Files          []string            `json:"files"`
	FilesTruncated bool                `json:"files_truncated"`
	Bytes          int                 `json:"bytes"`
	Tokens         skills.Tokens       `json:"tokens"`
	Estimate       *skills.Tokens      `json:"estimate,omitempty"` // the agent's own, if it has one
	Limits         []vantage.Limit     `json:"limits"`
	Notes          []string            `json:"notes"`
	HTML           string              `json:"html,omitempty"` // if requested
}

// A Segment is a part of a preview's content.
type Segment struct {
	Start int                `json:"start"` // byte offsets into the content
	End   int                `json:"end"`
	Kind  skills.SegmentKind `json:"kind"`
	Range *protocol.Range    `json:"range,omitempty"` // in the SKILL.md that it was copied from, nil if the agent generates it
	Note  string             `json:"note,omitempty"`
}

// A Reason says why an agent does not find or does not load a skill.
type Reason struct {
	vantage.Reason
	Range *protocol.Range `json:"range,omitempty"` // in the SKILL.md, nil if the reason is elsewhere
}

// newReasons converts reasons. m is the mapper of the file.
func newReasons(list []vantage.Reason, m *position.Mapper) []Reason {
	reasons := make([]Reason, 0, len(list))
	for _, r := range list {
		reason := Reason{Reason: r}
		if r.Span != nil {
			reason.Range = new(m.Range(*r.Span))
		}
		reasons = append(reasons, reason)
	}
	return reasons
}

// NewPreviewResult converts a preview. m is the mapper of its source.
func NewPreviewResult(p *vantage.Preview, m *position.Mapper) *PreviewResult {
	r := &PreviewResult{
		Agent:          p.Agent.ID,
		AgentReason:    p.AgentReason,
		Finds:          p.Finds,
		Loads:          p.Loads,
		Installed:      p.Installed,
		AlsoInstalled:  p.AlsoInstalled,
		Reasons:        newReasons(p.Reasons, m),
		Content:        p.Content,
		Segments:       make([]Segment, 0, len(p.Segments)),
		Skill:          p.Skill,
		Files:          convert.Present(p.Files),
		FilesTruncated: p.FilesTruncated,
		Bytes:          len(p.Content),
		Tokens:         p.Tokens,
		Estimate:       p.Estimate,
		Limits:         convert.Present(p.Limits),
		Notes:          convert.Present(p.Notes),
	}
	for _, s := range p.Segments {
		segment := Segment{Start: s.Start, End: s.End, Kind: s.Kind, Note: s.Note}
		if s.Source != nil {
			segment.Range = new(m.Range(*s.Source))
		}
		r.Segments = append(r.Segments, segment)
	}
	return r
}

// RenderHTML adds the content as safe HTML, segment by segment.
func (r *PreviewResult) RenderHTML(p *vantage.Preview) {
	r.HTML = skills.HTML(p.Content, p.Source, p.Segments)
}

func agentIDs(list []*skills.Agent) []string {
	ids := []string{}
	for _, agent := range list {
		ids = append(ids, agent.ID)
	}
	return ids
}
