package lsp

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"skills-ls/analysis/rules"
	"skills-ls/lsp/position"
	"skills-ls/lsp/wire"
	"skills-ls/skills/agents"
)

// A mask removes personal data from paths, messages and stacks, so that a user can show them to strangers. It
// keeps what is the same for all users and removes what is the user's own: names of files and directories,
// among them the user's name and the names of skills, and everything that a message quotes.
type mask struct {
	home    string   // the user's home directory, empty if it is unknown
	folders []string // the workspace's folders
}

// path returns a path or a URI with the workspace folders and the home directory abbreviated, and with "*"
// for every element that no agent prescribes, as in <folder1>/.agents/skills/*/SKILL.md.
func (m mask) path(name string) string {
	if native, ok := position.FilePath(uri.URI(name)); ok {
		name = native
	}
	start := ""
	if scheme := uriScheme.FindString(name); scheme != "" {
		start, name = scheme, name[len(scheme):]
	}
	if start == "" {
		start, name = m.base(slashed(name))
	}
	elements := strings.Split(name, "/")
	for i, element := range elements {
		elements[i] = maskName(element)
	}
	return start + strings.Join(elements, "/")
}

// base returns the abbreviation of the innermost folder that contains a path, or of the home directory, and
// the rest of the path.
func (m mask) base(name string) (start, rest string) {
	rest = name
	if after, ok := below(name, m.home); ok {
		start, rest = "~", after
	}
	for i, folder := range m.folders {
		if after, ok := below(name, folder); ok && (start == "" || start == "~" || len(after) < len(rest)) {
			start, rest = fmt.Sprintf("<folder%d>", i+1), after
		}
	}
	return start, rest
}

// uriScheme matches the scheme of a URI with its colon, but not the drive of a Windows path.
var uriScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// below returns the rest of a path after a directory, which is empty or begins with a slash, and whether the
// path is in the directory at all.
func below(name, dir string) (rest string, ok bool) {
	if dir == "" || name == "" {
		return "", false
	}
	dir = strings.TrimSuffix(slashed(filepath.Clean(dir)), "/")
	if len(name) < len(dir) || !strings.EqualFold(name[:len(dir)], dir) {
		return "", false
	}
	rest = name[len(dir):]
	return rest, rest == "" || rest[0] == '/'
}

// maskName returns an element of a path: unchanged if it is public, else "*", with the extension if that is
// public.
func maskName(element string) string {
	switch {
	case element == "" || element == "." || element == ".." || publicNames()[element]:
		return element
	case publicExtensions[strings.ToLower(path.Ext(element))]:
		return "*" + strings.ToLower(path.Ext(element))
	}
	return "*"
}

// publicNames returns the names that agents prescribe for files and directories, and those that the standard
// suggests.
var publicNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{"SKILL.md": true, "skills": true, "references": true, "scripts": true, "assets": true, "agents": true, "commands": true}
	for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md", "openai.yaml", "openoxide.yaml", ".skills-ls.yaml"} {
		names[name] = true
	}
	for _, agent := range agents.All() {
		paths := slices.Concat(agent.Files, agent.Owns, agent.Markers, agent.Project.Markers)
		for _, root := range agent.Roots {
			paths = append(paths, root.Dir)
			for _, e := range root.Env {
				paths = append(paths, e.Dir)
			}
		}
		for _, path := range paths {
			for element := range strings.SplitSeq(path, "/") {
				names[element] = true
			}
		}
	}
	return names
})

var publicExtensions = map[string]bool{
	".md": true, ".yaml": true, ".yml": true, ".json": true, ".toml": true, ".txt": true, ".sh": true, ".py": true, ".js": true, ".ts": true, ".go": true,
}

var (
	// quotation matches quoted text, up to the end of the message if the closing quote is missing. A single
	// quote counts only if it is not an apostrophe.
	quotation = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*(?:\"|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)|(?:^|[^\\pL\\pN])'[^']*(?:'|$)")
	// absolute matches the rest of a text from the start of an absolute path, or of a URI.
	absolute = regexp.MustCompile(`(?:^|[\s(\[=])(?:[A-Za-z][A-Za-z0-9+.-]*:[/\\]|[/\\]|~/).*`)
)

// text returns a message on one line, without the text that it quotes and with its paths masked. It is
// impossible to see where a path with spaces ends, so a path extends to the colon and space that may follow
// its last slash.
func (m mask) text(message string) string {
	message = strings.Join(strings.Fields(message), " ")
	message = quotation.ReplaceAllString(message, ` "…"`)
	at := absolute.FindStringIndex(message)
	if at == nil {
		return wire.Cut(m.words(message), maxRecentText)
	}
	end := len(message)
	slash := strings.LastIndexAny(message, `/\`)
	if colon := strings.Index(message[slash:], ": "); colon >= 0 {
		end = slash + colon
	}
	name := strings.TrimLeft(message[at[0]:end], " ([=")
	if strings.Contains(name, " ") {
		name = "<path>"
	} else {
		name = m.path(name)
	}
	return wire.Cut(strings.TrimSpace(m.words(message[:at[0]])+" "+name+m.words(message[end:])), maxRecentText)
}

func (m mask) words(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = m.word(word)
	}
	return strings.Join(words, " ")
}

// word returns a word of a message, masked if it is a path, a file name or a URI.
func (m mask) word(word string) string {
	bare := strings.TrimRight(word, ".,;:)")
	end := word[len(bare):]
	if _, known := rules.ByID(bare); known {
		return word
	}
	if strings.ContainsAny(bare, `/\`) || uriScheme.MatchString(bare) || publicExtensions[strings.ToLower(path.Ext(bare))] {
		return m.path(bare) + end
	}
	return word
}

// stack returns the stack of a goroutine without the values of arguments, and with only the part of a source
// file's path that does not depend on where the program was built.
func (m mask) stack(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if file, ok := strings.CutPrefix(line, "\t"); ok {
			file, _, _ = strings.Cut(slashed(file), " +0x")
			dir, name := path.Split(file)
			line = "\t" + path.Join(path.Base(dir), name)
		} else if i := strings.LastIndexByte(line, '('); i > 0 && strings.HasSuffix(line, ")") {
			line = line[:i]
		}
		if b.Len()+len(line) >= maxRecentStack {
			b.WriteString("…\n")
			break
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}
