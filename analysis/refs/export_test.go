package refs

// What the external tests use of the package.

// NamedIn returns the indexes of the resources that a text names, given their paths in the skill directory.
func NamedIn(resources []string, text string) []int {
	b := &Bundle{named: make(map[string][]int)}
	for _, rel := range resources {
		b.add(Resource{Rel: rel})
	}
	return b.namedIn(text, true)
}
