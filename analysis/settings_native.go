package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// maxNative is the maximum size of a file of an agent's own configuration, in bytes. Some of these files grow
// each time the user answers a question.
const maxNative = 1 << 20

// nativeRule is the ID of the rule about agents' own configuration files.
const nativeRule = "config/native"

// A NativeReport is the result of reading a file of an agent's own configuration.
type NativeReport struct {
	Path     string
	Source   string // the text that the problems refer to
	Problems []SettingProblem
}

// A native is what an agent's own configuration sets for a working directory. It is immutable.
type native struct {
	values  map[string]skills.KnobValue // by the knob's name
	reports []*NativeReport             // of the files that exist, later ones win
}

// nativeFiles returns the files in the project that an agent reads its own configuration from for a working
// directory, whether they exist or not.
func (s *Snapshot) nativeFiles(agent *skills.Agent, dir string) []string {
	bound := s.settingsBound(dir)
	return slices.DeleteFunc(agent.NativeFiles(s.fs, s.vantage(dir)), func(path string) bool { return !vfs.Within(bound, path) })
}

// findNative reads an agent's own configuration.
func (s *Snapshot) findNative(agent *skills.Agent, dir string, own map[string]skills.KnobValue) native {
	var n native
	if dir == "" || agent.Native == nil || agent.Native.Unless != nil && agent.Native.Unless(own) {
		return n
	}
	for _, path := range s.nativeFiles(agent, dir) {
		if s.isUnlisted(agent, path) {
			continue
		}
		text := s.settings.native(path, func() nativeText { return s.readNative(agent.Native.Syntax, dir, path) })
		if !text.exists || agent.Native.Takes != nil && !agent.Native.Takes(text.source, text.root) {
			continue
		}
		report := &NativeReport{Path: path, Source: text.source}
		n.reports = append(n.reports, report)
		if text.fault != nil {
			report.Problems = []SettingProblem{{"", Diagnostic{
				Rule: nativeRule, Severity: Warning, Span: text.fault.Span, Message: text.fault.Message + "; " + agent.Title + "'s settings in it do not apply",
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
func (s *Snapshot) isUnlisted(agent *skills.Agent, path string) bool {
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
	d := settingsDecoder{settingsSource: settingsSource{path: report.Path, source: text.source, rules: s.rules, native: report.Path, allow: s.allowNative(agent, dir)}}
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
			at = text.root.Lookup(k.Native)
		}
		if at.IsNull() {
			return
		}
		if strings.HasPrefix(k.Native, "env.") {
			at = environment(at)
		}
		d.knob(k.Native, name, at, *k)
		value, ok := d.set.Knobs[name]
		if !ok {
			return
		}
		if agent.Native.Idle != nil {
			if why := agent.Native.Idle(report.Path, name, s.vantage(dir)); why != "" {
				for i := range value.Entries {
					value.Entries[i].Idle = why
				}
				d.problem(nativeRule, k.Native, at.Span, "`"+k.Native+"` counts for nothing here: "+why).Severity = Information
			}
		}
		for i := range value.Entries {
			if path := value.Entries[i].Path; path != "" && vfs.Within(s.settingsBound(dir), path) {
				value.Entries[i].Path = s.realPath(path)
			}
		}
		n.values[name] = value.Over(n.values[name], k.Type)
	})
	for i := range d.problems {
		d.problems[i].Rule, d.problems[i].Severity = nativeRule, min(d.problems[i].Severity, Warning)
	}
	sortProblems(d.problems)
	report.Problems = capProblems(d.problems)
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
func (s *Snapshot) allowNative(agent *skills.Agent, dir string) func(string) (string, Severity) {
	return func(named string) (string, Severity) {
		if rest, ok := strings.CutPrefix(named, "~/"); ok && slices.ContainsFunc(agent.Roots, func(r skills.Root) bool {
			return r.Base == skills.FromHome && r.Dir == strings.TrimSuffix(rest, "/")
		}) {
			return "", Off
		}
		if filepath.IsAbs(named) || isAbsolute(named) {
			return "the path is not in the project, and is not looked at here because a file of the project names it; set `agents." + agent.ID + "` in the editor, or in a file given by --config", Error
		}
		fault, severity := s.allowIn(s.settingsBound(dir), dir, named)
		if severity == Error {
			fault = "the path leads out of the project, and is not looked at here because a file of the project names it; set `agents." + agent.ID + "` in the editor, or in a file given by --config"
		}
		return fault, severity
	}
}

// A nativeText is the text of a file with the value it was parsed to.
type nativeText struct {
	exists bool
	source string
	root   *frontmatter.Value
	fault  *skills.SyntaxError // why it was not read, or not parsed
}

// readNative reads a file of an agent's own configuration for a working directory.
func (s *Snapshot) readNative(syntax skills.ConfigSyntax, dir, path string) nativeText {
	info, err := s.fs.Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nativeText{exists: true, fault: &skills.SyntaxError{Message: unreadable(NativeFile, err).Message}}
	case err != nil || info.IsDir():
		return nativeText{}
	}
	if !vfs.Within(vfs.Canonical(s.fs, s.settingsBound(dir)), vfs.Canonical(s.fs, path)) {
		return nativeText{exists: true, fault: &skills.SyntaxError{Message: "the file is a symbolic link that leads out of the project, and is not read; put a file here"}}
	}
	if info.Size() > maxNative {
		return nativeText{exists: true, fault: &skills.SyntaxError{Message: fmt.Sprintf("the file has %d bytes; configuration of more than %d is not read", info.Size(), maxNative)}}
	}
	source, err := s.fs.ReadFile(path)
	if err != nil {
		return nativeText{exists: true, fault: &skills.SyntaxError{Message: unreadable(NativeFile, err).Message}}
	}
	text := nativeText{exists: true, source: source}
	if text.root, text.fault = syntax.Parse(source); text.fault != nil {
		text.fault.Message = "this is not " + syntax.String() + ": " + text.fault.Message
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

// configured returns an agent with the settings that apply in a directory: those of this program, over the
// agent's own. The given agent may be in any configuration.
func (s *Snapshot) configured(agent *skills.Agent, dir string) *skills.Agent {
	return s.configuration(agent, dir).agent
}

// configuration is like [Snapshot.configured] but returns the whole cached result.
func (s *Snapshot) configuration(agent *skills.Agent, dir string) *configuredAgent {
	return s.settings.configured(agentKey{agent.ID, dir}, func() *configuredAgent {
		builtIn, _ := agents.ByID(agent.ID)
		return s.configure(builtIn, dir)
	})
}

func (s *Snapshot) configure(agent *skills.Agent, dir string) *configuredAgent {
	e := s.effect(dir)
	own := make(map[string]skills.KnobValue)
	for name, value := range e.knobs {
		if knob, ok := strings.CutPrefix(name, agent.ID+"."); ok {
			own[knob] = value
		}
	}
	n := s.findNative(agent, dir, own)
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
	if window, ok := e.knobs[contextWindow]; ok && c.agent.ListingOf != nil { // after Configured, because a knob may set the share
		sized := *c.agent
		sized.Limits.Listing, sized.ListingOf = sized.ListingOf(window.Count), nil
		c.agent = &sized
	}
	return c
}

// NativeReports returns the problems of the agents' own configuration files that apply to a path, each file
// once, with the severities set for the rule.
func (s *Snapshot) NativeReports(path string) []*NativeReport {
	dir, ok := nativeHolder(path)
	if !ok {
		dir = s.standpoint(s.dirOf(path)).vantage
	}
	var list []*NativeReport
	for _, agent := range agents.All() {
		for _, report := range s.configuration(agent, dir).reports {
			known := slices.ContainsFunc(list, func(r *NativeReport) bool { return r.Path == report.Path })
			if problems := s.weighed(report); len(problems) > 0 && !known {
				list = append(list, &NativeReport{Path: report.Path, Source: report.Source, Problems: problems})
			}
		}
	}
	return list
}

// weighed returns the problems of a report with the severities set for the rule, without those that are off.
func (s *Snapshot) weighed(report *NativeReport) []SettingProblem {
	var list []SettingProblem
	for _, p := range report.Problems {
		if p.Severity = s.severitiesOf(NativeFile, report.Path).of(nativeRule, p.Severity); p.Severity != Off {
			list = append(list, p)
		}
	}
	return list
}

// NativeProblems returns the problems of a file of an agent's own configuration.
func (s *Snapshot) NativeProblems(path string) []SettingProblem {
	for _, agent := range nativeOf(path) {
		dir, _ := agent.Native.Holder(path)
		for _, report := range s.configuration(agent, dir).reports {
			if report.Path == path {
				return s.weighed(report)
			}
		}
	}
	return nil
}

// nativeErrors returns the problems of an agent's own configuration files for working directories, as load
// errors. It omits problems below [Warning].
func (s *Snapshot) nativeErrors(agent *skills.Agent, vantages []string) []skills.LoadError {
	var list []skills.LoadError
	for _, dir := range vantages {
		for _, report := range s.configuration(agent, dir).reports {
			for _, p := range s.weighed(report) {
				line := 1 + strings.Count(report.Source[:p.Span.Start], "\n")
				e := skills.LoadError{Path: report.Path, Message: fmt.Sprintf("line %d: %s", line, p.Message)}
				if p.Severity >= Warning && !slices.Contains(list, e) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
