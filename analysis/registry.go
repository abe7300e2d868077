package analysis

import (
	"embed"
	"slices"
	"sync"
)

// Doc returns the rule's page: Markdown that says what is wrong, why it matters, and what to write instead.
func (r *Rule) Doc() string {
	page, err := rulePages.ReadFile("rules/" + r.ID + ".md")
	if err != nil {
		return "" // a test checks that every rule has a page
	}
	return string(page)
}

//go:embed rules
var rulePages embed.FS

// Rules returns every rule, in the order of the documentation.
func Rules() []*Rule { return registry() }

// ruleNames returns the IDs of all rules, for the configuration.
var ruleNames = sync.OnceValue(func() (names RuleNames) {
	for _, r := range Rules() {
		if r.aboutSettings() {
			names.AboutConfig = append(names.AboutConfig, r.ID)
		} else {
			names.Configurable = append(names.Configurable, r.ID)
		}
	}
	return names
})

// RuleByID returns the rule with the given ID.
func RuleByID(id string) (*Rule, bool) {
	i := slices.IndexFunc(registry(), func(r *Rule) bool { return r.ID == id })
	if i < 0 {
		return nil, false
	}
	return registry()[i], true
}

// registry returns all rules. It is set by init, because the functions that rules call use it.
var registry func() []*Rule

func init() {
	registry = sync.OnceValue(func() []*Rule {
		return slices.Concat(
			fileRules, frontmatterRules, nameRules, descriptionRules, metadataRules, toolRules, valueRules, combinationRules, fieldRules,
			hookRules, globRules, companionRules, bodyRules, argumentRules, shellRules, linkRules, pathRules, mentionRules,
			resourceRules, suppressionRules, configRules,
		)
	})
}
