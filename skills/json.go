package skills

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tailscale/hujson"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// ParseJSON parses a text as one JSON value. It returns the value that [frontmatter.ParseYAML] returns for
// the same text, since JSON is YAML. Spans are byte offsets into the text, and repeated keys are kept. It
// returns nil for an empty text. Nesting beyond [frontmatter.MaxDepth] is an error.
func ParseJSON(text string) (*frontmatter.Value, error) {
	if strings.Trim(text, " \t\r\n") == "" {
		return nil, nil
	}
	if JSON.tooDeepAt(text) >= 0 {
		return nil, fmt.Errorf("reading JSON: %w", errTooDeep)
	}
	root, err := hujson.Parse([]byte(text))
	if err == nil && !root.IsStandard() {
		err = errors.New("it has comments or trailing commas")
	}
	if err != nil {
		return nil, fmt.Errorf("reading JSON: %s", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return jsonValue(root, text), nil
}

// parseJSONC parses JSON with comments and trailing commas.
func parseJSONC(source string) (*frontmatter.Value, *SyntaxError) {
	root, err := hujson.Parse([]byte(source))
	if err == nil {
		return jsonValue(root, source), nil
	}
	var line, column int
	message := err.Error()
	if n, _ := fmt.Sscanf(message, "hujson: line %d, column %d:", &line, &column); n == 2 {
		message = strings.SplitN(message, ": ", 3)[2]
	}
	if strings.HasSuffix(message, io.ErrUnexpectedEOF.Error()) { // after what the library was doing
		message = "unexpected end of file"
	}
	return nil, &SyntaxError{text.At(lineOffset(source, line, column)), message}
}

// jsonValue converts a value that was parsed from the source.
func jsonValue(parsed hujson.Value, source string) *frontmatter.Value {
	v := &frontmatter.Value{Span: text.Span{Start: parsed.StartOffset, End: parsed.EndOffset}}
	switch parsed := parsed.Value.(type) {
	case *hujson.Object:
		v.Kind, v.Tag, v.Style = frontmatter.MappingValue, "!!map", frontmatter.FlowStyle
		for _, m := range parsed.Members {
			pair := frontmatter.Pair{Key: jsonValue(m.Name, source), Value: jsonValue(m.Value, source)}
			v.Pairs = append(v.Pairs, pair)
		}
	case *hujson.Array:
		v.Kind, v.Tag, v.Style = frontmatter.SequenceValue, "!!seq", frontmatter.FlowStyle
		for _, item := range parsed.Elements {
			v.Items = append(v.Items, jsonValue(item, source))
		}
	case hujson.Literal:
		v.Text = v.Span.Of(source)
		switch parsed.Kind() {
		case '"':
			v.Tag, v.Style, v.Text = "!!str", frontmatter.DoubleQuoted, parsed.String()
		case '0':
			v.Tag = "!!int"
			if strings.ContainsAny(v.Text, ".eE") {
				v.Tag = "!!float"
			}
		case 'n':
			v.Tag = "!!null"
		default:
			v.Tag = "!!bool"
		}
	}
	return v
}
