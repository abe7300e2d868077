package agents

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/openclaw"
)

func TestIdentity(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range all {
		if r.ID == "" || r.Title == "" || r.Source == "" {
			t.Errorf("agent %q (%q): ID, Title and Source must not be empty", r.ID, r.Title)
		}
		if seen[r.ID] {
			t.Errorf("agent %q: two agents have this ID", r.ID)
		}
		seen[r.ID] = true
		if r.Accept == nil {
			t.Errorf("agent %q: Accept must not be nil", r.ID)
		}
		if r.MentionSyntax == "" || r.Arguments == "" {
			t.Errorf("agent %q: MentionSyntax and Arguments must not be empty", r.ID)
		}
		checkSpans(t, r.ID+" mentions", r.MentionSyntax)
		checkSpans(t, r.ID+" arguments", r.Arguments)
	}
}

// ownership reads testdata/ownership.txt of an agent's package: the directories that the agent owns and its markers. Every
// agent has the file, even if it owns and marks nothing.
func ownership(t *testing.T, agent *skills.Agent) (owns, markers []string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(packageOf(t, agent), "testdata", "ownership.txt"))
	if err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(string(source)) {
		kind, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "owns":
			owns = append(owns, name)
		case "marker":
			markers = append(markers, name)
		case "#":
		default:
			t.Errorf("%s: unknown line %q", agent.ID, line)
		}
	}
	return owns, markers
}

func TestOwns(t *testing.T) {
	owners := make(map[string]string)
	for _, r := range all {
		if want, _ := ownership(t, r); !slices.Equal(r.Owns, want) {
			t.Errorf("agent %q owns %q, want %q", r.ID, r.Owns, want)
		}
		for _, dir := range r.Owns {
			checkRelative(t, r.ID, "Owns", dir)
			if other, ok := owners[dir]; ok {
				t.Errorf("%s is owned by %q and %q", dir, other, r.ID)
			}
			owners[dir] = r.ID
			if !scansBelow(r, dir) {
				t.Errorf("agent %q owns %s but has no root there", r.ID, dir)
			}
		}
		manifest := "" // of the agent's plugins
		for _, m := range r.Manifests {
			if !m.Market {
				manifest = m.Path
			}
		}
		if r.OwnsPlugins != manifest {
			t.Errorf("agent %q: OwnsPlugins is %q, and the manifest of plugins %q", r.ID, r.OwnsPlugins, manifest)
		}
	}
}

func TestMarkers(t *testing.T) {
	for _, r := range all {
		if _, want := ownership(t, r); !slices.Equal(r.Markers, want) {
			t.Errorf("agent %q has the markers %q, want %q", r.ID, r.Markers, want)
		}
		for _, name := range slices.Concat(r.Markers, r.Project.Markers, r.Files, r.Walk.Skip) {
			if name == "" || strings.Contains(name, "/") {
				t.Errorf("agent %q: %q is not the name of a file", r.ID, name)
			}
		}
	}
}

func TestRoots(t *testing.T) {
	for _, r := range all {
		if len(r.Roots) == 0 && r != Standard { // the validator is given a directory
			t.Errorf("agent %q has no roots", r.ID)
		}
		seen := make(map[string]bool)
		for _, root := range r.Roots {
			if root.Base != skills.FromSystem {
				checkRelative(t, r.ID, "a root", root.Dir)
			}
			for _, e := range root.Env {
				if e.Name == "" {
					t.Errorf("agent %q: root %s has a variable without a name", r.ID, root.Dir)
				}
				if e.Dir != "" {
					checkRelative(t, r.ID, "a root below "+e.Name, e.Dir)
				}
			}
			if root.Scope == "" {
				t.Errorf("agent %q: root %s has no scope", r.ID, root.Dir)
			}
			if root.Depth < 0 {
				t.Errorf("agent %q: root %s has the depth %d", r.ID, root.Dir, root.Depth)
			}
			if root.Base == skills.FromHome && root.Scope == skills.ScopeRepo && root.Word == "" {
				t.Errorf("agent %q: root ~/%s counts as repo without a word of the agent's own", r.ID, root.Dir)
			}
			if key := fmt.Sprintf("%+v", root); seen[key] {
				t.Errorf("agent %q: root %s is listed twice", r.ID, root.Dir)
			} else {
				seen[key] = true
			}
		}
	}
}

func TestFields(t *testing.T) {
	for _, r := range all {
		for _, key := range []string{"name", "description"} {
			if _, ok := r.Reads(key); !ok {
				t.Errorf("agent %q does not read %s", r.ID, key)
			}
		}
		checkFields(t, r.ID, r.Fields)
	}
}

// TestCompanions checks the paths and fields of the files beside SKILL.md.
func TestCompanions(t *testing.T) {
	for _, r := range All() {
		for _, c := range r.Companions {
			checkRelative(t, r.ID, "a companion", c.Path)
			fields := make([]skills.Field, len(c.Fields))
			for i, f := range c.Fields {
				fields[i] = f.Field
				if f.Limit < 0 || f.Most > 0 && f.Least > f.Most || f.Types != skills.String && (f.Form != skills.AnyText || f.Limit > 0 || f.Most > 0) {
					t.Errorf("%s %s.%s has impossible limits, or is no text and has some", r.ID, c.Path, f.Name)
				}
			}
			checkFields(t, r.ID+" "+c.Path, fields)
			if c.Read == nil {
				t.Errorf("agent %q: %s is not read", r.ID, c.Path)
			}
		}
	}
}

// TestVocabularies checks the descriptions of programs other than the agents of this package.
func TestVocabularies(t *testing.T) {
	for _, v := range Vocabularies() {
		if v.Title == "" || v.Source == "" {
			t.Errorf("vocabulary %q has no title or no source", v.Title)
		}
		checkFields(t, v.Title, v.Fields)
		for former, today := range v.Former {
			if f, ok := v.Field(former); !ok || f.Name != today {
				t.Errorf("%s: %s is not %s, but %+v", v.Title, former, today, f)
			}
		}
		for _, f := range v.Fields {
			if parent := f.Name[:max(0, strings.LastIndexByte(f.Name, '.'))]; !slices.ContainsFunc(v.Below(parent), func(other skills.Field) bool { return other.Name == f.Name }) {
				t.Errorf("%s: %s does not stand below %q", v.Title, f.Name, parent)
			}
		}
	}
	for name, want := range map[string]string{
		"metadata.clawdbot.requires.bins": "metadata.openclaw.requires.bins", "metadata.clawdis": "metadata.openclaw",
		"metadata.clawdbots": "", "metadata.clawdbot.": "", "": "",
	} {
		if f, _ := openclaw.Vocabulary.Field(name); f.Name != want {
			t.Errorf("%q is %q, want %q", name, f.Name, want)
		}
	}
}

// TestHooks checks the descriptions of hooks and of subagents.
func TestHooks(t *testing.T) {
	for _, r := range All() {
		for _, f := range r.Fields {
			if f.Subagent && r.Subagents == nil {
				t.Errorf("agent %q: %s names agents, of which none are known", r.ID, f.Name)
			}
			if f.Hooks == nil {
				continue
			}
			checkFields(t, r.ID, f.Hooks.Common)
			for _, e := range f.Hooks.Events {
				checkProse(t, r.ID+" "+e.Name, e.Doc)
				if known, _ := f.Hooks.Event(e.Name); known.Doc != e.Doc || e.Matches != skills.MatchesText && e.Values != nil {
					t.Errorf("agent %q: the event %s is there twice, or has values that it cannot have", r.ID, e.Name)
				}
			}
			for _, h := range f.Hooks.Handlers {
				checkProse(t, r.ID+" "+h.Type, h.Doc)
				checkFields(t, r.ID+" "+h.Type, append(slices.Clone(f.Hooks.Common), h.Fields...))
				if len(h.Required()) == 0 {
					t.Errorf("agent %q: a handler of the type %s needs nothing", r.ID, h.Type)
				}
			}
		}
		if r.Subagents != nil {
			for _, dir := range r.Subagents.Dirs {
				checkRelative(t, r.ID, "a directory of agents", dir)
			}
		}
	}
}

// checkFields checks the descriptions of the keys of a file.
func checkFields(t *testing.T, where string, fields []skills.Field) {
	t.Helper()
	seen := make(map[string]bool)
	for _, f := range fields {
		if f.Name == "" || seen[f.Name] {
			t.Errorf("%s: field name %q is empty or not unique", where, f.Name)
		}
		seen[f.Name] = true
		checkProse(t, where+"."+f.Name, f.Doc)
		if f.Types == 0 {
			t.Errorf("%s.%s has no type", where, f.Name)
		}
		if f.Required && f.Default != "" {
			t.Errorf("%s.%s is required and has the default %q", where, f.Name, f.Default)
		}
		if parent, _, ok := strings.Cut(f.Name, "."); ok && !seen[parent] {
			t.Errorf("%s.%s stands before its parent, or has none", where, f.Name)
		}
		if f.Values == nil {
			continue
		}
		if f.Types&(skills.String|skills.Boolean|skills.List) == 0 {
			t.Errorf("%s.%s has values but takes neither a string, a boolean nor a list", where, f.Name)
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(f.Values))); len(distinct) != len(f.Values) {
			t.Errorf("%s.%s lists a value twice: %q", where, f.Name, f.Values)
		}
		for _, value := range f.Values {
			if value == "" || strings.TrimSpace(value) != value {
				t.Errorf("%s.%s has the value %q", where, f.Name, value)
			}
		}
	}
}

func TestNotes(t *testing.T) {
	for _, r := range all {
		for i, note := range r.Notes {
			checkProse(t, r.ID+" note", note)
			if slices.Contains(r.Notes[:i], note) {
				t.Errorf("%s: the note %q is repeated", r.ID, note)
			}
		}
		for _, name := range r.ReservedNames {
			if name.Word == "" || name.Word != strings.ToLower(name.Word) {
				t.Errorf("agent %q: reserved word %q is not lower case", r.ID, name.Word)
			}
			if name.Why == "" || strings.HasSuffix(name.Why, ".") {
				t.Errorf("agent %q: reserved word %q: %q is not the end of a sentence without its period", r.ID, name.Word, name.Why)
			}
		}
	}
}

// checkRelative reports a directory that is not a clean, slash-separated path below its base.
func checkRelative(t *testing.T, id, what, dir string) {
	t.Helper()
	if dir == "" || path.Clean(dir) != dir || path.IsAbs(dir) || strings.HasPrefix(dir, "..") || strings.ContainsAny(dir, `\~`) {
		t.Errorf("agent %q: %s is %q, which is not a clean relative path", id, what, dir)
	}
}

// checkProse reports text that cannot be shown to an author as it is: it must be whole sentences on one line.
func checkProse(t *testing.T, where, text string) {
	t.Helper()
	if !strings.HasSuffix(text, ".") {
		t.Errorf("%s: %q does not end with a period", where, text)
	}
	if strings.TrimSpace(text) != text || strings.Contains(text, "  ") || strings.ContainsAny(text, "\n\t") {
		t.Errorf("%s: %q has stray white space", where, text)
	}
	checkSpans(t, where, text)
}

// checkSpans reports Markdown with an open code span. A run of backticks is closed by the next run of its
// length, as in CommonMark.
func checkSpans(t *testing.T, where, text string) {
	t.Helper()
	open := 0
	for rest := text; ; {
		i := strings.IndexByte(rest, '`')
		if i < 0 {
			break
		}
		rest = rest[i:]
		run := len(rest) - len(strings.TrimLeft(rest, "`"))
		rest = rest[run:]
		switch open {
		case 0:
			open = run
		case run:
			open = 0
		}
	}
	if open != 0 {
		t.Errorf("%s: %q leaves a code span open", where, text)
	}
}

// scansBelow reports whether the agent has a root in or below the directory.
func scansBelow(r *skills.Agent, dir string) bool {
	return slices.ContainsFunc(r.Roots, func(root skills.Root) bool {
		return root.Base != skills.FromHome && (root.Dir == dir || strings.HasPrefix(root.Dir, dir+"/"))
	})
}

// TestKnobs checks the descriptions of the agents' own settings, and that the values which they name are
// possible.
func TestKnobs(t *testing.T) {
	var check func(name string, knobs []skills.Knob)
	check = func(name string, knobs []skills.Knob) {
		seen := make(map[string]bool)
		for _, k := range knobs {
			full := name + "." + k.Name
			if k.Name == "" || strings.Contains(k.Name, ".") || seen[k.Name] {
				t.Errorf("%s: the name is empty, has a dot or is there twice", full)
			}
			seen[k.Name] = true
			checkSpans(t, full, k.Doc)
			if !strings.HasSuffix(k.Doc, ".") {
				t.Errorf("%s: %q is no sentence", full, k.Doc)
			}
			if (k.Type == skills.KnobGroup) != (len(k.Knobs) > 0) || k.Type != skills.CountKnob && (k.Min != 0 || k.Max != 0) || k.Max != 0 && k.Max < k.Min {
				t.Errorf("%s: %+v", full, k)
			}
			if k.Apply == nil && k.Type != skills.KnobGroup && !strings.Contains(k.Doc, "effect") {
				t.Errorf("%s has no effect, and does not say so", full)
			}
			check(full, k.Knobs)
		}
	}
	for _, agent := range All() {
		check(agent.ID, agent.Knobs)
	}
}
