package cpu

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// dividends are all elements of a narrow type; of a wide one random ones of every length, and the
// edges.
func dividends(r *rand.Rand, dt op.DType) []op.Scalar {
	var all []op.Scalar
	if dt.Size() <= 2 {
		for x := range 1 << (8 * dt.Size()) {
			all = append(all, op.Scalar(x))
		}
		return all
	}
	mask := ^uint64(0) >> (64 - 8*dt.Size())
	for n := range 8 * dt.Size() {
		for range 8 {
			all = append(all, op.Scalar((r.Uint64()>>(63-n))&mask), op.Scalar(-(r.Uint64()>>(63-n))&mask))
		}
		all = append(all, op.Scalar(uint64(1)<<n), op.Scalar(uint64(1)<<n-1), op.Scalar((-(uint64(1) << n))&mask))
	}
	return all
}

// divisors are the small ones, those beside powers of two, and random ones of every length.
func divisors(r *rand.Rand, dt op.DType) []op.Scalar {
	var all []op.Scalar
	bits := 8 * dt.Size()
	mask := ^uint64(0) >> (64 - bits)
	for d := range uint64(40) {
		all = append(all, op.Scalar(d), op.Scalar(-d&mask))
	}
	for n := range bits {
		p := uint64(1) << n
		all = append(all, op.Scalar(p), op.Scalar(p-1), op.Scalar((p+1)&mask), op.Scalar(p|r.Uint64()&(p-1)))
	}
	return all
}

func TestDivisionByOneNumberIsRightForEveryDivisor(t *testing.T) {
	oneGoroutine(t)
	r := rand.New(rand.NewPCG(21, 22))
	for _, dt := range []op.DType{op.Int8, op.Int16, op.Int32, op.Int64, op.Uint8, op.Uint16, op.Uint32, op.Uint64} {
		t.Run(fmt.Sprint(dt), func(t *testing.T) {
			elements := dividends(r, dt)
			x, n := pack(dt, elements...), len(elements)
			for _, o := range []*op.Op{op.FloorDivide, op.TruncDivide, op.Remainder, op.Fmod, op.BitwiseRightShift} {
				plain := kernels(kernel.Plain).For(o, dt, dt).Run
				for _, d := range divisors(r, dt) {
					y, want, got := make([]byte, len(x)), make([]byte, len(x)), make([]byte, len(x))
					kernel.Fill(unsafe.Pointer(&y[0]), dt.Size(), n, uint64(d))
					plain(n, unsafe.Pointer(&want[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), nil, 0)
					one := pack(dt, d, 3, 5) // of which the first is read alone
					for _, name := range kernel.Names()[1:] {
						k := kernels(name).For(o, dt, dt)
						if !k.Vector {
							continue
						}
						clear(got)
						k.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&one[0]), nil, vector.Y)
						if string(got) != string(want) {
							require.Failf(t, "wrong", "%s: %v of %v by %#x", name, o, dt, d)
						}
					}
				}
			}
		})
	}
}

func TestBothOperandsOfADivisionMayBeOneNumber(t *testing.T) {
	for _, name := range kernel.Names() {
		for _, dt := range []op.DType{op.Int8, op.Int64, op.Uint64} {
			k := kernels(name).For(op.FloorDivide, dt, dt)
			for _, n := range []int{1, 7, 2000} {
				x, y, got, want := pack(dt, 100, 1, 1), pack(dt, 7, 1, 1), make([]byte, n*dt.Size()), make([]byte, n*dt.Size())
				kernel.Fill(unsafe.Pointer(&want[0]), dt.Size(), n, 100/7)
				if k.Vector {
					k.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), nil, vector.X|vector.Y)
					require.Equal(t, want, got, "%s: %v", name, dt)
				}
			}
		}
	}
}

func TestRowsAreDividedByOneNumberEach(t *testing.T) {
	const n, rows = 70, 3
	for _, name := range kernel.Names() {
		for _, dt := range []op.DType{op.Int8, op.Uint16, op.Int32, op.Uint32, op.Int64, op.Uint64} {
			k := kernels(name).For(op.FloorDivide, dt, dt)
			if k.Rows == nil {
				continue
			}
			for _, stride := range []int{0, dt.Size()} { // from a row's divisor to the next one
				x, y := make([]byte, rows*n*dt.Size()), pack(dt, 7, 1, 3)
				got, want := make([]byte, len(x)), make([]byte, len(x))
				for r := range rows {
					at := r * n * dt.Size()
					kernel.Fill(unsafe.Pointer(&x[at]), dt.Size(), n, 100)
					kernel.Fill(unsafe.Pointer(&want[at]), dt.Size(), n, 100/uint64(dt.Load(y[r*stride:])))
				}
				k.Rows(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), nil, vector.Y, rows,
					&vector.Strides{n * dt.Size(), n * dt.Size(), stride, 0})
				require.Equal(t, want, got, "%s: %v", name, dt)
			}
		}
	}
}
