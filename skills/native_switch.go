package skills

import "strings"

// A NativeSwitch is the setting in files of an agent's own by which single skills are switched off: in JSON by their names, and in TOML
// by the entries of an [EntriesKnob].
type NativeSwitch struct {
	Setting string // its place in the file, as in [Knob].Native, such as "skillOverrides"
	// File is where the agent itself writes it: slash-separated, from the working directory. Empty where Own is set.
	File string
	// Own returns the path of the one file in which the setting counts: the user's own, wherever that lies. It is empty where that is
	// not known. Nil means that the setting counts in all of the agent's files.
	Own func(v Vantage) string
	// Off and On are the words that a name is mapped to; both are empty where the setting is a list of the names that are off.
	Off, On string
	// AnyCase says that the letter case of names makes no difference.
	AnyCase bool
}

// Names reports whether a name in the setting is that of a skill.
func (n *NativeSwitch) Names(written, skill string) bool {
	return written == skill || n.AnyCase && strings.EqualFold(written, skill)
}
