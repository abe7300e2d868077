package vantage

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// An InventoryQuery asks for the fate of every file that agents find.
type InventoryQuery struct {
	Cwd string // as in [ListQuery]
	// Agents are the IDs of the agents to report on. If nil, these are the targets of the skills here, or the
	// agent of [WhichAgent].
	Agents []string
}

// An Inventory is the fate of every file that one agent finds.
type Inventory struct {
	Agent  *skills.Agent
	Target bool // the skills here are meant for this agent
	Asked  bool // if false, the fields below are not set
	// Disabled is a sentence that says what switches all skills off; empty if nothing does.
	Disabled  string
	Truncated bool // as in [List]
	// Manual is a setting that switches skills off and that only the user can change; may be nil.
	Manual  *ManualSwitch
	Entries []InventoryEntry
}

// A Fate is what an agent does with a file that it finds.
type Fate string

const (
	FateOffered   Fate = "offered"
	FateAmbiguous Fate = "ambiguous" // several share the name, which selects none of them, or any one
	FateShadowed  Fate = "shadowed"  // the agent uses another skill with the same name
	FateSurplus   Fate = "surplus"   // the agent loads no more skills
	FateRefused   Fate = "refused"   // the agent does not load it as a skill
	FateOff       Fate = "off"       // switched off in the agent's configuration
	FateLost      Fate = "lost"      // a file elsewhere ends the agent's scan
)

// An InventoryEntry is one file and its fate.
type InventoryEntry struct {
	ID    string       `json:"id"`   // as of [skills.Skill]
	Name  string       `json:"name"` // the skill's name, or the directory's if the file is not a skill
	Path  string       `json:"path"`
	Scope skills.Scope `json:"scope"`
	Fate  Fate         `json:"fate"`
	// Why says in sentences why the skill is not offered, or otherwise what is special about it; empty if
	// nothing is.
	Why string `json:"why,omitempty"`
	// Silent means that the agent refuses the file without an error, so that Why has no words of the agent.
	Silent bool `json:"silent,omitzero"`
	// By are the paths of skills with the same name: for a shadowed skill, the one that the agent uses; for
	// an ambiguous skill, the others; and for the skill that the agent uses, those that it shadows.
	By []string `json:"by,omitempty"`
	// Hidden means that the agent does not tell the model about the skill.
	Hidden bool `json:"hidden,omitzero"`
	// Mention is what a user types to select the skill; empty if no way is known.
	Mention string `json:"mention,omitempty"`
	// Switch is the agent's own setting that switches the skill on and off; may be nil.
	Switch *SkillSwitch `json:"switch,omitempty"`
	// Lines switch the skill off when they are added at the end of the file of [Inventory].Manual; empty if
	// none do.
	Lines string `json:"lines,omitempty"`
}

// Inventories returns the fates of the files that agents find, for all agents that look for skills, in the
// order of presentation. If an agent finds a file from several vantages, the first one counts. The error is
// that of ctx, or an *[workspace.UnknownAgentError].
func Inventories(ctx context.Context, s *workspace.Snapshot, q InventoryQuery) ([]Inventory, error) {
	vantages := workspace.Vantages(s, q.Cwd)
	for _, id := range q.Agents {
		if _, err := workspace.AgentNamed(s, id, vantages, seeks, "does not look for skills"); err != nil {
			return nil, err
		}
	}
	var list []Inventory
	anyTarget := false
	for _, agent := range workspace.AgentsAt(s, vantages...) {
		if seeks(agent) {
			target := isTargetOf(s, agent, vantages)
			anyTarget = anyTarget || target
			list = append(list, Inventory{Agent: agent, Target: target})
		}
	}
	which, _, err := WhichAgent(ctx, s, AgentQuery{Cwd: q.Cwd})
	if err != nil {
		return nil, err
	}
	for i := range list {
		inv := &list[i]
		if q.Agents != nil {
			inv.Asked = slices.Contains(q.Agents, inv.Agent.ID)
		} else {
			inv.Asked = inv.Target || !anyTarget && inv.Agent.ID == which.ID
		}
		if inv.Asked {
			if err := takeInventory(ctx, s, inv, vantages); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// seeks reports whether an agent looks for skills and its skills can be listed.
func seeks(agent *skills.Agent) bool { return workspace.CanCatalog(agent) && len(agent.Roots) > 0 }

// isTargetOf reports whether the skills below one of the vantages are meant for an agent: by the
// configuration, by a marker of the project, or because one of the agent's own directories exists there.
func isTargetOf(s *workspace.Snapshot, agent *skills.Agent, vantages []string) bool {
	for _, dir := range vantages {
		chosen := workspace.Effect(s, dir).Targets
		if slices.Contains(chosen, agent.ID) || len(chosen) == 0 && isUsedIn(s, agent, dir) {
			return true
		}
	}
	return false
}

// Targets returns the IDs of the agents that the skills in a working directory, as in [ListQuery], must work in, in the
// order of presentation: those that the configuration names, or else the standard and the agents that are used there.
func Targets(s *workspace.Snapshot, cwd string) []string {
	vantages := workspace.Vantages(s, cwd)
	isUnset := func(dir string) bool { return len(workspace.Effect(s, dir).Targets) == 0 }
	var ids []string
	for _, agent := range workspace.AgentsAt(s, vantages...) {
		if agent == agents.Standard && slices.ContainsFunc(vantages, isUnset) || isTargetOf(s, agent, vantages) {
			ids = append(ids, agent.ID)
		}
	}
	return ids
}

func takeInventory(ctx context.Context, s *workspace.Snapshot, inv *Inventory, vantages []string) error {
	seen := make(map[string]bool)
	for _, vantage := range vantages {
		if err := ctx.Err(); err != nil {
			return err
		}
		agent := workspace.Configured(s, inv.Agent, vantage)
		if by := agent.DisabledBy; by.Off && inv.Disabled == "" {
			inv.Disabled = rulingNote(s, by)
		}
		c := workspace.Catalog(ctx, s, inv.Agent, vantage)
		inv.Truncated = inv.Truncated || c.Truncated || len(c.Surplus()) > 0
		board := switchboardOf(s, agent, vantage)
		if inv.Manual == nil {
			inv.Manual = manualSwitch(s, board)
		}
		for _, e := range (&inventoryBuilder{snapshot: s, agent: agent, catalog: c, switches: board}).entries() {
			if !seen[e.Path] {
				seen[e.Path] = true
				e.ID = skills.SkillID(s.RealPath(e.Path))
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

// A stocktaking determines the fate of the files in one catalog.
type inventoryBuilder struct {
	snapshot *workspace.Snapshot
	agent    *skills.Agent // as configured at the vantage
	catalog  *skills.Catalog
	switches switchboard
}

func (t *inventoryBuilder) entries() []InventoryEntry {
	c := t.catalog
	surplus := make(map[string]bool)
	for _, skill := range c.Surplus() {
		surplus[skill.Path] = true
	}
	list := make([]InventoryEntry, 0, len(c.Files()))
	told := make(map[string]bool) // paths that have an entry
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
			e.Scope, e.Silent = f.Scope, true
			e.Why = t.silence(f.Path)
			list = append(list, e)
		}
	}
	return list
}

// accepted returns the entry of a skill in the catalog.
func (t *inventoryBuilder) accepted(skill skills.Skill, surplus bool) InventoryEntry {
	e := InventoryEntry{Name: skill.Name, Path: skill.Path, Scope: skill.Scope, Fate: FateOffered, Hidden: skill.Hidden}
	e.Why = invocation(t.agent.Title, skill.Exposure)
	switch named := t.catalog.Named(skill.Name); {
	case len(t.catalog.Ended()) > 0:
		e.Fate, e.Why = FateLost, t.agent.Title+" finds no skills at all, because of `"+ShownPath(t.snapshot, t.catalog.Ended()[0])+"`."
	case surplus:
		e.Fate, e.Why = FateSurplus, t.agent.Title+" reaches its maximum number of skills before this one."
	case len(named) > 1:
		t.addSameName(&e, named)
	}
	if e.Fate == FateOffered || e.Fate == FateAmbiguous {
		e.Mention = mentionOf(t.agent, e)
	}
	e.Switch, e.Lines = t.switches.of(skill.Name, nil), t.switches.lines(skill.Path)
	return e
}

// addSameName sets the fate of one of several skills with the same name.
func (t *inventoryBuilder) addSameName(e *InventoryEntry, named []*skills.Skill) {
	taken, ok := t.catalog.Taken(e.Name)
	var others []string
	for _, other := range named {
		if other.Path != e.Path {
			e.By = append(e.By, other.Path)
			others = append(others, "`"+ShownPath(t.snapshot, other.Path)+"`")
		}
	}
	switch {
	case ok && taken.Path == e.Path:
		e.Why = strings.TrimSpace(e.Why + " It is loaded instead of " + JoinAnd(others) + ".")
	case ok:
		e.Fate, e.By = FateShadowed, []string{taken.Path}
		e.Why = t.agent.Title + " loads `" + ShownPath(t.snapshot, taken.Path) + "` with the same name."
	default:
		e.Fate = FateAmbiguous
		e.Why = JoinAnd(others) + " " + hasOrHave(len(others)) + " the same name: "
		if t.agent.Duplicates == skills.AnyWins {
			e.Why += t.agent.Title + " loads one of them, but which one is not established."
		} else {
			e.Why += t.agent.Title + " keeps all of them, and loads none for a plain name."
		}
	}
}

// off returns the entry of a skill that the configuration switches off.
func (t *inventoryBuilder) off(off skills.SwitchedOff) InventoryEntry {
	e := t.unnamed(off.Path, FateOff)
	var notes []string
	for _, r := range off.By {
		notes = append(notes, rulingNote(t.snapshot, r))
	}
	e.Why = strings.Join(notes, " ")
	if f, err := t.snapshot.File(off.Path); err == nil {
		if v := workspace.VerdictAt(t.snapshot, t.agent, f, off.Path); v.Name != "" {
			e.Name = v.Name
		}
	}
	e.Switch = t.switches.of(e.Name, off.By)
	return e
}

// unnamed returns an entry with the name of the file's directory.
func (t *inventoryBuilder) unnamed(path string, fate Fate) InventoryEntry {
	e := InventoryEntry{Name: filepath.Base(filepath.Dir(path)), Path: path, Scope: skills.ScopeRepo, Fate: fate}
	if i, ok := t.catalog.Place(t.snapshot.RealPath(path)); ok {
		e.Scope = t.catalog.Files()[i].Scope
	}
	return e
}

// silence returns the reasons why an agent rejects a file without an error.
func (t *inventoryBuilder) silence(path string) string {
	f, err := t.snapshot.File(path)
	if err != nil {
		return "The file cannot be read."
	}
	var causes []string
	for _, r := range reasonsOf(t.agent, f, path, workspace.VerdictAt(t.snapshot, t.agent, f, path)) {
		causes = append(causes, r.Message)
	}
	if len(causes) == 0 {
		return t.agent.Title + " ignores it without an error."
	}
	return strings.Join(causes, "; ")
}

// mentionOf returns the first way to write a mention of a skill that the agent itself recognizes, or "" if it
// recognizes no way.
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
