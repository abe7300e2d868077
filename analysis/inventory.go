package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// An InventoryQuery asks what becomes of every file that agents find.
type InventoryQuery struct {
	Cwd string // as in [ListQuery]
	// Agents are the IDs of those that are asked about; nil means those that the skills here are meant for, else the default.
	Agents []string
}

// An Inventory is what one agent makes of every file that it finds.
type Inventory struct {
	Agent  *skills.Agent
	Target bool // the skills here are meant for it
	Asked  bool // if not, what follows is not known
	// Disabled says what switches all skills off, in a sentence; empty where nothing does.
	Disabled  string
	Truncated bool // as of [List]
	// Manual is the setting that switches skills off which the user alone can change; nil where there is none.
	Manual  *ManualSwitch
	Entries []InventoryEntry
}

// A Fate is what becomes of a file that an agent finds.
type Fate string

const (
	FateOffered   Fate = "offered"
	FateAmbiguous Fate = "ambiguous" // it is kept beside others of the name, which alone selects none, or selects one that nothing tells
	FateShadowed  Fate = "shadowed"  // another skill of the name is taken
	FateSurplus   Fate = "surplus"   // the agent takes no more skills
	FateRefused   Fate = "refused"   // it is no skill to the agent
	FateOff       Fate = "off"       // the agent's configuration says so
	FateLost      Fate = "lost"      // a file elsewhere ends the agent's scan
)

// An InventoryEntry is one file and what becomes of it.
type InventoryEntry struct {
	Name  string // the skill's, or of a file that is no skill its directory's
	Path  string
	Scope skills.Scope
	Fate  Fate
	// Why says in sentences what keeps it from being offered, and else what is to be known of it; empty where nothing is.
	Why string
	// By are the paths of the skills of the same name: the one that is taken of a shadowed skill, and those beside an ambiguous one, or
	// those that this one is taken in the place of.
	By []string
	// Hidden says that the model is not told of the skill.
	Hidden bool
	// Mention is how a person names the skill so that the agent takes it; empty where nothing is known to do that.
	Mention string
	// Switch is the setting of the agent's own that switches the skill on and off; nil where there is none.
	Switch *SkillSwitch
	// Lines are those that switch the skill off at the end of the file of [Inventory].Manual; empty where there are none.
	Lines string
}

// Inventories returns what agents make of the files that they find: all agents that look for skills, in the order of presentation. A
// file that is found from several vantages counts as what it is from the first. The error is a context's, or an *[UnknownAgentError].
func (s *Snapshot) Inventories(ctx context.Context, q InventoryQuery) ([]Inventory, error) {
	vantages := s.vantages(q.Cwd)
	for _, id := range q.Agents {
		if agent, ok := agents.ByID(id); !ok || !canCatalog(agent) || len(agent.Roots) == 0 {
			return nil, &UnknownAgentError{ID: id, Known: seekers(), lacks: "does not look for skills"}
		}
	}
	var list []Inventory
	anyTarget := false
	for _, agent := range agents.All() {
		if canCatalog(agent) && len(agent.Roots) > 0 {
			target := s.isTargetOf(agent, vantages)
			anyTarget = anyTarget || target
			list = append(list, Inventory{Agent: agent, Target: target})
		}
	}
	standard, err := s.catalogAgent("", s.standing(q.Cwd))
	if err != nil {
		return nil, err
	}
	for i := range list {
		inv := &list[i]
		if q.Agents != nil {
			inv.Asked = slices.Contains(q.Agents, inv.Agent.ID)
		} else {
			inv.Asked = inv.Target || !anyTarget && inv.Agent.ID == standard.ID
		}
		if inv.Asked {
			if err := s.takeInventory(ctx, inv, vantages); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// seekers returns the IDs of the agents that look for skills.
func seekers() []string {
	var known []string
	for _, agent := range agents.All() {
		if canCatalog(agent) && len(agent.Roots) > 0 {
			known = append(known, agent.ID)
		}
	}
	return known
}

// isTargetOf reports whether the skills below one of the vantages are meant for an agent: by the settings, by what marks the project, or
// because a directory that is the agent's own lies there.
func (s *Snapshot) isTargetOf(agent *skills.Agent, vantages []string) bool {
	for _, dir := range vantages {
		if chosen := s.effect(dir).targets; len(chosen) > 0 {
			if slices.Contains(chosen, agent.ID) {
				return true
			}
			continue
		}
		markers := s.markersAround(dir)
		if slices.ContainsFunc(agent.Markers, func(name string) bool { return markers[name] }) {
			return true
		}
		for _, own := range agent.Owns {
			if info, err := s.fs.Stat(filepath.Join(dir, filepath.FromSlash(own))); err == nil && info.IsDir() {
				return true
			}
		}
	}
	return false
}

func (s *Snapshot) takeInventory(ctx context.Context, inv *Inventory, vantages []string) error {
	seen := make(map[string]bool)
	for _, vantage := range vantages {
		if err := ctx.Err(); err != nil {
			return err
		}
		agent := s.configured(inv.Agent, vantage)
		if by := agent.DisabledBy; by.Off && inv.Disabled == "" {
			inv.Disabled = s.rulingNote(by)
		}
		c := s.catalog(ctx, inv.Agent, vantage)
		inv.Truncated = inv.Truncated || c.Truncated || len(c.Surplus()) > 0
		board := s.switchboard(agent, vantage)
		if inv.Manual == nil {
			inv.Manual = s.manualSwitch(board)
		}
		for _, e := range (&stocktaking{snapshot: s, agent: agent, catalog: c, switches: board}).entries() {
			if !seen[e.Path] {
				seen[e.Path] = true
				inv.Entries = append(inv.Entries, e)
			}
		}
	}
	slices.SortStableFunc(inv.Entries, func(a, b InventoryEntry) int {
		if c := a.Scope.Rank() - b.Scope.Rank(); c != 0 {
			return c
		}
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return ctx.Err()
}

// A stocktaking finds out what becomes of the files of one catalogue.
type stocktaking struct {
	snapshot *Snapshot
	agent    *skills.Agent // as it is from the vantage
	catalog  *skills.Catalog
	switches switchboard
}

func (t *stocktaking) entries() []InventoryEntry {
	c := t.catalog
	surplus := make(map[string]bool)
	for _, skill := range c.Surplus() {
		surplus[skill.Path] = true
	}
	list := make([]InventoryEntry, 0, len(c.Files()))
	told := make(map[string]bool) // of which files something is said
	for _, skill := range c.Skills {
		told[skill.Path] = true
		list = append(list, t.accepted(skill, surplus[skill.Path]))
	}
	for _, off := range c.Off {
		told[off.Path] = true
		list = append(list, t.off(off))
	}
	for _, refused := range c.Errors {
		told[refused.Path] = true
		e := t.unnamed(refused.Path, FateRefused)
		e.Why = refused.Message
		list = append(list, e)
	}
	for _, f := range c.Files() {
		if !told[f.Path] {
			e := t.unnamed(f.Path, FateRefused)
			e.Scope, e.Why = f.Scope, t.silence(f.Path)
			list = append(list, e)
		}
	}
	return list
}

// accepted returns the entry of a skill of the catalogue.
func (t *stocktaking) accepted(skill skills.Skill, surplus bool) InventoryEntry {
	e := InventoryEntry{Name: skill.Name, Path: skill.Path, Scope: skill.Scope, Fate: FateOffered, Hidden: skill.Hidden}
	e.Why = invocation(t.agent.Title, skill.Exposure)
	switch named := t.catalog.Named(skill.Name); {
	case len(t.catalog.Ended()) > 0:
		e.Fate, e.Why = FateLost, t.agent.Title+" finds no skill at all, because of `"+t.snapshot.shownPath(t.catalog.Ended()[0])+"`."
	case surplus:
		e.Fate, e.Why = FateSurplus, t.agent.Title+" takes no more skills, and has found enough before this one."
	case len(named) > 1:
		t.amongNamesakes(&e, named)
	}
	if e.Fate == FateOffered || e.Fate == FateAmbiguous {
		e.Mention = mentionOf(t.agent, e)
	}
	e.Switch, e.Lines = t.switches.of(skill.Name, nil), t.switches.lines(skill.Path)
	return e
}

// amongNamesakes says what becomes of one of several skills of a name.
func (t *stocktaking) amongNamesakes(e *InventoryEntry, named []skills.Skill) {
	taken, ok := t.catalog.Taken(e.Name)
	var others []string
	for _, other := range named {
		if other.Path != e.Path {
			e.By = append(e.By, other.Path)
			others = append(others, "`"+t.snapshot.shownPath(other.Path)+"`")
		}
	}
	switch {
	case ok && taken.Path == e.Path:
		e.Why = strings.TrimSpace(e.Why + " It is taken in the place of " + joinAnd(others) + ".")
	case ok:
		e.Fate, e.By = FateShadowed, []string{taken.Path}
		e.Why = t.agent.Title + " takes `" + t.snapshot.shownPath(taken.Path) + "` of this name."
	default:
		e.Fate = FateAmbiguous
		e.Why = joinAnd(others) + " " + isOrAre(len(others)) + " called so too: "
		if t.agent.Duplicates == skills.AnyWins {
			e.Why += t.agent.Title + " takes one, and nothing tells which."
		} else {
			e.Why += t.agent.Title + " keeps them all, and the name alone selects none."
		}
	}
}

// off returns the entry of a skill that the configuration switches off.
func (t *stocktaking) off(off skills.SwitchedOff) InventoryEntry {
	e := t.unnamed(off.Path, FateOff)
	var notes []string
	for _, r := range off.By {
		notes = append(notes, t.snapshot.rulingNote(r))
	}
	e.Why = strings.Join(notes, " ")
	if f, err := t.snapshot.File(off.Path); err == nil {
		if v := t.snapshot.verdict(t.agent, f, t.snapshot.judgedFile(f)); v.Name != "" {
			e.Name = v.Name
		}
	}
	e.Switch = t.switches.of(e.Name, off.By)
	return e
}

// unnamed returns the entry of a file that is no skill.
func (t *stocktaking) unnamed(path string, fate Fate) InventoryEntry {
	e := InventoryEntry{Name: filepath.Base(filepath.Dir(path)), Path: path, Scope: skills.ScopeRepo, Fate: fate}
	if i, ok := t.catalog.Place(t.snapshot.realPath(path)); ok {
		e.Scope = t.catalog.Files()[i].Scope
	}
	return e
}

// silence returns why an agent refuses a file without a word.
func (t *stocktaking) silence(path string) string {
	f, err := t.snapshot.File(path)
	if err != nil {
		return "It cannot be read."
	}
	why := strings.Join(reasons(t.snapshot.verdict(t.agent, f, t.snapshot.judgedFile(f))), "; ")
	if why == "" {
		return t.agent.Title + " does not take it, without a word."
	}
	return why
}

// mentionOf returns how a person names a skill: the first form that the agent itself reads as a mention of it.
func mentionOf(agent *skills.Agent, e InventoryEntry) string {
	if agent.Mentions == nil {
		return ""
	}
	forms := []string{"$" + e.Name, "/" + e.Name, "[$" + e.Name + "](" + e.Path + ")"}
	if e.Fate == FateAmbiguous {
		forms = forms[2:]
	}
	for _, form := range forms {
		mentions := agent.Mentions(form)
		if len(mentions) != 1 || mentions[0].Name != e.Name || mentions[0].Span != (text.Span{End: len(form)}) {
			continue
		}
		if mentions[0].Kind != skills.LinkedMention || mentions[0].Path == e.Path {
			return form
		}
	}
	return ""
}
