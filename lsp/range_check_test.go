package lsp

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/text"
)

// A rangeCheck makes every kind of request about one open document, and fails on ranges and edits that an
// editor could not show or apply.
type rangeCheck struct {
	t        testing.TB
	server   *server
	session  *session.Session
	view     *session.View
	doc      *session.Document
	uri      uri.URI
	id       protocol.TextDocumentIdentifier
	text     string
	encoding position.Encoding
	files    memoryFiles           // the documents that are not open
	lines    map[uri.URI]textLines // of the documents seen so far
	ranges   int                   // number of ranges checked
}

// startChecked starts a session in a scanned workspace. Its client has all capabilities and reports all
// changes.
func startChecked(t testing.TB, s *session.Session, encoding position.Encoding) {
	t.Helper()
	s.Start(&session.Client{
		Encoding: encoding, DocumentChanges: true, RenameFiles: true, InsertReplace: true, DefinitionLinks: true,
		RelatedInformation: true, Snippets: true, CodeActions: true, SymbolTrees: true, ResolvesSymbols: true, SnippetEdits: true,
	}, s.View().Snapshot.Config(), session.Settings{PreviewCommand: "preview", ReferencesCommand: "references", FrontmatterFormat: "sorted"})
	if _, err := workspace.Scan(context.Background(), s.View().Snapshot, nil); err != nil {
		t.Fatal(err)
	}
}

// newRangeCheck opens a document with the text. The server is one that nothing is diagnosed by in the background.
func newRangeCheck(t testing.TB, s *session.Session, files memoryFiles, u uri.URI, text string, encoding position.Encoding) *rangeCheck {
	d := s.View().NewDocument(u, "skill")
	d.Mapper = position.NewMapper(text, encoding)
	s.Update(func(next *session.View) {
		next.Put(d, workspace.Change{Path: d.Path, Text: &text, Language: "skill", Time: epoch})
	})
	return &rangeCheck{
		t: t, server: &server{diagnoser: diagnose.NewDiagnoser(context.Background(), s, nil, slog.New(slog.DiscardHandler))}, session: s, view: s.View(), doc: d, uri: u, id: protocol.TextDocumentIdentifier{URI: u},
		text: text, encoding: encoding, files: files, lines: make(map[uri.URI]textLines),
	}
}

func (c *rangeCheck) close() { c.session.Update(func(next *session.View) { next.Drop(c.doc) }) }

func (c *rangeCheck) source() session.Source {
	return session.Source{Path: c.doc.Path, Mapper: c.doc.Mapper}
}

// document makes the requests about a document as a whole.
func (c *rangeCheck) document() {
	ctx := context.Background()
	for _, found := range convert.Diagnostics(c.view, c.doc.Path, c.doc.Mapper, rules.Diagnose(ctx, c.view.Snapshot, c.doc.Path)) {
		c.in(c.uri, found.Range, "finding")
		for _, r := range found.RelatedInformation {
			c.in(r.Location.URI, r.Location.Range, "related information")
		}
	}
	links, err := documentLink(ctx, c.view, c.source(), &protocol.DocumentLinkParams{TextDocument: c.id})
	if c.ok(err) {
		for _, l := range links {
			c.in(c.uri, l.Range, "link")
			followed, err := resolveDocumentLink(ctx, c.view, &l)
			if c.ok(err) && followed.Target == nil {
				c.t.Errorf("%q: the link %v leads nowhere", c.text, l.Range)
			}
		}
	}
	symbols, err := documentSymbol(ctx, c.view, c.source(), &protocol.DocumentSymbolParams{TextDocument: c.id})
	if c.ok(err) {
		c.symbols(symbols.(protocol.DocumentSymbolSlice), 0, len(c.text))
	}
	folds, err := foldingRange(ctx, c.view, c.source(), &protocol.FoldingRangeParams{TextDocument: c.id})
	if c.ok(err) {
		for _, f := range folds {
			if f.StartLine >= f.EndLine || int(f.EndLine) >= len(c.linesOf(c.uri).lines) {
				c.t.Errorf("%q: folded are lines %d to %d", c.text, f.StartLine, f.EndLine)
			}
		}
	}
	whole := c.doc.Range(text.Span{Start: 0, End: len(c.text)})
	c.actions(whole)
	c.tokens(whole)
	formatted, err := formatting(ctx, c.view, c.source(), &protocol.DocumentFormattingParams{TextDocument: c.id})
	if c.ok(err) {
		c.apart(c.uri, rangesOf(formatted), "formatting")
	}
	hints, err := inlayHint(ctx, c.view, c.source(), &protocol.InlayHintParams{TextDocument: c.id, Range: whole})
	if c.ok(err) {
		for _, h := range hints {
			c.in(c.uri, protocol.Range{Start: h.Position, End: h.Position}, "hint")
		}
	}
	c.lenses()
	c.preview()
}

// workspace makes the requests that concern no single document.
func (c *rangeCheck) workspace(query string) {
	ctx := context.Background()
	found, err := workspaceSymbol(ctx, c.view, &protocol.WorkspaceSymbolParams{Query: query})
	if !c.ok(err) {
		return
	}
	for _, s := range found.(protocol.WorkspaceSymbolSlice) {
		resolved, err := resolveSymbol(ctx, c.view, &s)
		if !c.ok(err) {
			continue
		}
		l, ok := resolved.Location.(*protocol.Location)
		if !ok {
			c.t.Errorf("%q: the symbol %q is nowhere", c.text, s.Name)
			continue
		}
		c.in(l.URI, l.Range, "workspace symbol")
	}
}

// at makes the requests about the position at an offset.
func (c *rangeCheck) at(offset int) {
	ctx := context.Background()
	p := c.doc.Position(offset)
	at := protocol.TextDocumentPositionParams{TextDocument: c.id, Position: p}
	hover, err := showHover(ctx, c.view, c.source(), &protocol.HoverParams{TextDocumentPositionParams: at})
	if c.ok(err) && hover != nil {
		c.in(c.uri, *hover.Range, "hover")
	}
	c.completions(at)
	locations, err := definition(ctx, c.view, c.source(), &protocol.DefinitionParams{TextDocumentPositionParams: at})
	if c.ok(err) {
		for _, l := range locations.(protocol.DefinitionLinkSlice) {
			c.in(c.uri, *l.OriginSelectionRange, "origin of a definition")
			c.in(l.TargetURI, l.TargetRange, "target of a definition")
			c.in(l.TargetURI, l.TargetSelectionRange, "selection of a definition")
		}
	}
	c.references(at)
	c.renames(at)
	c.selections(p)
	c.actions(protocol.Range{Start: p, End: p})
}

func (c *rangeCheck) completions(at protocol.TextDocumentPositionParams) {
	items, err := completion(context.Background(), c.view, c.source(), &protocol.CompletionParams{TextDocumentPositionParams: at})
	if !c.ok(err) {
		return
	}
	for _, item := range items.Items {
		e := item.TextEdit.(*protocol.InsertReplaceEdit)
		c.in(c.uri, e.Insert, "insert range of "+item.Label)
		c.in(c.uri, e.Replace, "replace range of "+item.Label)
		if e.Insert.Start != e.Replace.Start || e.Insert.End.Character > e.Replace.End.Character || e.Insert.Start.Line != e.Replace.End.Line {
			c.t.Errorf("%q: completion %q inserts at %v, replaces %v", c.text, item.Label, e.Insert, e.Replace)
		}
	}
}

// references checks that the highlights are the references in the document.
func (c *rangeCheck) references(at protocol.TextDocumentPositionParams) {
	ctx := context.Background()
	locations, err := references(ctx, c.view, c.source(), &protocol.ReferenceParams{
		TextDocumentPositionParams: at, Context: protocol.ReferenceContext{IncludeDeclaration: true},
	})
	if !c.ok(err) {
		return
	}
	var here []protocol.Range
	for _, l := range locations {
		c.in(l.URI, l.Range, "reference")
		if l.URI == c.uri {
			here = append(here, l.Range)
		}
	}
	highlights, err := documentHighlight(ctx, c.view, c.source(), &protocol.DocumentHighlightParams{TextDocumentPositionParams: at})
	if !c.ok(err) {
		return
	}
	if !slices.EqualFunc(here, highlights, func(r protocol.Range, h protocol.DocumentHighlight) bool { return r == h.Range }) {
		c.t.Errorf("%q: highlighted at %v is %v, and references are %v", c.text, at.Position, highlights, here)
	}
}

// renames renames what is at the position, if anything, to a name that may be invalid.
func (c *rangeCheck) renames(at protocol.TextDocumentPositionParams) {
	ctx := context.Background()
	site, err := prepareRename(ctx, c.view, c.source(), &protocol.PrepareRenameParams{TextDocumentPositionParams: at})
	if !c.mayRefuse(err) || site == nil {
		return
	}
	found := site.(*protocol.PrepareRenamePlaceholder)
	c.in(c.uri, found.Range, "name")
	if found.Range.Start.Line != found.Range.End.Line || found.Placeholder == "" {
		c.t.Errorf("%q: the name %+v", c.text, found)
	}
	edit, err := rename(ctx, c.view, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: found.Placeholder + "x"})
	if c.mayRefuse(err) && edit != nil {
		c.edit(edit, "rename")
	}
}

func (c *rangeCheck) selections(p protocol.Position) {
	list, err := selectionRange(context.Background(), c.view, c.source(), &protocol.SelectionRangeParams{TextDocument: c.id, Positions: []protocol.Position{p}})
	if !c.ok(err) {
		return
	}
	if len(list) != 1 {
		c.t.Errorf("%q: %d selections for one cursor", c.text, len(list))
		return
	}
	start, end := c.in(c.uri, protocol.Range{Start: p, End: p}, "cursor")
	for s := &list[0]; s != nil; s = s.Parent {
		wideStart, wideEnd := c.in(c.uri, s.Range, "selection")
		if wideStart > start || wideEnd < end {
			c.t.Errorf("%q: %d-%d is selected after %d-%d", c.text, wideStart, wideEnd, start, end)
		}
		start, end = wideStart, wideEnd
	}
}

// symbols checks that each symbol is within its parent, and its name within the symbol.
func (c *rangeCheck) symbols(list protocol.DocumentSymbolSlice, from, to int) {
	for _, s := range list {
		start, end := c.in(c.uri, s.Range, "symbol")
		nameStart, nameEnd := c.in(c.uri, s.SelectionRange, "name of a symbol")
		if s.Name == "" || start < from || end > to || nameStart < start || nameEnd > end {
			c.t.Errorf("%q: the symbol %q at %v with its name at %v lies in %d-%d", c.text, s.Name, s.Range, s.SelectionRange, from, to)
		}
		c.symbols(s.Children, start, end)
	}
}

// tokens checks that tokens are in order, that each is on one line, and that the whole range has all of them.
func (c *rangeCheck) tokens(whole protocol.Range) {
	ctx := context.Background()
	answer, err := semanticTokens(ctx, c.view, c.source(), &protocol.SemanticTokensParams{TextDocument: c.id})
	if !c.ok(err) {
		return
	}
	ranged, err := semanticTokensRange(ctx, c.view, c.source(), &protocol.SemanticTokensRangeParams{TextDocument: c.id, Range: whole})
	if c.ok(err) && !slices.Equal(ranged.Data, answer.Data) {
		c.t.Errorf("%q: tokens %v, and of the whole range %v", c.text, answer.Data, ranged.Data)
	}
	var at protocol.Position
	last := 0
	for n := range slices.Chunk(answer.Data, 5) {
		if n[0] > 0 {
			at = protocol.Position{Line: at.Line + n[0]}
		}
		at.Character += n[1]
		start, end := c.in(c.uri, protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: at.Character + n[2]}}, "token")
		if start < last || start == end || int(n[3]) >= len(tokenLegend.TokenTypes) || n[4]>>len(tokenLegend.TokenModifiers) != 0 {
			c.t.Errorf("%q: the token %v at %d-%d after %d", c.text, n, start, end, last)
		}
		last = end
	}
}

func (c *rangeCheck) lenses() {
	ctx := context.Background()
	lenses, err := codeLens(ctx, c.view, c.source(), &protocol.CodeLensParams{TextDocument: c.id})
	if !c.ok(err) {
		return
	}
	for _, lens := range lenses {
		c.in(c.uri, lens.Range, "lens")
		resolved, err := resolveCodeLens(ctx, c.view, &lens)
		if c.ok(err) && (resolved.Command.Title == "" || resolved.Range.Start.Line != resolved.Range.End.Line) {
			c.t.Errorf("%q: the lens %+v", c.text, resolved)
		}
	}
}

func (c *rangeCheck) preview() {
	preview, err := skillsPreview(context.Background(), c.view, &skillsPreviewParams{Path: c.doc.Path, Render: "html"})
	if !c.ok(err) {
		return
	}
	end := 0
	for _, s := range preview.Segments {
		if s.Start != end || s.End < s.Start {
			c.t.Errorf("%q: segment %d-%d of the preview follows one that ends at %d", c.text, s.Start, s.End, end)
		}
		if end = s.End; s.Range != nil {
			c.in(c.uri, *s.Range, "segment")
		}
	}
	if end != len(preview.Content) {
		c.t.Errorf("%q: the preview's segments end at %d of %d", c.text, end, len(preview.Content))
	}
}

func (c *rangeCheck) actions(r protocol.Range) {
	actions, err := codeAction(context.Background(), c.server, c.view, &protocol.CodeActionParams{TextDocument: c.id, Range: r})
	if c.ok(err) {
		for _, a := range actions {
			if a.Edit == nil {
				c.t.Errorf("%q: %q does nothing", c.text, a.Title)
				continue
			}
			c.edit(a.Edit, a.Title)
		}
	}
}

// edit fails if the edits of a file do not fit in it, or overlap.
func (c *rangeCheck) edit(edit *protocol.WorkspaceEdit, what string) {
	for _, change := range edit.DocumentChanges {
		e, ok := change.(*protocol.TextDocumentEdit)
		if !ok {
			continue
		}
		var ranges []protocol.Range
		for _, one := range e.Edits {
			switch one := one.(type) {
			case *protocol.TextEdit:
				ranges = append(ranges, one.Range)
			case *protocol.SnippetTextEdit:
				ranges = append(ranges, one.Range)
			}
		}
		c.apart(e.TextDocument.URI, ranges, what)
	}
}

func rangesOf(edits []protocol.TextEdit) (ranges []protocol.Range) {
	for _, e := range edits {
		ranges = append(ranges, e.Range)
	}
	return ranges
}

// apart fails if the ranges of edits do not fit in the file, or overlap.
func (c *rangeCheck) apart(u uri.URI, ranges []protocol.Range, what string) {
	var parts []text.Span
	for _, r := range ranges {
		start, end := c.in(u, r, "edit of "+what)
		parts = append(parts, text.Span{Start: start, End: end})
	}
	slices.SortStableFunc(parts, func(a, b text.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	for i := 1; i < len(parts); i++ {
		if parts[i].Start < parts[i-1].End {
			c.t.Errorf("%q: edits of %q overlap", c.text, what)
		}
	}
}

// in fails unless an editor could select the range in the file.
func (c *rangeCheck) in(u uri.URI, r protocol.Range, what string) (start, end int) {
	c.ranges++
	lines := c.linesOf(u)
	start, err := lines.offset(testPosition{int(r.Start.Line), int(r.Start.Character)}, c.encoding)
	if err != nil {
		c.t.Errorf("%q: start of the %s %v in %s: %v", c.text, what, r, u, err)
	}
	end, err = lines.offset(testPosition{int(r.End.Line), int(r.End.Character)}, c.encoding)
	if err != nil || end < start {
		c.t.Errorf("%q: end of the %s %v in %s: %v", c.text, what, r, u, err)
	}
	return start, end
}

func (c *rangeCheck) linesOf(u uri.URI) textLines {
	if lines, ok := c.lines[u]; ok {
		return lines
	}
	text := c.text
	if path, ok := position.FilePath(u); ok && u != c.uri {
		if closed, ok := c.files[memoryName(path)]; ok {
			text = closed
		}
	}
	c.lines[u] = linesOf(text)
	return c.lines[u]
}

func (c *rangeCheck) ok(err error) bool {
	if err != nil {
		c.t.Errorf("%q: %v", c.text, err)
	}
	return err == nil
}

// mayRefuse is ok for requests that may fail with a reason for the user. It returns false for such an error.
func (c *rangeCheck) mayRefuse(err error) bool {
	var refused *wire.ResponseError
	if errors.As(err, &refused) && refused.Code == wire.CodeRequestFailed && refused.Message != "" {
		return false
	}
	return c.ok(err)
}
