package op

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTextsOnWordsNameTheirOperands(t *testing.T) {
	rows := 0
	check := func(o *Op, dt DType, word string, form text) {
		if word == "" {
			assert.Empty(t, o.WordWGSL(dt))
			assert.False(t, o.HasWord(dt))
			return
		}
		rows++
		assert.True(t, o.HasWord(dt))
		assert.Equal(t, o.Arity, form.arity, "%s has a text on words of %v, but no meaning", o.Name, dt)
		assert.Equal(t, "xyz"[:o.Arity], operands(o.WordWGSL(dt)), "%s on words of %v: %s", o.Name, dt, word)
	}
	for _, o := range All() {
		check(o, Float16, o.Word.Float, textOf("float", o.Float))
		check(o, Int8, o.Word.Int, textOf("int", o.Int))
		check(o, Uint8, o.Word.Uint, textOf("uint", o.Uint))
		check(o, Bool, o.Word.Bool, textOf("bool", o.Bool))
	}
	assert.Greater(t, rows, 60)
}

func TestTextsOnWordsAreForLanesOfTheirWidth(t *testing.T) {
	assert.Equal(t, "m_lanes_add({x}, {y}, 0x80808080u)", Add.WordWGSL(Int8))
	assert.Equal(t, "m_lanes_add({x}, {y}, 0x80008000u)", Add.WordWGSL(Uint16))
	assert.Empty(t, Add.WordWGSL(Int32))
	assert.False(t, Add.HasWord(Int32))
	assert.Empty(t, Add.WordWGSL(Float16))
}

func TestEveryConversionOfUpTo32BitsGivesAValueOfItsType(t *testing.T) {
	for _, from := range DTypes() {
		for _, to := range DTypes() {
			if from.Size() <= 4 && to.Size() <= 4 {
				assert.Equal(t, "x", operands(CastWGSL(from, to)), "%v to %v", from, to)
			}
		}
	}
	for _, c := range []struct {
		from, to DType
		text     string
	}{
		{Int32, Int8, "({x} << 24u) >> 24u"}, {Uint8, Int8, "(bitcast<i32>({x}) << 24u) >> 24u"},
		{Uint8, Int16, "bitcast<i32>({x})"},
		{Int8, Int16, "{x}"}, {Int8, Uint16, "bitcast<u32>({x}) & 65535u"}, {Int8, Uint32, "bitcast<u32>({x})"},
		{Float32, Uint8, "m_f2u8({x})"}, {BFloat16, Int16, "m_f2i16({x})"}, {Float16, Int32, "m_f2i({x})"},
		{Float32, Float16, "m_round_f16({x})"}, {Float16, BFloat16, "m_round_bf16({x})"},
		{Float16, Float32, "{x}"},
		{Int32, Float32, "m_i2f({x})"}, {Uint32, Float32, "m_u2f({x})"}, {Uint16, Float32, "f32({x})"},
		{Int8, BFloat16, "f32({x})"}, {Int16, BFloat16, "m_round_bf16(f32({x}))"},
		{Uint32, BFloat16, "m_round_bf16(f32(m_sticky_u({x})))"},
		{Bool, Float16, "select(0.0, 1.0, {x})"}, {Float16, Bool, "m_abits({x}) != 0u"},
	} {
		t.Run(fmt.Sprint(c.from, " to ", c.to), func(t *testing.T) {
			assert.Equal(t, c.text, CastWGSL(c.from, c.to))
		})
	}
}
