package shaders

import (
	"fmt"
	"strings"
)

// LongState is a state of many words: an MLong. Some of its words are saved. Those of two states are added
// where they lie then, as a second state in a thread's own memory takes llvmpipe's compiler many seconds.
type LongState struct{ First, Flags int } // the first word that is saved, and the one of the flags

// Constants is the text of what the library's functions need to know of the states of some rows: how many
// words the array of a long one has.
func Constants(rows ...GroupRow) string {
	words := 0
	for _, r := range rows {
		if r.Long != nil {
			words = max(words, r.Long.First+r.Words)
		}
	}
	if words == 0 {
		return ""
	}
	return fmt.Sprintf("const m_long_words = %du;\n", words)
}

// wordsARound is how many words of a long state a round of a loop saves or loads. Words is a multiple.
const wordsARound = 8

// save writes a state to words: the text of a word has {k}. A short state is first in a value of a name.
func (r GroupRow) save(t *text, state, name, words string) {
	if r.Long != nil {
		r.transfer(t, state, words, "{word} = bitcast<u32>({digit});")
		return
	}
	t.line("let %s = %s;", name, strings.ReplaceAll(r.Save, "{s}", state))
	for k := range r.Words {
		t.line("%s = %s[%d];", wordOf(words, k), name, k)
	}
}

// load declares a state, as let or var, and loads it from words that save wrote. The words of a short one
// are first in a value of a name.
func (r GroupRow) load(t *text, declare, state, name, words string) {
	if r.Long != nil {
		t.line("var %s = %s;", state, r.Begin)
		r.reload(t, state, name, words)
		return
	}
	var list []string
	for k := range r.Words {
		list = append(list, wordOf(words, k))
	}
	t.line("let %s = array<u32, %d>(%s);", name, r.Words, strings.Join(list, ", "))
	t.line("%s %s = %s;", declare, state, strings.ReplaceAll(r.Load, "{w}", name))
}

// reload loads a state that is declared.
func (r GroupRow) reload(t *text, state, name, words string) {
	if r.Long != nil {
		r.transfer(t, state, words, "{digit} = bitcast<i32>({word});")
		return
	}
	t.open("{")
	r.load(t, "let", "all", name, words)
	t.line("%s = all;", state)
	t.close()
}

// merge adds a state that save wrote to another one. A short one is first in a value, loaded.
func (r GroupRow) merge(t *text, state, loaded, name, words string) {
	if r.Long == nil {
		r.load(t, "let", loaded, name, words)
		t.line("%s", r.merged(state, loaded))
		return
	}
	r.mergeLong(t, state, words, "{digit} += bitcast<i32>({word});")
}

// exchange is merge, and then the words are those of the state before.
func (r GroupRow) exchange(t *text, state, loaded, name, saved, words string) {
	if r.Long == nil {
		r.load(t, "let", loaded, name, words)
		r.save(t, state, saved, words)
		t.line("%s", r.merged(state, loaded))
		return
	}
	r.mergeLong(t, state, words, "{ let own = {digit}; {digit} += bitcast<i32>({word}); {word} = bitcast<u32>(own); }")
}

// merged is the statement that adds a state to another one.
func (r GroupRow) merged(state, other string) string {
	return strings.NewReplacer("{s}", state, "{t}", other).Replace(r.Merge)
}

// mergeLong adds the words of a long state by a text for each. Flags are no digits.
func (r GroupRow) mergeLong(t *text, state, words, each string) {
	t.open("{")
	flags := fmt.Sprintf("%s.w[%d]", state, r.Long.Flags)
	t.line("let flags = %s | bitcast<i32>(%s);", flags, wordOf(words, r.Long.Flags-r.Long.First))
	r.transfer(t, state, words, each)
	t.line("%s = flags;", flags)
	t.line("%s", r.merged(state, ""))
	t.close()
}

// transfer writes a loop over the digits of a long state and the words of a buffer. A driver does not
// know the number of its rounds, and unrolls none.
func (r GroupRow) transfer(t *text, state, words, each string) {
	t.open("%s", r.transferHead())
	for i := range wordsARound {
		at := plus(fmt.Sprintf("%du * k", wordsARound), i)
		digit := fmt.Sprintf("%s.w[%s]", state, plus(fmt.Sprintf("%du * k", wordsARound), r.Long.First+i))
		t.line("%s", strings.NewReplacer("{digit}", digit, "{word}", strings.ReplaceAll(words, "{k}", at)).Replace(each))
	}
	t.close()
}

func (r GroupRow) transferHead() string {
	return fmt.Sprintf("for (var k = 0u; k < m_hide(%du); k++) {", r.Words/wordsARound)
}

// wordOf is one of some words.
func wordOf(words string, k int) string {
	if k == 0 {
		words = strings.ReplaceAll(words, " + {k}", "")
	}
	return strings.ReplaceAll(words, "{k}", fmt.Sprintf("%du", k))
}
