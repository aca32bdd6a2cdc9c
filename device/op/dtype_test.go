package op

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTypesHaveNames(t *testing.T) {
	assert.Len(t, DTypes(), 13)
	for _, dt := range DTypes() {
		back, err := ParseDType(dt.String())
		assert.NoError(t, err)
		assert.Equal(t, dt, back)
		assert.Equal(t, dt.Kind() == Floating, dt.IsFloat())
		assert.Equal(t, dt.Kind() == Signed || dt.Kind() == Unsigned, dt.IsInteger())
		assert.Positive(t, dt.Size())
	}
	_, err := ParseDType("float")
	assert.EqualError(t, err, `unknown dtype "float"; the dtypes are [bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 bfloat16 float32 float64]`)
	assert.Equal(t, "signed integer", Int8.Kind().String())
	assert.NotPanics(t, func() { _ = Kind(200).String() })
}

func TestAnInvalidDtypeHasNoOperations(t *testing.T) {
	for _, dt := range []DType{0, Float64 + 1, 255} {
		assert.False(t, dt.Valid())
		assert.Zero(t, dt.Size())
		assert.Zero(t, dt.Kind())
		assert.False(t, Add.Defined(dt))
		assert.Empty(t, Add.WGSL(dt))
		_, _, err := Add.Types(dt)
		assert.Error(t, err)
	}
}

func TestSetsListTheirMembers(t *testing.T) {
	s := SetOf(Float32, Bool, Float32)
	assert.Equal(t, []DType{Bool, Float32}, s.List())
	assert.True(t, s.Has(Bool))
	assert.False(t, s.Has(Int8))
	assert.Empty(t, Set(0).List())
}
