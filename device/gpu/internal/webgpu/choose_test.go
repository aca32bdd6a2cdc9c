package webgpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var some = []Adapter{
	{0, "llvmpipe", "vulkan", Software},
	{1, "Iris", "vulkan", Integrated},
	{2, "GeForce", "vulkan", Discrete},
	{3, "GeForce", "d3d12", Discrete},
}

func TestHardwareComesBeforeSoftwareAndTheListDecidesTheRest(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
		want int
	}{
		{"a discrete GPU first", Options{}, 2},
		{"an index", Options{Index: new(3)}, 3},
		{"a name", Options{Adapter: "iris"}, 1},
		{"a software adapter by its name", Options{Adapter: "LLVM"}, 0},
		{"an index and a name", Options{Index: new(3), Adapter: "geforce"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := choose(some, c.o)
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Index)
		})
	}
}

func TestAChoiceThatFitsNoAdapterListsThem(t *testing.T) {
	_, err := choose(some[:2], Options{Index: new(1), Adapter: "radeon"})
	assert.EqualError(t, err, `webgpu: no adapter with "radeon" in its name and index 1; the adapters are 0: "llvmpipe" (vulkan, software), 1: "Iris" (vulkan, integrated)`)
	_, err = choose(nil, Options{})
	assert.ErrorContains(t, err, "webgpu: no adapter: ")
}

func TestBindingsThatWriteWhatOthersUseAreRefused(t *testing.T) {
	a, b := new(Buffer), new(Buffer)
	two := func(x, y Binding, r, s Range) error {
		return checkAlias([]Binding{x, y}, []Range{r, s}, []int{r.Size, s.Size})
	}
	assert.NoError(t, two(ReadOnly, ReadOnly, Range{a, 0, 8}, Range{a, 0, 8}))
	assert.NoError(t, two(ReadOnly, ReadWrite, Range{a, 0, 8}, Range{b, 0, 8}))
	assert.NoError(t, two(ReadWrite, ReadWrite, Range{a, 0, 8}, Range{a, 8, 8}))
	assert.Error(t, two(ReadWrite, ReadWrite, Range{a, 0, 8}, Range{a, 4, 8}))
	assert.Error(t, two(ReadOnly, ReadWrite, Range{a, 0, 8}, Range{a, 256, 8}))
}
