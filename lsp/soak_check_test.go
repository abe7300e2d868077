package lsp

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// connect starts a server in the workspace, with the editor's folders and settings.
func (s *soak) connect() *soakClient {
	s.t.Helper()
	p := launch(s.t, s.home, nil)
	s.t.Cleanup(p.stop)
	c := newSoakClient(p, s.encoding)
	c.client.answers["workspace/configuration"] = []any{maps.Clone(s.config)}
	var capabilities map[string]any
	s.must(json.Unmarshal([]byte(fullCapabilities), &capabilities))
	capabilities["general"] = map[string]any{"positionEncodings": []string{s.encoding.String()}}
	workspace := capabilities["workspace"].(map[string]any)
	workspace["configuration"] = s.asks
	workspace["didChangeConfiguration"] = map[string]any{"dynamicRegistration": s.asks}
	workspace["didChangeWatchedFiles"] = map[string]any{"dynamicRegistration": s.watches}
	if s.pulls {
		capabilities["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
		workspace["diagnostics"] = map[string]any{"refreshSupport": true}
	}
	var folders []any
	for _, folder := range s.folders {
		folders = append(folders, map[string]any{"uri": position.PathURI(folder), "name": filepath.Base(folder)})
	}
	params := map[string]any{"processId": nil, "rootUri": nil, "workspaceFolders": folders, "capabilities": capabilities}
	s.methods = advertised(s.t, json.RawMessage(c.ask("initialize", params)))
	if problem := c.problem(); problem != "" {
		s.t.Fatalf("initialize: %s\n%s", problem, p.log.String())
	}
	c.tell("initialized", map[string]any{})
	if !s.asks && len(s.config) > 0 {
		c.tell("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{session.Section: s.config}})
	}
	return c
}

// check fails if the server answers differently from a fresh one that has the same files and buffers. First,
// the server is notified of all changes on disk, or reads the disk again.
func (s *soak) check() {
	s.t.Helper()
	s.settle()
	if s.watches || s.chance(50) {
		s.tellUntold()
	} else {
		s.did("reload", "")
		s.untold = nil
		s.client.ask(methodSkillsList, map[string]any{"force_reload": true})
	}
	if s.chance(70) { // no later operation can repair what the last one left wrong
		pick(s, []func(){s.close, s.open, s.edit, s.changeFolders, s.changeSettings})()
	}
	fresh := s.connect()
	defer fresh.process.stop()
	for _, d := range s.docs {
		fresh.tell("textDocument/didOpen", d.item())
		if strings.Trim(d.text(), "\r\n") == "" { // a new file has no problems, but only one server knows that it is not new
			saved := map[string]any{"textDocument": map[string]any{"uri": d.uri}}
			s.client.tell("textDocument/didSave", saved)
			fresh.tell("textDocument/didSave", saved)
		}
	}
	s.did("check", "%d documents", len(s.docs))
	questions := s.questions()
	var differences []string
	for ; ; time.Sleep(50 * time.Millisecond) { // either server may still be diagnosing
		now := s.differences(fresh, questions)
		select {
		default:
		case <-overdue: // since then, requests are given up
			if len(differences) > 0 {
				s.fatalf("of %d things to compare %d differ, - after all that happened, + afresh; the open documents are %s\nthe links are%s\n%s",
					len(questions)+1, len(differences), s.openDocuments(), s.links(), strings.Join(differences[:min(5, len(differences))], "\n"))
			}
		}
		if problem := s.client.problem() + fresh.problem(); problem != "" {
			s.fatalf("%s", problem)
		}
		if differences = now; len(differences) == 0 {
			s.counts["finding compared"] += s.client.count()
			s.counts["answer compared"] += len(questions)
			return
		}
	}
}

// links lists the symbolic links on disk with their targets.
func (s *soak) links() string {
	var b strings.Builder
	_ = filepath.WalkDir(s.base, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			target, _ := os.Readlink(path) // it has just been listed
			fmt.Fprintf(&b, "\n  %s -> %s", path, target)
		}
		return nil // an unreadable directory has no links to show
	})
	return b.String()
}

func (s *soak) openDocuments() string {
	var b strings.Builder
	for _, d := range s.docs {
		fmt.Fprintf(&b, "\n  %s (%q) %q", d.uri, d.language, d.text())
	}
	return b.String()
}

// A soakQuestion is a request that is sent to two servers.
type soakQuestion struct {
	method string
	params map[string]any
}

// questions returns requests about the workspace: its catalogs, the text of each skill, and many positions.
func (s *soak) questions() (list []soakQuestion) {
	add := func(method string, params map[string]any) { list = append(list, soakQuestion{method, params}) }
	add(methodSkillsList, map[string]any{})
	add(methodSkillsSearch, map[string]any{"query": "does demo", "limit": 50})
	for range 3 {
		add(methodSkillsList, map[string]any{"agent": s.agent(), "cwd": filepath.Join(s.base, pick(s, []string{"one", "two", "one/packages/p"}))})
	}
	for _, d := range s.docs {
		document := map[string]any{"uri": d.uri}
		end := d.position(len(d.units))
		add(methodSkillsPreview, map[string]any{"textDocument": document, "agent": "codelia"})
		add("textDocument/codeAction", map[string]any{
			"textDocument": document, "context": map[string]any{"diagnostics": []any{}},
			"range": map[string]any{"start": session.LoosePosition{}, "end": end},
		})
	}
	for _, method := range s.methods {
		switch method {
		case "workspace/executeCommand", "workspace/diagnostic": // their answers depend on the history of the session
			continue
		case "textDocument/diagnostic":
			for _, d := range s.docs {
				add(method, map[string]any{"textDocument": map[string]any{"uri": d.uri}})
			}
		}
		for range 8 {
			params := s.params(method)
			delete(params, "force_reload")
			add(method, params)
		}
	}
	return list
}

// differences sends the questions to both servers and describes the answers that differ.
func (s *soak) differences(fresh *soakClient, questions []soakQuestion) (list []string) {
	open := make(map[string]bool)
	for _, d := range s.docs {
		open[d.path], open[realPath(d.path)] = true, true
	}
	for _, q := range questions {
		a, b := comparable(s.client.ask(q.method, q.params), open), comparable(fresh.ask(q.method, q.params), open)
		if a != b {
			list = append(list, fmt.Sprintf("%s %v:\n%s", q.method, q.params, cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n"))))
		}
	}
	a, b := s.client.findings(), fresh.findings()
	for _, uri := range slices.Sorted(maps.Keys(unionOf(a, b))) {
		if a[uri] != b[uri] {
			list = append(list, fmt.Sprintf("findings of %s:\n%s", uri, cmp.Diff(strings.Split(a[uri], "\n"), strings.Split(b[uri], "\n"))))
		}
	}
	return list
}

func unionOf(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// comparable returns an answer as text, without what may differ between two servers: the time of the last
// edit of an open file, and the IDs of results.
func comparable(answer string, open map[string]bool) string {
	var value any
	if json.Unmarshal([]byte(answer), &value) != nil {
		return answer
	}
	var clean func(value any)
	clean = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				clean(one)
			}
		case map[string]any:
			if path, ok := v["path"].(string); ok && (open[path] || open[realPath(path)]) {
				delete(v, "mtime_ms")
			}
			delete(v, "resultId")
			for _, one := range v {
				clean(one)
			}
		}
	}
	clean(value)
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return answer
	}
	return string(text)
}
