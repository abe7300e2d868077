package lsp

import (
	"context"
	"fmt"
	"testing"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// FuzzRequests asks a view everything about an arbitrary skill at an arbitrary place. The answers come in time, and every
// range and edit in them fits the text.
func FuzzRequests(f *testing.F) {
	f.Add(skillText("demo", "# Title", "[a](b.md#c), $deploy [$x](../x/SKILL.md)", "[r]: <d e>"), 60, uint8(0))
	f.Add("---\nname: X\ndescription: a: b\n\tc: [\n---\n```\n", 20, uint8(1))
	f.Add("\ufeff--- \r\nname:é\r\n...\r\n![😀](<a b> \"t\")\r", 30, uint8(2))
	f.Add("", 0, uint8(1))
	f.Add("\ufeff0", 0, uint8(0))
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md":      skillText("deploy"),
		"/ws/.agents/skills/demo/references/é.md": "# Ünder 😀\r\n\r\n## The end\r",
		"/ws/.agents/skills/demo/scripts/run.sh":  "exit 0\n",
	}
	u := pathURI(nativePath("/ws/.agents/skills/demo/SKILL.md"))
	f.Fuzz(func(t *testing.T, text string, place int, coding uint8) {
		if len(text) > 4<<10 || !utf8.ValidString(text) {
			t.Skip("longer than it needs to be, or not UTF-8, which JSON always is")
		}
		watchdog := time.AfterFunc(10*time.Second, func() { panic(fmt.Sprintf("no answers about %q", text)) })
		defer watchdog.Stop()
		s := newSession(analysis.New(files, analysis.Config{Folders: []string{nativePath("/ws")}, Home: nativePath("/home/user")}))
		encoding := encodings[int(coding)%len(encodings)]
		client := &client{
			encoding: encoding, documentChanges: true, renameFiles: true, insertReplace: true, definitionLinks: true,
			relatedInformation: true, snippets: true, codeActions: true,
		}
		s.start(client, s.view().snapshot.Config(), settings{})
		d := s.view().newDocument(u, "skill")
		d.Mapper = NewMapper(text, encoding)
		s.put(d, analysis.Change{Path: d.path, Text: &text, Language: "skill", Time: epoch})

		if place = place % (len(text) + 1); place < 0 {
			place = -place
		}
		check := rangeCheck{t, files, text, encoding}
		check.all(s.view(), u, d.Position(place))
	})
}

// A rangeCheck fails on ranges that do not fit.
type rangeCheck struct {
	t        *testing.T
	files    memoryFiles
	text     string // of the open document
	encoding Encoding
}

func (c rangeCheck) all(v *view, u uri.URI, p protocol.Position) {
	ctx := context.Background()
	doc := protocol.TextDocumentIdentifier{URI: u}
	at := protocol.TextDocumentPositionParams{TextDocument: doc, Position: p}
	d := v.document(u)
	for _, found := range v.diagnostics(d.Mapper, v.snapshot.Diagnose(ctx, d.path)) {
		c.in(u, found.Range, "finding")
		for _, r := range found.RelatedInformation {
			c.in(r.Location.URI, r.Location.Range, "related information")
		}
	}
	hover, err := v.hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
	if c.ok(err) && hover != nil {
		c.in(u, *hover.Range, "hover")
	}
	items, err := v.completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
	if c.ok(err) {
		for _, item := range items.Items {
			e := item.TextEdit.(*protocol.InsertReplaceEdit)
			c.in(u, e.Insert, "insert range of "+item.Label)
			c.in(u, e.Replace, "replace range of "+item.Label)
			if e.Insert.Start != e.Replace.Start || e.Insert.End.Character > e.Replace.End.Character || e.Insert.Start.Line != e.Replace.End.Line {
				c.t.Errorf("%q: completion %q inserts at %v, replaces %v", c.text, item.Label, e.Insert, e.Replace)
			}
		}
	}
	locations, err := v.definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
	if c.ok(err) {
		for _, l := range locations.(protocol.DefinitionLinkSlice) {
			c.in(u, *l.OriginSelectionRange, "origin of a definition")
			c.in(l.TargetURI, l.TargetRange, "target of a definition")
			c.in(l.TargetURI, l.TargetSelectionRange, "selection of a definition")
		}
	}
	links, err := v.documentLink(ctx, &protocol.DocumentLinkParams{TextDocument: doc})
	if c.ok(err) {
		for _, l := range links {
			c.in(u, l.Range, "link")
		}
	}
	whole := d.Range(skills.Span{Start: 0, End: len(c.text)})
	actions, err := v.codeAction(ctx, &protocol.CodeActionParams{TextDocument: doc, Range: whole})
	if c.ok(err) {
		for _, a := range actions {
			c.edits(a)
		}
	}
	preview, err := v.skillsPreview(ctx, &skillsPreviewParams{Path: d.path, Render: "html"})
	if c.ok(err) {
		end := 0
		for _, s := range preview.Segments {
			if s.Start != end || s.End < s.Start {
				c.t.Errorf("%q: segment %d-%d of the preview follows one that ends at %d", c.text, s.Start, s.End, end)
			}
			if end = s.End; s.Range != nil {
				c.in(u, *s.Range, "segment")
			}
		}
		if end != len(preview.Content) {
			c.t.Errorf("%q: the preview's segments end at %d of %d", c.text, end, len(preview.Content))
		}
	}
}

func (c rangeCheck) ok(err error) bool {
	if err != nil {
		c.t.Errorf("%q: %v", c.text, err)
	}
	return err == nil
}

// in fails unless an editor could select the range in the file.
func (c rangeCheck) in(u uri.URI, r protocol.Range, what string) (start, end int) {
	text := c.text
	if path, ok := filePath(u); ok {
		if closed, ok := c.files[memoryName(path)]; ok {
			text = closed
		}
	}
	start, err := strictOffset(text, testPosition{int(r.Start.Line), int(r.Start.Character)}, c.encoding)
	if err != nil {
		c.t.Errorf("%q: start of the %s %v: %v", c.text, what, r, err)
	}
	end, err = strictOffset(text, testPosition{int(r.End.Line), int(r.End.Character)}, c.encoding)
	if err != nil || end < start {
		c.t.Errorf("%q: end of the %s %v: %v", c.text, what, r, err)
	}
	return start, end
}

// edits fails unless the edits of an action fit, and none overlaps another.
func (c rangeCheck) edits(a *protocol.CodeAction) {
	for _, change := range a.Edit.DocumentChanges {
		e, ok := change.(*protocol.TextDocumentEdit)
		if !ok {
			continue
		}
		type part struct{ start, end int }
		var parts []part
		for _, one := range e.Edits {
			start, end := c.in(e.TextDocument.URI, one.(*protocol.TextEdit).Range, "edit of "+a.Title)
			for _, p := range parts {
				if start < p.end && p.start < end {
					c.t.Errorf("%q: edits of %q overlap", c.text, a.Title)
				}
			}
			parts = append(parts, part{start, end})
		}
	}
}
