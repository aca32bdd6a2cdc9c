package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

func TestAFunctionOnFourElementsHasTheTextOfThatOnOne(t *testing.T) {
	for _, c := range []struct{ name, one, four string }{
		{"types, and what it calls", "// A comment: m_f(x).\nfn m_f(x: f32) -> f32 { return m_bar(x + f32(1u)); }",
			"fn m_f4(x: vec4<f32>) -> vec4<f32> { return m_bar4(x + vec4<f32>(1u)); }"},
		{"words of 64 bits", "fn m_f(x: vec2<u32>) -> u32 { return bitcast<u32>(x[0]) ^ x[1]; }",
			"fn m_f4(x: array<vec4<u32>, 2>) -> vec4<u32> { return bitcast<vec4<u32>>(x[0]) ^ x[1]; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, decl{name: "m_f4", text: c.four}, decl{name: "m_f", text: c.one}.onFour())
		})
	}
}

func TestRandomNumbersThatNeedNoLoadAreComputedFourAtATime(t *testing.T) {
	for _, c := range []struct {
		name, program string
		fours         []int
	}{
		{"bits and a number of them", "(%0 uint64; %1 uint64)\n%2 uint32 = random_bits %1 %0\n%3 float32 = random_normal %2\nreturn %3", []int{0, 1}},
		{"no other row", "(%0 float32)\n%1 float32 = exp %0\nreturn %1", nil},
		{"of bits that are loaded at a place", "(%0 uint32 places 1, %1 int32)\n%2 uint32 = load %0 %1\n%3 float32 = random_normal %2\nreturn %3", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			assert.Equal(t, c.fours, (&grouping{Lowering: &Lowering{}, launch: &device.Launch{Program: p}}).findFours())
		})
	}
}
