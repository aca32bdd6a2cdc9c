package shaders

import (
	"regexp"
	"strconv"
	"strings"
)

// inlinedLength is the length of a text with its declarations inlined at every use. The body of a
// loop counts as often as iterations says for its head. known keeps the lengths of declarations.
func (l *library) inlinedLength(text string, iterations func(head string) int, known map[int]int) int {
	before, head, body, after := cutLoop(text)
	if head == "" {
		return l.straightLength(text, iterations, known)
	}
	n := l.straightLength(head, iterations, known) + l.inlinedLength(body, iterations, known)
	return l.straightLength(before, iterations, known) + iterations(head)*n + l.inlinedLength(after, iterations, known)
}

// straightLength is the length of a text without loops.
func (l *library) straightLength(text string, iterations func(string) int, known map[int]int) int {
	bytes := len(text)
	for _, i := range l.namesIn(text) {
		if _, ok := known[i]; !ok {
			known[i] = 0 // a function's own name, at its head
			known[i] = l.inlinedLength(l.decls[i].text, iterations, known)
		}
		bytes += known[i]
	}
	return bytes
}

// once counts a text without regard to loops.
func once(string) int { return 1 }

// dataIterations stands for the iterations of a loop whose end depends on the data. A power takes
// one for each bit of a word. A remainder takes few, unless its operands are far apart. The figure
// is two and a half times the bits of a word. A driver masks the elements that have ended, so an
// iteration takes as much time as more text without a loop.
const dataIterations = 80

var (
	loopHead = regexp.MustCompile(`\b(?:for|while) \(`)
	upTo     = regexp.MustCompile(`= 0u?; \w+ < (?:min\(\w+, )?(\d+)u?\)?; \w+(?:\+\+| = \w+ \+ 1)\)$`)
	downTo   = regexp.MustCompile(`= (\d+); \w+ > 1; \w+ = \w+ - 1\)$`)
)

// hidden is what hides a count from compilers, so that they do not unroll the loop.
var hidden = strings.NewReplacer("bitcast<i32>(m_hide(", "", "m_hide(", "", "u))", "u)", "m_long_rounds(s, ", "", " | m_zero())", "", "< (", "< ")

// iterations is how often the body of a loop is run.
func iterations(head string) int {
	head = hidden.Replace(head)
	for _, count := range []*regexp.Regexp{upTo, downTo} {
		if m := count.FindStringSubmatch(head); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			return n
		}
	}
	return dataIterations
}

// cutLoop cuts a text around its first loop, which has a head: "while (x)", "{ … }".
func cutLoop(text string) (before, head, body, after string) {
	at := loopHead.FindStringIndex(text)
	if at == nil {
		return text, "", "", ""
	}
	before, text = text[:at[0]], text[at[0]:]
	end := closing(text, '(', ')')
	head, text = text[:end], text[end:]
	end = closing(text, '{', '}')
	return before, head, text[:end], text[end:]
}

// closing returns the position behind the bracket that closes the first one, or the end of the
// text.
func closing(text string, open, closed rune) int {
	depth := 0
	for i, c := range text {
		switch c {
		case open:
			depth++
		case closed:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}
