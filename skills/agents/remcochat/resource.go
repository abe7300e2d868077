package remcochat

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// resourceBytes is the maximum number of bytes read of a bundled file: max_resource_bytes.
const resourceBytes = 2_000_000

// resource returns the function that renders the result of skillsReadResource (src/ai/skills-tools.ts) for a
// file that is cut at maxBytes: a JSON object as JSON.stringify prints it.
func resource(maxBytes int) func(skills.ResourceLoad) skills.ResourceAnswer {
	return func(l skills.ResourceLoad) skills.ResourceAnswer {
		answer := skills.ResourceAnswer{Tool: "skillsReadResource"}
		rel, refused := resourcePath(l.Path)
		if refused == "" {
			refused = readable(l, rel)
		}
		if refused != "" {
			answer.Refused = refused
			return answer
		}
		full := filepath.Join(l.Skill.Dir, filepath.FromSlash(rel))
		source, err := l.FS.ReadFile(full)
		var large *vfs.TooLargeError
		switch {
		case errors.As(err, &large):
			answer.Removed = max(0, large.Size-int64(maxBytes))
			return answer
		case errors.Is(err, fs.ErrPermission):
			answer.Refused = denied
			return answer
		case err != nil:
			answer.Refused = notFound
			return answer
		}
		notice := ""
		if removed := len(source) - maxBytes; removed > 0 {
			source, answer.Removed = source[:maxBytes], int64(removed)
			notice = fmt.Sprintf("\n\n[REMCOCHAT_SKILLS_TRUNCATED: resource; %d bytes removed]", removed)
		}
		answer.Content = `{"name":` + kit.QuoteJSON(l.Skill.Name) + `,"path":` + kit.QuoteJSON(rel) + `,"content":` + kit.QuoteJSON(text.DecodeUTF8(source)+notice) + "}"
		return answer
	}
}

// Messages with which RemcoChat refuses a resource.
const (
	noPath    = "Missing resource path."
	absolute  = "Absolute paths are not allowed."
	badPath   = "Invalid resource path."
	traversal = "Path traversal is not allowed."
	notFound  = "Resource not found."
	cannot    = "Unable to read resource."
	denied    = "Access denied."
	noFile    = "Not a file."
)

// resourcePath normalizes a path, or returns why RemcoChat refuses it without looking for the file.
// Backslashes are slashes on every system, and a path that is absolute on Windows is absolute.
func resourcePath(written string) (rel, refused string) {
	rel = strings.ReplaceAll(text.TrimJS(written), `\`, "/")
	switch {
	case rel == "":
		return "", noPath
	case rel[0] == '/' || len(rel) > 2 && rel[1] == ':' && rel[2] == '/' && text.IsLetter(rel[0]):
		return "", absolute
	}
	slash := strings.HasSuffix(rel, "/") // Node's normalize keeps it
	if rel = path.Clean(rel); rel == "." || rel == ".." && !slash {
		return "", badPath
	}
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return "", traversal
	}
	if slash {
		rel += "/"
	}
	return rel, ""
}

// readable returns why a file in the skill directory is not read, or "" if it is.
func readable(l skills.ResourceLoad, rel string) string {
	dir, err := l.FS.RealPath(l.Skill.Dir)
	if err != nil {
		return notFound // what RemcoChat shows for Node's ENOENT
	}
	real, err := l.FS.RealPath(filepath.Join(l.Skill.Dir, filepath.FromSlash(rel)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return notFound
	case err != nil:
		return cannot
	case !vfs.Within(dir, real):
		return denied
	}
	switch info, err := l.FS.Stat(real); {
	case err != nil:
		return notFound
	case !info.Mode().IsRegular():
		return noFile
	}
	return ""
}
