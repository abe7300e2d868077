// Package spdx knows the licences of the SPDX License List, and the expressions that are made of them.
package spdx

import (
	_ "embed"
	"strings"
	"sync"
)

// A Licence is one of the SPDX License List.
type Licence struct {
	ID         string // as the list spells it
	Name       string // in full, empty where it is not known here
	Open       bool   // the Open Source Initiative approves of it
	Deprecated bool   // the list has other identifiers for it, or none any more
}

// list has a line for each licence, in the order of the identifiers: identifier, name, "open", "deprecated". It is made of the packages
// spdx-license-list 6.12.0 and spdx-license-ids 3.0.24 of npm, both CC0-1.0; identifiers that end in "+" are deprecated.
//
//go:embed licences.tsv
var list string

// Licences returns all licences, in the order of their identifiers. The caller must not change it.
var Licences = sync.OnceValue(func() []Licence {
	var licences []Licence
	for line := range strings.Lines(list) {
		columns := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		licences = append(licences, Licence{columns[0], columns[1], columns[2] != "", columns[3] != ""})
	}
	return licences
})

// byID are the licences by their identifiers in lower case, since those are compared without regard to it.
var byID = sync.OnceValue(func() map[string]*Licence {
	all := Licences()
	by := make(map[string]*Licence, len(all))
	for i := range all {
		by[strings.ToLower(all[i].ID)] = &all[i]
	}
	return by
})

// Lookup returns the licence of an identifier, in whatever letter case; nil if the list has none.
func Lookup(id string) *Licence { return byID()[strings.ToLower(id)] }

// Instead returns the identifiers that the list has in the place of a deprecated one; nil if there is none of the same meaning, or two
// that are each a part of it.
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

// byWords are the licences that count, by what people call them: the letters and digits of identifiers and names.
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

// Meant returns the licence that somebody means who writes its identifier or name another way, such as "Apache 2.0" or "the MIT license"; nil
// if that is none for sure.
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

// words returns the letters and digits of a text, in lower case, in which a version has no "v" and a licence is a license.
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
