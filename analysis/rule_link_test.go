package analysis

import "testing"

// TestBrokenFragment guards that a link is not changed to a file in which its fragment leads nowhere, unless somebody chooses that.
func TestBrokenFragment(t *testing.T) {
	for link, preferred := range map[string]bool{
		"[a](references/guid.md)":       true,
		"[a](references/guid.md#own)":   true,
		"[a](references/guid.md#other)": false,
	} {
		found, listing := diagnoseText(t, plainFront+link+"\n")
		if len(found) != 1 || found[0].Rule != "link/broken" || len(found[0].Fixes) != 1 || found[0].Fixes[0].Preferred != preferred {
			t.Errorf("%s: want one fix, preferred %v, got\n%s%+v", link, preferred, listing, found)
		}
	}
}

// TestVariableLink guards that a link whose text begins with "$" and which leads to no skill is a link like others.
func TestVariableLink(t *testing.T) {
	found, listing := diagnoseText(t, plainFront+"[$HOME](references/none.md), [$x](references/guide.md), [$y](app://y)\n")
	if len(found) != 1 || found[0].Rule != "link/broken" {
		t.Errorf("want one link/broken, got\n%s", listing)
	}
}
