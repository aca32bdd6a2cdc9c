package kernel_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// checkRows runs the kernel over rows that lie anyhow, operands that are the same in all rows, and
// one element in each, among them.
func (w *twin) checkRows(t *testing.T, r *rand.Rand, rows, n int, how vector.Mode) {
	var at [4]unsafe.Pointer
	var call vector.Call
	strides := &call.Strides
	operands := w.arguments(r, rows*(n+5))
	for k, dt := range w.operands {
		length := n
		if how&(vector.X<<k) != 0 {
			length = 1
		}
		strides[k+1] = (length + r.IntN(5)) * dt.Size()
		if r.IntN(4) == 0 {
			strides[k+1] = 0
		}
		at[k+1] = unsafe.Pointer(&operands[k][0])
	}
	size := w.To.Size()
	strides[0] = (n + r.IntN(5)) * size
	start := guard + r.IntN(guard/size)*size
	got := bytes.Repeat([]byte{0xa5}, start+rows*strides[0]+guard)
	want := bytes.Clone(got)
	for row := range rows {
		var args [3][]byte
		for k, dt := range w.operands {
			args[k] = operands[k][row*strides[k+1]:]
			if how&(vector.X<<k) != 0 {
				constant := make([]byte, n*dt.Size())
				kernel.Fill(unsafe.Pointer(&constant[0]), dt.Size(), n, uint64(dt.Load(args[k])))
				args[k] = constant
			}
		}
		copy(want[start+row*strides[0]:], w.want(n, args))
	}
	at[0] = unsafe.Pointer(&got[start])
	w.rows(n, at[0], at[1], at[2], at[3], how, rows, &call)
	vector.Fence()
	for row := range rows {
		for i := range n {
			position := start + row*strides[0] + i*size
			g, want := w.To.Load(got[position:]), w.To.Load(want[position:])
			if !equal(w.To, g, want) {
				t.Fatalf("rows=%d n=%d how=%b: element %d of row %d is %#x, want %#x", rows, n, how, i, row, g, want)
			}
			clear(got[position : position+size])
		}
	}
	for row := range rows {
		clear(want[start+row*strides[0]:][:n*size])
	}
	require.Equal(t, want, got, "bytes beside the results")
}

func TestAssemblyComputesManyRowsAtOnce(t *testing.T) {
	eachTwin(t, func(t *testing.T, w twin) {
		if w.rows == nil {
			return
		}
		modes := vector.Mode(1) << len(w.operands)
		if len(w.operands) == 1 {
			modes = 1
		}
		r := rand.New(rand.NewPCG(12, uint64(w.Least)))
		for how := range modes {
			for _, n := range []int{w.Least + r.IntN(2*w.Least), 4*w.Least + r.IntN(5*w.Least)} {
				w.checkRows(t, r, 2+r.IntN(2), n, how|vector.Stream*vector.Mode(r.IntN(2)))
			}
		}
	})
}

func TestGathersCopyRowsAsTheyLie(t *testing.T) {
	for _, set := range kernel.Assembled() {
		for s, run := range set.Gathers {
			t.Run(fmt.Sprint(set.Name, s), func(t *testing.T) {
				r := rand.New(rand.NewPCG(13, uint64(s.Size)))
				least := vector.Square(s.Size)
				if s.Stride == 0 || s.Stride == 1 {
					least = 1
				}
				for n := least; n < least+140; n++ {
					checkGather(t, r, s, run, 1+r.IntN(4), n)
				}
			})
		}
	}
}

// checkGather has nothing readable beside the rows' elements but what lies between them.
func checkGather(t *testing.T, r *rand.Rand, s vector.Spacing, run vector.Gather, rows, n int) {
	toRow := (n + r.IntN(3)) * s.Size
	fromRow := ((n-1)*kernel.Abs(s.Stride) + 1 + r.IntN(3)) * s.Size
	from := make([]byte, (rows-1)*fromRow+((n-1)*kernel.Abs(s.Stride)+1)*s.Size)
	for i := range from {
		from[i] = byte(r.Uint32())
	}
	first := max(-s.Stride, 0) * (n - 1) * s.Size
	got := bytes.Repeat([]byte{0xa5}, (rows-1)*toRow+n*s.Size+guard)
	want := bytes.Clone(got)
	for row := range rows {
		for i := range n {
			copy(want[row*toRow+i*s.Size:][:s.Size], from[first+row*fromRow+i*s.Stride*s.Size:])
		}
	}
	run(rows, n, unsafe.Pointer(&got[0]), unsafe.Pointer(&from[first]), toRow, fromRow)
	require.Equal(t, want, got, "%d rows of %d", rows, n)
}
