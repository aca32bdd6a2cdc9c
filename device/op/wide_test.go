package op

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

// alike are the texts with the same meaning for a word and for a pair of words.
var alike = regexp.MustCompile(`^(?:\{x\}|\{x\} [&|^] \{y\}|~\{x\}|select\(\{z\}, \{y\}, \{x\}\)|true|false)$`)

func TestTextsOfWordsServePairsOfWordsOnlyBitByBit(t *testing.T) {
	for _, o := range Instructions() {
		for _, dt := range []DType{Int64, Uint64} {
			word := map[DType]DType{Int64: Int32, Uint64: Uint32}[dt]
			if !o.Defined(dt) || o == Cast {
				continue
			}
			if alike.MatchString(o.WGSL(word)) {
				assert.Equal(t, o.WGSL(word), o.WGSL(dt), "%v of %v needs no text of its own", o, dt)
				continue
			}
			assert.NotEqual(t, o.WGSL(word), o.WGSL(dt), "%v of %v needs a text for pairs of words: wide", o, dt)
			assert.Equal(t, "xyz"[:o.Arity], operands(o.WGSL(dt)), "%v of %v: %s", o, dt, o.WGSL(dt))
		}
	}
}

func TestOnlyTypesOf64BitsHaveTextsForPairsOfWords(t *testing.T) {
	for _, o := range All() {
		assert.Empty(t, o.Bool.Wide+o.Precise.Wide, o.Name)
		assert.Empty(t, map[bool]string{false: o.Float.Wide}[o.Float.Defined()], o.Name)
		assert.Empty(t, map[bool]string{false: o.Int.Wide}[o.Int.Defined()], o.Name)
		assert.Empty(t, map[bool]string{false: o.Uint.Wide}[o.Uint.Defined()], o.Name)
	}
}

func TestFloat64HasATextOfItsOwn(t *testing.T) {
	for _, o := range Instructions() {
		if o != Cast && o.Float.Defined() {
			assert.Equal(t, "xyz"[:o.Arity], operands(o.WGSL(Float64)), "%v needs a text for float64: wide", o)
		}
	}
	assert.Equal(t, "m_fadd64({x}, {y})", Add.WGSL(Float64))
	assert.Equal(t, "libm_log_add_exp({x}, {y})", Logaddexp.WGSL(Float64))
}

func TestTheShaderTextIsThatOfTheWidth(t *testing.T) {
	assert.Equal(t, "m_ifloordiv64({x}, {y})", FloorDivide.WGSL(Int64))
	assert.Equal(t, "m_udiv64({x}, {y})", FloorDivide.WGSL(Uint64))
	assert.Equal(t, "m_udiv({x}, {y})", FloorDivide.WGSL(Uint16))
	assert.Equal(t, "{x} & {y}", BitwiseAnd.WGSL(Int64))
}

func TestEveryConversionOfAPairOfWordsHasAShaderText(t *testing.T) {
	for _, pair := range []DType{Int64, Uint64, Float64} {
		for _, dt := range DTypes() {
			assert.Equal(t, "x", operands(CastWGSL(pair, dt)), "%v to %v", pair, dt)
			assert.Equal(t, "x", operands(CastWGSL(dt, pair)), "%v to %v", dt, pair)
		}
	}
	assert.Equal(t, "m_ul2f({x})", CastWGSL(Uint64, Float32))
	assert.Equal(t, "m_i2l({x})", CastWGSL(Int8, Uint64), "the sign fills the upper word")
	assert.Equal(t, "{x}", CastWGSL(Uint64, Int64))
}

func TestAPairOfWordsIsRoundedToAHalfOnce(t *testing.T) {
	for _, half := range halves() {
		assert.Contains(t, CastWGSL(Int64, half), "m_l2f_sticky({x})")
		assert.Contains(t, CastWGSL(Uint64, half), "m_ul2f_sticky({x})")
	}
}
