package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// rows calls f for every row and type it computes in, and for every pair of casts.
func rows(f func(o *op.Op, from, to op.DType)) {
	for _, o := range op.Instructions() {
		for _, from := range op.DTypes() {
			if compute, to, err := o.Types(from); o.Rule == op.Retype {
				for _, to := range op.DTypes() {
					f(o, from, to)
				}
			} else if err == nil && compute == from {
				f(o, from, to)
			}
		}
	}
}

func TestEveryPairOfTypesHasItsCast(t *testing.T) {
	rows(func(o *op.Op, from, to op.DType) {
		if o.Rule == op.Retype {
			_, ok := kernels(kernel.Plain).Loop(kernel.One(o, from, to))
			assert.True(t, ok, "%v to %v", from, to)
		}
	})
}

func TestAnUnknownTypeHasNoMeaning(t *testing.T) {
	assert.PanicsWithValue(t, "cpu: no kernel for exp of DType(0) giving DType(0)", func() { kernels("").For(op.Exp, 0, 0) })
	assert.PanicsWithValue(t, "cpu: no kernel for cast of float32 giving DType(0)", func() { kernels("").For(op.Cast, op.Float32, 0) })
}

func TestEveryKernelAgreesWithItsRow(t *testing.T) {
	oneGoroutine(t)
	var without []string
	rows(func(o *op.Op, from, to op.DType) {
		if loop, ok := kernels(kernel.Plain).Loop(kernel.One(o, from, to)); ok {
			t.Run("loop/"+o.Name+"/"+from.String()+"/"+to.String(), func(t *testing.T) { checkKernel(t, loop.Run, o, from, to) })
		} else {
			without = append(without, o.Name+" of "+from.String())
		}
		if o.Rule != op.Retype {
			meaning := kernels(kernel.Plain).Meaning(o, from, to)
			t.Run("meaning/"+o.Name+"/"+from.String(), func(t *testing.T) { checkKernel(t, meaning.Run, o, from, to) })
		}
	})
	t.Logf("%d without a loop: %v", len(without), without)
}

// checkKernel compares with op.Eval: each pair of special values, then random ones.
func checkKernel(t *testing.T, run kernel.Loop, o *op.Op, from, to op.DType) {
	types := operands(o, from)
	r := rand.New(rand.NewPCG(1, 2))
	var args [3][]op.Scalar
	if o.Arity < 3 {
		for _, x := range special[types[0]] {
			for _, y := range special[types[o.Arity-1]] {
				args[0], args[1] = append(args[0], x), append(args[1], y)
			}
		}
	}
	random := 300
	if devicetest.Thorough() {
		random = 3000
	}
	for len(args[0]) < random {
		for k, dt := range types {
			args[k] = append(args[k], element(r, dt))
		}
	}
	n := len(args[0])
	memory := make([][]uint64, 4)
	for i := range memory {
		memory[i] = make([]uint64, n)
	}
	at := func(i int) unsafe.Pointer { return unsafe.Pointer(&memory[i][0]) }
	for k, dt := range types {
		copy(unsafe.Slice((*byte)(at(k)), 8*n), pack(dt, args[k][:n]...))
	}
	run(n, at(3), at(0), at(1), at(2), 0)
	result := unsafe.Slice((*byte)(at(3)), 8*n)
	for i := range n {
		in := make([]op.Scalar, o.Arity)
		for k := range in {
			in[k] = args[k][i]
		}
		checkElement(t, o, types, in, to, to.Load(result[i*to.Size():]))
	}
}

func checkElement(t *testing.T, o *op.Op, types []op.DType, in []op.Scalar, to op.DType, got op.Scalar) {
	var want op.Scalar
	switch {
	case o.Rule == op.Retype:
		want = op.Convert(in[0], types[0], to)
	case o.Tol != op.Exact && to.IsFloat(): // the meaning itself, not the nearest element to it
		want = to.FromFloat(o.Real(in, types))
		if to.Size() == 2 { // by way of float32
			want = op.Convert(op.Float32.FromFloat(o.Real(in, types)), op.Float32, to)
		}
	default:
		want = o.Eval(in, types)
	}
	if !equal(to, got, want) {
		require.Failf(t, "wrong", "%v of %v %#x is %#x, want %#x (%v)", o, types, in, got, want, to)
	}
}

// TestPowersOfIntegersHaveTheirRowsResults has loops that compute another way than the row's
// meaning does.
func TestPowersOfIntegersHaveTheirRowsResults(t *testing.T) {
	const n = 4096
	r, o := rand.New(rand.NewPCG(31, 32)), op.Pow
	for _, dt := range []op.DType{op.Int8, op.Int16, op.Int32, op.Int64, op.Uint8, op.Uint16, op.Uint32, op.Uint64} {
		t.Run(dt.String(), func(t *testing.T) {
			var x, y []op.Scalar
			for range n {
				x, y = append(x, element(r, dt)), append(y, element(r, dt))
			}
			at, of := pack(dt, x...), pack(dt, y...)
			want, got := make([]byte, len(at)), make([]byte, len(at))
			meaning := kernels(kernel.Plain).Meaning(o, dt, dt)
			meaning.Run(n, unsafe.Pointer(&want[0]), unsafe.Pointer(&at[0]), unsafe.Pointer(&of[0]), nil, 0)
			for _, name := range kernel.Names() {
				k := kernels(name).For(o, dt, dt)
				k.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&at[0]), unsafe.Pointer(&of[0]), nil, 0)
				require.Equal(t, want, got, name)
			}
		})
	}
}

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
				k := kernels(name).For(o, dt, dt)
				k.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), nil, 0)
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
