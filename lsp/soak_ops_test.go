package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/rules"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/agents"
)

// A soakDocument is an open document in the editor.
type soakDocument struct {
	uri      string // as it was opened
	path     string // empty for a document without a file
	language string
	version  int
	*model
}

func (d *soakDocument) isSkill() bool {
	return strings.HasSuffix(d.uri, "SKILL.md")
}

// The workspace consists of these, so that it does not grow: names of skills and their directories, the roots
// that contain them, the files of a skill, and the files outside of skills.
var (
	soakNames = []string{"demo", "deploy", "deplyo", "grün", "a b", "x%41", "UPPER", "s[1]"}
	soakRoots = []string{"one/.agents/skills", "one/.claude/skills", "one/packages/p/.agents/skills", "two/.agents/skills", "two/skills", "home/.agents/skills"}
	soakFiles = []string{"SKILL.md", "SKILL.md", "SKILL.md", "references/guide.md", "references/ünder.md", "scripts/run.sh", "README.md", "agents/openai.yaml", "assets/icon.svg"}
	soakLoose = []string{
		"one/AGENTS.md", "one/CLAUDE.md", "two/AGENTS.md", "one/notes.md", "one/.claude/commands/go.md", "one/.skills-ls.yaml", "one/.codelia/config", "one/packages/p/.git/HEAD",
		"one/.claude/settings.json", "one/opencode.json", "one/packages/p/.codelia/config.json",
	}
)

// pick returns one of the values.
func pick[T any](s *soak, values []T) T { return values[s.random.IntN(len(values))] }

// chance returns true with a probability of percent/100.
func (s *soak) chance(percent int) bool { return s.random.IntN(100) < percent }

func (s *soak) skillDir() string {
	return filepath.Join(s.base, filepath.FromSlash(pick(s, soakRoots)), pick(s, soakNames))
}

// anyPath returns the path of a file that the workspace may have.
func (s *soak) anyPath() string {
	if s.chance(15) {
		return filepath.Join(s.base, filepath.FromSlash(pick(s, soakLoose)))
	}
	return filepath.Join(s.skillDir(), filepath.FromSlash(pick(s, soakFiles)))
}

// furnish writes the initial workspace.
func (s *soak) furnish() {
	for _, root := range soakRoots {
		for _, name := range soakNames[:4] {
			s.write(filepath.Join(s.base, filepath.FromSlash(root), name, "SKILL.md"), s.skill(name))
		}
	}
	for _, dir := range []string{"one/.git", "two", "home"} {
		s.must(os.MkdirAll(filepath.Join(s.base, filepath.FromSlash(dir)), 0o755))
	}
}

func (s *soak) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// write writes a file and reports whether that was possible. A directory, a file or a circular link may be in
// the way.
func (s *soak) write(path, text string) bool {
	return os.MkdirAll(filepath.Dir(path), 0o755) == nil && os.WriteFile(path, []byte(text), 0o644) == nil
}

// step performs one random operation.
func (s *soak) step() {
	switch n := s.random.IntN(1000); {
	case n < 420:
		s.edit()
	case n < 700:
		s.ask()
	case n < 745:
		s.open()
	case n < 770:
		s.close()
	case n < 790:
		s.save()
	case n < 830:
		s.writeOnDisk()
	case n < 855:
		s.removeOnDisk()
	case n < 880:
		s.renameOnDisk()
	case n < 890:
		s.renameInEditor()
	case n < 900:
		s.link()
	case n < 910:
		s.changeFolders()
	case n < 920:
		s.changeSettings()
	case n < 930:
		s.tellLate()
	case n < 940:
		s.nonsense()
	default:
		s.preview()
	}
	s.closeDoubles()
	if s.chance(2) {
		s.settle()
	} else {
		s.client.wait(50 + len(s.held))
	}
}

// settle cancels the held requests and waits until everything is answered.
func (s *soak) settle() {
	for _, id := range s.held {
		s.client.cancel(id)
	}
	s.held = nil
	s.client.wait(0)
	if problem := s.client.problem(); problem != "" {
		s.fatalf("%s", problem)
	}
}

func (s *soak) edit() {
	if len(s.docs) == 0 {
		s.open()
		return
	}
	d := pick(s, s.docs)
	var changes []session.ContentChange
	switch {
	case s.chance(8) || len(d.units) > 20000: // often enough that most texts stay like those that an author would write
		changes = append(changes, d.whole(s.fileText(d.uri)))
	case s.chance(8) && d.isSkill():
		changes = append(changes, s.nameAnew(d)...)
	default:
		for range s.random.IntN(3) + 1 {
			changes = append(changes, s.change(d))
		}
	}
	d.version++
	text := d.text()
	s.client.remember(d.uri, d.version, text)
	s.did("edit", "%s v%d %v", d.uri, d.version, changeList(changes))
	s.client.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": s.respelled(d.uri), "version": d.version},
		"contentChanges": changes,
	})
}

// change makes one change of a document and returns it for the notification. Sometimes the positions are
// beyond the ends of lines, which means those ends.
func (s *soak) change(d *soakDocument) session.ContentChange {
	i := d.boundary(s.random.IntN(len(d.units) + 1))
	j := i
	if s.chance(40) {
		j = d.boundary(min(len(d.units), i+s.random.IntN(12)))
	}
	if s.chance(3) {
		j = d.boundary(min(len(d.units), i+s.random.IntN(2000)))
	}
	c := d.replace(i, max(i, j), s.someText())
	return c
}

// nameAnew gives a skill another name, which other skills may have or mention.
func (s *soak) nameAnew(d *soakDocument) []session.ContentChange {
	before, after, found := strings.Cut(d.text(), "name: ")
	if !found {
		return nil
	}
	start := len(d.split(before)) + len("name: ")
	length := strings.IndexAny(after, "\r\n")
	if length < 0 {
		length = len(after)
	}
	return []session.ContentChange{d.replace(start, start+len(d.split(after[:length])), pick(s, soakNames))}
}

// whole replaces the text of a document with a change that has no range.
func (d *soakDocument) whole(text string) session.ContentChange {
	d.units = d.split(text)
	return session.ContentChange{Text: text}
}

type changeList []session.ContentChange

func (l changeList) String() string {
	encoded, err := json.Marshal([]session.ContentChange(l))
	if err != nil {
		return err.Error()
	}
	if len(encoded) > 300 {
		return string(encoded[:300]) + "..."
	}
	return string(encoded)
}

// respelled sometimes returns another spelling of a URI.
func (s *soak) respelled(uri string) string {
	if !strings.HasPrefix(uri, "file:") || !s.chance(10) {
		return uri
	}
	return strings.Replace(uri, "skills", "%73kills", 1)
}

func (s *soak) open() {
	if len(s.docs) >= 8 {
		s.close()
	}
	d := &soakDocument{path: s.anyPath(), language: pick(s, []string{"markdown", "skill", ""})}
	if s.chance(7) {
		d.path = ""
		d.uri = fmt.Sprintf("untitled:%d/SKILL.md", s.random.IntN(3))
	} else {
		d.uri = string(position.PathURI(d.path))
	}
	for _, other := range s.docs {
		if other.uri == d.uri {
			return
		}
	}
	if d.path != "" && slices.ContainsFunc(s.docs, func(other *soakDocument) bool { return realPath(other.path) == realPath(d.path) }) {
		return
	}
	text := s.fileText(d.uri)
	if onDisk, err := os.ReadFile(d.path); err == nil && utf8.Valid(onDisk) && s.chance(80) {
		text = strings.TrimPrefix(string(onDisk), "\ufeff")
	}
	s.openWith(d, text)
}

func (s *soak) openWith(d *soakDocument, text string) {
	d.model = newModel(text, s.encoding)
	d.version = s.last[d.uri] + s.random.IntN(3)
	s.docs = append(s.docs, d)
	s.client.remember(d.uri, d.version, text)
	s.did("open", "%s v%d %q", d.uri, d.version, clip(text))
	s.client.tell("textDocument/didOpen", d.item())
}

func (d *soakDocument) item() map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": d.uri, "languageId": d.language, "version": d.version, "text": d.text()}}
}

func clip(text string) string {
	if len(text) > 200 {
		return text[:200] + "..."
	}
	return text
}

// isAlias reports whether a path contains a symbolic link.
func (s *soak) isAlias(path string) bool { return path != realPath(path) }

// realPath resolves the links in the part of a path that exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

// closeDoubles closes documents that a new link has made the same file as another one. An editor that has
// both open has two texts of one file, and either one may count.
func (s *soak) closeDoubles() {
	seen := make(map[string]bool)
	for _, d := range slices.Clone(s.docs) {
		if real := realPath(d.path); d.path != "" && seen[real] {
			s.closeDocument(d)
		} else {
			seen[real] = true
		}
	}
}

func (s *soak) close() {
	if len(s.docs) == 0 {
		return
	}
	s.closeDocument(pick(s, s.docs))
}

func (s *soak) closeDocument(d *soakDocument) {
	s.docs = slices.DeleteFunc(s.docs, func(other *soakDocument) bool { return other == d })
	s.did("close", "%s", d.uri)
	s.last[d.uri] = d.version + 1
	s.client.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": s.respelled(d.uri)}})
}

func (s *soak) save() {
	if len(s.docs) == 0 {
		return
	}
	d := pick(s, s.docs)
	if d.path == "" {
		return
	}
	if !s.write(d.path, d.text()) {
		return
	}
	s.did("save", "%s", d.uri)
	s.changedOnDisk(d.path, 2)
	params := map[string]any{"textDocument": map[string]any{"uri": d.uri}}
	if s.chance(50) {
		params["text"] = d.text()
	}
	s.client.tell("textDocument/didSave", params)
}

func (s *soak) changeFolders() {
	folder := filepath.Join(s.base, pick(s, []string{"one", "two", "two", "two"}))
	event := map[string]any{"added": []any{}, "removed": []any{}}
	entry := []any{map[string]any{"uri": position.PathURI(folder), "name": filepath.Base(folder)}}
	if i := slices.Index(s.folders, folder); i >= 0 {
		s.folders = slices.Delete(slices.Clone(s.folders), i, i+1)
		event["removed"] = entry
	} else {
		s.folders = append(slices.Clone(s.folders), folder)
		event["added"] = entry
	}
	s.did("folders", "%q", s.folders)
	s.client.tell("workspace/didChangeWorkspaceFolders", map[string]any{"event": event})
}

func (s *soak) changeSettings() {
	s.config = map[string]any{}
	if s.chance(50) {
		var targets []string
		for _, agent := range agents.All() {
			if s.chance(20) {
				targets = append(targets, agent.ID)
			}
		}
		s.config["targets"] = targets
	}
	if s.chance(30) {
		s.config["workspaceDiagnostics"] = true
	}
	if s.chance(50) {
		ruleset := make(map[string]string)
		for _, rule := range rules.All() {
			if s.chance(10) {
				ruleset[rule.ID] = pick(s, []string{"off", "hint", "information", "warning", "error"})
			}
		}
		s.config["rules"] = ruleset
	}
	s.did("settings", "%v", s.config)
	s.sendSettings(s.client)
}

// sendSettings sends the settings, or only notifies the server of the change if it requests them.
func (s *soak) sendSettings(c *soakClient) {
	c.client.mu.Lock()
	c.client.answers["workspace/configuration"] = []any{maps.Clone(s.config)}
	c.client.mu.Unlock()
	if s.asks {
		c.tell("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	} else {
		c.tell("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{session.Section: s.config}})
	}
}

// nonsense sends an invalid message, which the server must tolerate.
func (s *soak) nonsense() {
	s.did("nonsense", "")
	switch s.random.IntN(6) {
	case 0:
		s.client.tell("$/unknown", map[string]any{"a": 1})
	case 1:
		s.client.tell("$/cancelRequest", map[string]any{"id": "no such"})
	case 2:
		s.client.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///never/opened", "version": 1}, "contentChanges": []any{}})
	case 3:
		s.client.tell("textDocument/didClose", []any{})
	case 4:
		s.client.send(&soakRequest{method: "no/such", params: "null", odd: true})
	default:
		s.client.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "untitled:x", "type": 9}}})
	}
}

// preview requests the preview of one document and checks its text.
func (s *soak) preview() {
	for _, d := range s.docs {
		if d.isSkill() && s.chance(50) {
			s.did("preview", "%s", d.uri)
			params := map[string]any{"textDocument": map[string]any{"uri": d.uri}, "agent": "codelia"}
			s.client.request("skills/preview", params, previewShows(d.text()))
			return
		}
	}
}
