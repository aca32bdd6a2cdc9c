package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

type settings struct {
	X     *tensor.Tensor
	Steps int
	Mode  string
	On    bool
	List  []*tensor.Tensor
	N     tensor.Number
}

// Each pair of calls is of one function: it is traced once or twice.
func TestWhatACompiledFunctionIsRecordedAnewFor(t *testing.T) {
	x, matrix := iota32(4), iota32(12, 3, 4)
	for _, c := range []struct {
		name string
		a, b settings
		want int
	}{
		{"the same tensor", settings{X: x}, settings{X: x}, 1},
		{"another tensor like it", settings{X: x}, settings{X: iota32(4)}, 1},
		{"one that waits to be computed", settings{X: x}, settings{X: iota32(4).Add(1)}, 1},
		{"another shape", settings{X: x}, settings{X: iota32(5)}, 2},
		{"another rank", settings{X: x}, settings{X: iota32(4, 1, 4)}, 2},
		{"another dtype", settings{X: x}, settings{X: x.AsType(tensor.Int32)}, 2},
		{"other strides", settings{X: iota32(4, 2, 2)}, settings{X: iota32(4, 2, 2).T()}, 2},
		{"another row of a matrix", settings{X: matrix.Index(0, 0)}, settings{X: matrix.Index(0, 2)}, 1},
		{"no tensor", settings{X: x}, settings{}, 2},
		{"an int", settings{X: x, Steps: 1}, settings{X: x, Steps: 2}, 2},
		{"a string", settings{X: x, Mode: "a"}, settings{X: x, Mode: "b"}, 2},
		{"a bool", settings{X: x}, settings{X: x, On: true}, 2},
		{"a Number", settings{X: x, N: tensor.Num(1)}, settings{X: x, N: tensor.Num(2)}, 1},
		{"the length of a slice", settings{X: x, List: []*tensor.Tensor{x}}, settings{X: x, List: []*tensor.Tensor{x, x}}, 2},
		{"arguments that share a storage", settings{X: x, List: []*tensor.Tensor{iota32(4)}}, settings{X: x, List: []*tensor.Tensor{x}}, 2},
		{"a view of another argument", settings{X: matrix, List: []*tensor.Tensor{iota32(12, 3, 4).Index(0, 1)}},
			settings{X: matrix, List: []*tensor.Tensor{matrix.Index(0, 1)}}, 2},
		{"other rows of one matrix", settings{X: matrix.Index(0, 0), List: []*tensor.Tensor{matrix.Index(0, 1)}},
			settings{X: matrix.Index(0, 0), List: []*tensor.Tensor{matrix.Index(0, 2)}}, 2},
		{"rows of one matrix, one further", settings{X: matrix.Index(0, 0), List: []*tensor.Tensor{matrix.Index(0, 1)}},
			settings{X: matrix.Index(0, 1), List: []*tensor.Tensor{matrix.Index(0, 2)}}, 1},
		{"rows of one matrix, each further", settings{X: matrix.Index(0, 0), List: []*tensor.Tensor{matrix.Index(0, 0)}},
			settings{X: matrix.Index(0, 1), List: []*tensor.Tensor{matrix.Index(0, 2)}}, 2},
		{"a row of a larger matrix", settings{X: matrix.Index(0, 0)}, settings{X: iota32(20, 5, 4).Index(0, 4)}, 1},
		{"a row of a matrix", settings{X: x}, settings{X: matrix.Index(0, 1)}, 1},
		{"one tensor, two", settings{X: x, List: []*tensor.Tensor{x}}, settings{X: x, List: []*tensor.Tensor{iota32(4)}}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			recorded := 0
			run := func(a settings) *tensor.Tensor {
				recorded++
				y := tensor.Full(float32(a.Steps), 1).Add(len(a.Mode))
				if a.X != nil {
					y = a.X.Mul(a.N)
				}
				for _, l := range a.List {
					y = y.Add(l)
				}
				return y
			}
			f := tensor.Compile(run)
			for _, a := range []settings{c.a, c.b, c.a, c.b} {
				got := f.Call(a)
				before := recorded
				sameBits(t, run(a), got)
				recorded = before
			}
			assert.Equal(t, c.want, recorded, f.Explain())
		})
	}
}

func TestSixtyFourRecordingsAreKept(t *testing.T) {
	recorded := 0
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { recorded++; return x.Add(1) })
	for n := range 64 {
		f.Call(iota32(n))
	}
	f.Call(iota32(0)) // used again, so the recording for one element is dropped next
	f.Call(iota32(64))
	require.Equal(t, 65, recorded)
	f.Call(iota32(0))
	require.Equal(t, 65, recorded)
	f.Call(iota32(1))
	require.Equal(t, 66, recorded)
	assert.Contains(t, f.Explain(), "64 kinds")
}
