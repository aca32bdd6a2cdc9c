package devicetest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestADeviceThatCompilesHasEachRowVariedInOneOfTypesThatAreAlike(t *testing.T) {
	for _, types := range alike {
		times := map[op.DType]int{}
		rows := 0
		for _, o := range op.Instructions() {
			if _, ok := operandTypes(o, types[0]); !ok {
				continue
			}
			rows++
			s := rowSection{&trials{target: target{info: device.Info{Kind: device.GPU, DTypes: op.SetOf(op.DTypes()...)}}}}
			s.reseed("ops/" + o.Name)
			of := (s.variedTypes(o) & op.SetOf(types...)).List()
			if assert.Len(t, of, 1, o.Name) {
				times[of[0]]++
			}
		}
		for _, dt := range types {
			assert.Greater(t, times[dt], rows/len(types)/3, "rows varied in %s", dt)
		}
	}
}

func TestADeviceHasRowsVariedInTheTypesThatItHas(t *testing.T) {
	s := rowSection{&trials{target: target{info: device.Info{Kind: device.GPU, DTypes: op.SetOf(op.Int32, op.Float32)}}}}
	s.reseed("")
	assert.True(t, s.variedTypes(op.Add).Has(op.Int32))
	assert.True(t, s.variedTypes(op.Exp).Has(op.Float32))
	s.info.Kind = device.CPU
	assert.Equal(t, op.SetOf(op.DTypes()...), s.variedTypes(op.Add))
}

func TestEveryOperationAndTheBareSuiteAreTheWholeSuite(t *testing.T) {
	names := func(opts ...Option) (list []string) {
		s, err := newSuite(newReference(), opts...)
		require.NoError(t, err)
		checks, err := s.checks()
		require.NoError(t, err)
		for _, c := range checks {
			list = append(list, c.name)
		}
		return list
	}
	var operations []string
	for _, o := range op.All() {
		operations = append(operations, o.Name)
	}
	assert.ElementsMatch(t, names(), slices.Concat(names(Only(operations...)), names(Checks("forms/rows/")), names(Bare())))
	assert.Empty(t, names(Only(operations...), Bare()), "as under the race detector")
}
