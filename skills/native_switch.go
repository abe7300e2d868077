package skills

import "strings"

// A NativeSwitch is the setting in files of a runtime's own by which single skills are switched off by their names. The files are JSON.
type NativeSwitch struct {
	Setting string // its place in the file, as in [Knob].Native, such as "skillOverrides"
	// File is where the runtime itself writes it: slash-separated, from the directory that the agent stands in.
	File string
	// Off and On are the words that a name is mapped to; both are empty where the setting is a list of the names that are off.
	Off, On string
	// AnyCase says that the letter case of names makes no difference.
	AnyCase bool
}

// Names reports whether a name in the setting is that of a skill.
func (n *NativeSwitch) Names(written, skill string) bool {
	return written == skill || n.AnyCase && strings.EqualFold(written, skill)
}
