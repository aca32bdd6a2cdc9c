package device

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAProgramIsCutWhereItNeedsAllElementsOfAGroup(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Phase
	}{
		{"a map", "(%0 float32)\n%1 float32 = neg %0\nreturn %1", nil},
		{"a sum", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1",
			[]Phase{{}, {Ends: []int{0}}}},
		{"prologue and epilogue", `(%0 float32 level 1, %1 float32)
%2 float32 = neg %1
%3 float32 = mul %0 %2
%4 float32 = sum %3
%5 float32 = add %4 %2
return %5`,
			[]Phase{{Then: []int{0}}, {Elements: []int{1}, Ends: []int{2}, Then: []int{3}}}},
		{"softmax", `(%0 float32 level 1)
%1 float32 = max %0
%2 float32 = sub %0 %1
%3 float32 = exp %2
%4 float32 = sum %3
%5 float32 = div %3 %4
return %5`,
			[]Phase{{}, {Ends: []int{0}}, {Elements: []int{1, 2}, Ends: []int{3}}, {Elements: []int{1, 2, 4}, Writes: []int{0}}}},
		{"two reductions in one walk", "(%0 float32 level 1)\n%1 float32 = min %0\n%2 float32 = max %0\n%3 float32 = sub %2 %1\nreturn %3",
			[]Phase{{}, {Ends: []int{0, 1}, Then: []int{2}}}},
		{"a scan goes on in its walk", "(%0 float32 level 1)\n%1 float32 = cumsum %0\n%2 float32 = neg %1\nreturn %2",
			[]Phase{{}, {Elements: []int{0, 1}, Writes: []int{0}}}},
		{"a sort ends one", "(%0 float32 level 1)\n%1 float32 = sort %0\n%2 float32 = neg %1\nreturn %2",
			[]Phase{{}, {Ends: []int{0}}, {Elements: []int{1}, Writes: []int{0}}}},
		{"what nothing needs is in no walk", "(%0 float32 level 1)\n%1 float32 = neg %0\n%2 float32 = sum %0\nreturn %2",
			[]Phase{{}, {Ends: []int{1}}}},
		{"an element beside a reduction of it", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %0 %1",
			[]Phase{{}, {Ends: []int{0}, Writes: []int{0}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, p.Phases())
		})
	}
}
