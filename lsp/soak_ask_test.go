package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/lsp/position"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// ask sends a request, often about a file or position that does not exist, and sometimes cancels it.
func (s *soak) ask() {
	method := pick(s, s.methods)
	params := s.params(method)
	odd := strings.HasSuffix(method, "/resolve") // the server never offered the item
	if s.chance(5) {
		odd = true
		params[pick(s, slices.Sorted(maps.Keys(params)))] = pick(s, []any{nil, 7, -1, "x", []any{}, map[string]any{}, true})
	}
	s.did("ask", "%s %s", method, brief(params))
	encoded, err := json.Marshal(params)
	s.must(err)
	id := s.client.send(&soakRequest{method: method, params: string(encoded), odd: odd})
	switch {
	case s.chance(10):
		s.client.cancel(id)
	case method == "workspace/diagnostic":
		s.held = append(s.held, id)
	}
	if s.chance(2) {
		s.client.cancel(id)
	}
}

// params returns parameters for every method at once. Each method reads those that it knows.
func (s *soak) params(method string) map[string]any {
	uri := string(position.PathURI(s.anyPath()))
	lines := 5
	if len(s.docs) > 0 && s.chance(80) {
		d := pick(s, s.docs)
		uri = d.uri
		lines = int(d.position(len(d.units)).Line) + 2
	}
	if s.chance(3) {
		uri = pick(s, []string{"", "untitled:none", "http://example.com/SKILL.md", "file:///", "::", string(position.PathURI(s.base))})
	}
	at := func() map[string]any {
		if s.chance(2) {
			return map[string]any{"line": 1<<32 - 1, "character": 1<<32 - 1}
		}
		return map[string]any{"line": s.random.IntN(lines + 1), "character": s.random.IntN(40)}
	}
	start := at()
	params := map[string]any{
		"textDocument": map[string]any{"uri": s.respelled(uri)},
		"position":     start,
		"positions":    []any{start, at()},
		"range":        map[string]any{"start": start, "end": at()},
		"ranges":       []any{map[string]any{"start": start, "end": at()}},
		"context":      map[string]any{"diagnostics": []any{}, "includeDeclaration": true, "triggerKind": 1},
		"options":      map[string]any{"tabSize": 2, "insertSpaces": true},
		"newName":      pick(s, soakNames),
		"query":        pick(s, append([]string{"", "test", "Does"}, soakNames...)),
		"uri":          "skills-preview:" + uri,
		"files":        []any{map[string]any{"oldUri": uri, "newUri": string(position.PathURI(s.anyPath()))}},
		"label":        "x", "title": "x", "target": uri,
	}
	if s.chance(50) {
		params["agent"] = s.agent()
	}
	if s.chance(30) {
		params["cwd"] = filepath.Join(s.base, pick(s, []string{"one", "two", "one/packages/p", "home", "gone"}))
	}
	if s.chance(10) {
		params["force_reload"] = true
	}
	switch method {
	case methodSkillsPreview:
		s.previewParams(params)
	case "workspace/executeCommand":
		params["command"], params["arguments"] = pick(s, commandNames()), []any{uri}
	case "workspace/diagnostic":
		params["previousResultIds"] = []any{map[string]any{"uri": uri, "value": "0"}}
	}
	return params
}

func (s *soak) previewParams(params map[string]any) {
	switch s.random.IntN(4) {
	case 0:
		delete(params, "textDocument")
		params["path"] = s.anyPath()
	case 1:
		delete(params, "textDocument")
		params["name"] = pick(s, soakNames)
	}
	if s.chance(30) {
		params["arguments"] = s.someText()
	}
	if s.chance(20) {
		params["render"] = "html"
	}
	if s.chance(10) {
		params["loaded_mtime_ms"] = 12345
	}
}

// agent returns the ID of an agent, usually of one whose skills can be listed.
func (s *soak) agent() string {
	all := agents.All()
	if s.chance(80) {
		all = slices.DeleteFunc(all, func(agent *skills.Agent) bool { return agent.Inject == nil })
	}
	return pick(s, all).ID
}

// brief formats the parameters that most methods read.
func brief(params map[string]any) string {
	var b strings.Builder
	for _, name := range []string{"textDocument", "position", "path", "name", "cwd", "agent", "force_reload"} {
		if value, ok := params[name]; ok {
			fmt.Fprintf(&b, " %s:%v", name, value)
		}
	}
	return b.String()
}
