package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkPlaces computes launches with places for 2^20 elements, on one goroutine. Tables have as
// many elements as the name says.
func BenchmarkPlaces(b *testing.B) {
	const n = 1 << 20
	d, r := New(Threads(1)), rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name, text string
		table      int
	}{
		{"take 1Ki", "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", 1 << 10},
		{"take 1Mi", "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", 1 << 20},
		{"take or 1Ki", "(%0 float32 places 1, %1 int64; %2 float32)\n%3 float32 = load_or %0 %1 %2\nreturn %3", 1 << 10},
		{"find 1Ki", "(%0 float32 places 1, %1 float32)\n%2 int64 = find_left %0 %1\nreturn %2", 1 << 10},
		{"find 1Mi", "(%0 float32 places 1, %1 float32)\n%2 int64 = find_left %0 %1\nreturn %2", 1 << 20},
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
				elements := make([]op.Scalar, n)
				for i := range elements {
					switch {
					case places > 0:
						elements[i] = dt.FromFloat(float64(i) / float64(c.table))
					case dt.IsFloat():
						elements[i] = dt.FromFloat(r.Float64())
					default:
						elements[i] = dt.FromInt(int64(r.IntN(c.table)))
					}
				}
				return device.Operand{Buffer: upload(b, d, pack(dt, elements...)), Type: dt, Layout: lay(places)}
			}
			for k, dt := range p.Inputs() {
				l.In = append(l.In, random(dt, p.Input(k).Places))
			}
			for k, v := range p.Outputs() {
				l.Out = append(l.Out, random(p.Type(v), len(p.Output(k).At)))
			}
			for b.Loop() {
				require.NoError(b, d.Run(b.Context(), l))
			}
			require.NoError(b, l.Fault.Err())
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
		})
	}
}
