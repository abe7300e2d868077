package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// ParseJSON parses a text as one JSON value. It returns the value that [frontmatter.ParseYAML] returns for
// the same text, since JSON is YAML. Spans are byte offsets into the text, and repeated keys are kept. It
// returns nil for an empty text. Nesting beyond [frontmatter.MaxDepth] is an error.
func ParseJSON(text string) (*frontmatter.Value, error) {
	p := jsonParser{text: text, decoder: json.NewDecoder(strings.NewReader(text))}
	p.decoder.UseNumber()
	root, err := p.value(0)
	if errors.Is(err, io.EOF) && p.at == 0 {
		return nil, nil
	}
	if err == nil {
		if _, err = p.next(); errors.Is(err, io.EOF) {
			return root, nil
		} else if err == nil {
			err = fmt.Errorf("more follows the value, at byte %d", p.start)
		}
	}
	return nil, fmt.Errorf("reading JSON: %w", err)
}

type jsonParser struct {
	text      string
	decoder   *json.Decoder
	start, at int // span of the last token
}

// next reads a token and sets its span.
func (p *jsonParser) next() (json.Token, error) {
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	p.start = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n,:"))
	p.at = int(p.decoder.InputOffset())
	return token, nil
}

func (p *jsonParser) value(depth int) (*frontmatter.Value, error) {
	token, err := p.next()
	if err != nil {
		return nil, err
	}
	return p.valueOf(token, depth)
}

// valueOf returns the value that begins with the token just read.
func (p *jsonParser) valueOf(token json.Token, depth int) (*frontmatter.Value, error) {
	if depth > frontmatter.MaxDepth {
		return nil, fmt.Errorf("nested deeper than %d levels", frontmatter.MaxDepth)
	}
	v := &frontmatter.Value{Span: text.Span{Start: p.start, End: p.at}}
	v.Text = v.Span.Of(p.text)
	switch token := token.(type) {
	case json.Delim:
		return p.collection(v, token == '{', depth)
	case string:
		v.Tag, v.Style, v.Text = "!!str", frontmatter.DoubleQuoted, token
	case json.Number:
		v.Tag = "!!int"
		if strings.ContainsAny(v.Text, ".eE") {
			v.Tag = "!!float"
		}
	case bool:
		v.Tag = "!!bool"
	default:
		v.Tag = "!!null"
	}
	return v, nil
}

// collection reads an object or an array after the opening bracket.
func (p *jsonParser) collection(v *frontmatter.Value, object bool, depth int) (*frontmatter.Value, error) {
	v.Kind, v.Tag, v.Style, v.Text = frontmatter.SequenceValue, "!!seq", frontmatter.FlowStyle, ""
	if object {
		v.Kind, v.Tag = frontmatter.MappingValue, "!!map"
	}
	for {
		token, err := p.next()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		if token == json.Delim(']') || token == json.Delim('}') {
			v.Span.End = p.at
			return v, nil
		}
		child, err := p.valueOf(token, depth+1)
		if err != nil {
			return nil, err
		}
		if !object {
			v.Items = append(v.Items, child)
			continue
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.Pairs = append(v.Pairs, frontmatter.Pair{Key: child, Value: value})
	}
}
