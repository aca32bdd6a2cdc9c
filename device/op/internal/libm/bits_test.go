package libm

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// checksums are of the results for many arguments. A function changed on purpose gets
// another one.
var checksums = map[string]uint64{
	"Acos":                    0x2ede08be4017b496,
	"Acosh":                   0xfc04dda3c94c1958,
	"Asin":                    0xecf42ed657183071,
	"Asinh":                   0x9e25c07194c5cd55,
	"Atan":                    0xf0898b1fcb1a8874,
	"Atan2":                   0x917e110ad4f74b56,
	"Atanh":                   0x52f9b646d93f9b7b,
	"Cbrt":                    0xaf6eff6634354b1c,
	"Celu":                    0x3a497219874bc650,
	"Cos":                     0xec9c0bfba02266ba,
	"Cosh":                    0x3121b3b90f002236,
	"Digamma":                 0xe279568cf261496e,
	"Digamma about its zeros": 0xf1c1124771be61fe,
	"Elu":                     0x796c091983ff3a4d,
	"Erf":                     0xa66db2de4db806b4,
	"Erfc":                    0xd65238fd3d2b5f0d,
	"Erfinv":                  0xf2fdbf4bcdf36873,
	"Exp":                     0x3c254c16f089435f,
	"Exp2":                    0x1d358f8affcd3733,
	"Expm1":                   0xd59defe4ef7e4340,
	"Gelu":                    0x201d7a3592d0e33d,
	"GeluTanh":                0x84bd5958ba0a1494,
	"Hypot":                   0xac6d36a6fa525525,
	"I0":                      0xf8e81d719ea9bb1,
	"I0e":                     0x9942770729d02de2,
	"I1":                      0x51134f9deb139ff9,
	"I1e":                     0x606f0a293b7880c9,
	"Ldexp":                   0x9aca9d8ca8947ed2,
	"Lgamma":                  0x5ebfc2ee56837126,
	"Lgamma about its zeros":  0x354eb8ef00067b9a,
	"Log":                     0x48f9d2f42a0e5d22,
	"Log10":                   0xa30dfdea16b5770d,
	"Log1p":                   0x9e9ce9d7d4ea85b9,
	"Log2":                    0x8a5920fc742c811c,
	"LogAddExp":               0xeaef64eac800d397,
	"LogAddExp2":              0xbaa71e96622f9d8e,
	"LogSigmoid":              0xe0f133fb5219ce03,
	"Logit":                   0xb286e415cbdec90c,
	"Mish":                    0x455d794927ec8faa,
	"Ndtri":                   0x1cc28d034bbb3a3d,
	"Pow":                     0x76486ee7b63cc866,
	"Rsqrt":                   0x36de5c4bee68c5e6,
	"Selu":                    0xbfb4d0f2817c608b,
	"Sigmoid":                 0x7b2b2ee9f96f94ba,
	"Silu":                    0x78ee1f9115c37a25,
	"Sin":                     0xc7c65bf62ef85b9a,
	"Sinc":                    0x467d3b8087c35073,
	"Sinh":                    0xbf9fcafebd267693,
	"Softplus":                0x7720277f893b8c31,
	"Tan":                     0xffc7876dd4e2c00c,
	"Tanh":                    0xdbb5884439f60f61,
	"Tanhshrink":              0x44a2bdd64823d156,
	"Xlog1py":                 0x81df8e8d138d1b9b,
	"Xlogy":                   0x7fb60d5ae95c2dba,
}

// A compiler that fuses multiplications and additions, as it may where the processor has
// instructions for that, would change bits here and there.
func TestResultsHaveTheSameBitsOnEveryMachine(t *testing.T) {
	check := func(name string, sum func() uint64) {
		t.Run(name, func(t *testing.T) {
			got := sum()
			assert.Equal(t, checksums[name], got, "%q: %#x,", name, got)
		})
	}
	for _, f := range functions {
		check(f.name, func() uint64 {
			return checksum(append(f.kinds, anyBits), func(r *rand.Rand, kind arguments) float64 { return f.ours(kind(r)) })
		})
	}
	for _, f := range binaries {
		check(f.name, func() uint64 {
			return checksum(f.kinds, func(r *rand.Rand, kind pairs) float64 { return f.ours(kind(r)) })
		})
	}
	for _, f := range specials {
		name := f.name
		if f.floor > 0 {
			name += " about its zeros"
		}
		check(name, func() uint64 {
			return checksum(f.kinds, func(r *rand.Rand, kind operands) float64 { return f.ours(kind(r)) })
		})
	}
}

func checksum[kind any](kinds []kind, f func(*rand.Rand, kind) float64) uint64 {
	r, h := rand.New(rand.NewPCG(5, 6)), fnv.New64a()
	for _, k := range kinds {
		for range 1000 {
			y := f(r, k)
			if y != y {
				y = 0 // machines have different NaN
			}
			binary.Write(h, binary.LittleEndian, math.Float64bits(y))
		}
	}
	return h.Sum64()
}
