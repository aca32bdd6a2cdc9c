package op

import "strings"

// Cast converts to the type its instruction names; its meaning is Convert.
var Cast = def(Op{
	Name: "cast", Arity: 1, Rule: Retype,
	Doc: "x converted: integers wrap, a float becomes an integer by truncation and saturation " +
		"(NaN 0), all but 0 is true",
	Float: Form[float64]{F1: same[float64]},
	Int:   Form[int64]{F1: same[int64]},
	Uint:  Form[uint64]{F1: same[uint64]},
	Bool:  Form[bool]{F1: same[bool]},
})

// CastWGSL returns the shader expression that converts {x}, a value of from, to a value of to.
// Shaders hold narrow types in wider ones: signed integers in i32, unsigned ones in u32, and halves
// in f32. The value is always one that the narrow type has.
func CastWGSL(from, to DType) string {
	switch {
	case from == to:
		return "{x}"
	case pair(from) || pair(to):
		return castPair(from, to)
	}
	text := "{x}"
	if from.Kind() != to.Kind() {
		text = castWGSL[from.Kind()][to.Kind()]
	}
	switch {
	case to.IsFloat():
		return castToFloat(from, to, text)
	case from.IsFloat() && to.IsInteger() && to.Size() < 4: // m_f2i8: saturated
		return strings.Replace(text, "(", map[int]string{1: "8(", 2: "16("}[to.Size()], 1)
	case to.holds(from):
		return text
	}
	return strings.ReplaceAll(FitWGSL(to), "{x}", text)
}

// castToFloat rounds once. An integer of more than 16 bits may lie close to the middle between two
// half-precision numbers. Rounded to float32 first, it would lie exactly there.
func castToFloat(from, to DType, text string) string {
	switch {
	case from == Int32 && to == Float32:
		return "m_i2f({x})"
	case from == Uint32 && to == Float32:
		return "m_u2f({x})"
	case !to.half() || from == Bool, from.IsInteger() && from.Size() == 1:
		return text // all values of from are values of to
	case from == Int32:
		text = "f32(m_sticky_i({x}))"
	case from == Uint32:
		text = "f32(m_sticky_u({x}))"
	}
	return strings.ReplaceAll(FitWGSL(to), "{x}", text)
}

// holds reports whether every value of from, a bool or an integer, is one of dt.
func (dt DType) holds(from DType) bool {
	switch {
	case from == Bool || dt == Bool:
		return true
	case from.Kind() == dt.Kind():
		return dt.Size() >= from.Size()
	}
	return dt.Size() >= 4 || dt.Kind() == Signed && dt.Size() > from.Size() // 32 bits wrap by themselves
}

// castWGSL has the expression for the kinds of from and to.
var castWGSL = [...][Floating + 1]string{
	Boolean:  {Unsigned: "select(0u, 1u, {x})", Signed: "select(0, 1, {x})", Floating: "select(0.0, 1.0, {x})"},
	Unsigned: {Boolean: "{x} != 0u", Signed: "bitcast<i32>({x})", Floating: "f32({x})"},
	Signed:   {Boolean: "{x} != 0", Unsigned: "bitcast<u32>({x})", Floating: "f32({x})"},
	Floating: {Boolean: "m_abits({x}) != 0u", Unsigned: "m_f2u({x})", Signed: "m_f2i({x})"},
}

// FitWGSL returns the shader expression that makes {x} a value of dt again. {x} was computed from
// values of dt in 32 bits. It is wrapped, or rounded to nearest even. If {x} is a value of dt
// already, the expression is {x}.
func FitWGSL(dt DType) string {
	switch dt {
	case Int8:
		return "({x} << 24u) >> 24u"
	case Int16:
		return "({x} << 16u) >> 16u"
	case Uint8:
		return "{x} & 255u"
	case Uint16:
		return "{x} & 65535u"
	case Float16:
		return "m_round_f16({x})"
	case BFloat16:
		return "m_round_bf16({x})"
	}
	return "{x}"
}
