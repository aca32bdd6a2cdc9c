package op_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	. "github.com/wgtensor/wgtensor/device/op"
)

var update = flag.Bool("update", false, "write testdata from the conformance data")

// promotion is what PyTorch or NumPy make of two types: a type, or for can_cast whether
// they allow it.
type promotion struct {
	Fn     string          `json:"fn"`
	Args   json.RawMessage `json:"args"`
	Result json.RawMessage `json:"result"`
}

func (p promotion) types(t *testing.T) (a, b DType) {
	var args [2]outside.DType
	require.NoError(t, json.Unmarshal(p.Args, &args))
	return args[0].DType, args[1].DType
}

func (p promotion) result(t *testing.T) DType {
	var dt outside.DType
	require.NoError(t, json.Unmarshal(p.Result, &dt))
	return dt.DType
}

const promotions = "testdata/promote.jsonl"

// wanted reports whether a case is about our types, and comes from the library that decides. That
// is PyTorch, or NumPy for the unsigned types that PyTorch does not promote.
func (p promotion) wanted(t *testing.T) bool {
	switch p.Fn {
	case "torch.promote_types", "torch.can_cast":
		a, b := p.types(t)
		return a.Valid() && b.Valid()
	case "numpy.promote_types":
		a, b := p.types(t)
		return a.Valid() && b.Valid() && SetOf(a, b)&SetOf(Uint16, Uint32, Uint64) != 0
	}
	return false
}

func TestPromotionDataIsACopyOfTheConformanceData(t *testing.T) {
	var want bytes.Buffer
	for _, p := range readLines[promotion](t, conformance(t, "tables", "promote.jsonl")) {
		if p.wanted(t) {
			line, err := json.Marshal(p)
			require.NoError(t, err)
			fmt.Fprintf(&want, "%s\n", line)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(promotions, want.Bytes(), 0o644))
	}
	got, err := os.ReadFile(promotions)
	require.NoError(t, err)
	assert.Equal(t, want.String(), string(got))
}

func TestPromotionIsPyTorchsAndForUnsignedTypesNumPys(t *testing.T) {
	seen := map[[2]DType]bool{}
	for _, p := range readLines[promotion](t, promotions) {
		if p.Fn == "torch.can_cast" {
			continue
		}
		a, b := p.types(t)
		got, err := Promote(a, b)
		switch want := p.result(t); {
		case a == Uint64 && b.Kind() == Signed, b == Uint64 && a.Kind() == Signed:
			assert.Error(t, err, "exception: NumPy joins %v and %v in float64, we refuse", a, b)
			assert.Equal(t, Float64, want)
		case p.Fn == "numpy.promote_types" && a.IsFloat() != b.IsFloat():
			// Exception: NumPy widens the float so that it holds the integers.
			assert.Contains(t, []DType{a, b}, got)
			assert.True(t, got.IsFloat())
		default:
			assert.NoError(t, err)
			assert.Equal(t, want, got, "%v and %v", a, b)
		}
		seen[[2]DType{a, b}] = true
	}
	var unseen [][2]DType
	for _, a := range DTypes() {
		for _, b := range DTypes() {
			// NumPy has no bfloat16 and PyTorch 1.13 no uint16, so there is no data.
			judged := SetOf(a, b)&^SetOf(Uint16, Uint32, Uint64) != SetOf(BFloat16)
			if pair := [2]DType{a, b}; judged && !seen[pair] {
				unseen = append(unseen, pair)
			}
		}
	}
	assert.Empty(t, unseen, "pairs that %s lacks; except here those that neither library has", promotions)
}

func TestPromotionIsSymmetricAndKeepsAType(t *testing.T) {
	for _, a := range DTypes() {
		same, err := Promote(a, a)
		assert.NoError(t, err)
		assert.Equal(t, a, same)
		for _, b := range DTypes() {
			ab, errAB := Promote(a, b)
			ba, errBA := Promote(b, a)
			assert.Equal(t, ab, ba, "%v and %v", a, b)
			assert.Equal(t, errAB == nil, errBA == nil, "%v and %v", a, b)
		}
	}
	for _, a := range []DType{Uint16, Uint32, Uint64} {
		dt, err := Promote(a, BFloat16)
		assert.NoError(t, err)
		assert.Equal(t, BFloat16, dt, "a float wins over every integer")
	}
}

func TestPromotionRefusesWithAWayOut(t *testing.T) {
	_, err := Promote(Int8, Uint64)
	assert.EqualError(t, err, "promote: not defined for uint64 and int8; no integer type holds both; convert one of them with AsType")
	_, err = Promote(0, Float32)
	assert.EqualError(t, err, "promote: not defined for DType(0) and float32; not a dtype")
}

func TestInPlaceResultsFitAsPyTorchCasts(t *testing.T) {
	rows := 0
	for _, p := range readLines[promotion](t, promotions) {
		if p.Fn == "torch.can_cast" {
			a, b := p.types(t)
			assert.Equal(t, string(p.Result) == "true", FitsInPlace(a, b), "%v to %v", a, b)
			rows++
		}
	}
	assert.Equal(t, 100, rows)
}
