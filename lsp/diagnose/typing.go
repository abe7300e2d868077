package diagnose

import (
	"strings"
	"time"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// TypingDelay is how long a document must not be edited before the problems are reported that may only mean that
// the author has not finished typing. They disappear at once.
const TypingDelay = 800 * time.Millisecond

// typing is what decides which problems of a document wait for the author.
type typing struct {
	timer *time.Timer // runs after an edit; nil if the document is not being typed
	lines text.Span   // the lines of the last edit, in the document's text
	// isNew is set for a document that was opened without content, until it has some or is saved.
	isNew    bool
	reported map[string]int // how many problems of each rule the client shows
	withheld bool           // problems wait for the end of the typing
}

// opened ends the typing: a document that was just opened has all its problems, unless it is new.
func (t *typing) opened(doc *session.Document) {
	t.end()
	*t = typing{isNew: isBlank(doc.Text())}
}

// isBlank reports whether a text has no content. The text of a new file is a line end in some editors.
func isBlank(source string) bool { return strings.Trim(source, "\r\n") == "" }

// end ends the typing. It reports whether problems waited for it.
func (t *typing) end() bool {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	return t.withheld
}

// startTyping records an edit of a document. The problems that wait are reported when no other edit follows for
// [Diagnoser.TypingDelay]. The caller holds mu.
func (f *diagnosed) startTyping(d *Diagnoser, edits []session.Replacement) {
	t := &f.typing
	source := f.doc.Text()
	t.isNew = t.isNew && isBlank(source)
	if len(edits) > 0 {
		last := edits[len(edits)-1]
		t.lines = linesAround(source, text.Span{Start: last.Start, End: last.Start + last.Size})
	}
	t.end()
	if d.TypingDelay == 0 {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(d.TypingDelay, func() {
		d.Mu.Lock()
		defer d.Mu.Unlock()
		if f.typing.timer == timer && f.typing.end() { // another edit may have come just as it fired
			f.diagnoseAgain(d)
		}
	})
	t.timer = timer
}

// linesAround returns the span of the lines that a span of a text touches.
func linesAround(source string, s text.Span) text.Span {
	start, end := min(s.Start, len(source)), min(s.End, len(source))
	lines := text.Span{Start: strings.LastIndexByte(source[:start], '\n') + 1, End: len(source)}
	if i := strings.IndexByte(source[end:], '\n'); i >= 0 {
		lines.End = end + i
	}
	return lines
}

// Saved records that a document was saved, which ends the typing.
func (d *Diagnoser) Saved(key string) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[key]
	if f == nil || f.doc == nil {
		return
	}
	wasNew := f.typing.isNew
	f.typing.isNew = false
	if f.typing.end() || wasNew {
		f.diagnoseAgain(d)
	}
}

// settleTyping records what a task reports. If the typing ended meanwhile, what the task withholds is diagnosed again.
// The caller holds mu.
func (f *diagnosed) settleTyping(t *typing) {
	f.typing.reported, f.typing.withheld = t.reported, t.withheld
	if t.withheld && (t.timer != nil && f.typing.timer == nil || t.isNew && !f.typing.isNew) {
		f.stage, f.again = stale, true
	}
}

// diagnoseAgain starts the diagnosis of a document whose text has not changed. The caller holds mu.
func (f *diagnosed) diagnoseAgain(d *Diagnoser) {
	if f.doc == nil {
		return
	}
	f.stage = stale
	if !d.pulling() || f.Shown.doc != nil {
		d.start(f)
	}
}

// ripe removes the problems that wait for the end of the typing. If the client shows some of the same rule already, only
// the additional ones wait. It returns the remaining problems, and the typing with what is reported now.
func (t *task) ripe(found []diagnostic.Diagnostic) ([]diagnostic.Diagnostic, typing) {
	now := t.typing
	now.withheld, now.reported = false, nil
	if now.isNew {
		now.withheld = len(found) > 0
		return nil, now
	}
	isUnfinished := func(diagnostic.Diagnostic) bool { return false }
	if now.timer != nil {
		isUnfinished = rules.UnfinishedIn(t.view.Snapshot, t.doc.Path, now.lines)
	}
	additional := countByRule(found)
	for rule, n := range t.typing.reported {
		additional[rule] -= n
	}
	var kept []diagnostic.Diagnostic
	for _, p := range found {
		if additional[p.Rule] > 0 && isUnfinished(p) {
			additional[p.Rule]--
			now.withheld = true
			continue
		}
		kept = append(kept, p)
	}
	now.reported = countByRule(kept)
	return kept, now
}

func countByRule(found []diagnostic.Diagnostic) map[string]int {
	count := make(map[string]int)
	for _, p := range found {
		count[p.Rule]++
	}
	return count
}
