package skills

import "strings"

// Names reports whether a name in the setting is the name of a skill.
func (n *NativeSwitch) Names(written, skill string) bool {
	return written == skill || n.AnyCase && strings.EqualFold(written, skill)
}
