package shaders

import "fmt"

// wordList is words of scratch that a task reads or writes. Many of them lie in several windows.
type wordList struct {
	*Scratch
	at, length int // its first word, and how many there are
	name       string
	write      bool
	windows
	start int // the first word that the windows show
}

// bind binds the windows of the list.
func (l *wordList) bind(k *Kernel, window int) {
	l.windows = k.bindAll(l.Scratch, l.at*wordBytes, (l.at+l.length)*wordBytes, window, l.write)
	l.start = k.bindings[l.windows.bindings[0]].Offset / wordBytes
}

// first is the first word of the list in its windows.
func (l *wordList) first() int { return l.at - l.start }

// word is the text of a word of its windows, or of a vector of its only window.
func (l *wordList) word(at string) string {
	if l.several() {
		return fmt.Sprintf("%s_word(%s)", l.name, at)
	}
	return fmt.Sprintf("buf%d[%s]", l.bindings[0]+1, at)
}

// put writes the text that sets a word.
func (l *wordList) put(t *text, at, x string) {
	if l.several() {
		t.line("%s_put(%s, %s);", l.name, at, x)
		return
	}
	t.line("%s = %s;", l.word(at), x)
}

// writeFunctions writes the functions of a list in several windows.
func (l *wordList) writeFunctions(t *text) {
	if !l.several() {
		return
	}
	l.function(t, l.name+"_word(at: u32) -> u32", "return %s;")
	if l.write {
		l.function(t, l.name+"_put(at: u32, x: u32)", "%s = x;")
	}
	t.line("")
}
