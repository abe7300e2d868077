package skills

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A look is the result for one file: a skill, a message, or neither.
type look struct {
	skill    Skill
	accepted bool
	message  string
	unread   string   // why the file could not be read, empty if it could
	off      []Ruling // what switches the skill off, nil if nothing does
	endsScan bool
}

type builder struct {
	fsys  vfs.FS // by real path
	agent *Agent
	cache *Cache
	roots []RootDir
	adopt func(Skill) (Skill, bool, string) // nil if the agent ignores the files around a skill
}

func newBuilder(fsys vfs.FS, agent *Agent, cache *Cache, roots []RootDir) *builder {
	b := &builder{fsys: vfs.ByRealPath(fsys), agent: agent, cache: cache, roots: roots}
	if agent.Adopt.In != nil {
		b.adopt = agent.Adopt.In(fsys)
	}
	return b
}

// look returns the agent's skill for a file, or its message if it rejects the file.
func (b *builder) look(file SkillFile) look {
	l := b.judge(file)
	if l.accepted && b.adopt != nil {
		l.skill, l.accepted, l.message = b.adopt(l.skill)
	}
	if l.accepted && len(b.agent.Rulings) > 0 {
		rulings, off := b.agent.Rule(&l.skill)
		if l.accepted = !off; off {
			l.off = slices.DeleteFunc(rulings, func(r Ruling) bool { return !r.Off })
		}
	}
	if b.agent.Silent || b.roots[file.Root].Root.Silent {
		l.message = ""
	}
	return l
}

func (b *builder) judge(file SkillFile) look {
	root := b.roots[file.Root]
	l := look{skill: Skill{
		ID: SkillID(file.Real), Path: file.Path, Dir: filepath.Dir(file.Path), Scope: file.Scope,
		Origin: Origin{Root: root.Real, Place: file.Root, Shown: root.shown(file.Path)},
	}}
	info, err := b.fsys.Stat(file.Real)
	if err != nil {
		return l.failed("stat failed: ", err)
	}
	// The time is from before the reading: if the file changes in between, the next look gets another time.
	l.skill.MtimeMs = mtimeMs(info.ModTime())
	v, err := b.cache.Verdict(b.agent, file, info, func() (File, error) { return b.read(file, info) })
	if err != nil {
		return l.failed("read failed: ", err)
	}
	l.accepted, l.endsScan = v.Accepted, v.EndsScan
	if !v.Accepted && len(v.Refusals) > 0 {
		l.message = v.Refusals[0].Message
	}
	l.skill.Name, l.skill.Description, l.skill.Exposure = v.Name, v.Description, v.Exposure
	return l
}

// mtimeMs returns whole milliseconds since 1970 as Codelia does: from Node's mtimeMs, a double in which less
// than a quarter of a microsecond below a millisecond is rounded up. It returns 0 for times before 1970.
func mtimeMs(t time.Time) int64 {
	return max(0, int64(float64(t.Unix())*1000+float64(t.Nanosecond())/1e6))
}

func (l look) failed(what string, err error) look {
	if !errors.Is(err, fs.ErrNotExist) {
		l.message, l.unread = what+err.Error(), WhyUnread(err)
	}
	return l
}

// read reads a file for an agent to judge.
func (b *builder) read(file SkillFile, info fs.FileInfo) (File, error) {
	if b.cache != nil && b.cache.Read != nil && isSettled(info) {
		doc, err := b.cache.Read(b.fsys, file.Real)
		if err != nil {
			return File{}, err
		}
		return File{Path: file.Path, Source: doc.Source, Frontmatter: &doc.Frontmatter}, nil
	}
	source, err := b.fsys.ReadFile(file.Real)
	if err != nil {
		return File{}, err
	}
	fm, _ := frontmatter.Scan(source, bomEnd(source))
	return File{Path: file.Path, Source: source, Frontmatter: &fm}, nil
}
