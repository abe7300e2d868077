package lsp

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/agents"
)

// countPatience is how long a bug report waits for the number of skills: it may be made because the analysis
// hangs.
const countPatience = 2 * time.Second

// bugReport returns information for finding the cause of a bug, as Markdown that the user can paste into an
// issue. It contains no text of a document, and paths only as the [mask] leaves them.
func bugReport(ctx context.Context, s *server, v *session.View, _ []protocol.LSPAny) (any, error) {
	var b reportWriter
	b.line("# skills-ls bug report\n")
	b.line("What I did, what happened, and what should have happened:\n\n...\n")
	b.line("There is no text of a document below, and of paths only what agents prescribe; the rest of them is `*`.")
	b.section("Versions")
	b.field("skills-ls", s.opts.Version)
	b.field("Go", fmt.Sprintf("%s, %s/%s, %d processors", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0)))
	b.field("client", strings.TrimSpace(v.Client.Name+" "+v.Client.Version))
	b.section("Session")
	reportSession(s, &b, v, ctx)
	b.section("Settings")
	reportSettings(s, &b, v)
	b.section("Log")
	reportLog(s, &b)
	return b.String(), nil
}

// mask returns the mask for text that the user may make public, for the current folders.
func (s *server) mask() mask { return mask{s.opts.Home, s.session.View().Snapshot.Config().Folders} }

// reportSession writes the state of the session and what the client and the server have agreed on.
func reportSession(s *server, b *reportWriter, v *session.View, ctx context.Context) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	bytes := 0
	for _, d := range v.Docs {
		bytes += len(d.Text())
	}
	b.field("running for", time.Since(s.started).Round(time.Second).String())
	b.field("memory", fmt.Sprintf("%d MiB in use, %d MiB from the system, %d goroutines", memory.HeapAlloc>>20, memory.Sys>>20, runtime.NumGoroutine()))
	b.field("folders", fmt.Sprint(len(v.Snapshot.Config().Folders)))
	b.field("open documents", fmt.Sprintf("%d, of %d bytes together", len(v.Docs), bytes))
	b.field("skills", countSkills(ctx, v))
	b.field("requests under way", fmt.Sprint(s.conn.Running()))
	b.field("watching", s.watching.Describe())
	b.field("positions", v.Client.Encoding.String())
	b.field("trace", s.conn.Trace.Level().String())
	b.field("capabilities", strings.Join(abilities(v.Client), ", "))
}

// countSkills describes how many skills the default agent has. It gives up after countPatience.
func countSkills(ctx context.Context, v *session.View) string {
	ctx, cancel := context.WithTimeout(ctx, countPatience)
	defer cancel()
	counted := make(chan string, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				counted <- "not known: counting them panicked"
			}
		}()
		list, err := vantage.ListSkills(ctx, v.Snapshot, vantage.ListQuery{})
		if err != nil {
			counted <- "not known: listing them failed"
			return
		}
		counted <- fmt.Sprintf("%d, and %d that are not loaded", len(list.Skills), len(list.Errors))
	}()
	select {
	case count := <-counted:
		return count
	case <-ctx.Done():
		return fmt.Sprintf("not known: they are not counted after %s", countPatience)
	}
}

// reportSettings writes the settings by names that this program defines. For names that the user has chosen,
// it writes only how many there are.
func reportSettings(s *server, b *reportWriter, v *session.View) {
	config := v.Snapshot.Config()
	project := config.Settings.Over(config.Defaults)
	b.field("targets", strings.Join(project.Targets, ", "))
	var rules []string
	for _, id := range slices.Sorted(maps.Keys(project.Rules)) {
		rules = append(rules, fmt.Sprintf("%s: %s", id, project.Rules[id]))
	}
	b.field("rules", strings.Join(rules, ", "))
	b.field("agents", strings.Join(slices.Sorted(maps.Keys(project.Knobs)), ", "))
	b.field("lists", fmt.Sprintf("%d roots, %d patterns to ignore, %d overrides", len(project.Roots), len(project.Ignore), len(project.Overrides)))
	if v.Settings.DocsBaseURL != "" {
		b.field("docsBaseUrl", "set")
	}
	var set []string
	for _, name := range agentVariables() {
		if s.opts.Env[name] != "" {
			set = append(set, name)
		}
	}
	b.field("environment", strings.Join(set, ", "))
}

// agentVariables returns the environment variables that agents read, sorted.
func agentVariables() []string {
	var names []string
	for _, agent := range agents.All() {
		names = append(names, agent.Project.RootEnv, agent.Project.MarkEnv)
		for _, root := range agent.Roots {
			for _, e := range root.Env {
				names = append(names, e.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// reportLog writes the last warnings and errors. Times are in UTC, which means the same everywhere.
func reportLog(s *server, b *reportWriter) {
	entries, lost := s.recent.read()
	if len(entries) == 0 {
		b.line("No warnings and no errors.")
		return
	}
	if lost > 0 {
		b.line(fmt.Sprintf("%d older entries were forgotten.\n", lost))
	}
	b.line("```text")
	for _, e := range entries {
		times := ""
		if e.times > 1 {
			times = fmt.Sprintf(" (%d times)", e.times)
		}
		b.line(e.time.UTC().Format(time.DateTime) + times + " " + strings.ReplaceAll(e.text, "`", "'"))
	}
	b.line("```")
}

// abilities returns the names of the capabilities that the client has.
func abilities(c *session.Client) []string {
	var names []string
	fields := reflect.ValueOf(*c)
	for i := range fields.NumField() {
		if f := fields.Field(i); f.Kind() == reflect.Bool && f.Bool() {
			name := fields.Type().Field(i).Name
			names = append(names, strings.ToLower(name[:1])+name[1:])
		}
	}
	return names
}

// A reportWriter writes Markdown.
type reportWriter struct{ strings.Builder }

func (b *reportWriter) line(text string) {
	b.WriteString(text)
	b.WriteByte('\n')
}

func (b *reportWriter) section(title string) { b.line("\n## " + title + "\n") }

// field writes a name and a value, which is not Markdown, as an item of a list.
func (b *reportWriter) field(name, value string) {
	if value == "" {
		value = "none"
	}
	value = strings.Map(func(r rune) rune {
		if r < ' ' || r == '`' {
			return ' '
		}
		return r
	}, value)
	b.line("- " + name + ": `" + wire.Cut(value, 600) + "`")
}
