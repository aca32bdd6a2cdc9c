package kernel_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

func TestGathersTouchNothingBesideTheirRows(t *testing.T) {
	from, to := cputest.NewFenced(t, 1<<15), cputest.NewFenced(t, 1<<15)
	for _, set := range kernel.Assembled() {
		for s, run := range set.Gathers {
			r := rand.New(rand.NewPCG(14, uint64(s.Size)))
			least := vector.Square(s.Size)
			if s.Stride == 0 || s.Stride == 1 {
				least = 1
			}
			for n := least; n < least+140; n++ {
				rows := 1 + r.IntN(4)
				toRow, fromRow := (n+r.IntN(3))*s.Size, ((n-1)*kernel.Abs(s.Stride)+1+r.IntN(3))*s.Size
				first := max(-s.Stride, 0) * (n - 1) * s.Size
				for k := range 4 { // each operand at each end
					in := from.Take((rows-1)*fromRow+((n-1)*kernel.Abs(s.Stride)+1)*s.Size, k&1 == 0)
					out := to.Take((rows-1)*toRow+n*s.Size, k&2 == 0)
					cputest.RequireUntouched(t, func() { run(rows, n, unsafe.Pointer(&out[0]), unsafe.Pointer(&in[first]), toRow, fromRow) },
						"%s %v: %d rows of %d, %b", set.Name, s, rows, n, k)
				}
			}
		}
	}
}

func TestCompressesTouchNothingBesideTheirElements(t *testing.T) {
	var memory [3]*cputest.Fenced
	for k := range memory {
		memory[k] = cputest.NewFenced(t, 1<<12)
	}
	for _, set := range kernel.Assembled() {
		for size, run := range set.Compresses {
			for n := vector.Round; n <= 4*vector.Round; n += vector.Round {
				for k := range 8 { // each operand at each end
					to, from, mask := memory[0].Take(n*size, k&1 == 0), memory[1].Take(n*size, k&2 == 0), memory[2].Take(n, k&4 == 0)
					for i := range mask {
						mask[i] = byte(min(i%(1+n/vector.Round), 1))
					}
					cputest.RequireUntouched(t, func() { run(n, unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&mask[0]), 0) },
						"%s, %d elements of %d bytes, %b", set.Name, n, size, k)
				}
			}
		}
	}
}

func TestKernelsTouchNothingBesideTheirOperands(t *testing.T) {
	const most = 1 << 10
	var memory [4]*cputest.Fenced
	for k := range memory {
		memory[k] = cputest.NewFenced(t, 8*most)
	}
	eachTwin(t, func(t *testing.T, w twin) {
		r := rand.New(rand.NewPCG(15, uint64(w.Least)))
		run := func(rows, n int, how vector.Mode) {
			var at [4]unsafe.Pointer
			var call vector.Call
			strides := &call.Strides
			for k := range 1 + len(w.operands) {
				length, size := n, w.To.Size()
				if k > 0 {
					size = w.operands[k-1].Size()
					if how&(vector.X<<(k-1)) != 0 {
						length = 1
					}
				}
				strides[k] = (length + r.IntN(3)) * size
				b := memory[k].Take((rows-1)*strides[k]+length*size, r.IntN(2) == 0)
				if k > 0 {
					copy(b, w.argument(r, k-1, len(b)/size+1))
				}
				at[k] = unsafe.Pointer(&b[0])
			}
			cputest.RequireUntouched(t, func() {
				if rows == 1 {
					w.Run(n, at[0], at[1], at[2], at[3], how, 1, nil)
				} else {
					w.rows(n, at[0], at[1], at[2], at[3], how, rows, &call)
				}
				vector.Fence()
			}, "rows=%d n=%d how=%b", rows, n, how)
		}
		modes := vector.Mode(1) << len(w.operands)
		if len(w.operands) == 1 {
			modes = 1
		}
		for how := range modes {
			for range 12 {
				n := w.Least + r.IntN(3*w.Least)
				run(1, n, how|vector.Stream*vector.Mode(r.IntN(2)))
				if w.rows != nil {
					run(2+r.IntN(2), n, how|vector.Stream*vector.Mode(r.IntN(2)))
				}
			}
		}
	})
}

func TestRoutinesOfSortsTouchNothingBesideTheirKeys(t *testing.T) {
	from, to := cputest.NewFenced(t, 1<<13), cputest.NewFenced(t, 1<<13)
	for _, set := range kernel.Assembled() {
		for size, key := range set.Keys {
			for n := 1; n < 3*vector.Line; n++ {
				for k := range 4 { // each operand at each end
					rows, form := 1+n%3, vector.KeyForm{}
					x, y := from.Take(rows*n*size, k&1 == 0), to.Take(rows*n*size, k&2 == 0)
					cputest.RequireUntouched(t, func() {
						key(rows, n, unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0]), n*size, n*size, unsafe.Pointer(&form))
					}, "%s, %d rows of %d keys of %d bytes, %b", set.Name, rows, n, size, k)
				}
			}
		}
		for size, partition := range set.Partitions {
			for n := range 3 * vector.Line {
				for k := range 4 {
					x, y := from.Take(n*size+vector.Line, k&1 == 0), to.Take(n*size+vector.Line, k&2 == 0)
					for i := range x {
						x[i] = byte(i % (2 + n%7) * 50)
					}
					cputest.RequireUntouched(t, func() { partition(n, 1<<(8*size-1), unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0])) },
						"%s, %d keys of %d bytes, %b", set.Name, n, size, k)
				}
			}
		}
		for size, network := range set.Networks {
			for lines := 2; lines < 40; lines++ {
				for k := range 2 {
					pairs := []uint16{0, vector.Line * uint16(lines-1), vector.Line * uint16(lines/2-1), vector.Line * uint16(lines/2)}
					x := from.Take(lines*vector.Line, k == 0)
					cputest.RequireUntouched(t, func() { network(2, unsafe.Pointer(&pairs[0]), unsafe.Pointer(&x[0])) },
						"%s, %d lines of keys of %d bytes, %b", set.Name, lines, size, k)
				}
			}
		}
	}
}
