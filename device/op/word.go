package op

import "strings"

// Words are an operation's shader texts on whole words of elements narrower than 32 bits,
// four or two lanes at once: expressions of the words {x}, {y}, {z}, and of {h}, which has
// the highest bit of every lane set. A bool is a lane of 8 bits, 0 or 1. The operands and
// the result have lanes of one width. Where there is no text the lanes are computed one
// by one.
type Words struct{ Float, Int, Uint, Bool string }

// WordWGSL returns the row's text on whole words of dt, or "" if it has none.
func (o *Op) WordWGSL(dt DType) string {
	text := map[Kind]string{Floating: o.Word.Float, Signed: o.Word.Int, Unsigned: o.Word.Uint, Boolean: o.Word.Bool}[dt.Kind()]
	return inLanes(text, dt)
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
	switch dt.Size() {
	case 1:
		return strings.ReplaceAll(text, "{h}", "0x80808080u")
	case 2:
		return strings.ReplaceAll(text, "{h}", "0x80008000u")
	}
	return ""
}
