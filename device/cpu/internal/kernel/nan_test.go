package kernel_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Where kernels end depends on the threads, and a program's bits do not: those of NaN neither.
func TestNaNsAreTheSameBitsWhereverAKernelEnds(t *testing.T) {
	const n = 37
	for _, name := range kernel.Names() {
		set := kernels(name)
		rows(func(o *op.Op, from, to op.DType) {
			if !from.IsFloat() || !to.IsFloat() || o.Arity == 0 {
				return
			}
			r := rand.New(rand.NewPCG(1, 2))
			var in [3][]byte
			var at [3]unsafe.Pointer
			types := operands(o, from)
			for k, dt := range types {
				elements := make([]op.Scalar, n)
				for i := range elements {
					elements[i] = dt.FromFloat(r.NormFloat64())
					if i%4 == k && dt.IsFloat() { // of two NaN a processor may take either
						elements[i] = aNaN(r, dt)
					}
				}
				in[k] = pack(dt, elements...)
				at[k] = unsafe.Pointer(&in[k][0])
			}
			k, size := set.For(o, from, to), to.Size()
			whole, single := make([]byte, n*size), make([]byte, n*size)
			k.Run(n, unsafe.Pointer(&whole[0]), at[0], at[1], at[2], vector.Mode(0))
			for i := range n {
				one := at
				for k, dt := range types {
					one[k] = unsafe.Add(at[k], i*dt.Size())
				}
				k.Run(1, unsafe.Pointer(&single[i*size]), one[0], one[1], one[2], vector.Mode(0))
			}
			assert.Equal(t, single, whole, "%s: %s of %v giving %v", name, o.Name, from, to)
		})
	}
}

// aNaN has any sign and payload, and is quiet, as all that are computed are.
func aNaN(r *rand.Rand, dt op.DType) op.Scalar {
	bits := r.Uint64()
	switch dt {
	case op.Float16:
		bits = bits&0x81ff | 0x7e00
	case op.BFloat16:
		bits = bits&0x803f | 0x7fc0
	case op.Float32:
		bits = bits&0x803fffff | 0x7fc00000
	case op.Float64:
		bits = bits&0x8007ffffffffffff | 0x7ff8<<48
	}
	return op.Scalar(bits)
}
