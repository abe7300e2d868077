package yamldialect

import "testing"

// TestDecodeError holds the messages of Python 3.11.
func TestDecodeError(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"aé😀", ""},
		{"a\xff", "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"},
		{"\x80", "'utf-8' codec can't decode byte 0x80 in position 0: invalid start byte"},
		{"\xc3", "'utf-8' codec can't decode byte 0xc3 in position 0: unexpected end of data"},
		{"\xc3a", "'utf-8' codec can't decode byte 0xc3 in position 0: invalid continuation byte"},
		{"é\xe2\x82", "'utf-8' codec can't decode bytes in position 2-3: unexpected end of data"},
		{"\xe2\x82x", "'utf-8' codec can't decode bytes in position 0-1: invalid continuation byte"},
		{"\xed\xa0\x80", "'utf-8' codec can't decode byte 0xed in position 0: invalid continuation byte"},
		{"\xe0\x9f\xbf", "'utf-8' codec can't decode byte 0xe0 in position 0: invalid continuation byte"},
		{"\xf0\x90\x80x", "'utf-8' codec can't decode bytes in position 0-2: invalid continuation byte"},
		{"\xf4\x90\x80\x80", "'utf-8' codec can't decode byte 0xf4 in position 0: invalid continuation byte"},
		{"\xf5", "'utf-8' codec can't decode byte 0xf5 in position 0: invalid start byte"},
	} {
		got := ""
		if err := DecodeError(tt.text); err != nil {
			got = err.Message
		}
		if got != tt.want {
			t.Errorf("DecodeError(%q): %s, want %s", tt.text, got, tt.want)
		}
	}
}
