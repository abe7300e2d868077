package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"skills-ls/lsp/position"
	"skills-ls/lsp/wire"
	"skills-ls/skills/text"
)

// A soakClient is an editor's side of one server. It counts the answers and checks each one as far as
// possible.
type soakClient struct {
	process  *process
	client   *testClient
	encoding position.Encoding

	mu        sync.Mutex
	changed   *sync.Cond // of mu: an answer arrived
	lastID    int
	open      map[string]*soakRequest      // not yet answered, by ID
	versions  map[string]map[int]string    // texts of the open documents, by URI and version
	newest    map[string]int               // version of the last publication, by URI
	published map[string][]json.RawMessage // current diagnostics, by URI
	answers   map[string]map[string]int    // counts of codes, by method
	wrong     string                       // the first problem
}

// A soakRequest is a request that waits for its answer.
type soakRequest struct {
	method, params string
	cancelled      bool
	odd            bool // its parameters may be rejected
	check          func(result json.RawMessage) error
	answer         chan string // receives the result or the error; nil if it is not needed
}

func newSoakClient(p *process, encoding position.Encoding) *soakClient {
	c := &soakClient{
		process: p, client: p.client(p.out), encoding: encoding,
		open: make(map[string]*soakRequest), versions: make(map[string]map[int]string), newest: make(map[string]int),
		published: make(map[string][]json.RawMessage), answers: make(map[string]map[string]int),
	}
	c.changed = sync.NewCond(&c.mu)
	go func() {
		for {
			select {
			case m := <-c.client.inbox:
				c.handle(m)
			case <-c.client.ended:
				c.mu.Lock()
				c.changed.Broadcast()
				c.mu.Unlock()
				return
			}
		}
	}()
	return c
}

// handle handles a message of the server. All its answers arrive here.
func (c *soakClient) handle(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		err = c.publishedFor(m.Params)
	case m.Method == "":
		err = c.answered(m)
		c.changed.Broadcast()
	}
	if err != nil && c.wrong == "" {
		c.wrong = err.Error()
	}
}

func (c *soakClient) answered(m message) error {
	r := c.open[string(m.ID)]
	if r == nil {
		return fmt.Errorf("an answer to no request, or the second to one: %s %s %+v", m.ID, m.Result, m.Error)
	}
	delete(c.open, string(m.ID))
	counts := c.answers[r.method]
	if counts == nil {
		counts = make(map[string]int)
		c.answers[r.method] = counts
	}
	if m.Error == nil {
		counts["ok"]++
		if r.answer != nil {
			r.answer <- string(m.Result)
		}
		if r.check != nil {
			if err := r.check(m.Result); err != nil {
				return fmt.Errorf("%s %s: %w", r.method, r.params, err)
			}
		}
		return nil
	}
	counts[fmt.Sprint(m.Error.Code)]++
	if r.answer != nil {
		r.answer <- fmt.Sprintf("error %d %s %s", m.Error.Code, m.Error.Message, m.Error.Data)
	}
	switch code := m.Error.Code; {
	case code == wire.CodeRequestFailed && strings.HasPrefix(r.method, "textDocument/") && strings.HasSuffix(strings.ToLower(r.method), "rename"): // refused with a reason
		return nil
	case code == -32800 && r.cancelled, code == -32602 && (r.odd || strings.HasPrefix(r.method, "skills/") || r.method == "workspace/textDocumentContent" || r.method == "workspace/executeCommand"), code == -32601 && r.odd:
		return nil
	}
	return fmt.Errorf("%s %s failed: %d %s", r.method, r.params, m.Error.Code, m.Error.Message)
}

// publishedFor checks that diagnostics fit the text of their version, and that versions do not decrease.
func (c *soakClient) publishedFor(params json.RawMessage) error {
	var p struct {
		URI         string
		Version     *int
		Diagnostics []json.RawMessage
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	if len(p.Diagnostics) == 0 {
		delete(c.published, p.URI)
	} else {
		c.published[p.URI] = p.Diagnostics
	}
	if p.Version == nil {
		return nil
	}
	if *p.Version < c.newest[p.URI] {
		return fmt.Errorf("%s: findings of version %d came after those of %d", p.URI, *p.Version, c.newest[p.URI])
	}
	c.newest[p.URI] = *p.Version
	text, known := c.versions[p.URI][*p.Version]
	if !known {
		return nil
	}
	for _, raw := range p.Diagnostics {
		var d testDiagnostic
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		for _, at := range []testPosition{d.Range.Start, d.Range.End} {
			if _, err := strictOffset(text, at, c.encoding); err != nil {
				return fmt.Errorf("%s, version %d: %s does not fit: %w\n%q", p.URI, *p.Version, raw, err, text)
			}
		}
	}
	return nil
}

// rememberedVersions is the number of versions of a document that are kept to check diagnostics against.
const rememberedVersions = 200

// remember records the text of a version of an open document.
func (c *soakClient) remember(uri string, version int, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.versions[uri] == nil {
		c.versions[uri] = make(map[int]string)
	}
	c.versions[uri][version] = text
	delete(c.versions[uri], version-rememberedVersions)
}

// request sends a request. Unless check is nil, it checks the result.
func (c *soakClient) request(method string, params any, check func(json.RawMessage) error) {
	encoded, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	c.send(&soakRequest{method: method, params: string(encoded), check: check})
}

// send sends a request and returns its ID.
func (c *soakClient) send(r *soakRequest) (id int) {
	c.mu.Lock()
	c.lastID++
	id = c.lastID
	c.open[fmt.Sprint(id)] = r
	c.mu.Unlock()
	c.client.frame(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, r.method, r.params))
	return id
}

// cancel cancels a request, which may already be answered.
func (c *soakClient) cancel(id int) {
	c.mu.Lock()
	if r := c.open[fmt.Sprint(id)]; r != nil {
		r.cancelled = true
	}
	c.mu.Unlock()
	c.tell("$/cancelRequest", map[string]any{"id": id})
}

func (c *soakClient) tell(method string, params any) { c.client.notify(method, params) }

// ask sends a request and waits for its result or error.
func (c *soakClient) ask(method string, params any) string {
	encoded, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	r := &soakRequest{method: method, params: string(encoded), odd: true, answer: make(chan string, 1)}
	c.send(r)
	c.wait(0)
	select {
	case answer := <-r.answer:
		return answer
	default:
		return "" // there is a problem, which was recorded
	}
}

// wait returns when at most this many requests are unanswered, or when there is a problem.
func (c *soakClient) wait(most int) {
	answered := make(chan struct{})
	defer close(answered)
	go func() {
		select {
		case <-answered:
			return
		case <-overdue:
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.wrong == "" {
			for _, id := range slices.Sorted(maps.Keys(c.open)) {
				c.wrong += fmt.Sprintf("no answer to request %s, %s %s\n", id, c.open[id].method, c.open[id].params)
			}
		}
		c.changed.Broadcast()
	}()
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.open) > most && c.wrong == "" {
		select {
		case <-c.client.ended:
			c.wrong = "the connection ended"
		default:
			c.changed.Wait()
		}
	}
}

func (c *soakClient) problem() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wrong
}

// findings returns the diagnostics that are currently published, by URI.
func (c *soakClient) findings() map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := make(map[string]string)
	for uri, list := range c.published {
		var texts []string
		for _, one := range list {
			texts = append(texts, shortFinding(one))
		}
		slices.Sort(texts)
		found[uri] = strings.Join(texts, "\n")
	}
	return found
}

// shortFinding leaves out the fields of a diagnostic that follow from the others.
func shortFinding(raw json.RawMessage) string {
	var finding map[string]any
	if json.Unmarshal(raw, &finding) != nil {
		return string(raw)
	}
	delete(finding, "codeDescription")
	delete(finding, "source")
	text, err := json.Marshal(finding)
	if err != nil {
		return string(raw)
	}
	return string(text)
}

// count returns the number of diagnostics that are currently published.
func (c *soakClient) count() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, list := range c.published {
		n += len(list)
	}
	return n
}

// tally formats the counts of the answers, by method and code.
func (c *soakClient) tally() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, method := range slices.Sorted(maps.Keys(c.answers)) {
		fmt.Fprintf(&b, " %s%v", method, c.answers[method])
	}
	return b.String()
}

// previewShows returns a check that a preview of Codelia contains the text, except the white space at its
// end.
func previewShows(src string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var p struct{ Content string }
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		want := text.TrimRightJS(src)
		envelope, got, ok := strings.Cut(p.Content, "\n")
		if !ok || !strings.HasPrefix(envelope, "<skill_context ") {
			return fmt.Errorf("the preview has no envelope: %s", raw)
		}
		if !strings.HasPrefix(got, want+"\n\nBase directory: ") {
			return fmt.Errorf("the server has\n%q\nthe client\n%q", got, want)
		}
		return nil
	}
}
