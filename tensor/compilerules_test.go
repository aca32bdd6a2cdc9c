package tensor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
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

type scaled struct {
	X *tensor.Tensor
	N tensor.Number
}

func TestANumberIsAnotherScalarOfTheSameLaunches(t *testing.T) {
	run := func(a scaled) []*tensor.Tensor {
		return []*tensor.Tensor{a.X.Pow(a.N), a.X.Mul(a.N).Add(a.N), a.X.Clamp(a.N, nil), tensor.Where(a.X.Gt(a.N), a.N, 0),
			a.X.AsType(tensor.Float16).Mul(a.N), a.X.AsType(tensor.Int32).Add(a.N), tensor.Apply("add", a.X, a.X, a.N), a.X.LeakyRelu(a.N)}
	}
	defer tensor.CheckCompiled()()
	f := tensor.Compile(run)
	for _, n := range []float64{2, .1, 1, 0, -3} {
		for i, y := range f.Call(scaled{pattern(5), tensor.Num(n)}) {
			require.NoError(t, y.Err(), "result %d, Number %v", i, n)
		}
	}
	assert.Contains(t, f.Explain(), "recorded for 1 kind of")

	celu := tensor.Compile(func(a scaled) *tensor.Tensor { return a.X.Celu(a.N) })
	require.NoError(t, celu.Call(scaled{pattern(5), tensor.Num(2)}).Err())
	plain := pattern(5).Celu(tensor.Num(0)).Err()
	require.Error(t, plain)
	assert.ErrorContains(t, celu.Call(scaled{pattern(5), tensor.Num(0)}).Err(), "celu: alpha is 0")
}

func TestAnOperationThatANumberMakesWrongIsNotLeftOut(t *testing.T) {
	f := tensor.Compile(func(a scaled) *tensor.Tensor {
		x := a.X.Clone()
		_ = x.CeluInPlace(a.N) // refuses 0 and less
		return x
	})
	x := tensor.FromSlice([]float32{-1, -2, 3})
	assert.ErrorContains(t, f.Call(scaled{x, tensor.Num(-1)}).Err(), "alpha is -1")
	sameBits(t, x.Celu(1), f.Call(scaled{x, tensor.Num(1)}))
	assert.ErrorContains(t, f.Call(scaled{x, tensor.Num(-1)}).Err(), "alpha is -1", "of the recording")
}

func TestARefusedOperationLeavesNoUseOfItsNumber(t *testing.T) {
	f := tensor.Compile(func(a scaled) *tensor.Tensor {
		assert.ErrorContains(t, tensor.Apply("isclose", a.X, a.X, a.N, -1).Err(), "atol is -1")
		return a.X.Mul(a.N)
	})
	x := iota32(3)
	for _, n := range []float64{2, -1} {
		sameBits(t, x.Mul(n), f.Call(scaled{x, tensor.Num(n)}))
	}
}

func TestExplainOfACompiledFunctionShowsNumbersAsTheyAreWritten(t *testing.T) {
	type settings struct {
		X     *tensor.Tensor
		Steps int8
		Scale float32
		Wrap  bool
		Wide  float64
		As    tensor.DType
		Sizes []uint16
		Mode  string
		N     tensor.Number
	}
	f := tensor.Compile(func(a settings) []*tensor.Tensor { return []*tensor.Tensor{a.X.Mul(a.N).Add(a.X)} })
	a := settings{iota32(3), -3, 1.5, true, -0.1, tensor.Int8, []uint16{7, 65535}, "q", tensor.Num(2)}
	f.Call(a)
	const kind = `float32[3], -3, 1.5, true, -0.1, int8, a slice of 2, 7, 65535, "q"`
	assert.Contains(t, f.Explain(), ": recorded for 1 kind of arguments\n"+kind+
		": 1 launch, 0 buffers of 0 bytes for intermediate results; 1 call; recorded because of the first call")
	require.NoError(t, f.Into([]*tensor.Tensor{iota32(3)}, a))
	assert.Contains(t, f.Explain(), "recorded for 2 kinds of arguments\n")
	assert.Contains(t, f.Explain(), `float32[3], into float32[3], -3, 1.5, true, -0.1, int8, a slice of 2, 7, 65535, "q", a slice of 1: `)
}

func TestExplainOfACompiledFunctionSaysWhatATensorWas(t *testing.T) {
	f := tensor.Compile(func(a pairOf) *tensor.Tensor { return a.X.Add(a.Y) })
	x := iota32(3)
	for _, y := range []*tensor.Tensor{iota32(3), x, x.BroadcastTo(3), iota32(6).Slice(0, 0, 6, 2), iota32(1).BroadcastTo(3)} {
		require.NoError(t, f.Call(pairOf{x, y}).Err())
	}
	text := regexp.MustCompile(": 1 launch.*because of").ReplaceAllString(f.Explain(), " after")
	_, kinds, _ := strings.Cut(text, "\n")
	assert.Equal(t, `float32[3], float32[3] after the first call
float32[3], float32[3], which is tensor 1 after tensor 2 was float32[3]
float32[3], float32[3], read-only in the storage of tensor 1 after tensor 2 was float32[3], which is tensor 1
float32[3], float32[3], a view of [6] with strides [2] after tensor 2 was float32[3], read-only in the storage of tensor 1
float32[3], float32[3], a view of [1] with strides [0], read-only after tensor 2 was float32[3], a view of [6] with strides [2]`, kinds)
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

func TestIntoItsOwnArgument(t *testing.T) {
	stencil := func(x *tensor.Tensor) *tensor.Tensor { return x.Flip().Add(x) }
	for _, c := range []struct {
		name string
		f    func(*tensor.Tensor) *tensor.Tensor
	}{{"each element at its own position", chain8}, {"elements elsewhere", stencil}, {"a view", (*tensor.Tensor).T}, {"itself", func(x *tensor.Tensor) *tensor.Tensor { return x }}} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			f, x, want := tensor.Compile(c.f), iota32(9, 3, 3), iota32(9, 3, 3)
			view := x.Index(0, 1)
			for range 3 {
				require.NoError(t, f.Into(x, x))
				want = c.f(want)
				sameBits(t, want, x)
			}
			buffers := d.allocs
			for range 10 {
				require.NoError(t, f.Into(x, x))
			}
			if !tensor.Slowed { // under the race detector a sync.Pool forgets some of what it gets
				assert.Equal(t, buffers, d.allocs, "two buffers alternate")
			}
			assert.Equal(t, data32(t, x.Index(0, 1)), data32(t, view), "views see what is written")
		})
	}
}

// A result that is read later is stored by the launch that writes in place. What was written is not
// needed, but it has its own memory all the same.
func TestALaunchMayStoreAResultAndWriteATensorThatNothingReads(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"twice what a dear result adds", func(x *tensor.Tensor) *tensor.Tensor {
			a, b, dear := x.Clone(), x.Clone(), x.Abs().Add(1).Mul(2).Sub(1)
			_ = a.AddInPlace(dear)
			_ = b.AddInPlace(dear)
			return dear
		}},
		{"its own argument", func(x *tensor.Tensor) *tensor.Tensor {
			a := tensor.Where(x.Gt(1), x, x)
			b := a.Add(a)
			c := a.Sub(b)
			_ = b.AddInPlace(x)
			_ = x.Fill(3)
			_ = x.MaximumInPlace(c)
			a.Gt(x)
			return c
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, want := tensor.Compile(c.f), data32(t, c.f(iota32(4)))
			assert.Equal(t, want, data32(t, f.Call(iota32(4))))
			x := iota32(4)
			require.NoError(t, f.Into(x, x))
			assert.Equal(t, want, data32(t, x))
		})
	}
}

func TestIntoRefusesWhatDoesNotFit(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1) })
	x := iota32(3)
	for _, c := range []struct {
		name string
		out  *tensor.Tensor
		want string
	}{
		{"another shape", iota32(4), "the one to write to float32[4]"},
		{"another dtype", tensor.Zeros(tensor.Int32, 3), "the one to write to int32[3]"},
		{"a read-only view", iota32(1).BroadcastTo(3), "read-only"},
		{"no tensor", nil, "nil tensor"},
		{"an error", tensor.FromError(errBroken), errBroken.Error()},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, f.Into(c.out, x), c.want) })
	}
	part := iota32(6, 2, 3)
	require.NoError(t, f.Into(part.Index(0, 1), x))
	assert.Equal(t, []float32{0, 1, 2, 1, 2, 3}, data32(t, part))
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

func TestGoroutinesCallOneCompiledFunction(t *testing.T) {
	var recorded atomic.Int32
	total := tensor.Zeros(tensor.Float32, 64)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		recorded.Add(1)
		_ = total.AddInPlace(1)
		return x.Flip().Add(1).Flip().Add(x)
	})
	const goroutines, calls = 4, 250
	var all sync.WaitGroup
	errs := make([]error, goroutines)
	for g := range goroutines {
		all.Add(1)
		go func() {
			defer all.Done()
			x := tensor.Full(float32(g), 64)
			out := tensor.Zeros(tensor.Float32, 64)
			for range calls {
				if err := f.Into(out, x); err != nil {
					errs[g] = err
					return
				}
				if v, err := tensor.Item[float32](out.Index(0, 5)); err != nil || v != float32(2*g+1) {
					errs[g] = fmt.Errorf("%v instead of %v: %w", v, 2*g+1, err)
					return
				}
			}
		}()
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("calls wait for each other")
	}
	for _, err := range errs {
		require.NoError(t, err)
	}
	assert.LessOrEqual(t, recorded.Load(), int32(goroutines), "one recording is kept")
	assert.Contains(t, f.Explain(), "recorded for 1 kind of")
	assert.Equal(t, float32(goroutines*calls), data32(t, total)[0], "no write is lost")
}

func TestAnUnknownModeOfCompileIsRefused(t *testing.T) {
	t.Setenv("WGTENSOR_COMPILE", "chek")
	assert.PanicsWithValue(t, `tensor: compile: WGTENSOR_COMPILE is "chek"; "check" compares each call with the function itself`,
		func() { tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x }) })
}

func TestIntoWritesOneResultToSeveralTensors(t *testing.T) {
	defer tensor.CheckCompiled()()
	matrix, row, none := iota32(6, 2, 3), iota32(3), iota32(0)
	f := tensor.Compile(func(x *tensor.Tensor) pairOf {
		y := x.Add(1)
		return pairOf{y, y}
	})
	for _, out := range []pairOf{{matrix.Index(0, 1), row}, {row, matrix.Index(0, 1)}, {matrix.Index(0, 0), matrix.Index(0, 1)}} {
		for range 3 {
			x := iota32(3)
			require.NoError(t, f.Into(out, x))
			assert.Equal(t, []float32{1, 2, 3}, data32(t, out.X))
			assert.Equal(t, []float32{1, 2, 3}, data32(t, out.Y))
			require.NoError(t, f.Into(out, out.X))
			assert.Equal(t, []float32{2, 3, 4}, data32(t, out.X))
			assert.Equal(t, []float32{2, 3, 4}, data32(t, out.Y))
			require.NoError(t, f.Into(out, out.Y))
			assert.Equal(t, []float32{3, 4, 5}, data32(t, out.Y))
		}
	}
	for range 3 {
		require.NoError(t, f.Into(pairOf{none, none}, none), "without elements")
	}
}

// The inner function has written x when its results are found to be too many for one tensor.
func TestAnIntoThatIsRefusedInARecordingEndsIt(t *testing.T) {
	g := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor {
		_ = x.AddInPlace(1)
		return []*tensor.Tensor{x.Mul(2), x.Mul(3)}
	})
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		o := tensor.Zeros(tensor.Float32, 3)
		_ = g.Into([]*tensor.Tensor{o, o}, x)
		return x.Mul(1)
	})
	x := iota32(3)
	assert.ErrorContains(t, f.Call(x).Err(), "written over another one")
	assert.Equal(t, data32(t, iota32(3)), data32(t, x))
}

func TestIntoRefusesResultsThatWouldBeWrittenOverEachOther(t *testing.T) {
	x, y := iota32(4), iota32(4, 2, 2)
	f := tensor.Compile(func(x *tensor.Tensor) [2]*tensor.Tensor { return [2]*tensor.Tensor{x.Add(1), x} })
	for range 2 { // recorded, and run again
		require.NoError(t, f.Into([2]*tensor.Tensor{y.Index(0, 0), y.Index(0, 1)}, x.Slice(0, 0, 2, 1)), "parts of one tensor")
		assert.Equal(t, []float32{1, 2, 0, 1}, data32(t, y))
		want := "tensor: into: tensor 2 of the result would be written over another one; give each a tensor of its own"
		assert.EqualError(t, f.Into([2]*tensor.Tensor{y.Index(0, 0), y.Index(0, 0)}, x.Slice(0, 0, 2, 1)), want)
		assert.EqualError(t, f.Into([2]*tensor.Tensor{y.Index(1, 0), y.Index(0, 0).Flip(0)}, x.Slice(0, 0, 2, 1)), want)
		assert.Equal(t, []float32{1, 2, 0, 1}, data32(t, y))
	}
}

// The copies of the argument's elements to where they lie in the result are left out, unless
// something else was written there before.
func TestIntoItsOwnArgumentKeepsWhatTheFunctionPutsBack(t *testing.T) {
	edge := tensor.S(0, 2, 1)
	for _, c := range []struct {
		name string
		f    func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"an edge of a copy", func(x *tensor.Tensor) *tensor.Tensor {
			v := x.Clone()
			_ = v.MulInPlace(10)
			_ = v.SetAt(x.At(edge), edge)
			return v
		}},
		{"an edge of another part", func(x *tensor.Tensor) *tensor.Tensor {
			v := x.Clone()
			_ = v.MulInPlace(10)
			_ = v.SetAt(x.At(tensor.S(2, 4, 1)), edge)
			return v
		}},
		{"all of a copy", func(x *tensor.Tensor) *tensor.Tensor {
			v := x.Clone()
			_ = v.Fill(9)
			_ = v.Assign(x)
			return v
		}},
		{"all of a new tensor", func(x *tensor.Tensor) *tensor.Tensor {
			v := x.Add(1)
			_ = v.Fill(5)
			_ = v.Assign(x)
			return v
		}},
		{"an edge of zeros", func(x *tensor.Tensor) *tensor.Tensor {
			v := tensor.Zeros(tensor.Float32, 4)
			_ = v.SetAt(x.At(edge), edge)
			return v
		}},
		{"nothing but a part", func(x *tensor.Tensor) *tensor.Tensor {
			v := x.Clone()
			_ = v.SetAt(7, edge)
			return v
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := iota32(4)
			want := data32(t, c.f(x))
			f := tensor.Compile(c.f)
			for range 2 { // recorded, and run again
				x = iota32(4)
				require.NoError(t, f.Into(x, x))
				assert.Equal(t, want, data32(t, x))
			}
		})
	}
}

func TestGoroutinesOfACompiledFunctionMayAllMakeStridedViews(t *testing.T) {
	on(t, cpu.New())
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		var parts [2]*tensor.Tensor
		var all sync.WaitGroup
		for i := range parts {
			all.Go(func() { parts[i] = x.AsStrided([]int{2}, []int{1}, i) })
		}
		all.Wait()
		return parts[0].Add(parts[1])
	})
	assert.Equal(t, []float32{3, 5}, data32(t, f.Call(tensor.FromSlice([]float32{1, 2, 3}))))
}
