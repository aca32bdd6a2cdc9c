package tensor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// hardTerms are families of terms that are hard to add. A family gets the terms before.
var hardTerms = []struct {
	name string
	next func(r *rand.Rand, before []float32) float32
}{
	{"normal", func(r *rand.Rand, _ []float32) float32 { return float32(r.NormFloat64()) }},
	{"uniform", func(r *rand.Rand, _ []float32) float32 { return r.Float32() }},
	{"tenths", func(*rand.Rand, []float32) float32 { return 0.1 }},
	{"small exponentials", func(r *rand.Rand, _ []float32) float32 { return float32(math.Exp(4*r.NormFloat64() - 12)) }},
	{"exponentials", func(r *rand.Rand, _ []float32) float32 { return float32(math.Exp(8 * r.NormFloat64())) }},
	{"any bits", func(r *rand.Rand, _ []float32) float32 { return finiteBits(r) }},
	{"pairs that cancel", func(r *rand.Rand, before []float32) float32 {
		if n := len(before); n%2 == 1 {
			return -before[n-1]
		}
		return finiteBits(r)
	}},
	{"pairs that cancel, and little between", func(r *rand.Rand, before []float32) float32 {
		switch n := len(before); n % 3 {
		case 0:
			return float32(r.NormFloat64() * 1e20)
		case 1:
			return -before[n-1]
		}
		return float32(math.Ldexp(r.Float64(), -40))
	}},
	{"subnormal", func(r *rand.Rand, _ []float32) float32 { return math.Float32frombits(r.Uint32() & 0x807fffff) }},
	{"the largest", func(r *rand.Rand, _ []float32) float32 { return math.MaxFloat32 * float32(1-2*r.IntN(2)) }},
	{"ties", func(r *rand.Rand, before []float32) float32 {
		if len(before)%7 == 0 {
			return 1 << 24
		}
		return float32(r.IntN(3) - 1)
	}},
	{"growing", func(r *rand.Rand, before []float32) float32 {
		return float32(math.Ldexp(1+r.Float64(), len(before)%250-125))
	}},
	{"shrinking", func(r *rand.Rand, before []float32) float32 {
		return float32(math.Ldexp(1+r.Float64(), 125-len(before)%250))
	}},
	{"a huge one in a thousand", func(r *rand.Rand, before []float32) float32 {
		if len(before)%1000 == 999 {
			return 1e30 * float32(r.NormFloat64())
		}
		return 1e-30 * float32(r.NormFloat64())
	}},
	{"NaN, rarely", func(r *rand.Rand, _ []float32) float32 {
		if r.IntN(5000) == 0 {
			return float32(math.NaN())
		}
		return 1
	}},
	{"infinities, rarely", func(r *rand.Rand, _ []float32) float32 {
		if r.IntN(5000) == 0 {
			return float32(math.Inf(1 - 2*r.IntN(2)))
		}
		return 1
	}},
}

func finiteBits(r *rand.Rand) float32 {
	for {
		if x := math.Float32frombits(r.Uint32()); x-x == 0 {
			return x
		}
	}
}

// Sums that are hard to add are those of the CPU, whose sums the tests of its kernels compare with the
// exact ones. A thorough run adds a million times. Each round has the same shapes, so that a device
// compiles its kernels in the first.
func TestHostileSumsAreThoseOfTheCPU(t *testing.T) {
	shapes := []struct{ rows, columns, axis int }{{300, 1000, 1}, {4000, 70, 0}, {4096, 64, 1}, {8, 20_000, 1}, {9000, 20, 0}, {2000, 7, 1}, {1, 150_000, 1}}
	rounds, each := 1, 1
	switch {
	case tensor.Slowed:
		each = 16
	case devicetest.Thorough():
		rounds = 4 // of 16 families, 6,495 groups and 3 rows: 1.2 million sums
	default:
		shapes = shapes[len(shapes)-3:]
		each = 4
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		if d.Info().Kind == device.CPU {
			t.Skip("it is the CPU that the others are compared with")
		}
		host, r := cpu.New(), rand.New(rand.NewPCG(1, 2))
		for round := range rounds {
			for k := 0; k < len(hardTerms); k += each {
				f := hardTerms[k]
				for _, s := range shapes {
					terms := make([]float32, 0, s.rows*s.columns)
					for range cap(terms) {
						terms = append(terms, f.next(r, terms))
					}
					x, y := tensor.FromSliceOn(host, terms, s.rows, s.columns), tensor.FromSliceOn(d, terms, s.rows, s.columns)
					same := func(row string, want, got *tensor.Tensor) {
						sameBits(t, want, got, "round %d, %s: %s of %d by %d along axis %d", round, f.name, row, s.rows, s.columns, s.axis)
					}
					same("sum", x.Sum(s.axis), y.Sum(s.axis))
					same("mean", x.Mean(s.axis), y.Mean(s.axis))
					same("sum of bfloat16", x.AsType(tensor.BFloat16).Sum(s.axis), y.AsType(tensor.BFloat16).Sum(s.axis))
				}
			}
		}
	})
}
