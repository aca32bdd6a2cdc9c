package tensor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAFunctionWithoutResultsIsRecordedOnceForCallAndInto(t *testing.T) {
	recorded := 0
	f := tensor.Compile(func(x *tensor.Tensor) (none []*tensor.Tensor) {
		recorded++
		assert.NoError(t, x.AddInPlace(1))
		return none
	})
	g := tensor.Compile(func(x *tensor.Tensor) (none struct{}) {
		recorded++
		assert.NoError(t, x.AddInPlace(1))
		return none
	})
	x := iota32(3)
	require.NoError(t, g.Into(struct{}{}, x))
	g.Call(x)
	assert.Equal(t, 1, recorded)
	require.NoError(t, f.Into(nil, x))
	assert.Empty(t, f.Call(x))
	assert.Equal(t, "[4 5 6]", fmt.Sprintf("%.0f", x))
}

func TestAViewByStridesCountsFromTheBeginningOfTheStorageInACompiledFunctionToo(t *testing.T) {
	matrix := iota32(12, 3, 4)
	run := func(row *tensor.Tensor) *tensor.Tensor {
		return row.AsStrided([]int{2}, []int{1}, 5).Add(row.Index(0, 0))
	}
	f := tensor.Compile(run)
	for _, row := range []int{0, 2, 1} {
		x := matrix.Index(0, row)
		sameBits(t, run(x), f.Call(x))
	}
}

func TestAWriteToPartsOfStoragesOfOtherSizes(t *testing.T) {
	defer tensor.CheckCompiled()()
	recorded := 0
	f := tensor.Compile(func(row *tensor.Tensor) *tensor.Tensor {
		recorded++
		_ = row.AddInPlace(1)
		return row.Slice(0, 1, tensor.End, 1)
	})
	for _, x := range []*tensor.Tensor{iota32(4), iota32(12, 3, 4), iota32(20, 5, 4)} {
		for row := range x.Shape()[0] {
			part := x
			if x.Rank() == 2 {
				part = x.Index(0, row)
			}
			require.NoError(t, f.Call(part).Err())
		}
	}
	require.Contains(t, f.Explain(), "recorded for 9 kinds of")
	assert.Contains(t, f.Explain(), "float32[4], a view of [3 4] with strides [1]: ")
}

func TestWithoutTensorsTheDefaultDeviceDecides(t *testing.T) {
	type settings struct {
		X *tensor.Tensor
		N tensor.Number
	}
	f := tensor.Compile(func(a settings) *tensor.Tensor { return tensor.Ones(tensor.Float32, 3).Mul(a.N) })
	for range 2 {
		d := cpu.New(cpu.Threads(1))
		on(t, d)
		for n := range 2 {
			y := f.Call(settings{N: tensor.Num(float64(n))})
			assert.Same(t, d, y.Device())
			assert.Equal(t, []float32{float32(n), float32(n), float32(n)}, data32(t, y))
		}
	}
	assert.Contains(t, f.Explain(), "recorded because of the device")
	none := tensor.Compile(func(struct{}) *tensor.Tensor { return tensor.Ones(tensor.Float32, 3) })
	none.Call(struct{}{})
	assert.Contains(t, none.Explain(), "\nno arguments: ")
}

func TestCapturedTensorsAreReadAndWrittenAtEachCall(t *testing.T) {
	defer tensor.CheckCompiled()()
	weight, total := iota32(3), tensor.Zeros(tensor.Float32, 3)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		twice := weight.Mul(2) // of captured tensors alone
		_ = total.AddInPlace(1)
		return x.Add(twice).Add(total)
	})
	require.Equal(t, []float32{2, 4, 6}, data32(t, f.Call(tensor.Ones(tensor.Float32, 3))))
	require.NoError(t, weight.Fill(10))
	require.Equal(t, []float32{23, 23, 23}, data32(t, f.Call(tensor.Ones(tensor.Float32, 3))))
	require.NoError(t, total.Fill(0))
	waiting := total.Mul(1)
	require.Equal(t, []float32{22, 22, 22}, data32(t, f.Call(tensor.Ones(tensor.Float32, 3))))
	assert.Equal(t, []float32{0, 0, 0}, data32(t, waiting), "an expression from before the call")
	assert.Equal(t, []float32{1, 1, 1}, data32(t, total))
	require.Equal(t, []float32{23, 23, 23}, data32(t, f.Call(weight).Sub(weight).Add(1)), "a captured tensor is the argument too")
	total.Release()
	assert.ErrorContains(t, f.Call(iota32(3)).Err(), "after Release")
}

func TestASliceIsAssignedToACapturedTensorAtEachCall(t *testing.T) {
	captured := iota32(3)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		_ = captured.Assign([]float32{5, 6, 7})
		return captured.Add(x)
	})
	for range 2 {
		require.NoError(t, captured.Fill(1))
		require.Equal(t, []float32{5, 7, 9}, data32(t, f.Call(iota32(3))))
		require.Equal(t, []float32{5, 6, 7}, data32(t, captured))
	}
}

func TestOtherVariablesAndEffectsAreThoseOfTheRecording(t *testing.T) {
	step, effects := 1, 0
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		effects++
		return x.Add(step)
	})
	f.Call(iota32(3))
	step = 5
	assert.Equal(t, []float32{1, 2, 3}, data32(t, f.Call(iota32(3))))
	assert.Equal(t, 1, effects)
	defer tensor.CheckCompiled()()
	assert.ErrorIs(t, f.Call(iota32(3)).Err(), tensor.ErrCompiled, "the check finds out")
}

func TestAValueThatIsAskedForIsAnErrorThatNamesTheLine(t *testing.T) {
	captured := iota32(3)
	other := cpu.New()
	for _, c := range []struct {
		name string
		ask  func(x *tensor.Tensor)
	}{
		{"Data", func(x *tensor.Tensor) { _, _ = tensor.Data[float32](x) }},
		{"Data of an expression", func(x *tensor.Tensor) { _, _ = tensor.Data[float32](x.Add(1)) }},
		{"Data of a captured tensor", func(*tensor.Tensor) { _, _ = tensor.Data[float32](captured) }},
		{"Item", func(x *tensor.Tensor) { _, _ = tensor.Item[float32](x.Index(0, 0)) }},
		{"Eval", func(x *tensor.Tensor) { _ = tensor.Eval(context.Background(), x) }},
		{"String", func(x *tensor.Tensor) { _ = x.String() }},
		{"Bytes", func(x *tensor.Tensor) { _, _ = x.Bytes() }},
		{"fmt", func(x *tensor.Tensor) { _ = fmt.Sprint(x) }},
		{"json", func(x *tensor.Tensor) { _, _ = json.Marshal(x) }},
		{"To", func(x *tensor.Tensor) { x.To(other) }},
		{"a tensor of another device", func(x *tensor.Tensor) { x.Add(tensor.FromSliceOn(other, []float32{1})) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			recorded := 0
			f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
				recorded++
				c.ask(x)
				return x.Add(1)
			})
			for range 2 {
				assert.ErrorContains(t, f.Call(iota32(3)).Err(), "compilerules_test.go:")
				assert.ErrorContains(t, f.Into(iota32(3), iota32(3)), "compilerules_test.go:")
			}
			assert.Equal(t, 4, recorded, "nothing is kept")
		})
	}
}

func TestAReleasedArgumentIsAnError(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		defer x.Release()
		return x.Add(1)
	})
	assert.ErrorContains(t, f.Call(iota32(3)).Err(), "released tensor 1 of its argument")
	x := iota32(3)
	x.Release()
	assert.ErrorContains(t, tensor.Compile(chain8).Call(x).Err(), "after Release")
}

func TestAPanicPassesAndTheNextCallIsRecorded(t *testing.T) {
	angry := true
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		if angry {
			panic("no")
		}
		return x.Add(1)
	})
	assert.PanicsWithValue(t, "no", func() { f.Call(iota32(3)) })
	angry = false
	assert.Equal(t, []float32{1, 2, 3}, data32(t, f.Call(iota32(3))))
}

func TestAnErrorSticksToTheResultsAndNothingIsWritten(t *testing.T) {
	x, captured := iota32(3), iota32(3)
	f := tensor.Compile(func(y *tensor.Tensor) pairOf {
		_ = captured.AddInPlace(1)
		_ = x.AddInPlace(1)
		return pairOf{x.Add(y), y.Add(1)}
	})
	r := f.Call(iota32(4))
	assert.ErrorContains(t, r.X.Err(), "add")
	assert.Equal(t, r.X.Err(), r.Y.Err())
	assert.Equal(t, []float32{0, 1, 2}, data32(t, captured))
	assert.Contains(t, f.Explain(), "not called yet", "nothing is kept")
	assert.ErrorContains(t, f.Call(tensor.FromError(errBroken)).X.Err(), errBroken.Error())
}

func TestArgumentsMayShareAStorage(t *testing.T) {
	defer tensor.CheckCompiled()()
	type three struct{ A, B, C *tensor.Tensor }
	f := tensor.Compile(func(a three) *tensor.Tensor {
		before := a.B.Mul(1)
		_ = a.A.AddInPlace(a.B)
		return a.C.Add(before)
	})
	x, y, z := iota32(3), iota32(3), iota32(3)
	for _, a := range []three{{x, y, z}, {x, x, y}, {x, y, x}, {x, x, x}, {x, x.Flip(), y}, {x.Flip(), x, x.Flip()}, {x, y, y}} {
		require.NoError(t, f.Call(a).Err())
		require.NoError(t, f.Into(y, a))
		require.NoError(t, f.Into(x, a))
	}
}

func TestACheckedCallMayWriteToA0dTensor(t *testing.T) {
	defer tensor.CheckCompiled()()
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		_ = x.AddInPlace(1)
		return x.Mul(2)
	})
	x := tensor.Scalar(float32(1))
	assert.Equal(t, []float32{4}, data32(t, f.Call(x)))
	assert.Equal(t, []float32{2}, data32(t, x))
}

func TestACheckedFunctionThatReturnsMoreTensorsIsAnError(t *testing.T) {
	defer tensor.CheckCompiled()()
	count := 0
	f := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor {
		count++
		return make([]*tensor.Tensor, count)
	})
	r := f.Call(iota32(3))
	require.Len(t, r, 1)
	require.ErrorIs(t, r[0].Err(), tensor.ErrCompiled)
	assert.ErrorContains(t, r[0].Err(), "the result has 1 tensor, not 2")
}

func TestACompiledFunctionIsAPartOfAnother(t *testing.T) {
	inner := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(2).Flip() })
	outer := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		y := inner.Call(x)
		_ = inner.Into(x, x.Add(y))
		return x.Add(inner.Call(y))
	})
	require.NoError(t, outer.Call(iota32(4)).Err())
	assert.Contains(t, outer.Explain(), "recorded for 1 kind of")
	assert.Contains(t, inner.Explain(), "not called yet", "nothing is recorded in a recording")
	defer tensor.CheckCompiled()()
	require.NoError(t, outer.Call(iota32(4)).Err())
}

func TestACompiledFunctionWritesToTensorsOfAnotherAsIfItHadComputedAllBefore(t *testing.T) {
	var y, z, whole *tensor.Tensor
	swap := tensor.Compile(func(x *tensor.Tensor) [3]*tensor.Tensor { return [3]*tensor.Tensor{y, z, x} })
	captured := iota32(3)
	outer := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor {
		whole = tensor.Zeros(tensor.Float32, 2, 3)
		y, z = x.Add(1).Clone(), x.Mul(10)
		assert.NoError(t, swap.Into([3]*tensor.Tensor{z, y, whole.Index(0, 1)}, x))
		w := y.Clone()
		_ = y.AddInPlace(z)
		y, z = w, x
		assert.NoError(t, swap.Into([3]*tensor.Tensor{captured, x, whole.Index(0, 0)}, x))
		return []*tensor.Tensor{y, z, whole}
	})
	for i := range 3 {
		x := iota32(3).Add(i)
		old := x.Clone()
		r := outer.Call(x)
		require.Len(t, r, 3)
		sameBits(t, old.Mul(10), r[0])
		sameBits(t, old.Mul(10), captured)
		sameBits(t, x, r[1])
		sameBits(t, old, x)
		sameBits(t, old, r[2].Index(0, 0))
		sameBits(t, old, r[2].Index(0, 1))
	}
}

func TestResultsOfEachKind(t *testing.T) {
	type results struct {
		List  []*tensor.Tensor
		Pair  [2]pairOf
		Inner struct{ A, Nil *tensor.Tensor }
	}
	captured := iota32(3)
	f := tensor.Compile(func(x *tensor.Tensor) (r results) {
		y := x.Mul(2)
		r.List = []*tensor.Tensor{y, y, y.Flip()}
		r.Pair[0] = pairOf{x, x.Flip()}
		r.Pair[1] = pairOf{captured, captured.Slice(0, 1, tensor.End, 1)}
		r.Inner.A = tensor.Zeros(tensor.Int32, 0, 3)
		return r
	})
	for range 3 {
		x := iota32(3)
		r := f.Call(x)
		require.Len(t, r.List, 3)
		assert.Equal(t, []float32{0, 2, 4}, data32(t, r.List[0]))
		require.NoError(t, r.List[0].Fill(7))
		assert.Equal(t, []float32{7, 7, 7}, data32(t, r.List[1]), "the same tensor")
		assert.Equal(t, []float32{7, 7, 7}, data32(t, r.List[2]), "a view of another result")
		require.NoError(t, x.Fill(1))
		assert.Equal(t, []float32{1, 1, 1}, data32(t, r.Pair[0].X), "the argument")
		assert.Equal(t, []float32{1, 1, 1}, data32(t, r.Pair[0].Y), "a view of the argument")
		assert.Equal(t, []float32{1, 2}, data32(t, r.Pair[1].Y))
		assert.Equal(t, []int{0, 3}, r.Inner.A.Shape())
		assert.Nil(t, r.Inner.Nil)
		r.Pair[1].Y.Release()
		r.Pair[1].X.Release()
		r.Pair[0].X.Release()
		r.List[1].Release()
		assert.NoError(t, x.Err(), "a result is a handle of its own")
		assert.NoError(t, r.List[0].Err())
	}
	assert.NoError(t, captured.Err(), "a result is a handle of its own")
	assert.Len(t, data32(t, tensor.Compile(chain8).Call(iota32(0))), 0)
}

func TestCompileRefusesTypesAndNamesTheField(t *testing.T) {
	type inner struct{ Names map[string]int }
	type wrong struct {
		X    *tensor.Tensor
		Deep []inner
	}
	assert.PanicsWithValue(t, "tensor: compile: the argument.Deep[].Names is a map[string]int; a compiled function takes "+
		"*Tensor, Number, Key, bool, Go numbers, string, and structs, arrays and slices of such",
		func() { tensor.Compile(func(wrong) *tensor.Tensor { return nil }) })
	assert.PanicsWithValue(t, "tensor: compile: the result.Steps is a int; a compiled function takes *Tensor, and structs, arrays and slices of such",
		func() {
			tensor.Compile(func(*tensor.Tensor) (r struct{ Steps int }) { return r })
		})
	assert.Panics(t, func() { tensor.Compile[*tensor.Tensor, *tensor.Tensor](nil) })
	type nested struct {
		X    *tensor.Tensor
		Kids []nested
	}
	f := tensor.Compile(func(n nested) *tensor.Tensor { return n.X.Add(n.Kids[0].X) })
	assert.Equal(t, []float32{0, 2, 4}, data32(t, f.Call(nested{iota32(3), []nested{{iota32(3), nil}}})))
}

func TestAnUnknownModeOfCompileIsRefused(t *testing.T) {
	t.Setenv("WGTENSOR_COMPILE", "chek")
	assert.PanicsWithValue(t, `tensor: compile: WGTENSOR_COMPILE is "chek"; "check" compares each call with the function itself`,
		func() { tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x }) })
}

func TestAnIndexErrorOfACompiledWriteNamesItsOperation(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	f := tensor.Compile(func(i *tensor.Tensor) *tensor.Tensor {
		_ = x.SetAt(1, tensor.Whole, i)
		return x.Sum()
	})
	assert.NoError(t, tensor.Eval(t.Context(), f.Call(tensor.FromSlice([]int{2}))))
	assert.EqualError(t, f.Call(tensor.FromSlice([]int{3})).Err(), "tensor: call: set at: index 3 is out of bounds for axis 1 with size 3 (element [0 0])")
	assert.EqualError(t, x.SetAt(1, tensor.Whole, tensor.FromSlice([]int{3})), "tensor: set at: index 3 is out of bounds for axis 1 with size 3 (element [0 0])")
}
