package index

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Trigger is the set of words by which a description says what a skill is for, without common words and
// without endings. Each word is a number that begins with the word's length. The slice is in descending
// order, so that long words, which are rare, come first.
type Trigger []uint64

const (
	// MinTrigger is the minimum number of words that a description must have to be compared with others.
	MinTrigger = 4
	// the share of all words of two triggers that both must have to be similar: four of five words
	minSimilarityNum, minSimilarityDen = 4, 5
)

// TriggerOf returns the trigger of a description, or nil if the description says too little.
func TriggerOf(description string) Trigger {
	var t Trigger
	for word := range TriggerWords(description) {
		t = append(t, wordKey(word))
	}
	if len(t) < MinTrigger {
		return nil
	}
	slices.Sort(t)
	slices.Reverse(t)
	return slices.Clip(slices.Compact(t))
}

// wordKey returns the number of a word.
func wordKey(word string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(word))
	return uint64(min(len(word), 255))<<56 | h.Sum64()>>8
}

// Keys returns the words of which two similar triggers always share at least one.
func (t Trigger) Keys() Trigger {
	if t == nil {
		return nil
	}
	shared := (len(t)*minSimilarityNum + minSimilarityDen - 1) / minSimilarityDen // rounded up
	return t[:len(t)-shared+1]
}

// IsSimilar reports whether one trigger contains all words of the other and few more. Two triggers that each
// have a word of their own are different, regardless of their length.
func (t Trigger) IsSimilar(other Trigger) bool {
	if t == nil || other == nil {
		return false
	}
	small, large := t, other
	if len(small) > len(large) {
		small, large = large, small
	}
	if len(small)*minSimilarityDen < len(large)*minSimilarityNum {
		return false
	}
	i := 0
	for _, word := range large {
		switch {
		case i < len(small) && small[i] == word:
			i++
		case i < len(small) && small[i] > word:
			return false // the larger one lacks it
		}
	}
	return i == len(small)
}

// Triggers finds skills by the words of their descriptions.
type Triggers map[uint64][]*Summary // by the keys of their triggers, in no order

func (ts Triggers) Add(sum *Summary) {
	for _, key := range sum.Trigger.Keys() {
		ts[key] = append(ts[key], sum)
	}
}

func (ts Triggers) Remove(sum *Summary) {
	for _, key := range sum.Trigger.Keys() {
		list := ts[key]
		i := slices.Index(list, sum)
		last := len(list) - 1
		list[i], list[last] = list[last], nil
		if ts[key] = list[:last]; last == 0 {
			delete(ts, key)
		}
	}
}

// Similar returns the skills whose triggers are similar to the given one, each once, in no order.
func (ts Triggers) Similar(t Trigger) []*Summary {
	var found []*Summary
	keys := t.Keys()
	for i, key := range keys {
		for _, sum := range ts[key] {
			if !sum.Trigger.Keys().shareAny(keys[:i]) && sum.Trigger.IsSimilar(t) {
				found = append(found, sum)
			}
		}
	}
	return found
}

// shareAny reports whether two triggers have a word in common.
func (t Trigger) shareAny(other Trigger) bool {
	for i, j := 0, 0; i < len(t) && j < len(other); {
		switch {
		case t[i] == other[j]:
			return true
		case t[i] > other[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// TriggerWords returns the words of a description that tell skills apart, lowercase and without endings. In
// scripts without spaces between words, they are pairs of characters.
func TriggerWords(text string) map[string]bool {
	words := make(map[string]bool)
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }) {
		if isUnparted(field) {
			addPairs(words, field)
			continue
		}
		if !commonWords[field] {
			words[stem(field)] = true
		}
	}
	return words
}

// isUnparted reports whether a word is written in a script that puts no spaces between words.
func isUnparted(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}

func addPairs(words map[string]bool, text string) {
	for i := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if next := i + size; next < len(text) {
			_, more := utf8.DecodeRuneInString(text[next:])
			words[text[i:next+more]] = true
		}
	}
}

// stem removes the most common English endings from a word. It is approximate: the result is compared and
// never shown.
func stem(word string) string {
	if rest, ok := strings.CutSuffix(word, "s"); ok && len(rest) > 2 && !strings.HasSuffix(rest, "s") {
		word = rest
	}
	for _, ending := range []string{"ing", "ed", "e"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) > 3 {
			word = rest
		}
	}
	if n := len(word); n > 4 && word[n-1] == word[n-2] {
		word = word[:n-1] // "debugg"
	}
	return word
}

// commonWords are the words that do not say what a skill is for.
var commonWords = WordSet(`a about after all also always an and any are as ask asked asking asks at be been before being both but by can
	could did do does doing done each either etc every for from get gets getting give given gives had has have having he her
	his how i if in including includes include into is it its itself let like many may me might more most much must my need
	needed needing needs never no nor not of on once one only or other others our out over own per please same she should
	skill skills so some such than that the their them then there these they this those through to too trigger triggered
	triggers triggering under until up upon us use used useful user users uses using via want wanted wants was we were what
	when whenever where whether which while who whose why will with within without work works working would yes you your`)

// WordSet returns the set of the words in a list.
func WordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
