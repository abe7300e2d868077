package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

func TestWithoutPlaceholders(t *testing.T) {
	for snippet, want := range map[string]string{
		"plain":                      "plain",
		"a$1b$0":                     "ab",
		"${1:name}: ${2:x}":          "name: x",
		"${1|yes,no|}!":              "yes!",
		"${1}":                       "",
		"${1:a ${2:b} c}d":           "a b cd",
		`\$1 \} \\ \n`:               `$1 } \ \n`,
		"{a} $name ${TM_FILENAME} $": "{a} $name ${TM_FILENAME} $",
		"${1:cut":                    "cut",
		"${1|cut":                    "cut",
		"$12x":                       "x",
	} {
		if got := convert.WithoutPlaceholders(snippet); got != want {
			t.Errorf("%q became %q, want %q", snippet, got, want)
		}
	}
}

// openView returns a view of one open document.
func openView(t *testing.T, c *session.Client, path, text string) *session.View {
	t.Helper()
	s := session.NewSession(analysis.New(memoryFiles{"/ws/closed.md": "é closed\n"}, workspace.Config{}))
	s.Start(c, s.View().Snapshot.Config(), session.Settings{})
	d := s.View().NewDocument(position.PathURI(nativePath(path)), "skill")
	d.Version = 7
	d.Mapper = position.NewMapper(text, c.Encoding)
	s.Update(func(next *session.View) { next.Put(d, workspace.Change{Path: d.Path, Text: &text, Time: epoch}) })
	return s.View()
}

// TestWorkspaceEdit checks the edits for clients with different capabilities: document changes with the
// version or null, or else changes; a rename only if the client supports it; explicit kinds, which the
// protocol package leaves empty; snippets, or the text without placeholders.
func TestWorkspaceEdit(t *testing.T) {
	open, closed, dir := nativePath("/ws/SKILL.md"), nativePath("/ws/closed.md"), nativePath("/ws")
	fix := diagnostic.Fix{
		Title: "Both", Snippet: true,
		Edits: []diagnostic.Edit{
			{Path: open, Span: text.Span{Start: 2, End: 6}, Text: "x"},
			{Path: closed, Span: text.Span{Start: 3, End: 9}, Text: "y"},
			{Path: open, Span: text.At(0), Text: "a: ${1:b}\n"},
		},
	}
	renaming := fix
	renaming.Rename = &diagnostic.Rename{From: dir, To: nativePath("/new")}
	for _, test := range []struct {
		name   string
		client session.Client
		fix    *diagnostic.Fix
		want   string // "" if the client cannot apply the fix
	}{
		{"nothing", session.Client{}, &fix, `{"changes":{
			"file:///ws/SKILL.md":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":3}},"newText":"x"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"a: b\n"}],
			"file:///ws/closed.md":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":8}},"newText":"y"}]}}`},
		{"nothing, renaming", session.Client{DocumentChanges: true}, &renaming, ""},
		{"document changes", session.Client{DocumentChanges: true}, &fix, `{"documentChanges":[
			{"textDocument":{"uri":"file:///ws/SKILL.md","version":7},"edits":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":3}},"newText":"x"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"a: b\n"}]},
			{"textDocument":{"uri":"file:///ws/closed.md","version":null},"edits":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":8}},"newText":"y"}]}]}`},
		{"everything", session.Client{DocumentChanges: true, RenameFiles: true, SnippetEdits: true}, &renaming, `{"documentChanges":[
			{"textDocument":{"uri":"file:///ws/SKILL.md","version":7},"edits":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":3}},"newText":"x"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"snippet":{"kind":"snippet","value":"a: ${1:b}\n"}}]},
			{"textDocument":{"uri":"file:///ws/closed.md","version":null},"edits":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":8}},"newText":"y"}]},
			{"kind":"rename","oldUri":"file:///ws","newUri":"file:///new"}]}`},
		{"a file that is gone", session.Client{DocumentChanges: true}, &diagnostic.Fix{Edits: []diagnostic.Edit{{Path: nativePath("/ws/gone.md")}}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := openView(t, &test.client, "/ws/SKILL.md", "é😀x")
			edit, ok := convert.WorkspaceEdit(v, test.fix)
			if ok != (test.want != "") {
				t.Fatalf("possible: %v", ok)
			}
			if !ok {
				return
			}
			encoded, err := protocol.Marshal(edit)
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, strings.ReplaceAll(string(encoded), string(position.PathURI(nativePath("/"))), "file:///"), test.want)
		})
	}
}

func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(got), &a); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if string(x) != string(y) {
		t.Errorf("got  %s\nwant %s", x, y)
	}
}

func TestDiagnosticConversion(t *testing.T) {
	found := diagnostic.Diagnostic{
		Rule: "link/broken", Severity: diagnostic.Information, Span: text.Span{Start: 2, End: 6}, Message: "gone", Unnecessary: true,
		Affects: []diagnostic.Affect{{Agent: "codelia", Title: "Codelia", Effect: diagnostic.Rejects}}, Help: "write it",
		Related: []diagnostic.Related{{Path: nativePath("/ws/closed.md"), Span: text.Span{Start: 3, End: 9}, Message: "here"}},
	}
	for _, test := range []struct {
		client session.Client
		want   string
	}{
		{session.Client{}, `{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":3}},"severity":3,"code":"link/broken","source":"skills-ls","message":"gone\nCodelia rejects the skill\nHelp: write it"}`},
		{session.Client{RelatedInformation: true, UnnecessaryTag: true, Encoding: position.UTF8}, `{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":6}},"severity":3,"code":"link/broken","source":"skills-ls","message":"gone\nCodelia rejects the skill\nHelp: write it","tags":[1],
			"relatedInformation":[{"location":{"uri":"file:///ws/closed.md","range":{"start":{"line":0,"character":3},"end":{"line":0,"character":9}}},"message":"here"}]}`},
	} {
		v := openView(t, &test.client, "/ws/SKILL.md", "é😀x")
		list := convert.Diagnostics(v, nativePath("/ws/SKILL.md"), v.Document(position.PathURI(nativePath("/ws/SKILL.md"))).Mapper, []diagnostic.Diagnostic{found})
		encoded, err := protocol.Marshal(&protocol.PublishDiagnosticsParams{Diagnostics: list})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(string(encoded), string(position.PathURI(nativePath("/"))), "file:///")
		sameJSON(t, got, `{"uri":"","diagnostics":[`+test.want+`]}`)
	}
}

// TestWants checks which kinds of actions a client's filter admits.
func TestWants(t *testing.T) {
	for _, test := range []struct {
		only             []protocol.CodeActionKind
		quickfix, fixAll bool
	}{
		{nil, true, true},
		{[]protocol.CodeActionKind{""}, true, true},
		{[]protocol.CodeActionKind{"refactor", "quickfix"}, true, false},
		{[]protocol.CodeActionKind{"source"}, false, true},
		{[]protocol.CodeActionKind{"source.fixAll"}, false, true},
		{[]protocol.CodeActionKind{"source.fixAll.skills-ls"}, false, true},
		{[]protocol.CodeActionKind{"source.fixAll.eslint", "source.organizeImports"}, false, false},
		{[]protocol.CodeActionKind{"quickfix.other"}, false, false},
		{[]protocol.CodeActionKind{"quick"}, false, false},
	} {
		if got := admits(test.only, protocol.CodeActionKindQuickFix); got != test.quickfix {
			t.Errorf("%q: quick fixes %v", test.only, got)
		}
		if got := admits(test.only, kindFixAll); got != test.fixAll {
			t.Errorf("%q: all fixes %v", test.only, got)
		}
	}
}

// TestResultJSON checks that the results of the custom methods are the same with both JSON packages. The
// command line prints them, too.
func TestResultJSON(t *testing.T) {
	source := "---\nname: é\n---\n<b>&</b>\n"
	preview := NewPreviewResult(&vantage.Preview{
		Treatment: vantage.Treatment{Agent: agents.Codelia, Finds: true, Reasons: []vantage.Reason{
			{Code: "off", Message: "no", Silent: true}, {Code: "name/length", Message: "long", Verbatim: "LONG!", Span: &text.Span{Start: 10, End: 12}},
		}},
		AgentReason: vantage.AgentOwner, Content: "<x>" + source, Source: source, Tokens: skills.Tokens{Count: 7, Method: "bytes/4"},
		Skill: &skills.Skill{Name: "é", Scope: skills.ScopeRepo}, Limits: []vantage.Limit{{Of: "file", Used: 26, Limit: 20, Unit: "bytes"}},
		Segments: []skills.Segment{
			{Span: text.Span{Start: 0, End: 3}, Kind: skills.SegmentEnvelope, Note: "made up"},
			{Span: text.Span{Start: 3, End: 29}, Kind: skills.SegmentBody, Source: &text.Span{Start: 0, End: 26}},
		},
	}, position.NewMapper(source, position.UTF16))
	emptyList := &vantage.List{Agent: agents.Codelia, Reason: vantage.AgentDefault, Skills: []skills.Skill{}, Errors: []skills.LoadError{}}
	results := []any{
		preview, emptyList, &vantage.SearchResult{Agent: agents.Codelia, SearchResult: new(skills.Catalog).Search(skills.Query{}, skills.SearchLimits{})},
		NewCatalogResult(&vantage.CatalogText{Agent: agents.Codelia, Budget: skills.Budget{Chars: 8000}}), NewAgentsResult(agents.All()),
		NewCompatResult(&vantage.Comparison{Agents: []vantage.Compatibility{{Treatment: vantage.Treatment{Agent: agents.Codelia}}}}, position.NewMapper("", position.UTF16)),
	}
	for _, result := range results {
		plain, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		wire, err := protocol.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		sameJSON(t, string(wire), string(plain))
	}
	wire, err := protocol.Marshal(preview)
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, string(wire), `{"agent":"codelia","agentReason":"owner","finds":true,"loads":false,"reasons":[{"code":"off","message":"no","silent":true},
		{"code":"name/length","message":"long","verbatim":"LONG!","silent":false,"range":{"start":{"line":1,"character":6},"end":{"line":1,"character":7}}}],"content":"<x>---\nname: é\n---\n<b>&</b>\n","segments":[
		{"start":0,"end":3,"kind":"envelope","note":"made up"},
		{"start":3,"end":29,"kind":"body","range":{"start":{"line":0,"character":0},"end":{"line":4,"character":0}}}],
		"skill":{"id":"","name":"é","description":"","path":"","dir":"","scope":"repo","mtime_ms":0},
		"files":[],"files_truncated":false,"bytes":29,"tokens":{"count":7,"method":"bytes/4"},
		"limits":[{"of":"file","used":26,"limit":20,"unit":"bytes"}],"notes":[]}`)
	empty, err := protocol.Marshal(emptyList)
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, string(empty), `{"agent":"codelia","agentReason":"default","skills":[],"errors":[],"truncated":false}`)
}
