package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A ConfigSyntax is what an agent's own configuration is written in.
type ConfigSyntax uint8

const (
	JSON ConfigSyntax = iota // with comments and commas after the last entry, which agents that read plain JSON do not all take
	TOML
)

func (s ConfigSyntax) String() string { return [...]string{"JSON", "TOML"}[s] }

// Quote returns a text as a value of the syntax. One that is not UTF-8 comes back otherwise, or not at all.
func (s ConfigSyntax) Quote(text string) string {
	if s == JSON {
		encoded, err := json.Marshal(text)
		if err != nil {
			panic(err) // a string can always be encoded
		}
		return string(encoded)
	}
	encoded, err := toml.Marshal(map[string]string{"k": text})
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(encoded), "k = "), "\n")
}

// A SyntaxError says why a text is not what it should be.
type SyntaxError struct {
	Span    text.Span // where the parser gave up
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse reads a text, into what [frontmatter.ParseYAML] makes of the same values: spans are offsets into the text. An empty text gives nil.
func (s ConfigSyntax) Parse(source string) (*frontmatter.Value, *SyntaxError) {
	rest, marked := strings.CutPrefix(source, text.ByteOrderMark)
	if marked {
		rest = strings.Repeat(" ", len(text.ByteOrderMark)) + rest
	}
	if strings.TrimSpace(rest) == "" {
		return nil, nil
	}
	if at := s.tooDeep(rest); at >= 0 {
		return nil, &SyntaxError{text.At(at), fmt.Sprintf("nested deeper than %d levels", frontmatter.MaxDepth)}
	}
	if s == TOML {
		return parseTOML(rest)
	}
	return parseJSONC(rest)
}

// tooDeep returns where a text is nested beyond [frontmatter.MaxDepth], -1 for nowhere: the libraries would go as deep as it leads them. It looks at
// no more than brackets, quotes and comments, and gives up where a quote is not closed, as the libraries do.
func (s ConfigSyntax) tooDeep(text string) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '[' || c == '{':
			if depth++; depth > frontmatter.MaxDepth {
				return at
			}
		case c == ']' || c == '}':
			depth = max(depth-1, 0)
		case c == '"' || s == TOML && c == '\'':
			end := s.quoted(text[at:])
			if end < 0 {
				return -1
			}
			at += end - 1
		case s == TOML && c == '#', s == JSON && strings.HasPrefix(text[at:], "//"):
			line := strings.IndexByte(text[at:], '\n')
			if line < 0 {
				return -1
			}
			at += line
		case s == JSON && strings.HasPrefix(text[at:], "/*"):
			end := strings.Index(text[at+2:], "*/")
			if end < 0 {
				return -1
			}
			at += end + 3
		}
	}
	return -1
}

// quoted returns the length of the quoted text that a text begins with, -1 where nothing closes it.
func (s ConfigSyntax) quoted(text string) int {
	quote, lines := text[:1], false
	if s == TOML && strings.HasPrefix(text, strings.Repeat(quote, 3)) {
		quote, lines = text[:3], true
	}
	for at := len(quote); at < len(text); at++ {
		switch {
		case strings.HasPrefix(text[at:], quote):
			return at + len(quote)
		case text[at] == '\\' && quote[0] == '"':
			at++
		case text[at] == '\n' && !lines:
			return -1
		}
	}
	return -1
}

// parseJSONC reads JSON with comments, as hujson does, which puts blanks in their places.
func parseJSONC(source string) (*frontmatter.Value, *SyntaxError) {
	plain, err := hujson.Standardize([]byte(source))
	if err != nil {
		var line, column int
		message := err.Error()
		if n, _ := fmt.Sscanf(message, "hujson: line %d, column %d:", &line, &column); n == 2 {
			message = strings.SplitN(message, ": ", 3)[2]
		}
		return nil, &SyntaxError{text.At(lineOffset(source, line, column)), message}
	}
	root, err := ParseJSON(string(plain))
	if err != nil {
		return nil, &SyntaxError{text.At(0), err.Error()}
	}
	return root, nil
}

// lineOffset returns the offset of a line and a column, which count from 1 and in bytes.
func lineOffset(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	return min(at+max(column-1, 0), len(strings.TrimRight(text, " \t\r\n"))) // where a text ends early, what is there last is shown
}

// parseTOML reads TOML. The decoder says whether it is, and the syntax tree where everything stands.
func parseTOML(src string) (*frontmatter.Value, *SyntaxError) {
	source := []byte(src)
	var whole map[string]any
	if err := toml.Unmarshal(source, &whole); err != nil {
		at := 0
		if decoding, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, column := decoding.Position()
			at = lineOffset(src, row, column)
		}
		return nil, &SyntaxError{text.At(at), strings.TrimPrefix(err.Error(), "toml: ")}
	}
	root := &frontmatter.Value{Kind: frontmatter.MappingValue, Style: frontmatter.BlockStyle, Tag: "!!map", Span: text.Span{End: len(src)}}
	table, tree := root, tomlTree{}
	var parser unstable.Parser
	parser.Reset(source)
	for parser.NextExpression() {
		switch node := parser.Expression(); node.Kind {
		case unstable.Table:
			table = tree.descend(root, tomlKeys(node.Key()))
		case unstable.ArrayTable:
			keys := tomlKeys(node.Key())
			list := tree.entry(tree.descend(root, keys[:len(keys)-1]), keys[len(keys)-1], frontmatter.SequenceValue)
			table = &frontmatter.Value{Kind: frontmatter.MappingValue, Style: frontmatter.BlockStyle, Tag: "!!map", Span: keys[len(keys)-1].Span}
			list.Items = append(list.Items, table)
		case unstable.KeyValue:
			tree.pair(table, node)
		}
	}
	return root, nil
}

// tomlKeys returns the parts of a dotted key.
func tomlKeys(parts unstable.Iterator) []*frontmatter.Value {
	var keys []*frontmatter.Value
	for parts.Next() {
		keys = append(keys, tomlScalar(parts.Node()))
	}
	return keys
}

// A tomlTree finds the entries of tables by their keys.
type tomlTree map[tomlPlace]*frontmatter.Value

type tomlPlace struct {
	table *frontmatter.Value
	key   string
}

// descend returns the table of a dotted key below another, which is there from then on.
func (t tomlTree) descend(table *frontmatter.Value, keys []*frontmatter.Value) *frontmatter.Value {
	for _, key := range keys {
		table = t.entry(table, key, frontmatter.MappingValue)
		if table.Kind == frontmatter.SequenceValue && len(table.Items) > 0 {
			table = table.Items[len(table.Items)-1] // of an array of tables a header means the last
		}
	}
	return table
}

// entry returns the value of a key in a table, which is there from then on.
func (t tomlTree) entry(table, key *frontmatter.Value, kind frontmatter.ValueKind) *frontmatter.Value {
	if known := t[tomlPlace{table, key.Text}]; known != nil {
		return known
	}
	tag := "!!map"
	if kind == frontmatter.SequenceValue {
		tag = "!!seq"
	}
	entry := &frontmatter.Value{Kind: kind, Style: frontmatter.BlockStyle, Tag: tag, Span: key.Span}
	t.put(table, key, entry)
	return entry
}

func (t tomlTree) put(table, key, value *frontmatter.Value) {
	t[tomlPlace{table, key.Text}] = value
	table.Pairs = append(table.Pairs, frontmatter.Pair{Key: key, Value: value})
}

// pair adds what a line or an inline table sets to a table.
func (t tomlTree) pair(table *frontmatter.Value, node *unstable.Node) {
	keys := tomlKeys(node.Key())
	last := keys[len(keys)-1]
	t.put(t.descend(table, keys[:len(keys)-1]), last, t.value(node.Value(), last.Span))
}

// value returns a value. Lists and inline tables, whose ends nothing tells, lie where their key does.
func (t tomlTree) value(node *unstable.Node, at text.Span) *frontmatter.Value {
	switch node.Kind {
	case unstable.Array:
		v := &frontmatter.Value{Kind: frontmatter.SequenceValue, Style: frontmatter.FlowStyle, Tag: "!!seq", Span: at}
		for items := node.Children(); items.Next(); {
			if items.Node().Kind != unstable.Comment {
				v.Items = append(v.Items, t.value(items.Node(), at))
			}
		}
		return v
	case unstable.InlineTable:
		v := &frontmatter.Value{Kind: frontmatter.MappingValue, Style: frontmatter.FlowStyle, Tag: "!!map", Span: at}
		for pairs := node.Children(); pairs.Next(); {
			if pairs.Node().Kind == unstable.KeyValue {
				t.pair(v, pairs.Node())
			}
		}
		return v
	}
	v := tomlScalar(node)
	if v.Span.Len() == 0 {
		v.Span = at
	}
	return v
}

func tomlScalar(node *unstable.Node) *frontmatter.Value {
	raw := node.Raw
	v := &frontmatter.Value{Text: string(node.Data), Tag: "!!str", Span: text.Span{Start: int(raw.Offset), End: int(raw.Offset + raw.Length)}}
	switch node.Kind {
	case unstable.String:
		v.Style = frontmatter.DoubleQuoted
	case unstable.Bool:
		v.Tag = "!!bool"
	case unstable.Integer:
		v.Tag, v.Text = "!!int", strings.ReplaceAll(v.Text, "_", "")
	case unstable.Float:
		v.Tag, v.Text = "!!float", strings.ReplaceAll(v.Text, "_", "")
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime, unstable.DateTime:
		v.Tag = "!!timestamp"
	}
	return v
}
