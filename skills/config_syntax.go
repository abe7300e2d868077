package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A ConfigSyntax is the syntax of an agent's configuration files.
type ConfigSyntax uint8

const (
	// JSON is JSON with comments and trailing commas. Some agents accept only plain JSON.
	JSON ConfigSyntax = iota
	TOML
)

func (s ConfigSyntax) String() string { return [...]string{"JSON", "TOML"}[s] }

// Quote returns a text as a string literal of the syntax. Parse restores the text if it is valid UTF-8.
func (s ConfigSyntax) Quote(text string) string {
	if s == JSON {
		encoded, err := json.Marshal(text)
		if err != nil {
			panic(err) // encoding a string cannot fail
		}
		return string(encoded)
	}
	encoded, err := toml.Marshal(map[string]string{"k": text})
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(encoded), "k = "), "\n")
}

// A SyntaxError describes why a configuration file was not parsed.
type SyntaxError struct {
	Span    text.Span // empty, at the byte offset where the parser stopped
	Message string    // without a position
}

func (e *SyntaxError) Error() string { return e.Message }

var errTooDeep = fmt.Errorf("nested deeper than %d levels", frontmatter.MaxDepth)

// Parse parses a configuration file. It returns the values that [frontmatter.ParseYAML] would return for the
// same data, with spans that are byte offsets into the source. It returns nil if the source has only white
// space. It skips a byte order mark. Nesting deeper than [frontmatter.MaxDepth] is an error.
func (s ConfigSyntax) Parse(source string) (*frontmatter.Value, *SyntaxError) {
	rest, marked := strings.CutPrefix(source, text.ByteOrderMark)
	if marked {
		rest = strings.Repeat(" ", len(text.ByteOrderMark)) + rest
	}
	if strings.TrimSpace(rest) == "" {
		return nil, nil
	}
	if at := s.tooDeepAt(rest); at >= 0 {
		return nil, &SyntaxError{text.At(at), errTooDeep.Error()}
	}
	if s == TOML {
		return parseTOML(rest)
	}
	return parseJSONC(rest)
}

// tooDeepAt returns the offset of the first bracket that is nested deeper than [frontmatter.MaxDepth], or -1.
// The libraries have no limit of their own and would exhaust the stack. tooDeepAt looks only at brackets,
// quotes and comments. At an unclosed quote or comment it returns -1, because the libraries stop there too.
func (s ConfigSyntax) tooDeepAt(text string) int {
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
			length := s.quotedLen(text[at:])
			if length < 0 {
				return -1
			}
			at += length - 1
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

// quotedLen returns the length in bytes of the quoted string at the start of a text, or -1 if the closing
// quote is missing.
func (s ConfigSyntax) quotedLen(text string) int {
	quote, multiline := text[:1], false
	if s == TOML && strings.HasPrefix(text, strings.Repeat(quote, 3)) {
		quote, multiline = text[:3], true
	}
	for at := len(quote); at < len(text); at++ {
		switch {
		case strings.HasPrefix(text[at:], quote):
			return at + len(quote)
		case text[at] == '\\' && quote[0] == '"':
			at++
		case text[at] == '\n' && !multiline:
			return -1
		}
	}
	return -1
}

// lineOffset returns the byte offset of a position. The line and the column are 1-based, and columns count
// bytes. The result is at most the end of the last line that is not blank, so that an error at the end of the
// file is shown there.
func lineOffset(source string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		end := strings.IndexByte(source[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	return min(at+max(column-1, 0), len(strings.TrimRight(source, " \t\r\n")))
}

// parseTOML parses TOML twice. The decoder checks the source, but its values have no positions. The syntax
// tree has positions, but accepts more than TOML, such as repeated keys.
func parseTOML(source string) (*frontmatter.Value, *SyntaxError) {
	data := []byte(source)
	var ignored map[string]any
	if err := toml.Unmarshal(data, &ignored); err != nil {
		at := 0
		if decoding, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, column := decoding.Position()
			at = lineOffset(source, line, column)
		}
		return nil, &SyntaxError{text.At(at), strings.TrimPrefix(err.Error(), "toml: ")}
	}
	root := newTable(text.Span{End: len(source)})
	table, tables := root, tomlTables{}
	var parser unstable.Parser
	parser.Reset(data)
	for parser.NextExpression() {
		switch node := parser.Expression(); node.Kind {
		case unstable.Table:
			table = tables.find(root, tomlKeys(node.Key()))
		case unstable.ArrayTable:
			keys := tomlKeys(node.Key())
			last := keys[len(keys)-1]
			array := tables.entry(tables.find(root, keys[:len(keys)-1]), last, frontmatter.SequenceValue)
			table = newTable(last.Span)
			array.Items = append(array.Items, table)
		case unstable.KeyValue:
			tables.addPair(table, node)
		}
	}
	return root, nil
}

func newTable(span text.Span) *frontmatter.Value {
	return &frontmatter.Value{
		Kind: frontmatter.MappingValue, Style: frontmatter.BlockStyle, Tag: "!!map", Span: span,
	}
}

// tomlKeys returns the parts of a dotted key.
func tomlKeys(parts unstable.Iterator) []*frontmatter.Value {
	var keys []*frontmatter.Value
	for parts.Next() {
		keys = append(keys, tomlScalar(parts.Node()))
	}
	return keys
}

// tomlTables has the value of each key of each table. Without it, finding a key would take time linear in the
// size of the table.
type tomlTables map[tomlEntry]*frontmatter.Value

type tomlEntry struct {
	table *frontmatter.Value
	key   string
}

// find returns the table at a dotted key below the given table. It creates the tables that are missing. In an
// array of tables it takes the last table, as TOML does.
func (t tomlTables) find(table *frontmatter.Value, keys []*frontmatter.Value) *frontmatter.Value {
	for _, key := range keys {
		table = t.entry(table, key, frontmatter.MappingValue)
		if table.Kind == frontmatter.SequenceValue && len(table.Items) > 0 {
			table = table.Items[len(table.Items)-1]
		}
	}
	return table
}

// entry returns the value of a key in a table. If the key is missing, it adds an empty value of the kind.
func (t tomlTables) entry(table, key *frontmatter.Value, kind frontmatter.ValueKind) *frontmatter.Value {
	if known := t[tomlEntry{table, key.Text}]; known != nil {
		return known
	}
	entry := newTable(key.Span)
	if kind == frontmatter.SequenceValue {
		entry.Kind, entry.Tag = kind, "!!seq"
	}
	t.add(table, key, entry)
	return entry
}

func (t tomlTables) add(table, key, value *frontmatter.Value) {
	t[tomlEntry{table, key.Text}] = value
	table.Pairs = append(table.Pairs, frontmatter.Pair{Key: key, Value: value})
}

// addPair adds the key and the value of a line, or of an inline table, to a table.
func (t tomlTables) addPair(table *frontmatter.Value, node *unstable.Node) {
	keys := tomlKeys(node.Key())
	last := keys[len(keys)-1]
	t.add(t.find(table, keys[:len(keys)-1]), last, t.value(node.Value(), last.Span))
}

// value converts a node. The library does not know where arrays and inline tables end, so these get the span
// of their key.
func (t tomlTables) value(node *unstable.Node, keySpan text.Span) *frontmatter.Value {
	switch node.Kind {
	case unstable.Array:
		array := &frontmatter.Value{
			Kind: frontmatter.SequenceValue, Style: frontmatter.FlowStyle, Tag: "!!seq", Span: keySpan,
		}
		for items := node.Children(); items.Next(); {
			if items.Node().Kind != unstable.Comment {
				array.Items = append(array.Items, t.value(items.Node(), keySpan))
			}
		}
		return array
	case unstable.InlineTable:
		table := newTable(keySpan)
		table.Style = frontmatter.FlowStyle
		for pairs := node.Children(); pairs.Next(); {
			if pairs.Node().Kind == unstable.KeyValue {
				t.addPair(table, pairs.Node())
			}
		}
		return table
	}
	scalar := tomlScalar(node)
	if scalar.Span.IsEmpty() {
		scalar.Span = keySpan
	}
	return scalar
}

func tomlScalar(node *unstable.Node) *frontmatter.Value {
	start, end := int(node.Raw.Offset), int(node.Raw.Offset+node.Raw.Length)
	v := &frontmatter.Value{Text: string(node.Data), Tag: "!!str", Span: text.Span{Start: start, End: end}}
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
