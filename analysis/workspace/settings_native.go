package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// maxNative is the maximum size of a file of an agent's own configuration, in bytes. Some of these files grow
// each time the user answers a question.
const maxNative = 1 << 20

// NativeRule is the ID of the rule about agents' own configuration files.
const NativeRule = "config/native"

// A NativeReport is the result of reading a file of an agent's own configuration.
type NativeReport struct {
	Path     string
	Source   string // the text that the problems refer to
	Problems []config.SettingProblem
}

// A native is what an agent's own configuration sets for a working directory. It is immutable.
type native struct {
	values  map[string]skills.KnobValue // by the knob's name
	reports []*NativeReport             // of the files that exist, later ones win
}

// NativeFiles returns the files in the project that an agent reads its own configuration from for a working
// directory, whether they exist or not.
func NativeFiles(s *Snapshot, agent *skills.Agent, dir string) []string {
	bound := SettingsBound(s, dir)
	return slices.DeleteFunc(agent.NativeFiles(s.fs, Vantage(s, dir)), func(path string) bool { return !vfs.Within(bound, path) })
}

// findNative reads an agent's own configuration.
func findNative(s *Snapshot, agent *skills.Agent, dir string, own map[string]skills.KnobValue) native {
	var n native
	if dir == "" || agent.Native == nil || agent.Native.Unless != nil && agent.Native.Unless(own) {
		return n
	}
	for _, path := range NativeFiles(s, agent, dir) {
		if isUnlisted(s, agent, path) {
			continue
		}
		text := s.settings.natives.get(path, func() nativeText { return ReadNative(s, agent.Native.Syntax, dir, path) })
		if !text.Exists || agent.Native.Takes != nil && !agent.Native.Takes(text.Source, text.Root) {
			continue
		}
		report := &NativeReport{Path: path, Source: text.Source}
		n.reports = append(n.reports, report)
		if text.Fault != nil {
			report.Problems = []config.SettingProblem{{Setting: "", Diagnostic: diagnostic.Diagnostic{
				Rule: NativeRule, Severity: diagnostic.Warning, Span: text.Fault.Span, Message: text.Fault.Message, Detail: agent.Title + "'s settings in it do not apply",
			}}}
			continue
		}
		n.add(s, agent, dir, text, report)
	}
	return n
}

// isUnlisted reports whether a file of an agent's own configuration is missing from the listing of the
// working directory that it applies to. Most skills' directories are already listed, so this saves a dozen
// lookups.
func isUnlisted(s *Snapshot, agent *skills.Agent, path string) bool {
	holder, ok := agent.Native.Holder(path)
	if !ok {
		return false
	}
	entries, err := s.fs.ReadDir(holder)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	rest, _ := vfs.CutDir(path, holder)
	name, _, _ := strings.Cut(rest, string(filepath.Separator))
	return !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) })
}

// add merges what a file sets over what the files before it set.
func (n *native) add(s *Snapshot, agent *skills.Agent, dir string, text nativeText, report *NativeReport) {
	d := config.Decoder{Source: config.Source{Path: report.Path, Source: text.Source, Rules: s.rules, Native: report.Path, Allow: allowNative(s, agent, dir)}}
	if n.values == nil {
		n.values = make(map[string]skills.KnobValue)
	}
	for name, value := range agent.Native.Presumes {
		value.From = report.Path
		n.values[name] = value
	}
	agent.EachKnob(func(name string, k *skills.Knob) {
		at := (*frontmatter.Value)(nil)
		if k.Native != "" {
			at = text.Root.Lookup(k.Native)
		}
		if at.IsNull() {
			return
		}
		if strings.HasPrefix(k.Native, "env.") {
			at = environment(at)
		}
		d.Knob(k.Native, name, at, *k)
		value, ok := d.Set.Knobs[name]
		if !ok {
			return
		}
		if agent.Native.Idle != nil {
			if why := agent.Native.Idle(report.Path, name, Vantage(s, dir)); why != "" {
				for i := range value.Entries {
					value.Entries[i].Idle = why
				}
				d.Problem(NativeRule, k.Native, at.Span, "`"+k.Native+"` has no effect here: "+why).Severity = diagnostic.Information
			}
		}
		for i := range value.Entries {
			if path := value.Entries[i].Path; path != "" && vfs.Within(SettingsBound(s, dir), path) {
				value.Entries[i].Path = s.RealPath(path)
			}
		}
		n.values[name] = value.Over(n.values[name], k.Type)
	})
	for i := range d.Problems {
		d.Problems[i].Rule, d.Problems[i].Severity = NativeRule, min(d.Problems[i].Severity, diagnostic.Warning)
	}
	config.SortProblems(d.Problems)
	report.Problems = config.CapProblems(d.Problems)
}

// environment returns the value of an environment variable, which the configuration has as a string, as a
// number.
func environment(v *frontmatter.Value) *frontmatter.Value {
	if !v.IsString() {
		return v
	}
	number := *v
	number.Tag = "!!int"
	return &number
}

// allowNative returns a function that checks a path named by an agent's own configuration file. The file is
// not trusted, so the path must be in the project or be one of the agent's roots in the home directory.
func allowNative(s *Snapshot, agent *skills.Agent, dir string) func(string) (string, diagnostic.Severity) {
	return func(named string) (string, diagnostic.Severity) {
		if rest, ok := strings.CutPrefix(named, "~/"); ok && slices.ContainsFunc(agent.Roots, func(r skills.Root) bool {
			return r.Base == skills.FromHome && r.Dir == strings.TrimSuffix(rest, "/")
		}) {
			return "", diagnostic.Off
		}
		if filepath.IsAbs(named) || IsAbsolute(named) {
			return "path outside the project is ignored: set `agents." + agent.ID + "` in the editor or in a file for --config", diagnostic.Error
		}
		fault, severity := allowIn(s, SettingsBound(s, dir), dir, named)
		if severity == diagnostic.Error {
			fault = "path outside the project is ignored: set `agents." + agent.ID + "` in the editor or in a file for --config"
		}
		return fault, severity
	}
}

// A nativeText is the text of a file with the value it was parsed to.
type nativeText struct {
	Exists bool
	Source string
	Root   *frontmatter.Value
	Fault  *skills.SyntaxError // why it was not read, or not parsed
}

// ReadNative reads a file of an agent's own configuration for a working directory.
func ReadNative(s *Snapshot, syntax skills.ConfigSyntax, dir, path string) nativeText {
	info, err := s.fs.Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nativeText{Exists: true, Fault: &skills.SyntaxError{Message: file.Unreadable(file.NativeFile, err).Message}}
	case err != nil || info.IsDir():
		return nativeText{}
	}
	if !vfs.Within(vfs.Canonical(s.fs, SettingsBound(s, dir)), vfs.Canonical(s.fs, path)) {
		return nativeText{Exists: true, Fault: &skills.SyntaxError{Message: "symbolic link leaves the project: it is not read"}}
	}
	if info.Size() > maxNative {
		return nativeText{Exists: true, Fault: &skills.SyntaxError{Message: fmt.Sprintf("file has %d bytes: the limit is %d", info.Size(), maxNative)}}
	}
	source, err := s.fs.ReadFile(path)
	if err != nil {
		return nativeText{Exists: true, Fault: &skills.SyntaxError{Message: file.Unreadable(file.NativeFile, err).Message}}
	}
	text := nativeText{Exists: true, Source: source}
	if text.Root, text.Fault = syntax.Parse(source); text.Fault != nil {
		text.Fault.Message = "invalid " + syntax.String() + ": " + text.Fault.Message
	}
	return text
}

// An agentKey is an agent, by its ID, and a working directory.
type agentKey struct{ agent, dir string }

// A configuredAgent is an agent as configured in a working directory.
type configuredAgent struct {
	agent        *skills.Agent
	discoveryKey string // identifies everything that catalogs depend on
	reports      []*NativeReport
}

// Configured returns an agent with the settings that apply in a directory: those of this program, over the
// agent's own. The given agent may be in any configuration.
func Configured(s *Snapshot, agent *skills.Agent, dir string) *skills.Agent {
	return configuration(s, agent, dir).agent
}

// configuration is like [Configured] but returns the whole cached result.
func configuration(s *Snapshot, agent *skills.Agent, dir string) *configuredAgent {
	plain, ok := AgentAt(s, agent.ID, dir)
	if !ok { // settings elsewhere define it
		return &configuredAgent{agent: agent, discoveryKey: Effect(s, dir).discoveryKey + agent.Variant}
	}
	return s.settings.agents.get(agentKey{agent.ID, dir}, func() *configuredAgent { return configure(s, plain, dir) })
}

func configure(s *Snapshot, agent *skills.Agent, dir string) *configuredAgent {
	e := Effect(s, dir)
	own := make(map[string]skills.KnobValue)
	for name, value := range e.Knobs {
		if knob, ok := strings.CutPrefix(name, agent.ID+"."); ok {
			own[knob] = value
		}
	}
	n := findNative(s, agent, dir, own)
	c := &configuredAgent{agent: agent, discoveryKey: e.discoveryKey, reports: n.reports}
	var key strings.Builder
	for _, name := range slices.Sorted(maps.Keys(n.values)) {
		fmt.Fprintf(&key, "\x00%s=%+v", name, n.values[name])
	}
	c.discoveryKey += key.String()
	values := n.values
	if len(own) > 0 {
		values = maps.Clone(n.values)
		if values == nil {
			values = own
		} else {
			agent.EachKnob(func(name string, k *skills.Knob) {
				if value, ok := own[name]; ok && (k.Type == skills.TextsKnob || k.Type == skills.ToolsKnob) {
					values[name] = value
				} else if ok {
					values[name] = value.Over(values[name], k.Type)
				}
			})
		}
	}
	c.agent = c.agent.Configured(values)
	if window, ok := e.Knobs[config.ContextWindow]; ok && c.agent.ListingOf != nil { // after Configured, because a knob may set the share
		sized := *c.agent
		sized.Limits.Listing, sized.ListingOf = sized.ListingOf(window.Count), nil
		c.agent = &sized
	}
	return c
}

// NativeReports returns the problems of the agents' own configuration files that apply to a path, each file
// once, with the severities set for the rule.
func NativeReports(s *Snapshot, path string) []*NativeReport {
	dir, ok := file.NativeHolder(path)
	if !ok {
		dir = StandpointOf(s, dirOf(s, path)).Vantage
	}
	var list []*NativeReport
	for _, agent := range agents.All() {
		for _, report := range configuration(s, agent, dir).reports {
			known := slices.ContainsFunc(list, func(r *NativeReport) bool { return r.Path == report.Path })
			if problems := weighed(s, report); len(problems) > 0 && !known {
				list = append(list, &NativeReport{Path: report.Path, Source: report.Source, Problems: problems})
			}
		}
	}
	return list
}

// weighed returns the problems of a report with the severities set for the rule, without those that are off.
func weighed(s *Snapshot, report *NativeReport) []config.SettingProblem {
	var list []config.SettingProblem
	for _, p := range report.Problems {
		if p.Severity = SeveritiesOf(s, file.NativeFile, report.Path).Of(NativeRule, p.Severity); p.Severity != diagnostic.Off {
			list = append(list, p)
		}
	}
	return list
}

// NativeProblems returns the problems of a file of an agent's own configuration.
func NativeProblems(s *Snapshot, path string) []config.SettingProblem {
	for _, agent := range file.NativeOf(path) {
		dir, _ := agent.Native.Holder(path)
		for _, report := range configuration(s, agent, dir).reports {
			if report.Path == path {
				return weighed(s, report)
			}
		}
	}
	return nil
}

// NativeErrors returns the problems of an agent's own configuration files for working directories, as load
// errors. It omits problems below [diagnostic.Warning].
func NativeErrors(s *Snapshot, agent *skills.Agent, vantages []string) []skills.LoadError {
	var list []skills.LoadError
	for _, dir := range vantages {
		for _, report := range configuration(s, agent, dir).reports {
			for _, p := range weighed(s, report) {
				line := 1 + strings.Count(report.Source[:p.Span.Start], "\n")
				e := skills.LoadError{Path: report.Path, Message: fmt.Sprintf("line %d: %s", line, p.Text())}
				if p.Severity >= diagnostic.Warning && !slices.Contains(list, e) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
