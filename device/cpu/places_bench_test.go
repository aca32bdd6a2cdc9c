package cpu

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkPlaces computes launches with places for 2^20 elements, on one goroutine, and reports the
// fastest. Tables have as many elements as the name says.
func BenchmarkPlaces(b *testing.B) {
	const n = 1 << 20
	d, r := New(Threads(1)), rand.New(rand.NewPCG(1, 1))
	scatter := "(%0 float32, %1 int64)\nreturn %0 at %1 sum"
	ones := func(r *rand.Rand) float64 { return 1 + r.Float64() }
	for _, c := range []struct {
		name, text string
		table      int
		value      func(r *rand.Rand) float64 // of an element; nil: uniform
	}{
		{"take 1Ki", "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", 1 << 10, nil},
		{"take 1Mi", "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", 1 << 20, nil},
		{"take or 1Ki", "(%0 float32 places 1, %1 int64; %2 float32)\n%3 float32 = load_or %0 %1 %2\nreturn %3", 1 << 10, nil},
		{"sum of few exponents 1Ki", scatter, 1 << 10, ones},
		{"sum of few exponents 1Mi", scatter, 1 << 20, ones},
		{"sum of normal numbers 1Ki", scatter, 1 << 10, (*rand.Rand).NormFloat64},
		{"sum of normal numbers 1Mi", scatter, 1 << 20, (*rand.Rand).NormFloat64},
		{"sum of any exponents 1Ki", scatter, 1 << 10, func(r *rand.Rand) float64 { return math.Ldexp(r.NormFloat64(), r.IntN(240)-120) }},
		{"sum of any exponents 1Mi", scatter, 1 << 20, func(r *rand.Rand) float64 { return math.Ldexp(r.NormFloat64(), r.IntN(240)-120) }},
		{"sum of integers 1Ki", "(%0 int64, %1 int64)\nreturn %0 at %1 sum", 1 << 10, nil},
		{"sum of integers 1Mi", "(%0 int64, %1 int64)\nreturn %0 at %1 sum", 1 << 20, nil},
		{"last 1Ki", "(%0 float32, %1 int64)\nreturn %0 at %1", 1 << 10, nil},
		{"last 1Mi", "(%0 float32, %1 int64)\nreturn %0 at %1", 1 << 20, nil},
		{"distinct", "(%0 float32, %1 int64)\nreturn %0 at %1 skip distinct", 1 << 20, nil},
		{"distinct, half left out", "(%0 int64 position, %1 int64)\nreturn %0 at %1 skip distinct", 1 << 19, nil},

		{"find 1Ki", "(%0 float32 places 1, %1 float32)\n%2 int64 = find_left %0 %1\nreturn %2", 1 << 10, nil},
		{"find 1Mi", "(%0 float32 places 1, %1 float32)\n%2 int64 = find_left %0 %1\nreturn %2", 1 << 20, nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := device.Parse(c.text)
			require.NoError(b, err)
			l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault), Scalars: make([]op.Scalar, len(p.Scalars()))}
			lay := func(places int) broadcast.Layout {
				if places > 0 {
					return broadcast.Layout{Shape: []int{n, c.table}, Strides: []int{0, 1}}
				}
				return broadcast.RowMajor(n)
			}
			random := func(dt op.DType, places int) device.Operand {
				elements, different, next := make([]op.Scalar, n), strings.HasPrefix(c.name, "distinct"), int64(0)
				for i := range elements {
					switch {
					case places > 0:
						elements[i] = dt.FromFloat(float64(i) / float64(c.table))
					case dt.IsFloat() && c.value != nil:
						elements[i] = dt.FromFloat(c.value(r))
					case dt.IsFloat():
						elements[i] = dt.FromFloat(r.Float64())
					case different && c.table == n/2 && r.IntN(2) == 0 || different && next == int64(c.table):
						elements[i] = dt.FromInt(-1)
					case different:
						elements[i] = dt.FromInt(next)
						next++
					default:
						elements[i] = dt.FromInt(int64(r.IntN(c.table)))
					}
				}
				return device.Operand{Buffer: upload(b, d, pack(dt, elements...)), Type: dt, Layout: lay(places)}
			}
			for k, dt := range p.Inputs() {
				if p.Input(k).Position {
					l.In = append(l.In, device.Operand{Type: dt, Layout: lay(0)})
					continue
				}
				l.In = append(l.In, random(dt, p.Input(k).Places))
			}
			for k, v := range p.Outputs() {
				l.Out = append(l.Out, random(p.Type(v), len(p.Output(k).At)))
			}
			fastest := time.Hour
			for b.Loop() {
				began := time.Now()
				require.NoError(b, d.Run(b.Context(), l))
				fastest = min(fastest, time.Since(began))
			}
			require.NoError(b, l.Fault.Err())
			b.ReportMetric(float64(fastest.Nanoseconds())/n, "ns/element")
		})
	}
}
