// Package spdx provides the licenses of the SPDX License List, and parses license expressions.
package spdx

import (
	_ "embed"
	"strings"
	"sync"
)

// A Licence is an entry of the SPDX License List.
type Licence struct {
	ID         string // as the list spells it
	Name       string // full name; empty if unknown
	Open       bool   // approved by the Open Source Initiative
	Deprecated bool   // replaced by other identifiers, or withdrawn
}

// list has a line for each license, sorted by identifier: identifier, name, "open", "deprecated". It is
// generated from the npm packages spdx-license-list 6.12.0 and spdx-license-ids 3.0.24, both CC0-1.0.
// Identifiers that end in "+" are deprecated.
//
//go:embed licences.tsv
var list string

// Licences returns all licenses, sorted by identifier. The caller must not change the slice.
var Licences = sync.OnceValue(func() []Licence {
	var licences []Licence
	for line := range strings.Lines(list) {
		columns := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		licences = append(licences, Licence{columns[0], columns[1], columns[2] != "", columns[3] != ""})
	}
	return licences
})

// byID maps identifiers to licenses. The keys are in lowercase, because identifiers are case-insensitive.
var byID = sync.OnceValue(func() map[string]*Licence {
	all := Licences()
	by := make(map[string]*Licence, len(all))
	for i := range all {
		by[strings.ToLower(all[i].ID)] = &all[i]
	}
	return by
})

// Lookup returns the license with an identifier, ignoring case, or nil if the list has none.
func Lookup(id string) *Licence { return byID()[strings.ToLower(id)] }

// Instead returns the identifiers that replace a deprecated one: one with the same meaning, or two that are
// each a part of it, or nil if nothing replaces it.
func (l *Licence) Instead() []string {
	if !l.Deprecated {
		return nil
	}
	var ids []string
	candidates := []string{l.ID + "-only", l.ID + "-or-later"}
	if base, ok := strings.CutSuffix(l.ID, "+"); ok {
		candidates = []string{base + "-or-later"}
	}
	for _, id := range candidates {
		if Lookup(id) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// byWords maps the letters and digits of identifiers and names to licenses that are not deprecated.
var byWords = sync.OnceValue(func() map[string]*Licence {
	all := Licences()
	by := make(map[string]*Licence, 2*len(all))
	for i := range all {
		if l := &all[i]; !l.Deprecated {
			by[words(l.ID)] = l
			if name := words(l.Name); by[name] == nil {
				by[name] = l
			}
		}
	}
	return by
})

// Meant returns the license whose identifier or name text spells in another way, such as "Apache 2.0" or "the
// MIT license". It returns nil if no license is certain.
func Meant(text string) *Licence {
	by := byWords()
	key := words(text)
	for _, k := range []string{key, strings.TrimPrefix(key, "the"), strings.TrimSuffix(strings.TrimPrefix(key, "the"), "license")} {
		if l := by[k]; l != nil && k != "" {
			return l
		}
	}
	return nil
}

// words returns the letters and digits of text in lowercase, without "version" or a "v" before a version, and
// with "license" for "licence".
func words(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "licence", "license")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "version", ""), " v", " ")
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, text)
}
