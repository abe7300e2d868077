package agenttest

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skills-ls/skills/corpustest"
)

// SharedDir returns the directory of the material outside the repository: the corpus of real skills, and what
// agents did with it. It skips the test if the directory does not exist.
func SharedDir(t testing.TB) string {
	t.Helper()
	dir := corpustest.SharedDir()
	if _, err := os.Stat(filepath.Join(dir, "oracle")); err != nil {
		t.Skipf("SKIPPED: no corpus in %s; set SKILLS_LS_SHARED to run its vectors", dir)
	}
	return dir
}

// A corpusFile is a file of the corpus.
type corpusFile struct {
	Path   string // slash-separated, relative to the root of the corpus, as in the oracle
	Real   string // Path with its links resolved
	Source string
}

// A corpus has the texts of files and the targets of links, both by path.
type corpus struct{ texts, links map[string]string }

// CorpusFiles returns the files of the corpus by path, without links to missing files.
func CorpusFiles(t testing.TB) map[string]corpusFile {
	t.Helper()
	SharedDir(t)
	read, err := corpustest.Read()
	if err != nil {
		t.Fatal(err)
	}
	inCorpus := func(name string) string { return strings.TrimPrefix(path.Clean(name), "dev-corpus/") }
	c := corpus{texts: make(map[string]string), links: make(map[string]string)}
	for _, f := range read {
		if f.Link != "" {
			c.links[inCorpus(f.Name)] = inCorpus(f.Link)
		} else {
			c.texts[inCorpus(f.Name)] = f.Source
		}
	}
	files := make(map[string]corpusFile, len(c.texts))
	for name, text := range c.texts {
		files[name] = corpusFile{name, name, text}
	}
	for name := range c.links {
		real := name
		for range 40 {
			next, ok := c.resolve(real)
			if !ok {
				break
			}
			real = next
		}
		if text, ok := c.texts[real]; ok {
			files[name] = corpusFile{name, real, text}
		}
	}
	return files
}

// resolve replaces the first link in a path by its target, and reports whether there was one.
func (c *corpus) resolve(name string) (string, bool) {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if target, ok := c.links[name[:i]]; ok {
			return path.Join(target, name[i:]), true
		}
	}
	return name, false
}

// An Oracle is a set of results of agents' own code. Cases with the project's own inputs are in testdata.
// Cases with files of the corpus are in the directory of the same name in [SharedDir].
type Oracle struct {
	Name              string
	Synthetic, Corpus int // number of injection cases with the project's own inputs, and with files of the corpus
}

// Oracles lists all oracles.
var Oracles = []Oracle{{"oracle", 27, 30}, {"oracle-new-agents", 33, 30}}

// Dir returns the directory of the cases with the project's own inputs.
func (o Oracle) Dir() string { return filepath.Join(corpustest.ModuleRoot(), "testdata", o.Name) }

// OracleDir is the directory of the oracle that has the mention cases.
var OracleDir = Oracles[0].Dir()

// OracleOf returns the oracle that has recorded an agent. It fails the test if no oracle has.
func OracleOf(t testing.TB, agent string) Oracle {
	t.Helper()
	for _, o := range Oracles {
		if o.Has(t, agent) {
			return o
		}
	}
	t.Fatalf("no oracle has recorded %s", agent)
	return Oracle{}
}

// Has reports whether the oracle has recorded an agent.
func (o Oracle) Has(t testing.TB, agent string) bool {
	t.Helper()
	return ReadLines[injectionCase](t, filepath.Join(o.Dir(), "injection.jsonl"))[0].Expected[agent] != nil
}

// ReadJSON reads a JSON file.
func ReadJSON[T any](t testing.TB, file string) T {
	t.Helper()
	var v T
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return v
}

// ReadLines decodes a file with one JSON value per line. A file whose name ends in ".gz" is decompressed.
func ReadLines[T any](t testing.TB, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var values []T
	for decoder := json.NewDecoder(bufio.NewReader(r)); ; {
		var v T
		if err := decoder.Decode(&v); errors.Is(err, io.EOF) {
			return values
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		values = append(values, v)
	}
}

// A CorpusVerdict is an agent's verdict on one file of the corpus.
type CorpusVerdict struct {
	Path        string  `json:"path"`
	Accepted    bool    `json:"accepted"`
	Name        *string `json:"name"`
	Description *string `json:"description"`
	Error       *string `json:"error"`
}

// CorpusVerdicts returns the agent's verdicts on the corpus.
func CorpusVerdicts(t testing.TB, agent string) []CorpusVerdict {
	t.Helper()
	dir := "oracle"
	for _, o := range Oracles[1:] {
		if o.Has(t, agent) {
			dir = o.Name
		}
	}
	return ReadLines[CorpusVerdict](t, filepath.Join(SharedDir(t), dir, "acceptance", agent+".jsonl.gz"))
}

// A Node is a file, link or directory of a workspace that a vector describes.
type Node struct {
	Path    string  `json:"path"`
	Content *string `json:"content"`
	Base64  *string `json:"content_base64"`
	Symlink *string `json:"symlink"`
	Dir     bool    `json:"dir"`
	Repeat  *Repeat `json:"repeat"`
	Head    string  `json:"content_head"`
	Tail    *Repeat `json:"content_repeat"`
	Mode    string  `json:"mode"`
}

type Repeat struct {
	Text  string `json:"text"`
	Times int    `json:"times"`
}

func (r *Repeat) String() string {
	if r == nil {
		return ""
	}
	return strings.Repeat(r.Text, r.Times)
}

// text returns the content of a file.
func (n *Node) text(t testing.TB) string {
	t.Helper()
	switch {
	case n.Content != nil:
		return *n.Content
	case n.Base64 != nil:
		data, err := base64.StdEncoding.DecodeString(*n.Base64)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	return n.Repeat.String() + n.Head + n.Tail.String()
}

// WriteTree creates the nodes below dir, in order. It skips the test if the system has no symbolic links.
func WriteTree(t testing.TB, dir string, nodes []Node) {
	t.Helper()
	for _, n := range nodes {
		name := filepath.Join(dir, filepath.FromSlash(n.Path))
		if n.Dir {
			makeDir(t, name)
			continue
		}
		makeDir(t, filepath.Dir(name))
		if n.Symlink != nil {
			if err := os.Symlink(*n.Symlink, name); err != nil {
				t.Skipf("symbolic links: %v", err)
			}
			continue
		}
		mode := os.FileMode(0o644)
		if n.Mode != "" {
			bits, err := strconv.ParseUint(n.Mode, 8, 32)
			if err != nil {
				t.Fatal(err)
			}
			mode = os.FileMode(bits)
		}
		if err := os.WriteFile(name, []byte(n.text(t)), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func makeDir(t testing.TB, name string) {
	t.Helper()
	if err := os.MkdirAll(name, 0o755); err != nil {
		t.Fatal(err)
	}
}

var passage = regexp.MustCompile(`\$\{FILE\[(\d+):(\d+)\]\}`)

// Expand replaces the placeholders for the root and for passages of the file in an expected text.
func Expand(text, root, file string) string {
	text = passage.ReplaceAllStringFunc(text, func(m string) string {
		bounds := passage.FindStringSubmatch(m)
		start, _ := strconv.Atoi(bounds[1])
		end, _ := strconv.Atoi(bounds[2])
		return file[start:end]
	})
	return strings.ReplaceAll(text, "${ROOT}", root)
}
