package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

type skillResult struct {
	ID, Name, Description, Path, Dir, Scope string
	MtimeMs                                 int64 `json:"mtime_ms"`
}

// describe formats a skill, after checking the fields that every skill must have.
func (s skillResult) describe() (string, error) {
	sum := sha256.Sum256([]byte(s.Path))
	if s.ID != hex.EncodeToString(sum[:])[:24] {
		return "", fmt.Errorf("the id of %s is %s", s.Path, s.ID)
	}
	if !strings.HasPrefix(s.Path, s.Dir) || s.Dir == "" {
		return "", fmt.Errorf("the directory of %s is %s", s.Path, s.Dir)
	}
	return fmt.Sprintf("%s %q (%s, %s)\n", s.Name, s.Description, s.Scope, archiveName(s.Path)), nil
}

// options converts a mark's options to request parameters.
func (m mark) options(names ...string) map[string]any {
	params := make(map[string]any)
	for _, name := range names {
		if a, ok := m.opts[name]; ok {
			params[name] = a.text
			if name == "path" || name == "cwd" {
				params[name] = strings.TrimSuffix(nativePath(markerRoot+"/"+a.text), "/")
			}
		}
	}
	return params
}

func markList(r *markerRun, m mark) {
	var result struct {
		Skills    []skillResult
		Errors    []struct{ Path, Message string }
		Truncated bool
	}
	if err := decodeResult(r.call("skills/list", m.options("cwd", "agent")), &result); err != nil {
		r.errorf(m, "%v", err)
		return
	}
	var out strings.Builder
	for _, s := range result.Skills {
		line, err := s.describe()
		if err != nil {
			r.errorf(m, "%v", err)
		}
		out.WriteString(line)
	}
	for _, e := range result.Errors {
		fmt.Fprintf(&out, "error in %s: %s\n", archiveName(e.Path), strings.ReplaceAll(e.Message, nativePath(markerRoot), ""))
	}
	if result.Truncated {
		out.WriteString("truncated\n")
	}
	r.golden(m, m.args[0].text, out.String())
}

func markSearch(r *markerRun, m mark) {
	params := m.options("scope", "cwd")
	params["query"] = m.args[1].text
	var result struct {
		Results []struct {
			Skill  skillResult
			Score  int
			Reason string
		}
		Count int
	}
	if err := decodeResult(r.call("skills/search", params), &result); err != nil || result.Count != len(result.Results) {
		r.errorf(m, "count %d of %d results, %v", result.Count, len(result.Results), err)
		return
	}
	var out strings.Builder
	for _, hit := range result.Results {
		fmt.Fprintf(&out, "%d %s %s\n", hit.Score, hit.Reason, archiveName(hit.Skill.Path))
	}
	r.golden(m, m.args[0].text, out.String())
}

func markPreview(r *markerRun, m mark) {
	d := r.docs[m.file]
	params := m.options("name", "path", "cwd", "agent", "arguments")
	if params["name"] == nil && params["path"] == nil {
		params["textDocument"] = map[string]any{"uri": d.uri}
	}
	answer := r.client.call("skills/preview", params)
	if answer.Error != nil {
		var data struct {
			Reason     string
			Candidates []string
		}
		_ = json.Unmarshal(answer.Error.Data, &data)
		for i, c := range data.Candidates {
			data.Candidates[i] = archiveName(c)
		}
		r.golden(m, m.args[0].text, fmt.Sprintf("error %d: %s: %q\n", answer.Error.Code, data.Reason, data.Candidates))
		return
	}
	out, err := r.describePreview(d, answer.Result)
	if err != nil {
		r.errorf(m, "%v", err)
		return
	}
	r.golden(m, m.args[0].text, out)
}

// describePreview formats a preview segment by segment. It checks that the segments make up the content, and
// that what was copied from the file is there.
func (r *markerRun) describePreview(d *fakeDoc, raw json.RawMessage) (string, error) {
	var p struct {
		Agent        string
		Finds, Loads bool
		Reasons      []struct {
			Code, Message, Verbatim string
			Silent                  bool
			Range                   *testRange
		}
		Notes   []string
		Content string
		Files   []string
		Skill   *skillResult
		Bytes   int
		Limits  []struct {
			Of, Unit    string
			Used, Limit int
		}
		Segments []struct {
			Start, End int
			Kind, Note string
			Range      *testRange
		}
	}
	if err := decodeResult(raw, &p); err != nil {
		return "", err
	}
	if p.Bytes != len(p.Content) {
		return "", fmt.Errorf("bytes is %d, and there are %d", p.Bytes, len(p.Content))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "agent %s, finds %v, loads %v\n", p.Agent, p.Finds, p.Loads)
	for _, reason := range p.Reasons {
		where := ""
		if at := reason.Range; at != nil {
			where = fmt.Sprintf(" (line %d)", at.Start.Line+1)
		}
		said := ", silent"
		if !reason.Silent {
			said = fmt.Sprintf(", %q", reason.Verbatim)
		}
		fmt.Fprintf(&out, "reason %s%s: %s%s\n", reason.Code, where, reason.Message, said)
	}
	for _, l := range p.Limits {
		used := fmt.Sprint(l.Used, " ")
		if l.Unit == "bytes" || l.Unit == "tokens" { // line endings count
			used = ""
		}
		fmt.Fprintf(&out, "limit: %s, %sof %d %s\n", l.Of, used, l.Limit, l.Unit)
	}
	if p.Skill != nil {
		skill, err := p.Skill.describe()
		if err != nil {
			return "", err
		}
		out.WriteString("skill " + skill)
	}
	for _, file := range p.Files {
		fmt.Fprintf(&out, "file %s\n", archiveName(file))
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&out, "note: %s\n", note)
	}
	end := 0
	for _, s := range p.Segments {
		if s.Start != end || s.End < s.Start || s.End > len(p.Content) {
			return "", fmt.Errorf("segment %d-%d comes after one that ends at %d", s.Start, s.End, end)
		}
		end = s.End
		text := p.Content[s.Start:s.End]
		where := ""
		if s.Range != nil {
			source := d
			if p.Skill != nil {
				var err error
				if source, err = r.anyFile(p.Skill.Path); err != nil {
					return "", err
				}
			}
			span, err := source.span(*s.Range)
			if err != nil {
				return "", err
			}
			where, _, _ = strings.Cut(describeRegion(source.text, span), " ")
			where = " from " + where
			if copied := source.text[span.start:span.end]; s.Kind == "body" && copied != text {
				where += fmt.Sprintf(" (differs: %q)", copied)
			}
		}
		fmt.Fprintf(&out, "== %s%s %s\n%s", s.Kind, where, s.Note, strings.ReplaceAll(text, nativePath(markerRoot), markerRoot))
		if !strings.HasSuffix(text, "\n") {
			out.WriteString("\\\n")
		}
	}
	if end != len(p.Content) {
		return "", fmt.Errorf("the segments end at %d of %d", end, len(p.Content))
	}
	return out.String(), nil
}
