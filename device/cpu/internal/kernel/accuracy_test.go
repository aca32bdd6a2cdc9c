package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// functions returns the real functions of the first kernel set in assembly, for one type. All sets
// in assembly have the same functions.
func functions(dt op.DType) (list []vector.Entry) {
	for _, v := range kernel.Assembled()[:min(len(kernel.Assembled()), 1)] {
		for _, e := range v.Entries() {
			if e.From == dt && approximate(e) {
				k := kernels(v.Name).For(e.Ops[0], e.From, e.To)
				e.Run = oneRow(k.Run)
				list = append(list, e)
			}
		}
	}
	return list
}

// worst is the largest distance from the row's meaning so far, and the arguments that gave it.
type worst struct {
	ulp  float64
	at   []float32
	many int // results that are not the nearest float32
}

// measure runs a function on float32 arguments, and compares the results with the row's meaning.
func (w *worst) measure(e vector.Entry, args [3][]float32) {
	n := len(args[0])
	to := make([]float32, n)
	e.Run(n, unsafe.Pointer(&to[0]), unsafe.Pointer(unsafe.SliceData(args[0])), unsafe.Pointer(unsafe.SliceData(args[1])), nil, 0, 1, nil)
	o := e.Ops[0]
	for i, got := range to {
		var real float64
		if o.Arity == 1 {
			real = o.Float.F1(float64(args[0][i]))
		} else {
			real = o.Float.F2(float64(args[0][i]), float64(args[1][i]))
		}
		if near := float32(real); near == got && math.Signbit(real) == math.Signbit(float64(got)) {
			continue
		}
		w.many++
		if d := op.ULP(op.Float32, float64(got), real); d > w.ulp {
			w.ulp, w.at = d, []float32{args[0][i]}
			if o.Arity > 1 {
				w.at = append(w.at, args[1][i])
			}
		}
	}
}

// sweepLen is how many arguments are measured at a time.
const sweepLen = 4096

// sweep measures a function of one operand on every stride-th bit pattern.
func sweep(e vector.Entry, stride uint64) (w worst) {
	args := [3][]float32{make([]float32, sweepLen)}
	for first := uint64(0); first < 1<<32; first += sweepLen * stride {
		for i := range args[0] {
			args[0][i] = math.Float32frombits(uint32(first + uint64(i)*stride))
		}
		w.measure(e, args)
	}
	return w
}

// pairs measures a function of two operands, on n pairs. Half of them are random bit patterns. The
// others are chosen so that results of pow have all sizes.
func pairs(e vector.Entry, n int) (w worst) {
	r := rand.New(rand.NewPCG(21, 22))
	args := [3][]float32{make([]float32, sweepLen), make([]float32, sweepLen)}
	for k := 0; k < n; k += sweepLen {
		for i := range args[0] {
			x, y := math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
			if i%2 > 0 {
				x = float32(math.Exp(3 * r.NormFloat64()))
				y = float32((2*r.Float64() - 1) * 100 / max(math.Abs(math.Log(float64(x))), 1e-6))
			}
			args[0][i], args[1][i] = x, y
		}
		w.measure(e, args)
	}
	return w
}

func TestFunctionsAreWithinTheirTolerance(t *testing.T) {
	oneGoroutine(t)
	for _, e := range functions(op.Float32) {
		t.Run(e.Ops[0].Name, func(t *testing.T) {
			var w worst
			switch e.Ops[0].Arity {
			case 1:
				w = sweep(e, 30011)
			case 2:
				w = pairs(e, 1<<17)
			}
			assert.LessOrEqual(t, w.ulp, e.Ops[0].Tol.ULP, "of %v", w.at)
		})
	}
}

func TestFunctionsOfFloat64AreWithinTheirTolerance(t *testing.T) {
	oneGoroutine(t)
	for _, e := range functions(op.Float64) {
		o, types := e.Ops[0], []op.DType{op.Float64, op.Float64, op.Float64}[:e.Ops[0].Arity]
		t.Run(o.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(23, 24))
			var args [3][]byte
			for k := range args {
				args[k] = pack(op.Float64, anyFloat64s(r, 1000)...)
			}
			to := make([]byte, len(args[0]))
			e.Run(len(to)/8, unsafe.Pointer(&to[0]), unsafe.Pointer(&args[0][0]), unsafe.Pointer(&args[1][0]),
				unsafe.Pointer(&args[2][0]), 0, 1, nil)
			for i := 0; i < len(to); i += 8 {
				var at []op.Scalar
				for k := range types {
					at = append(at, op.Float64.Load(args[k][i:]))
				}
				got := op.Float64.Load(to[i:])
				if d := o.Distance(at, types, got); !(d <= o.Tol.For(op.Float64)) {
					t.Fatalf("of %x it is %v, %v ULP off", at, op.Float64.Float(got), d)
				}
			}
		})
	}
}

// A kernel of float16 gives the bits of the kernel of float32, which sets without the former use.
func TestFunctionsOfEveryFloat16AreWithinTheirTolerance(t *testing.T) {
	oneGoroutine(t)
	all, got, wide := make([]uint16, 1<<16), make([]uint16, 1<<16), make([]uint16, 1<<16)
	for i := range all {
		all[i] = uint16(i)
	}
	for _, v := range kernel.Assembled() {
		for _, e := range v.Entries() {
			if e.From != op.Float16 || !approximate(e) {
				continue
			}
			o := e.Ops[0]
			e.Run(len(all), unsafe.Pointer(&got[0]), unsafe.Pointer(&all[0]), nil, nil, 0, 1, nil)
			meaning := kernels(v.Name).Meaning(o, op.Float16, op.Float16)
			meaning.Run(len(all), unsafe.Pointer(&wide[0]), unsafe.Pointer(&all[0]), nil, nil, 0)
			for i, y := range got {
				if !equal(op.Float16, op.Scalar(y), op.Scalar(wide[i])) {
					t.Fatalf("%v: %v of %x is %x, by way of float32 %x", v.Name, o, i, y, wide[i])
				}
				if d := o.Distance([]op.Scalar{op.Scalar(i)}, []op.DType{op.Float16}, op.Scalar(y)); !(d <= o.Tol.For(op.Float16)) {
					t.Fatalf("%v of %x is %v, %v ULP off", o, i, op.Float16.Float(op.Scalar(y)), d)
				}
			}
		}
	}
}

// anyFloat64s returns special numbers, random bit patterns, numbers of usual sizes, and numbers
// near 1.
func anyFloat64s(r *rand.Rand, n int) []op.Scalar {
	list := make([]op.Scalar, n)
	for i := range list {
		x := (2*r.Float64() - 1) * math.Ldexp(1, r.IntN(12)-2)
		switch i % 4 {
		case 0:
			x = 1 + r.NormFloat64()*math.Ldexp(1, -r.IntN(40))
		case 1:
			list[i] = element(r, op.Float64)
			continue
		}
		list[i] = op.Float64.FromFloat(x)
	}
	return list
}

// All 2^32 arguments of a function take about a minute of processor time.
func TestEveryFloat32IsWithinItsBound(t *testing.T) {
	if !devicetest.Thorough() {
		t.Skip("it takes an hour: WGTENSOR_THOROUGH=1 runs it")
	}
	for _, e := range functions(op.Float32) {
		if o := e.Ops[0]; o.Arity == 1 {
			t.Run(o.Name, func(t *testing.T) {
				t.Parallel()
				w := sweep(e, 1)
				t.Logf("%.3f ULP at %v, %d not correctly rounded", w.ulp, w.at, w.many)
				assert.LessOrEqual(t, w.ulp, o.Tol.ULP)
			})
		}
	}
}
