// Package baseline has the problems that existed when the user wrote a baseline file: the format of the file, the fingerprints by which
// a problem is recognized, and the comparison with the problems of a file.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"skills-ls/analysis/diagnostic"
)

// A Baseline is the problems of a baseline file, by the path that [Path] returns for their files. It is immutable.
type Baseline map[string]Problems

// Problems are the problems of one file.
type Problems map[Key]Known

// A Key identifies problems in a file: their rule, and the sum of their [Fingerprint].
type Key struct{ Rule, Sum string }

// A Known is one or more problems with one key.
type Known struct {
	Severity diagnostic.Severity // the highest of them
	Count    int
}

// fileFormat and fileVersion begin every baseline file. An addition that older programs may ignore does not
// change the version.
const (
	fileFormat  = "skills-ls baseline"
	fileVersion = 1
)

// A baselineFile is a baseline in JSON.
type baselineFile struct {
	Format  string                 `json:"format"`
	Version int                    `json:"version"`
	Files   map[string][]fileEntry `json:"files"`
}

type fileEntry struct {
	Rule        string `json:"rule"`
	Severity    string `json:"severity"`
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
}

// Path returns the path of a file as it is written in a baseline: relative to the directory of the baseline
// file, with slashes.
func Path(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil { // on another drive
		rel = path
	}
	return strings.ToValidUTF8(filepath.ToSlash(rel), "\ufffd")
}

// Decode returns the baseline in a file's text.
func Decode(data []byte) (Baseline, error) {
	var file baselineFile
	if err := json.Unmarshal(data, &file); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
			return nil, fmt.Errorf("line %d: invalid JSON: %w", line, err)
		}
		var mismatch *json.UnmarshalTypeError
		if errors.As(err, &mismatch) {
			return nil, fmt.Errorf("not a baseline: unexpected JSON %s in %s", mismatch.Value, cmp.Or(mismatch.Field, "the file"))
		}
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	switch {
	case file.Format != fileFormat:
		return nil, fmt.Errorf("not a baseline: \"format\" is not %q", fileFormat)
	case file.Version != fileVersion:
		return nil, fmt.Errorf("unsupported version %d, expected %d: delete the file and write the baseline again", file.Version, fileVersion)
	}
	b := make(Baseline, len(file.Files))
	for path, entries := range file.Files {
		known := make(Problems, len(entries))
		for _, e := range entries {
			severity, ok := diagnostic.ParseSeverity(e.Severity)
			if !ok || e.Count < 1 {
				return nil, fmt.Errorf("not a baseline: invalid entry of %q: severity %q, count %d", path, e.Severity, e.Count)
			}
			at := Key{e.Rule, e.Fingerprint}
			known[at] = Known{max(severity, known[at].Severity), max(e.Count, known[at].Count)} // a merge may duplicate an entry
		}
		b[path] = known
	}
	return b, nil
}

// Encode returns the text of the baseline file, sorted, with one entry per line, so that a merge shows which
// entries were added and removed.
func (b Baseline) Encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"format\": %q,\n  \"version\": %d,\n  \"files\": {", fileFormat, fileVersion)
	separator := "\n"
	for _, path := range slices.Sorted(maps.Keys(b)) {
		known := b[path]
		fmt.Fprintf(&out, "%s    %s: [", separator, encode(path))
		separator = "\n"
		for _, at := range slices.SortedFunc(maps.Keys(known), Key.compare) {
			entry := fileEntry{at.Rule, known[at].Severity.String(), at.Sum, known[at].Count}
			fmt.Fprintf(&out, "%s      %s", separator, encode(entry))
			separator = ",\n"
		}
		out.WriteString("\n    ]")
		separator = ",\n"
	}
	out.WriteString("\n  }\n}\n")
	return out.Bytes()
}

func (k Key) compare(other Key) int {
	return cmp.Or(strings.Compare(k.Rule, other.Rule), strings.Compare(k.Sum, other.Sum))
}

// encode returns a string or an entry in JSON, without the invisible characters that a path may have.
func encode(v any) string {
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // neither type has a value that cannot be encoded
	}
	var out strings.Builder
	for _, r := range strings.TrimSuffix(raw.String(), "\n") {
		if unicode.IsPrint(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}
