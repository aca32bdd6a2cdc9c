package op

import (
	"fmt"
	"strings"
)

// pair reports whether shaders hold the type as vec2<u32>, the low word first.
func pair(dt DType) bool { return dt.Size() == 8 }

// castPair is CastWGSL where one side is a pair of words, or both.
func castPair(from, to DType) string {
	switch {
	case from == Float64:
		return fromDouble(to)
	case to == Float64:
		return toDouble(from)
	case pair(from) && pair(to):
		return "{x}"
	case pair(to) && from.IsFloat():
		return truncateToPair[to.Kind()]
	case pair(to):
		return widenToPair[from.Kind()]
	case to == Bool:
		return "!m_eq64({x}, vec2<u32>(0u))"
	case to == Float32:
		return roundPair[from.Kind()]
	case to.IsFloat(): // by way of a float32 that does not round, so that it is rounded once
		return strings.ReplaceAll(CastWGSL(Float32, to), "{x}", roundPairLater[from.Kind()])
	}
	return strings.ReplaceAll(CastWGSL(Uint32, to), "{x}", "{x}.x")
}

// fromDouble converts float64. The functions are named m_d2 and the letter of the type.
func fromDouble(to DType) string {
	switch {
	case to == Bool:
		return "!m_fiszero64({x})"
	case to == Float32:
		return "m_d2f({x})"
	case to.IsFloat(): // see castPair
		return strings.ReplaceAll(CastWGSL(Float32, to), "{x}", "m_d2f_sticky({x})")
	}
	return fmt.Sprintf("m_d2%s({x})", letters[to])
}

// letters name the integer types in names of functions that convert to them. Types of 32 bits have
// the letter of their kind; l and ul are the pairs.
var letters = [...]string{
	Int8: "i8", Int16: "i16", Int32: "i", Int64: "l", Uint8: "u8", Uint16: "u16", Uint32: "u", Uint64: "ul",
}

// toDouble converts to float64, which holds all types exactly except integers of 64 bits.
func toDouble(from DType) string {
	switch {
	case from == Bool:
		return "select(vec2<u32>(0u), m_fone64(), {x})"
	case from.IsFloat():
		return "m_f2d({x})"
	case pair(from):
		return fmt.Sprintf("m_%s2d({x})", letters[from])
	case from.Kind() == Signed:
		return "m_i2d({x})"
	}
	return "m_u2d({x})"
}

var (
	widenToPair    = [...]string{Boolean: "vec2<u32>(select(0u, 1u, {x}), 0u)", Unsigned: "vec2<u32>({x}, 0u)", Signed: "m_i2l({x})"}
	truncateToPair = [...]string{Unsigned: "m_f2ul({x})", Signed: "m_f2l({x})"}
	roundPair      = [...]string{Unsigned: "m_ul2f({x})", Signed: "m_l2f({x})"}
	roundPairLater = [...]string{Unsigned: "m_ul2f_sticky({x})", Signed: "m_l2f_sticky({x})"}
)
