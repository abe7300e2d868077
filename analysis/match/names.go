package match

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// foldName returns text in lowercase and NFC, so that names are equal that differ only in case or
// composition.
func foldName(text string) string { return norm.NFC.String(strings.ToLower(text)) }

// NameWords returns the ASCII words of a name.
func NameWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r >= 0x80 || !IsWordByte(byte(r)) })
}

func IsWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// lowerByte converts A to Z to lowercase, and no other bytes.
func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

func IsNamePart(c byte) bool { return IsWordByte(c) || c == '-' || c == '_' || c == '.' }
