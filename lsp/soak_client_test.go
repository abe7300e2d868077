package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills/text"
)

// A soakClient is an editor's side of one server: it counts the answers and checks what can be checked of each.
type soakClient struct {
	process  *process
	client   *testClient
	encoding Encoding

	mu        sync.Mutex
	changed   *sync.Cond // of mu: an answer came
	lastID    int
	open      map[string]*soakRequest      // not yet answered, by ID
	versions  map[string]map[int]string    // texts of the open documents, by URI and version
	newest    map[string]int               // version that was last published for, by URI
	published map[string][]json.RawMessage // what counts now, by URI
	answers   map[string]map[string]int    // counts of codes, by method
	wrong     string                       // the first thing that was wrong
}

// A soakRequest waits for its answer.
type soakRequest struct {
	method, params string
	cancelled      bool
	odd            bool // its parameters may be refused
	check          func(result json.RawMessage) error
	answer         chan string // gets the result or the error, where it is wanted
}

func newSoakClient(p *process, encoding Encoding) *soakClient {
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
				c.heard(m)
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

// heard acts on a message of the server. All its answers come here.
func (c *soakClient) heard(m message) {
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
	case code == codeRequestFailed && strings.HasPrefix(r.method, "textDocument/") && strings.HasSuffix(strings.ToLower(r.method), "rename"): // refused, for a reason
		return nil
	case code == -32800 && r.cancelled, code == -32602 && (r.odd || strings.HasPrefix(r.method, "skills/") || r.method == "workspace/textDocumentContent" || r.method == "workspace/executeCommand"), code == -32601 && r.odd:
		return nil
	}
	return fmt.Errorf("%s %s failed: %d %s", r.method, r.params, m.Error.Code, m.Error.Message)
}

// publishedFor checks that findings fit the text of their version, and that versions do not go back.
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

// rememberedVersions is how many versions of a document are kept to check findings against.
const rememberedVersions = 200

// remember keeps the text of a version of an open document.
func (c *soakClient) remember(uri string, version int, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.versions[uri] == nil {
		c.versions[uri] = make(map[int]string)
	}
	c.versions[uri][version] = text
	delete(c.versions[uri], version-rememberedVersions)
}

// request asks, and checks the result by the function, where there is one.
func (c *soakClient) request(method string, params any, check func(json.RawMessage) error) {
	encoded, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	c.send(&soakRequest{method: method, params: string(encoded), check: check})
}

// send asks, and returns the ID.
func (c *soakClient) send(r *soakRequest) (id int) {
	c.mu.Lock()
	c.lastID++
	id = c.lastID
	c.open[fmt.Sprint(id)] = r
	c.mu.Unlock()
	c.client.frame(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, r.method, r.params))
	return id
}

// cancel takes a request back, which may have been answered already.
func (c *soakClient) cancel(id int) {
	c.mu.Lock()
	if r := c.open[fmt.Sprint(id)]; r != nil {
		r.cancelled = true
	}
	c.mu.Unlock()
	c.tell("$/cancelRequest", map[string]any{"id": id})
}

func (c *soakClient) tell(method string, params any) { c.client.notify(method, params) }

// ask asks and waits for the result or the error.
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
		return "" // something is wrong, and was noted
	}
}

// wait returns when at most so many requests are unanswered.
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

// findings returns what the server has published and not taken back, by URI.
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

// shortFinding leaves out of a finding what follows from the rest.
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

// count returns how many findings there are.
func (c *soakClient) count() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, list := range c.published {
		n += len(list)
	}
	return n
}

// tally counts the answers, by method and code.
func (c *soakClient) tally() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, method := range slices.Sorted(maps.Keys(c.answers)) {
		fmt.Fprintf(&b, " %s%v", method, c.answers[method])
	}
	return b.String()
}

// previewShows returns the check that a preview, as Codelia's, shows the text: all of it but the white space at its end.
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
