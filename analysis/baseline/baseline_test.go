package baseline_test

import (
	"reflect"
	"strings"
	"testing"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/text"
)

// wrap returns the text of a baseline file with these files.
func wrap(files string) string {
	return `{"format": "skills-ls baseline", "version": 1, "files": {` + files + `}}`
}

// TestDecode checks what each text means, or why it is no baseline.
func TestDecode(t *testing.T) {
	one := baseline.Problems{{Rule: "link/broken", Sum: "00"}: {Severity: diagnostic.Warning, Count: 2}}
	entry := func(severity, count string) string {
		return `{"rule": "link/broken", "severity": "` + severity + `", "fingerprint": "00", "count": ` + count + `}`
	}
	for _, tt := range []struct {
		name, text string
		want       baseline.Baseline
		fault      string
	}{
		{"no files", wrap(""), baseline.Baseline{}, ""},
		{"one problem", wrap(`"a/SKILL.md": [` + entry("warning", "2") + `]`), baseline.Baseline{"a/SKILL.md": one}, ""},
		{"two after a merge", wrap(`"a/SKILL.md": [` + entry("hint", "2") + "," + entry("warning", "1") + `]`), baseline.Baseline{"a/SKILL.md": one}, ""},
		{"line ends of Windows", strings.ReplaceAll(wrap("\n\"a/SKILL.md\": [\n"+entry("warning", "2")+"\n]\n"), "\n", "\r\n"), baseline.Baseline{"a/SKILL.md": one}, ""},
		{"a path that leaves the directory", wrap(`"../../etc/passwd": [` + entry("warning", "2") + `]`), baseline.Baseline{"../../etc/passwd": one}, ""},
		{"an unknown field", strings.Replace(wrap(""), `"files"`, `"tool": {"a": 1}, "files"`, 1), baseline.Baseline{}, ""},
		{"nothing", "", nil, "line 1: invalid JSON: unexpected end of JSON input"},
		{"a conflict", "{\n<<<<<<< HEAD\n", nil, "line 2: invalid JSON: invalid character '<'"},
		{"YAML", "format: skills-ls baseline\n", nil, "line 1: invalid JSON"},
		{"a list", "[]", nil, "not a baseline: unexpected JSON array in the file"},
		{"null", "null", nil, `not a baseline: "format" is not "skills-ls baseline"`},
		{"another program's", `{"version": 1, "results": []}`, nil, `not a baseline: "format" is not "skills-ls baseline"`},
		{"a later version", strings.Replace(wrap(""), "1", "2", 1), nil, "unsupported version 2, expected 1"},
		{"a text as the version", strings.Replace(wrap(""), "1", `"1"`, 1), nil, "not a baseline: unexpected JSON string in version"},
		{"a negative count", wrap(`"x": [` + entry("warning", "-1") + `]`), nil, `not a baseline: invalid entry of "x": severity "warning", count -1`},
		{"no count", wrap(`"x": [` + entry("warning", "0") + `]`), nil, "count 0"},
		{"a fraction", wrap(`"x": [` + entry("warning", "1.5") + `]`), nil, "not a baseline: unexpected JSON number 1.5"},
		{"a huge count", wrap(`"x": [` + entry("warning", "99999999999999999999") + `]`), nil, "not a baseline: unexpected JSON number"},
		{"an unknown severity", wrap(`"x": [` + entry("fatal", "1") + `]`), nil, `severity "fatal"`},
		{"deep nesting", strings.Repeat("[", 100_000), nil, "exceeded max depth"},
	} {
		got, err := baseline.Decode([]byte(tt.text))
		switch {
		case tt.fault == "" && err != nil, tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)):
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.fault)
		case !reflect.DeepEqual(got, tt.want):
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if err != nil {
			continue
		}
		if again, err := baseline.Decode(got.Encode()); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: encoded and decoded: %v, %v", tt.name, again, err)
		}
	}
}

// TestEncode checks that the text is sorted, has one entry per line and no invisible characters.
func TestEncode(t *testing.T) {
	got := string(baseline.Baseline{
		"b\u202e\U000e0001<é>.md": {{Rule: "b", Sum: "1"}: {Severity: diagnostic.Hint, Count: 1}},
		"a":                       {{Rule: "b", Sum: "1"}: {Severity: diagnostic.Error, Count: 3}, {Rule: "a", Sum: "2"}: {Severity: diagnostic.Hint, Count: 1}},
	}.Encode())
	const want = `{
  "format": "skills-ls baseline",
  "version": 1,
  "files": {
    "a": [
      {"rule":"a","severity":"hint","fingerprint":"2","count":1},
      {"rule":"b","severity":"error","fingerprint":"1","count":3}
    ],
    "b\u202e\udb40\udc01<é>.md": [
      {"rule":"b","severity":"hint","fingerprint":"1","count":1}
    ]
  }
}
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestMatch checks which problems of an edited file are known. The diagnostics are about the words in brackets, and
// the file had one error about [a] and two warnings about [b c].
func TestMatch(t *testing.T) {
	found := func(source string) (list []diagnostic.Diagnostic) {
		for start := range source {
			if end := strings.IndexByte(source[start:], ']'); source[start] == '[' {
				severity := diagnostic.Warning
				if source[start+1] == 'a' {
					severity = diagnostic.Error
				}
				list = append(list, diagnostic.Diagnostic{Rule: "r", Severity: severity, Span: text.Span{Start: start + 1, End: start + end}})
			}
		}
		return list
	}
	match := func(known baseline.Problems, source string, list []diagnostic.Diagnostic) (baseline.Problems, string) {
		there, isKnown := known.Match(list, baseline.Fingerprints(source, list))
		marks := ""
		for _, is := range isKnown {
			marks += map[bool]string{true: "known ", false: "new "}[is]
		}
		return there, strings.TrimSpace(marks)
	}
	const source = "[a] [b c] [b c]\n"
	known, marks := match(nil, source, found(source))
	if marks != "new new new" || len(known) != 2 {
		t.Fatalf("of no baseline: %s, %v", marks, known)
	}
	for _, tt := range []struct{ name, source, want string }{
		{"as it was", source, "known known known"},
		{"moved", "# More\n\n[b c] and [a]\n\n[b c]", "known known known"},
		{"other line ends", "[a]\r\n[b\r\n  c]\r\n[b c]\r\n", "known known known"},
		{"another text", "[a!] [b c] [b d]", "new known new"},
		{"one more", "[b c] [b c] [b c]", "known known new"},
		{"one less", "[b c]", "known"},
	} {
		if _, got := match(known, tt.source, found(tt.source)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	worse := found(source)
	worse[1].Severity = diagnostic.Error
	worse[2].Severity = diagnostic.Hint
	if _, got := match(known, source, worse); got != "known new known" {
		t.Errorf("with other severities: %s", got)
	}
	outside := []diagnostic.Diagnostic{{Rule: "r", Span: text.Span{Start: 90, End: 99}}}
	if there, _ := match(nil, source, outside); len(there) != 1 {
		t.Errorf("of a span outside of the text: %v", there)
	}
}
