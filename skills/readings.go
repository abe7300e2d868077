package skills

// Readings are what the parsers of agents make of the texts in one file, so that agents with the same parser share the
// results (BenchmarkCheckIsolated). The zero value is empty. Readings are not safe for concurrent use.
type Readings struct{ known map[readingKey]any }

type readingKey struct{ parser, text string }

// Reading returns what a parser makes of a text. It calls parse once for all agents, or each time if r is nil. parser is
// the name of the parser, and must not be that of another one. The caller must not change the result.
func Reading[T any](r *Readings, parser, text string, parse func(text string) T) T {
	if r == nil {
		return parse(text)
	}
	key := readingKey{parser, text}
	if known, ok := r.known[key]; ok {
		return known.(T)
	}
	made := parse(text)
	if r.known == nil {
		r.known = make(map[readingKey]any)
	}
	r.known[key] = made
	return made
}
