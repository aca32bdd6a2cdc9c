package op

import "strings"

// pair reports whether shaders hold the type as vec2<u32>, the low word first.
func pair(dt DType) bool { return dt.IsInteger() && dt.Size() == 8 }

// castPair is CastWGSL where one side is a pair of words, or both.
func castPair(from, to DType) string {
	switch {
	case pair(from) && pair(to):
		return "{x}"
	case pair(to) && from.IsFloat():
		return truncateToPair[to.Kind()]
	case pair(to):
		return widenToPair[from.Kind()]
	case to == Bool:
		return "any({x} != vec2<u32>(0u))"
	case to == Float32:
		return roundPair[from.Kind()]
	case to.IsFloat(): // by way of a float32 that does not round, so that it is rounded once
		return strings.ReplaceAll(CastWGSL(Float32, to), "{x}", roundPairLater[from.Kind()])
	}
	return strings.ReplaceAll(CastWGSL(Uint32, to), "{x}", "{x}.x")
}

var (
	widenToPair    = map[Kind]string{Boolean: "vec2<u32>(select(0u, 1u, {x}), 0u)", Unsigned: "vec2<u32>({x}, 0u)", Signed: "m_i2l({x})"}
	truncateToPair = map[Kind]string{Unsigned: "m_f2ul({x})", Signed: "m_f2l({x})"}
	roundPair      = map[Kind]string{Unsigned: "m_ul2f({x})", Signed: "m_l2f({x})"}
	roundPairLater = map[Kind]string{Unsigned: "m_ul2f_sticky({x})", Signed: "m_l2f_sticky({x})"}
)
