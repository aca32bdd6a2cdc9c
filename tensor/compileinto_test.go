package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

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
