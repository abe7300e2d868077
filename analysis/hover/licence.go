package hover

import (
	"fmt"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/internal/spdx"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverLicence returns the hover for the license under the cursor: an SPDX identifier, a part of an SPDX
// expression, or other text.
func hoverLicence(c *refs.Cursor, e *frontmatter.Entry) (Hover, bool) {
	if e.Value == nil || e.Value.Kind != frontmatter.ScalarValue || e.Value.IsNull() || strings.TrimSpace(e.Value.Text) == "" {
		return Hover{}, false
	}
	terms, ok := spdx.Parse(e.Value.Text)
	if !ok {
		return Hover{e.ValueSpan, otherLicenceDoc(c, e.Value.Text)}, true
	}
	start, written := file.TextStart(c.Source, e.Value)
	var docs []string
	for _, t := range terms {
		span := text.Span{Start: start + t.Start, End: start + t.End}
		doc := licenceDoc(t)
		if written && span.Contains(c.Offset) {
			return Hover{span, doc}, true
		}
		docs = append(docs, doc)
	}
	if len(terms) > 1 {
		docs = append([]string{render.CodeSpan(vantage.Shorten(e.Value.Text, 200)) + " is an SPDX expression."}, docs[:min(len(docs), maxToolsShown)]...)
	}
	return Hover{e.ValueSpan, strings.Join(docs, "\n\n")}, true
}

// licenceDoc explains a term of an SPDX expression.
func licenceDoc(t spdx.Term) string {
	l := t.Licence
	switch {
	case t.Exception:
		return render.CodeSpan(t.ID) + " is an exception to the license before it."
	case l == nil:
		return render.CodeSpan(t.ID) + " is a license outside the SPDX list."
	}
	var out strings.Builder
	if l.Name != "" {
		fmt.Fprintf(&out, "**%s**", render.Escape(l.Name))
		if t.Later {
			out.WriteString(" or any later version")
		}
		out.WriteString("\n\n")
	}
	fmt.Fprintf(&out, "%s is ", render.CodeSpan(l.ID))
	if l.Deprecated {
		out.WriteString("a deprecated SPDX identifier.")
		if ids := l.Instead(); len(ids) > 0 {
			out.WriteString(" Use `" + strings.Join(ids, "` or `") + "`.")
		}
	} else {
		out.WriteString("an SPDX identifier.")
	}
	if l.Open {
		out.WriteString(" The license is OSI approved.")
	}
	return out.String()
}

// otherLicenceDoc explains text that is not an SPDX expression: the standard allows any license name, and the
// name of a file that contains the license.
func otherLicenceDoc(c *refs.Cursor, text string) string {
	doc := "Not an SPDX expression. The standard also allows the name of a license or of a license file."
	if l := spdx.Meant(text); l != nil {
		doc += fmt.Sprintf(" The SPDX identifier of the %s is %s.", render.Escape(l.Name), render.CodeSpan(l.ID))
	}
	r := workspace.NewResolver(c.Snapshot, c.File)
	words := strings.Fields(text)
	for _, word := range words[:min(len(words), maxToolsShown)] {
		if t := r.Resolve(strings.Trim(word, ".,;:()`'\"")); t.Kind == file.RelativePath && t.Exists == workspace.Present && !t.IsDir {
			return doc + " The file " + render.CodeSpan(vantage.ShownPath(c.Snapshot, t.Actual)) + " exists."
		}
	}
	return doc
}
