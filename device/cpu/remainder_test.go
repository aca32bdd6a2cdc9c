package cpu

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// quotients are pairs whose quotients are of all sizes, whole numbers and near to them.
func quotients(r *rand.Rand, dt op.DType, n int) (x, y []op.Scalar) {
	digits := map[op.DType]int{op.Float32: 24, op.Float64: 53}[dt]
	for range n {
		a, b := element(r, dt), element(r, dt)
		if r.IntN(4) > 0 {
			v := dt.Float(b)
			whole := math.Ldexp(math.Floor(math.Ldexp(1+r.Float64(), r.IntN(digits))), r.IntN(40)-r.IntN(30))
			a = dt.FromFloat(math.Copysign(v*whole, r.Float64()-0.5)) + op.Scalar(r.IntN(3)) - 1
		}
		x, y = append(x, a), append(y, b)
	}
	return x, y
}

func TestRemaindersAreExactWhateverTheQuotient(t *testing.T) {
	const n = 1 << 14
	for _, dt := range []op.DType{op.Float32, op.Float64} {
		x, y := quotients(rand.New(rand.NewPCG(31, 32)), dt, n)
		a, b := pack(dt, x...), pack(dt, y...)
		for _, o := range []*op.Op{op.Fmod, op.Remainder, op.FloorDivide} {
			for _, name := range kernel.Names()[1:] {
				got := make([]byte, n*dt.Size())
				kernels(name).For(o, dt, dt).Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), nil, 0)
				for i := range n {
					want := o.Eval([]op.Scalar{x[i], y[i]}, []op.DType{dt, dt})
					if v := dt.Load(got[i*dt.Size():]); !equal(dt, v, want) {
						require.Failf(t, "wrong", "%v of %v and %v: %v, want %v", o, dt.Float(x[i]), dt.Float(y[i]), dt.Float(v), dt.Float(want))
					}
				}
			}
		}
	}
}
