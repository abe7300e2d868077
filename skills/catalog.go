package skills

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// A Skill is the entry of a skill in the result of skills/list. The JSON names are those of Codelia's
// SkillMetadata.
type Skill struct {
	ID          string `json:"id"` // first 24 hex digits of the SHA-256 of the canonical path
	Name        string `json:"name"`
	Description string `json:"description"`
	Path        string `json:"path"` // absolute path of the SKILL.md
	Dir         string `json:"dir"`
	Scope       Scope  `json:"scope"`
	MtimeMs     int64  `json:"mtime_ms"` // milliseconds since 1970

	Origin   Origin `json:"-"`
	Exposure `json:"-"`
}

// An Origin is the root in which a skill was found, or the zero value if that is not known.
type Origin struct {
	Root  string // real path
	Place int    // index among the roots of the scan, from 0
	Shown string // the path of the SKILL.md as the agent shows it, if that differs
}

// ShownPath returns the path of the SKILL.md as the agent shows it.
func (s *Skill) ShownPath() string { return cmp.Or(s.Origin.Shown, s.Path) }

// SkillID returns the identifier of the skill whose SKILL.md has the canonical path.
func SkillID(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:12])
}

// A LoadError is a file that looked like a skill and that the agent rejected.
type LoadError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// A SwitchedOff is a file that the agent accepted, but that its configuration switches off.
type SwitchedOff struct {
	Path string
	By   []Ruling // the rulings that switch it off
}

// A Catalog contains the skills that an agent offers from one vantage.
type Catalog struct {
	Skills    []Skill       // in the agent's order, including skills with equal names
	Errors    []LoadError   // in the order of [Collate] by path; without files that the agent rejects silently
	Unread    []LoadError   // what could not be read and the agent does not report, by path; see [Discovery]
	Off       []SwitchedOff // files that the configuration switches off, by path
	Truncated bool          // the scan reached a limit
	Roots     []RootDir

	found      found
	named      *NameIndex // nil for the zero Catalog, and for one that a caller composed
	duplicates Duplicates
	replaces   bool     // as [Locations].Replaces
	most       int      // maximum number of skills of the agent, 0 for no limit
	ending     string   // as [Walk].RootFiles
	ended      []string // paths of the files that make the agent's scan fail, in no order
}

// Ended returns the paths of the files that make the agent's scan fail. If there are any, the agent offers no
// skill.
func (c *Catalog) Ended() []string { return slices.Sorted(slices.Values(c.ended)) }

// Taken returns the skill with a name that the agent takes. ok is false if the agent keeps several, if it is
// not known which one it takes, or if no skill has the name.
func (c *Catalog) Taken(name string) (Skill, bool) {
	byPlace := func(a, b *Skill) int { return c.order(a) - c.order(b) }
	switch list := c.Named(name); {
	case len(list) == 0:
	case len(list) == 1 || c.duplicates == FirstWins:
		return *slices.MinFunc(list, byPlace), true
	case c.duplicates == LastWins:
		return *slices.MaxFunc(list, byPlace), true
	}
	return Skill{}, false
}

// order returns the position of a skill's file in the order of discovery.
func (c *Catalog) order(s *Skill) int { return c.found.byPath[s.Path] }

// found contains the files of a catalog. Catalogs that are derived from one another share its parts.
type found struct {
	files  []SkillFile
	byPath map[string]int   // indexes in files
	byReal map[string][]int // those of all paths to one file; see [Walk].EachWay
}

// Files returns the files of the catalog, both accepted and rejected, in the order in which they were found.
func (c *Catalog) Files() []SkillFile { return c.found.files }

// Place returns the index in [Catalog.Files] of the file at a real path, or of the first of several paths to
// it.
func (c *Catalog) Place(real string) (int, bool) {
	if ways := c.found.byReal[real]; len(ways) > 0 {
		return ways[0], true
	}
	return 0, false
}

// Takes reports whether a file at a path would be in [Catalog.Files] because of its suffix, without having
// one of the names of skill files; see [Walk].RootFiles.
func (c *Catalog) Takes(path string) bool {
	dir := filepath.Dir(path)
	return c.ending != "" && strings.HasSuffix(path, c.ending) && slices.ContainsFunc(c.Roots, func(r RootDir) bool { return r.holdsFiles(dir) })
}

// holdsFiles reports whether the files of [Walk].RootFiles are skills in a directory.
func (r *RootDir) holdsFiles(dir string) bool {
	isRoot := r.Dir == dir || r.Real == dir
	if !r.Root.FilesBelow || isRoot {
		return isRoot && !r.Root.FilesBelow
	}
	return vfs.Within(r.Dir, dir) || r.Real != "" && vfs.Within(r.Real, dir)
}

// Named returns the skills with a name in the order of the catalog, as the agent compares names. If there are
// several, the name alone is ambiguous.
func (c *Catalog) Named(name string) []*Skill { return c.names().Named(name) }

// Names returns the names of the skills, sorted and without duplicates.
func (c *Catalog) Names() iter.Seq[string] { return c.names().Names() }

func (c *Catalog) names() *NameIndex {
	if c.named == nil {
		return NewNameIndex(c.Skills)
	}
	return c.named
}

// A Budget limits the text of a catalog. 0 means unlimited, and each agent uses only some of the units.
type Budget struct {
	Entries int `json:"entries,omitzero"`
	Bytes   int `json:"bytes,omitzero"`
	Chars   int `json:"chars,omitzero"`
	Tokens  int `json:"tokens,omitzero"`
}

// Add returns the sum of two parts of the text in the units of the budget, and reports whether it is within
// the budget.
func (b Budget) Add(used, more Budget) (sum Budget, within bool) {
	within = true
	add := func(limit, used, more int) int {
		if limit == 0 {
			return 0
		}
		within = within && used+more <= limit
		return used + more
	}
	sum = Budget{
		Entries: add(b.Entries, used.Entries, more.Entries), Bytes: add(b.Bytes, used.Bytes, more.Bytes),
		Chars: add(b.Chars, used.Chars, more.Chars), Tokens: add(b.Tokens, used.Tokens, more.Tokens),
	}
	return sum, within
}

// String returns the limits as in "200 skills and 32768 bytes", or "" without limits.
func (b Budget) String() string {
	return b.each(func(limit, _ int, unit string) string { return fmt.Sprintf("%d %s", limit, unit) }, Budget{})
}

// UsedBy returns how much of the limits is used, as in "3 of 200 skills and 812 of 32768 bytes", or "" without limits.
func (b Budget) UsedBy(used Budget) string {
	return b.each(func(limit, n int, unit string) string { return fmt.Sprintf("%d of %d %s", n, limit, unit) }, used)
}

// each joins what say returns for each limit and the number that is used of it.
func (b Budget) each(say func(limit, used int, unit string) string, used Budget) string {
	var limits []string
	for _, limit := range []struct {
		n, used int
		unit    string
	}{{b.Entries, used.Entries, "skills"}, {b.Bytes, used.Bytes, "bytes"}, {b.Chars, used.Chars, "characters"}, {b.Tokens, used.Tokens, "tokens"}} {
		if limit.n > 0 {
			limits = append(limits, say(limit.n, limit.used, limit.unit))
		}
	}
	return strings.Join(limits, " and ")
}

// A CatalogText is the exact text of the initial catalog.
type CatalogText struct {
	Content   string
	Entries   int // skills in the text
	Total     int // all skills
	Truncated bool
	Dropped   []Skill
	// Shortened are the skills whose description or Uses are incomplete in the text, in the order of the
	// text.
	Shortened []Shortened
	// Used is the part of the budget that the text takes, in the units of the budget, as the agent counts it:
	// often without the text around the list.
	Used Budget
	// ByUse says that the agent drops the least used skills first. Without a session these are a guess.
	ByUse bool
	Notes []string // for the user; not part of the prompt
}

// A Shortened is a skill whose description, followed by its Uses, is incomplete in the text of the catalog.
type Shortened struct {
	Skill Skill `json:"skill"`
	Kept  int   `json:"kept"` // code points of description and Uses that are in the text
	// Alone says that the limit for the text of one skill cuts it, regardless of the other skills.
	Alone bool `json:"-"`
}

// BuildCatalog discovers the skills of an agent and reads the frontmatter of each. The cache may be nil. A file that is
// removed in the meantime is left out. The error is that of ctx.
func BuildCatalog(ctx context.Context, fsys vfs.FS, agent *Agent, v Vantage, cache *Cache) (*Catalog, error) {
	d, err := Discover(ctx, fsys, agent, v)
	if err != nil {
		return nil, err
	}
	looks := make([]look, len(d.Files))
	b := newBuilder(fsys, agent, cache, d.Roots)
	Parallel(len(looks), func(i int) {
		if ctx.Err() == nil {
			looks[i] = b.look(d.Files[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &Catalog{Errors: d.Refused, Unread: d.Unread, Truncated: d.Truncated, Roots: d.Roots, found: newFound(d.Files), duplicates: agent.Duplicates, replaces: agent.Replaces, most: agent.MaxSkills, ending: agent.Walk.RootFiles}
	c.Skills = make([]Skill, 0, len(looks)) // most are accepted
	for _, l := range looks {
		if l.off != nil {
			c.Off = append(c.Off, SwitchedOff{l.skill.Path, l.off})
		}
		if l.endsScan {
			c.ended = append(c.ended, l.skill.Path)
		}
		switch {
		case l.accepted:
			c.Skills = append(c.Skills, l.skill)
		case l.message != "":
			c.Errors = append(c.Errors, LoadError{Path: l.skill.Path, Message: l.message})
		case l.unread != "":
			c.Unread = append(c.Unread, LoadError{Path: l.skill.Path, Message: l.unread})
		}
	}
	slices.SortStableFunc(c.Skills, agent.Order)
	slices.SortStableFunc(c.Errors, compareErrors)
	slices.SortStableFunc(c.Unread, compareErrors)
	slices.SortStableFunc(c.Off, compareOff)
	c.named = newNameIndex(c.Skills, agent.NameKey)
	return c, nil
}

func newFound(files []SkillFile) found {
	f := found{files, make(map[string]int, len(files)), make(map[string][]int, len(files))}
	indexes := make([]int, len(files)) // memory for the files to which one path leads, as for most
	for i, file := range files {
		f.byPath[file.Path] = i
		ways, ok := f.byReal[file.Real]
		if !ok {
			ways = indexes[i : i : i+1]
		}
		f.byReal[file.Real] = append(ways, i)
	}
	return f
}

func compareErrors(a, b LoadError) int { return Collate(a.Path, b.Path) }

func compareOff(a, b SwitchedOff) int { return Collate(a.Path, b.Path) }

// replace replaces the result for a file by a new one. It returns the names that are affected.
func (c *Catalog) replace(agent *Agent, l look) (names []string) {
	path := l.skill.Path
	if i := slices.IndexFunc(c.Skills, func(s Skill) bool { return s.Path == path }); i >= 0 {
		names = append(names, c.Skills[i].Name)
		c.Skills = slices.Delete(c.Skills, i, i+1)
	}
	c.Errors = slices.DeleteFunc(c.Errors, func(e LoadError) bool { return e.Path == path })
	c.Unread = slices.DeleteFunc(slices.Clone(c.Unread), func(e LoadError) bool { return e.Path == path })
	c.Off = slices.DeleteFunc(slices.Clone(c.Off), func(o SwitchedOff) bool { return o.Path == path })
	if l.off != nil {
		off := SwitchedOff{path, l.off}
		i, _ := slices.BinarySearchFunc(c.Off, off, compareOff)
		c.Off = slices.Insert(c.Off, i, off)
	}
	c.ended = slices.DeleteFunc(slices.Clone(c.ended), func(p string) bool { return p == path })
	if l.endsScan {
		c.ended = append(c.ended, path)
	}
	switch {
	case l.accepted:
		byOrder := func(a, b Skill) int { return cmp.Or(agent.Order(a, b), c.order(&a)-c.order(&b)) }
		i, _ := slices.BinarySearchFunc(c.Skills, l.skill, byOrder)
		c.Skills = slices.Insert(c.Skills, i, l.skill)
		names = append(names, l.skill.Name)
	case l.message != "":
		e := LoadError{Path: path, Message: l.message}
		i, _ := slices.BinarySearchFunc(c.Errors, e, compareErrors)
		c.Errors = slices.Insert(c.Errors, i, e)
	case l.unread != "":
		e := LoadError{Path: path, Message: l.unread}
		i, _ := slices.BinarySearchFunc(c.Unread, e, compareErrors)
		c.Unread = slices.Insert(c.Unread, i, e)
	}
	return names
}

// compareSkills is the order of a catalog if the agent defines none.
func compareSkills(a, b Skill) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), a.Scope.Rank()-b.Scope.Rank(), strings.Compare(a.Path, b.Path))
}
