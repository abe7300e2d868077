package spdx

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestLicences(t *testing.T) {
	all := Licences()
	if len(all) < 700 || !slices.IsSortedFunc(all, func(a, b Licence) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("%d licences, or not in order", len(all))
	}
	for _, l := range all {
		if got := Lookup(strings.ToUpper(l.ID)); got == nil || got.ID != l.ID {
			t.Errorf("%s is found as %v", l.ID, got)
		}
		if terms, ok := Parse(l.ID); !ok || len(terms) != 1 || terms[0].Licence == nil || terms[0].Later {
			t.Errorf("%s parses as %+v, %t", l.ID, terms, ok)
		}
	}
}

func TestInstead(t *testing.T) {
	for id, want := range map[string]string{
		"MIT": "", "GPL-3.0": "GPL-3.0-only GPL-3.0-or-later", "gpl-2.0+": "GPL-2.0-or-later", "Nunit": "",
	} {
		if got := strings.Join(Lookup(id).Instead(), " "); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License": "MIT", "The MIT Licence": "MIT", "mit": "MIT", "Apache 2.0": "Apache-2.0", "Apache License 2.0": "Apache-2.0",
		"Apache License, Version 2.0": "Apache-2.0", "BSD 3 Clause": "BSD-3-Clause", "GPL v3": "", "Proprietary": "", "": "", "the": "", "license": "",
		"GNU General Public License v3.0 only": "GPL-3.0-only",
	} {
		got := ""
		if l := Meant(text); l != nil {
			got = l.ID
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"MIT", "MIT@0"},
		{"mit or Apache-2.0", "mit@0 Apache-2.0@7"},
		{"(MIT OR Apache-2.0) AND CC-BY-4.0", "MIT@1 Apache-2.0@8 CC-BY-4.0@24"},
		{"GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0-only@0 Classpath-exception-2.0@18!"},
		{"Apache-2.0+", "Apache-2.0@0+"},
		{"GPL-3.0+", "GPL-3.0+@0"},
		{"LicenseRef-my.own", "LicenseRef-my.own@0"},
		{"DocumentRef-a:LicenseRef-b", "DocumentRef-a:LicenseRef-b@0"},
		{"MIT OR", "none"},
		{"MIT Apache-2.0", "none"},
		{"(MIT", "none"},
		{"MIT)", "none"},
		{"", "none"},
		{"MIT Or ISC", "none"},
		{"Proprietary", "none"},
		{"LicenseRef-", "none"},
		{"LicenseRef-a+", "none"},
		{"MIT WITH", "none"},
		{"Complete terms in LICENSE.txt", "none"},
		{strings.Repeat("(", 1000) + "MIT" + strings.Repeat(")", 1000), "none"},
	} {
		terms, ok := Parse(test.text)
		var got []string
		for _, term := range terms {
			text := fmt.Sprintf("%s@%d", term.ID, term.Start)
			if term.Later {
				text += "+"
			}
			if term.Exception {
				text += "!"
			}
			got = append(got, text)
		}
		if said := strings.Join(got, " "); said != test.want && (ok || test.want != "none") {
			t.Errorf("%.60q: %q, want %q", test.text, said, test.want)
		}
	}
}
