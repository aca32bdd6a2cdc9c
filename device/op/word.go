package op

import "strings"

// Words are an operation's shader texts on whole words: two or four narrow elements, called lanes,
// at once. They are expressions of the words {x}, {y}, {z}, and {h}, which has the highest bit of
// every lane set. A bool is a lane of 8 bits with the value 0 or 1. The operands and the result
// have lanes of one width. Without a text, lanes are computed one by one.
type Words struct{ Float, Int, Uint, Bool string }

// WordWGSL returns the row's text on whole words of dt, or "" if it has none.
func (o *Op) WordWGSL(dt DType) string { return inLanes(o.wordText(dt), dt) }

// HasWord reports whether WordWGSL has a text, without making it.
func (o *Op) HasWord(dt DType) bool { return o.wordText(dt) != "" && highBits(dt) != "" }

func (o *Op) wordText(dt DType) string {
	switch dt.Kind() {
	case Floating:
		return o.Word.Float
	case Signed:
		return o.Word.Int
	case Unsigned:
		return o.Word.Uint
	}
	return o.Word.Bool
}

// CastWordWGSL is CastWGSL on whole words, for types of one width; "" if there is none.
func CastWordWGSL(from, to DType) string {
	switch {
	case from == to, from == Bool && to.IsInteger(), from.IsInteger() && to.IsInteger():
		return "{x}"
	case from.IsInteger() && to == Bool:
		return inLanes("m_lanes_ne({x}, 0u, {h})", from)
	}
	return ""
}

// inLanes sets {h}.
func inLanes(text string, dt DType) string {
	if h := highBits(dt); h != "" {
		return strings.ReplaceAll(text, "{h}", h)
	}
	return ""
}

// highBits has the highest bit of every lane set; "" for types that fill a word.
func highBits(dt DType) string {
	switch dt.Size() {
	case 1:
		return "0x80808080u"
	case 2:
		return "0x80008000u"
	}
	return ""
}
