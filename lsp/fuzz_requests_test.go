package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// FuzzRequests runs a client that follows a script of bytes. The client sends requests of every advertised
// method, with any position, URI and name. It opens, edits, saves and closes documents with versions in any
// order, reports changes on disk and cancels requests. Each request must have one answer: a result with the
// shape of its method and with ranges inside the texts, or an error that says what is wrong with the request.
func FuzzRequests(f *testing.F) {
	f.Add("Émile 🚀, take $deploy.\n", []byte("\x00\x00\x00\x05\x06\x07\x01\x02\x03\x10\x20\x30\x40\x50\x60\x70\x80\x90"), uint8(0))
	f.Add("\ufeff---\r\nname: x\r\n", []byte("\x00\x01\x09\x03\x00\x07\x11\x00\x02\x03\x03\x0c\x00\x00\x01\x03\x06\x01\x00\xff\xff\x03\x09\x01\x00\x10"), uint8(2))
	f.Add("", []byte(strings.Repeat("\x03\x01\x02\x04\x05\x08\x00\x0d\x15", 20)), uint8(5))
	// Every method for an open document, at positions that have something to report and at one that has
	// nothing.
	for i := range len(fuzzedMethods()) {
		script := []byte{0, 0, 3, 1, 2, 9, 8, 7, 10, 0}
		for _, place := range []byte{1, 5, 6, 250} {
			script = append(script, 5, byte(i), 0, place, place, place, place, 0)
		}
		f.Add("[a](references/é.md#ünder-) $deploy\n", append(script, 2, 0), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, script []byte, coding uint8) {
		if len(text) > 2<<10 || len(script) > 400 || !utf8.ValidString(text) {
			t.Skip("longer than it needs to be, or not UTF-8, which JSON always is")
		}
		c := newFuzzedClient(t, text, script, coding)
		for len(c.script) > 0 {
			c.step()
		}
		c.end()
	})
}

// A fuzzedClient follows the bytes of a script.
type fuzzedClient struct {
	*testClient
	t        *testing.T
	server   *server
	files    memoryFiles
	encoding position.Encoding
	text     string // used as a fragment of documents
	script   []byte
	methods  []string
	versions map[string]int32             // of the open documents, as the client counts
	items    map[string][]json.RawMessage // results that can be resolved, by the method that resolves them
	waiting  map[string]chan message      // requests whose answers are still to be checked, by method and ID
	id       int
}

func newFuzzedClient(t *testing.T, text string, script []byte, coding uint8) *fuzzedClient {
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md":      skillText("deploy", "See [demo](../demo/SKILL.md) and $demo."),
		"/ws/.agents/skills/demo/SKILL.md":        skillText("demo", "# Saved", "[a](references/é.md), $deploy"),
		"/ws/.agents/skills/demo/references/é.md": "# Ünder 😀\r\n\r\n## The end\r",
		"/ws/.agents/skills/demo/scripts/run.sh":  "exit 0\n",
		"/ws/AGENTS.md":                           "Use $deploy or $demo.\n",
	}
	c := &fuzzedClient{
		t: t, files: files, encoding: encodings[int(coding)%len(encodings)], text: text, script: script, methods: fuzzedMethods(),
		versions: make(map[string]int32), items: make(map[string][]json.RawMessage), waiting: make(map[string]chan message),
	}
	c.testClient, c.server = startMemory(t, session.Options{FS: files, Home: nativePath("/home/user"), Cwd: nativePath("/ws")})
	c.testClient.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.testClient.answers["window/showDocument"] = map[string]any{"success": true}
	var capabilities map[string]any
	source := fullCapabilities
	if coding&16 != 0 {
		source = mostCapabilities(t) // pulls
	}
	if err := json.Unmarshal([]byte(source), &capabilities); err != nil {
		t.Fatal(err)
	}
	capabilities["general"] = map[string]any{"positionEncodings": []string{c.encoding.String()}}
	encoded, err := json.Marshal(capabilities)
	if err != nil {
		t.Fatal(err)
	}
	c.initialize(string(encoded), workspaceFolder("/ws"), `"initializationOptions":{"previewCommand":"p","referencesCommand":"r","frontmatterFormat":"sorted"}`)
	return c
}

// fuzzedMethods returns all methods that the server handles, including those for clients that pull, in a
// fixed order.
func fuzzedMethods() []string {
	return slices.Sorted(maps.Keys(fuzzedShapes))
}

// fuzzedShapes maps each method to the first characters that its result may have in JSON; "n" stands for
// null.
var fuzzedShapes = map[string]string{
	"callHierarchy/incomingCalls":       "[",
	"callHierarchy/outgoingCalls":       "[",
	"codeAction/resolve":                "{",
	"codeLens/resolve":                  "{",
	"completionItem/resolve":            "{",
	"documentLink/resolve":              "{",
	"skills/catalog":                    "{",
	"skills/compat":                     "{",
	"skills/list":                       "{",
	"skills/inventory":                  "{",
	"skills/roots":                      "{",
	"skills/locations":                  "{",
	"skills/preview":                    "{",
	"skills/agents":                     "{",
	"skills/search":                     "{",
	"textDocument/codeAction":           "[",
	"textDocument/codeLens":             "[",
	"textDocument/completion":           "{",
	"textDocument/definition":           "[",
	"textDocument/diagnostic":           "{",
	"textDocument/documentHighlight":    "[",
	"textDocument/documentLink":         "[",
	"textDocument/documentSymbol":       "[",
	"textDocument/foldingRange":         "[",
	"textDocument/formatting":           "[",
	"textDocument/hover":                "{n",
	"textDocument/inlayHint":            "[",
	"textDocument/prepareCallHierarchy": "[n",
	"textDocument/prepareRename":        "{n",
	"textDocument/references":           "[",
	"textDocument/rename":               "{n",
	"textDocument/selectionRange":       "[",
	"textDocument/semanticTokens/full":  "{",
	"textDocument/semanticTokens/range": "{",
	"textDocument/signatureHelp":        "{n",
	"workspace/diagnostic":              "{",
	"workspace/executeCommand":          `{"n`,
	"workspace/symbol":                  "[",
	"workspace/textDocumentContent":     "{",
	"workspace/willDeleteFiles":         "n",
	"workspace/willRenameFiles":         "{n",
	"workspaceSymbol/resolve":           "{",
}

// TestFuzzedMethods checks that [FuzzRequests] covers all methods.
func TestFuzzedMethods(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	methods := advertised(t, c.initialize(mostCapabilities(t), `"initializationOptions":{"previewCommand":"x","frontmatterFormat":"sorted"}`).Result)
	for _, method := range slices.Concat(methods, slices.Collect(maps.Keys(s.requests))) {
		if fuzzedShapes[method] == "" {
			t.Errorf("%s is not fuzzed", method)
		}
	}
}

// next returns the next byte of the script, or 0 after its end.
func (c *fuzzedClient) next() int {
	if len(c.script) == 0 {
		return 0
	}
	b := c.script[0]
	c.script = c.script[1:]
	return int(b)
}

// step performs the next step of the script.
func (c *fuzzedClient) step() {
	switch b := c.next(); b % 8 {
	case 0:
		u := c.uri()
		c.versions[u] = int32(c.next()) - 3
		c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": u, "languageId": [...]string{"skill", "markdown", "yaml", ""}[c.next()%4], "version": c.versions[u], "text": c.document(),
		}})
	case 1:
		c.edit(c.uri())
	case 2:
		u := c.uri()
		method := [...]string{"textDocument/didClose", "textDocument/didSave"}[c.next()%2]
		c.notify(method, map[string]any{"textDocument": map[string]any{"uri": u}})
	case 3:
		u := c.uri()
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": u, "type": c.next() % 5}}})
	case 4:
		c.notify("$/cancelRequest", map[string]any{"id": c.id - c.next()%4})
	default:
		c.ask(c.methods[c.next()%len(c.methods)], b >= 128)
	}
}

// edit changes a document, which may not be open. The ranges of the changes may be invalid.
func (c *fuzzedClient) edit(u string) {
	c.versions[u] += int32(c.next()%8) - 2
	var changes []any
	for range 1 + c.next()%2 {
		if c.next()%2 == 0 {
			changes = append(changes, map[string]any{"text": c.document()})
			continue
		}
		changes = append(changes, map[string]any{"range": map[string]any{"start": c.position(), "end": c.position()}, "text": c.fragment()})
	}
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": u, "version": c.versions[u]}, "contentChanges": changes})
}

// ask sends a request. It waits for the answer unless later is set.
func (c *fuzzedClient) ask(method string, later bool) {
	u := c.uri()
	params := c.params(method, u)
	c.id++
	answer := c.start(c.id, method, params)
	if later || method == "workspace/diagnostic" { // answered only when there is something to report
		c.waiting[fmt.Sprintf("%s %d", method, c.id)] = answer
		return
	}
	c.check(method, u, c.await(answer, method), true)
}

// params returns parameters for any method; each method uses those that it knows.
func (c *fuzzedClient) params(method, u string) any {
	if list := c.items[method]; len(list) > 0 && c.next()%8 > 0 {
		return list[c.next()%len(list)]
	}
	document := map[string]any{"uri": u}
	r := map[string]any{"start": c.position(), "end": c.position()}
	name := [...]string{"ship", "", "deploy", "a/b", "../x.md", "references/ü.md", "A b", "😀", c.text}[c.next()%9]
	return map[string]any{
		"textDocument": document, "position": r["start"], "range": r, "positions": []any{r["start"], r["end"]}, "uri": u, "newName": name, "query": name,
		"context": map[string]any{"includeDeclaration": c.next()%2 == 0, "triggerKind": 1, "diagnostics": []any{}},
		"options": map[string]any{"tabSize": 2, "insertSpaces": true}, "files": []any{map[string]any{"uri": u, "oldUri": u, "newUri": c.uri()}},
		"command":   [...]string{"skills-ls.newSkill", "skills-ls.showPreview", "skills-ls.reload", "skills-ls.bugReport", name}[c.next()%5],
		"arguments": []any{[...]any{u, map[string]any{"name": name}, 7, nil}[c.next()%4]}, "title": name, "label": name, "name": name,
		"data": map[string]any{"uri": u, "destination": name, "offset": c.next() - 5, "section": true}, "kind": 1, "location": map[string]any{"uri": u},
		"previousResultIds": []any{},
	}
}

// uri returns one of a few URIs: of a skill, of other files, or of something that is not a file.
func (c *fuzzedClient) uri() string {
	list := [...]string{
		memoryURI("/ws/.agents/skills/demo/SKILL.md"),
		memoryURI("/ws/.agents/skills/demo/SKILL.md"),
		memoryURI("/ws/.agents/skills/deploy/SKILL.md"),
		memoryURI("/ws/.agents/skills/demo/references/é.md"),
		memoryURI("/ws/.agents/skills/fresh/SKILL.md"),
		memoryURI("/ws/.agents/skills/demo/agents/openai.yaml"),
		memoryURI("/ws/AGENTS.md"),
		memoryURI("/ws/.skills-ls.yaml"),
		"untitled:Untitled-1",
		memoryURI("/ws/.agents/skills/demo"),
		memoryURI("/elsewhere/SKILL.md"),
		"skills-preview:/ws/.agents/skills/demo/SKILL.md",
		"git:/ws/.agents/skills/demo/SKILL.md?ref=HEAD",
		"file:///%zz", "file:", "", "https://example.com/SKILL.md", memoryURI("/ws/.agents/skills/demo/SKILL.md") + "?x#y",
	}
	b := c.next()
	if b < 128 {
		b %= 9 // usually one that is open or known
	}
	return list[b%len(list)]
}

// position returns a position near the start of a text, or one that is invalid in all texts.
func (c *fuzzedClient) position() map[string]any {
	number := func() any {
		switch b := c.next(); {
		case b < 250:
			return b % 48
		case b < 253:
			return 1<<31 - 1
		default:
			return [...]any{-1, 1 << 40, 1.5}[b-253]
		}
	}
	line := number()
	if n, ok := line.(int); ok && n >= 0 && n < 48 {
		line = n % 16
	}
	return map[string]any{"line": line, "character": number()}
}

// document returns a text made of fragments.
func (c *fuzzedClient) document() string {
	var text strings.Builder
	for range c.next() % 16 {
		text.WriteString(c.fragment())
	}
	return text.String()
}

func (c *fuzzedClient) fragment() string {
	list := [...]string{
		"---\n", "---\r\n", "name: demo\n", "description: Does 😀. Use when asked.\n", "allowed-tools: Bash(git *) Read\n", "license: [\n", "metadata:\n  a: b\n",
		"# Ünder 😀\n", "## The end\n", "$deploy ", "[a](references/é.md#ünder-) ", "[$deploy](../deploy/SKILL.md)\n", "`scripts/run.sh` ", "[r]: <references/é.md>\n", "[x][r] ",
		"```sh\n", "$ARGUMENTS ${CLAUDE_SKILL_DIR} ", "<!-- skills-ls-disable link/broken -->\n", "\ufeff", "\t\u200b", "\r", "arguments: a b\n", "![", c.text,
	}
	return list[c.next()%len(list)]
}

// check checks an answer. The ranges can be checked only if nothing was sent since the request.
func (c *fuzzedClient) check(method, asked string, m message, ranges bool) {
	c.t.Helper()
	if m.Error != nil {
		allowed := []int{-32602, wire.CodeRequestFailed, -32800, wire.CodeModified}
		if !c.pulls() && strings.HasSuffix(method, "/diagnostic") {
			allowed = append(allowed, -32601)
		}
		if !slices.Contains(allowed, m.Error.Code) || m.Error.Message == "" {
			c.t.Errorf("%s about %s: error %d %q", method, asked, m.Error.Code, m.Error.Message)
		}
		return
	}
	if shapes := fuzzedShapes[method]; len(m.Result) == 0 || !strings.ContainsRune(shapes, rune(m.Result[0])) {
		c.t.Errorf("%s about %s: result %.200s, want one that begins with one of %s", method, asked, m.Result, shapes)
		return
	}
	c.keep(method, m.Result)
	// TestMarkers and FuzzPlaces check the ranges of these.
	if !ranges || method == "skills/preview" || strings.HasSuffix(method, "/resolve") {
		return
	}
	var result any
	if err := json.Unmarshal(m.Result, &result); err != nil {
		c.t.Fatal(err)
	}
	c.walk(method, asked, result)
}

func (c *fuzzedClient) pulls() bool { return c.server.session.View().Client.Pulls }

// keep stores the parts of a result that can be resolved.
func (c *fuzzedClient) keep(method string, result json.RawMessage) {
	resolver := map[string]string{
		"textDocument/codeAction": "codeAction/resolve", "textDocument/codeLens": "codeLens/resolve", "textDocument/completion": "completionItem/resolve",
		"textDocument/documentLink": "documentLink/resolve", "workspace/symbol": "workspaceSymbol/resolve",
	}[method]
	if resolver == "" {
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(result, &list) != nil {
		var completion struct{ Items []json.RawMessage }
		if err := json.Unmarshal(result, &completion); err != nil {
			c.t.Errorf("%s: %v", method, err)
		}
		list = completion.Items
	}
	if len(list) > 0 {
		c.items[resolver] = list
	}
}

// walk searches a result for ranges and fails for those outside of their text. That is the text of the
// document named beside the range, or else of the document that the request was about.
func (c *fuzzedClient) walk(method, about string, value any) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			c.walk(method, about, v)
		}
	case map[string]any:
		if start, end, ok := rangeOf(value); ok {
			c.inText(method, about, start, end)
			return
		}
		here := about
		if u, ok := value["uri"].(string); ok {
			here = u
		}
		if document, ok := value["textDocument"].(map[string]any); ok {
			here, _ = document["uri"].(string)
		}
		for name, v := range value {
			switch name {
			case "data":
			case "originSelectionRange":
				c.walk(method, about, v)
			case "targetRange", "targetSelectionRange":
				target, _ := value["targetUri"].(string)
				c.walk(method, target, v)
			case "changes":
				for u, edits := range v.(map[string]any) {
					c.walk(method, u, edits)
				}
			default:
				c.walk(method, here, v)
			}
		}
	}
}

// rangeOf returns the range that an object represents, if it is one.
func rangeOf(value map[string]any) (start, end testPosition, ok bool) {
	position := func(v any) (testPosition, bool) {
		p, ok := v.(map[string]any)
		line, isLine := p["line"].(float64)
		character, isCharacter := p["character"].(float64)
		return testPosition{int(line), int(character)}, ok && isLine && isCharacter
	}
	start, okStart := position(value["start"])
	end, okEnd := position(value["end"])
	return start, end, okStart && okEnd
}

// inText fails unless an editor could select the range in the document.
func (c *fuzzedClient) inText(method, about string, start, end testPosition) {
	c.t.Helper()
	text := ""
	if d := c.server.session.View().Document(uri.URI(about)); d != nil {
		text = d.Text()
	} else if path, ok := position.FilePath(uri.URI(about)); ok {
		text = c.files[memoryName(path)] // a missing file is about to be created
	}
	lines := linesOf(text)
	from, err := lines.offset(start, c.encoding)
	to, err2 := lines.offset(end, c.encoding)
	if err != nil || err2 != nil || to < from {
		c.t.Errorf("%s: the range %v-%v of %s, which is %q: %v, %v", method, start, end, about, text, err, err2)
	}
}

// end waits for all answers, and for the server to end in an orderly way.
func (c *fuzzedClient) end() {
	c.id++
	bye := c.start(c.id, "shutdown", nil)
	if m := c.await(bye, "shutdown"); m.Error != nil || string(m.Result) != "null" {
		c.t.Errorf("shutdown: %s %+v", m.Result, m.Error)
	}
	for what, answer := range c.waiting {
		method, _, _ := strings.Cut(what, " ")
		c.check(method, "", c.await(answer, what), false)
	}
	c.notify("exit", nil)
	if code := c.exit(); code != 0 {
		c.t.Errorf("exit code %d", code)
	}
	if log := c.log(); strings.Contains(log, "panicked") {
		c.t.Errorf("something panicked:\n%s", log)
	}
}
