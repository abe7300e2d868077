package skills

import "strings"

// A NativeSwitch is the setting in an agent's own files that switches off single skills: in JSON by their
// names, and in TOML by the entries of an [EntriesKnob].
type NativeSwitch struct {
	Setting string // its path in the file, as in [Knob].Native, such as "skillOverrides"
	// File is where the agent itself writes the setting: slash-separated, relative to the working directory.
	// It is "" if Own is set.
	File string
	// Own returns the path of the only file in which the setting counts: the user's own file, in any
	// directory. It returns "" if that is not known. Nil means that the setting counts in all of the agent's
	// files.
	Own func(v Vantage) string
	// Off and On are the words that a name is mapped to. Both are empty if the setting is a list of the names
	// that are off.
	Off, On string
	// AnyCase says that the case of names does not matter.
	AnyCase bool
}

// Names reports whether a name in the setting is the name of a skill.
func (n *NativeSwitch) Names(written, skill string) bool {
	return written == skill || n.AnyCase && strings.EqualFold(written, skill)
}
