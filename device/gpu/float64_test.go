package gpu

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// anyFloat is a float64 of any exponent. In half of the draws it has few bits set, or few clear.
// Sums and products of such numbers lie at or next to the middle between two others.
func anyFloat(r *rand.Rand) float64 {
	bits := r.Uint64()
	switch r.IntN(6) {
	case 0:
		bits &^= 1<<r.IntN(53) - 1
	case 1:
		bits |= 1<<r.IntN(53) - 1
	case 2: // near 1
		bits = bits&^(0x7ff<<52) | (1023+r.Uint64N(3)-1)<<52
	case 3: // subnormal, or nearly
		bits &^= 0x7fe << 52
	}
	return math.Float64frombits(bits)
}

// near has the exponent of x within d, either sign.
func near(r *rand.Rand, x float64, d int) float64 {
	y, _ := math.Frexp(anyFloat(r))
	_, e := math.Frexp(x)
	return math.Ldexp(y, e+r.IntN(2*d)-d)
}

// pairsOf are hard operands of any two-operand function.
func pairsOf(r *rand.Rand, n int) (x, y []float64) {
	for range n {
		a := anyFloat(r)
		var b float64
		switch r.IntN(7) {
		case 0:
			b = anyFloat(r)
		case 1: // sums round, or cancel
			b = near(r, a, 56)
		case 2: // cancel to a few bits
			b = -math.Float64frombits(math.Float64bits(a) + r.Uint64N(5) - 2)
		case 3: // products that are subnormal, or about the largest
			b = near(r, math.Ldexp(1, []int{-1022, 1023}[r.IntN(2)]), 60) / a
		case 4: // quotients near the middle between two numbers
			b = near(r, 1, 3)
			q := near(r, 1, 3)
			p := q * b // and what is next to it
			a = math.Float64frombits(math.Float64bits(p) + r.Uint64N(3) - 1)
		case 5: // quotients that are subnormal, or about the largest
			b = a / near(r, math.Ldexp(1, []int{-1022, 1023}[r.IntN(2)]), 60)
		case 6: // far apart, near multiples
			b = near(r, 1, 1000)
			a = b * math.Trunc(near(r, 0x1p40, 30))
		}
		x, y = append(x, a), append(y, b)
	}
	return x, y
}

// samples is the number of operands that a function is tried on. Few already find the likely
// mistakes.
func samples() int { return many(1<<18, 1<<14) }

// compute64 computes a row of float64 operands on the device, and returns the bits and their type.
func compute64(t *testing.T, d *Device, o *op.Op, operands [][]float64) ([]op.Scalar, op.DType) {
	n := len(operands[0])
	p, err := device.Single(o, []op.DType{op.Float64, op.Float64, op.Float64}[:o.Arity]...)
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{n}}
	array := func(dt op.DType) device.Operand {
		b, err := d.Alloc(dt.Size() * n)
		require.NoError(t, err)
		return device.Operand{Buffer: b, Type: dt, Layout: broadcast.RowMajor(n)}
	}
	for _, x := range operands {
		in := array(op.Float64)
		defer in.Buffer.Release()
		raw := make([]byte, 0, 8*n)
		for _, v := range x {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
		require.NoError(t, in.Buffer.Write(0, raw))
		l.In = append(l.In, in)
	}
	dt := p.Type(p.Outputs()[0])
	l.Out = []device.Operand{array(dt)}
	defer l.Out[0].Buffer.Release()
	require.NoError(t, d.Run(t.Context(), l))
	raw := make([]byte, dt.Size()*n)
	require.NoError(t, l.Out[0].Buffer.Read(ctx, 0, raw))
	bits := make([]op.Scalar, n)
	for i := range bits {
		bits[i] = dt.Load(raw[i*dt.Size():])
	}
	return bits, dt
}

// apply64 compares a row on the device with its meaning, bit by bit; one NaN is as good as
// another.
func apply64(t *testing.T, d *Device, o *op.Op, operands ...[]float64) {
	t.Helper()
	bits, dt := compute64(t, d, o, operands)
	for i, got := range bits {
		var v [3]float64
		for k := range operands {
			v[k] = operands[k][i]
		}
		want := dt.FromFloat(o.Float.Call(v[0], v[1], v[2]))
		if got != want && !(dt == op.Float64 && math.IsNaN(dt.Float(got)) && math.IsNaN(dt.Float(want))) {
			require.Failf(t, "wrong", "%v of %x gave %#x, not %#x", o, v[:o.Arity], uint64(got), uint64(want))
		}
	}
}

func TestFloat64IsRightToTheLastBitWhereRoundingIsHard(t *testing.T) {
	devicetest.OneGoroutine(t)
	d := open(t)
	r := rand.New(rand.NewPCG(64, 64))
	x, y := pairsOf(r, samples())
	for _, o := range []*op.Op{op.Add, op.Sub, op.Mul, op.Div, op.Fmod, op.Remainder, op.FloorDivide, op.TruncDivide,
		op.Maximum, op.Fmin, op.Lt, op.Le, op.Eq, op.Nextafter} {
		apply64(t, d, o, x, y)
	}
	for i := range x { // squares, and what is next to them
		if i&1 == 0 {
			z := near(r, 1, 3)
			x[i] = math.Float64frombits(math.Float64bits(z*z) + r.Uint64N(3) - 1)
		}
	}
	apply64(t, d, op.Sqrt, x)
	for i := range x { // whole numbers, halves, and what is next to them
		if i&1 == 0 {
			z := math.Trunc(near(r, 1, 54)*2) / 2
			x[i] = math.Float64frombits(math.Float64bits(z) + r.Uint64N(3) - 1)
		}
	}
	for _, o := range []*op.Op{op.Floor, op.Ceil, op.Trunc, op.Round, op.Frac} {
		apply64(t, d, o, x)
	}
}

func TestTheFunctionsOfFloat64HaveTheCPUsBits(t *testing.T) {
	d := open(t)
	r := rand.New(rand.NewPCG(46, 46))
	n := samples() / 8
	x, y := pairsOf(r, n)
	z := slices.Clone(x)
	for i := range x { // where functions are neither 0 nor infinite, too
		if i&1 == 0 {
			x[i], y[i], z[i] = near(r, 1, 12), near(r, 1, 12), near(r, 1, 12)
		}
	}
	few := []*op.Op{op.Cbrt, op.Ldexp, op.Softplus, op.Lgamma, op.Logaddexp2} // all operations of the machine
	for _, o := range op.Instructions() {
		if o.Tol != op.Exact && o.Defined(op.Float64) && (slices.Contains(few, o) || devicetest.Thorough()) {
			t.Run(o.Name, func(t *testing.T) { apply64(t, d, o, [][]float64{x, y, z}[:o.Arity]...) })
		}
	}
}
