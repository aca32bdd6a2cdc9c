package shaders

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestKernelsComputeInEveryType(t *testing.T) {
	assert.Equal(t, op.DTypes(), DTypes.List())
}

func TestSizesOffsetsStridesAndScalarsDoNotChangeTheKernel(t *testing.T) {
	p := listing(t).program
	one := launch{p, []broadcast.Layout{broadcast.RowMajor(8, 7), broadcast.RowMajor(8, 7), lay([]int{8, 7}, []int{1, 8}, 0)}, nil, []op.Scalar{1}}
	two := launch{p, []broadcast.Layout{at(9, broadcast.RowMajor(300, 2)), at(1, broadcast.RowMajor(300, 2)), lay([]int{300, 2}, []int{-4, 9}, 1196)}, nil, []op.Scalar{2}}
	assert.Equal(t, one.kernel(t).Key(), two.kernel(t).Key())
	assert.Equal(t, one.kernel(t).WGSL(), two.kernel(t).WGSL())
}

func TestSharedBuffersChangeTheKernel(t *testing.T) {
	l := listing(t)
	shared := l.kernel(t).Key()
	l.names = nil
	assert.NotEqual(t, shared, l.kernel(t).Key())
}

func TestTheTextBeginsWithTheKey(t *testing.T) {
	k := listing(t).kernel(t)
	assert.Equal(t, `(%0 float32, %1 float32; %2 float32)
%3 float32 = mul %0 %2
%4 float32 = add %3 %1
return %4
out0 contiguous @1, in0 contiguous @1, in1 strided @2, rank 2`, k.Key())
	assert.Contains(t, k.WGSL(), "// out0 contiguous @1, in0 contiguous @1, in1 strided @2, rank 2\n")
	assert.Equal(t, k.Key()+", repaired div sqrt", listing(t).kernelWith(t, Repair{Div: true, Sqrt: true}).Key())
}

func TestABufferIsBoundOnceOutputsFirst(t *testing.T) {
	p := program(t, types(f32, f32, f32), nil, []device.Instr{do(op.Clamp, 0, 1, 2)}, 3, 0)
	l := rows(p, 4)
	l.layouts[1] = at(4, l.layouts[1])
	l.names = []string{"x", "x", "y", "x", "y"}
	d := l.device()
	k := lowered(t, d, Repair{})[0]
	require.Len(t, k.Bindings(), 2)
	for i, b := range k.Bindings() {
		assert.Equal(t, i == 0, b.ReadWrite)
		assert.Equal(t, []device.Buffer{d.Out[0].Buffer, d.In[0].Buffer}[i], b.Buffer)
	}
}

func TestOfALongBufferWindowsAreBound(t *testing.T) {
	long := memory{}.Len()
	window := long / 4
	add := program(t, types(f32, u8), nil, []device.Instr{cast(f32, 1), do(op.Add, 0, 2)}, 3)
	bound := func(out, x, y int, names ...string) (*Kernel, error) {
		d := launch{add, []broadcast.Layout{at(out, broadcast.RowMajor(9)), at(x, broadcast.RowMajor(9)), at(y, broadcast.RowMajor(9))}, names, nil}.device()
		plan := d.Nest(nil).Groups
		k, err := kernelOf(d, plan, window)
		assert.Equal(t, d.Nest(nil).Groups, plan, "the caller's stays as it is")
		return k, err
	}
	offsets := func(k *Kernel) (at []int) {
		for _, b := range k.Bindings() {
			at = append(at, b.Offset)
		}
		return at
	}
	k, err := bound(window/4+5, window-9, 3*window)
	require.NoError(t, err)
	assert.Equal(t, []int{window, 3 * window}, offsets(k)[:2])
	assert.Equal(t, uint32(5), uniformOf(t, k)["out0_offset"], "counted from the window's first byte")
	assert.Zero(t, uniformOf(t, k)["in1_offset"])

	k, err = bound(100, 200, 2*window, "x", "x", "x")
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2 * window}, offsets(k), "operands in one window share it")
	assert.True(t, k.Bindings()[1].ReadWrite, "WebGPU does not bind a buffer both ways")
	other, err := bound(100, 200, 2*window, "x", "x", "y")
	require.NoError(t, err)
	assert.False(t, other.Bindings()[1].ReadWrite)
	assert.NotEqual(t, k.WGSL(), other.WGSL())
	assert.NotEqual(t, k.Key(), other.Key())

	_, err = bound(0, 0, window-1)
	assert.EqualError(t, err, fmt.Sprintf("operand 2 reaches from element %d to %d, beyond its window of %d bytes", window-1, window+7, window))
}

func TestWhatNeeds64BitIndicesIsRefused(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("an int counts no further")
	}
	large := MaxLen
	large++
	wide := program(t, nil, types(op.Int64), nil, 0)
	_, err := kernelOf(rows(wide, 3).device(), broadcast.Plan{
		Shape: []int{2}, Len: 2, Operands: []broadcast.Access{{Class: broadcast.Strided, Strides: []int{large}}}}, 0)
	assert.EqualError(t, err, "operand 0 of a launch reaching element 2147483649; indices have 32 bits", "of two words each")
	p := program(t, nil, types(f32), nil, 0)
	for _, c := range []struct {
		name, message string
		plan          broadcast.Plan
	}{
		{
			name:    "too many elements",
			message: "2147483648 elements in a launch; 2147483647 is the most",
			plan:    broadcast.Plan{Shape: []int{large}, Len: large, Operands: []broadcast.Access{{Strides: []int{1}}}},
		},
		{
			name:    "an element too far",
			message: "operand 0 of a launch reaching element 4294967297; indices have 32 bits",
			plan: broadcast.Plan{
				Shape: []int{3}, Len: 3, Operands: []broadcast.Access{{Class: broadcast.Strided, Strides: []int{large}}}},
		},
		{
			name:    "an element as far as wraps to 0",
			message: "operand 0 of a launch reaching element 4294967296; indices have 32 bits",
			plan: broadcast.Plan{ // as many elements wrap to 0
				Shape: []int{2}, Len: 2, Operands: []broadcast.Access{{Class: broadcast.Strided, Strides: []int{2*large - 1}}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := kernelOf(rows(p, 3).device(), c.plan, 0)
			assert.EqualError(t, err, c.message)
		})
	}
}

func TestKernelsAreCheapToPrepare(t *testing.T) {
	d := listing(t).device()
	dst := make([]byte, 0, 256)
	var w Lowering
	allocs := testing.AllocsPerRun(100, func() {
		if err := w.Lower(d, Limits{}, Repair{Div: true, Sqrt: true}); err != nil {
			t.Fatal(err)
		}
		_, dst = w.stages[0].Key(), w.stages[0].Params(dst[:0])
	})
	assert.LessOrEqual(t, allocs, 12.0)
	t.Log(allocs, "allocations")
}

func BenchmarkLower(b *testing.B) {
	d := listing(b).device()
	dst := make([]byte, 0, 256)
	var w Lowering
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Lower(d, Limits{}, Repair{Div: true, Sqrt: true}); err != nil {
			b.Fatal(err)
		}
		_, dst = w.stages[0].Key(), w.stages[0].Params(dst[:0])
	}
}

func BenchmarkRebind(b *testing.B) {
	d := listing(b).device()
	w, err := Lower(d, Limits{}, Repair{})
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		w.Unbind()
		if !w.Rebind(d) {
			b.Fatal("the launch is the same")
		}
	}
}

func BenchmarkLowerOfEightInstructionsOnWords(b *testing.B) {
	var code []device.Instr
	for v := range device.Value(8) {
		code = append(code, do(op.Add, 0, 1+v))
	}
	d := rows(program(b, types(op.Uint8, op.Uint8), nil, code, 9), 1000).device()
	var w Lowering
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Lower(d, Limits{}, Repair{}); err != nil || !w.stages[0].variant.onWords {
			b.Fatal(err)
		}
	}
}

func BenchmarkWGSL(b *testing.B) {
	k := listing(b).kernel(b)
	for b.Loop() {
		_ = k.WGSL()
	}
}
