package op

import "fmt"

// Cast converts to the type its instruction names; its meaning is Convert.
var Cast = def(Op{
	Name: "cast", Arity: 1, Rule: Retype,
	Doc:   "x converted: integers wrap, a float becomes an integer by truncation and saturation (NaN 0), all but 0 is true",
	Float: Form[float64]{F1: same[float64]},
	Int:   Form[int64]{F1: same[int64]},
	Uint:  Form[uint64]{F1: same[uint64]},
	Bool:  Form[bool]{F1: same[bool]},
})

// CastWGSL returns the shader expression that converts {x} from one type to another,
// both of them held by the shader as f32, i32, u32 or bool.
func CastWGSL(from, to DType) string {
	if sticky := stickyWGSL[[2]DType{from, to}]; sticky != "" {
		return sticky
	}
	if from.Kind() == to.Kind() {
		return "{x}"
	}
	text := castWGSL[[2]Kind{from.Kind(), to.Kind()}]
	if from.IsFloat() && to.IsInteger() && to.Size() < 4 {
		return saturate(text, to)
	}
	return text
}

var castWGSL = map[[2]Kind]string{
	{Boolean, Unsigned}:  "select(0u, 1u, {x})",
	{Boolean, Signed}:    "select(0, 1, {x})",
	{Boolean, Floating}:  "select(0.0, 1.0, {x})",
	{Unsigned, Boolean}:  "{x} != 0u",
	{Unsigned, Signed}:   "bitcast<i32>({x})",
	{Unsigned, Floating}: "f32({x})",
	{Signed, Boolean}:    "{x} != 0",
	{Signed, Unsigned}:   "bitcast<u32>({x})",
	{Signed, Floating}:   "f32({x})",
	{Floating, Boolean}:  "m_abits({x}) != 0u",
	{Floating, Unsigned}: "m_f2u({x})",
	{Floating, Signed}:   "m_f2i({x})",
}

// An f32 has not the bits for every integer of 32, and on the way to bfloat16 it is
// rounded again. The low bits that cannot count leave one behind (see sticky), so that
// the first rounding changes nothing.
var stickyWGSL = map[[2]DType]string{
	{Int32, BFloat16}:  "f32(select({x}, ({x} & -512) | 256, abs({x}) >= 16777216 && ({x} & 511) != 0))",
	{Uint32, BFloat16}: "f32(select({x}, ({x} & 0xfffffe00u) | 256u, {x} >= 16777216u && ({x} & 511u) != 0u))",
}

// saturate keeps a number that was converted to 32 bits within a narrower type.
func saturate(text string, to DType) string {
	bits := 8 * to.Size()
	if to.Kind() == Unsigned {
		return fmt.Sprintf("min(%s, %du)", text, 1<<bits-1)
	}
	return fmt.Sprintf("clamp(%s, %d, %d)", text, -1<<(bits-1), 1<<(bits-1)-1)
}
