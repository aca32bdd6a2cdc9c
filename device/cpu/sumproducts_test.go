package cpu

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// A sum that computes products itself gives the bits of the sum of products that are stored, with each kernel set.
func TestSumsOfProductsHaveTheBitsOfTheirSteps(t *testing.T) {
	programs := []string{
		"%2 float32 = mul %0 %1\n%3 float32 = sum %2\nreturn %3",
		"%2 float32 = square %0\n%3 float32 = mean %2\nreturn %3",
		"%2 float32 = mul %0 %0\n%3 float32 = sum %2\n%4 float32 = mul %0 %3\nreturn %3 %4",
		"%2 float32 = sub %0 %1\n%3 float32 = neg %2\n%4 float32 = mul %2 %3\n%5 float32 = neg %0\n%6 float32 = mul %5 %1\n%7 float32 = sum %4\n%8 float32 = sum %6\nreturn %7 %8",
		"%2 float32 = sum %1\n%3 float32 = mul %0 %2\n%4 float32 = sum %3\nreturn %4",
	}
	strides := func(rows, n int) [][2]int { // by rows, with gaps, one row, one column, every other element, backwards, by columns
		return [][2]int{{n, 1}, {n, 1}, {n + 3, 1}, {0, 1}, {1, 0}, {2 * n, 2}, {-n, 1}, {1, rows}}
	}
	r := rand.New(rand.NewPCG(1, 7))
	elements := []func() float64{
		r.NormFloat64,
		func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(200)-100) },
		func() float64 { return math.Ldexp(r.NormFloat64(), -70-r.IntN(80)) },
		func() float64 {
			return []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.NaN(), -2}[r.IntN(6)*r.IntN(2)]
		},
	}
	for _, set := range kernel.Names() {
		d := New(KernelSet(set), Threads(1))
		for _, text := range programs {
			alone := parse(t, text)
			stored := parse(t, text+productsOf(text))
			for _, shape := range [][2]int{{1, 1}, {3, 31}, {5, 32}, {40, 33}, {20, 1000}, {2, 9_000}, {0, 5}, {5, 0}} {
				for range 3 {
					var in []device.Operand
					var all [][2]int
					next := elements[r.IntN(len(elements))]
					for range 2 {
						s := strides(shape[0], shape[1])[r.IntN(8)]
						in, all = append(in, sumOperand(t, d, shape, s, next)), append(all, s)
					}
					want, got := runSums(t, d, stored, shape, in), runSums(t, d, alone, shape, in)
					for k := range got {
						for i := 0; i < len(got[k]); i += 4 {
							require.True(t, equal(op.Float32, op.Float32.Load(got[k][i:]), op.Float32.Load(want[k][i:])),
								"%s: %v, %v, %v: output %d, byte %d", set, text, shape, all, k, i)
						}
					}
					for _, o := range in {
						o.Buffer.Release()
					}
				}
			}
		}
	}
}

func parse(t *testing.T, code string) *device.Program {
	p, err := device.Parse("(%0 float32 level 1, %1 float32 level 1)\n" + code)
	require.NoError(t, err)
	return p
}

// productsOf are the values of a program's products.
func productsOf(text string) (all string) {
	for line := range strings.Lines(text) {
		if v, rest, _ := strings.Cut(line, " "); strings.Contains(rest, "= mul") || strings.Contains(rest, "= square") {
			all += " " + v
		}
	}
	return all
}

func sumOperand(t *testing.T, d *Device, shape, strides [2]int, next func() float64) device.Operand {
	all := make([]float32, 2*shape[0]*(shape[1]+3)+1)
	for i := range all {
		all[i] = float32(next())
	}
	l := broadcast.Layout{Shape: shape[:], Strides: strides[:]}
	if strides[0] < 0 && shape[0] > 0 {
		l.Offset = -strides[0] * (shape[0] - 1)
	}
	return device.Operand{Buffer: upload(t, d, floats32(all...)), Type: op.Float32, Layout: l}
}

func runSums(t *testing.T, d *Device, p *device.Program, shape [2]int, in []device.Operand) (results [][]byte) {
	l := &device.Launch{Program: p, Shape: shape[:], Levels: []int{1}, In: in}
	for k := range p.Outputs() {
		lay := broadcast.RowMajor(shape[:1+p.OutputLevel(k)]...)
		l.Out = append(l.Out, device.Operand{Buffer: alloc(t, d, 4*lay.Len()), Type: op.Float32, Layout: lay})
	}
	require.NoError(t, d.Run(t.Context(), l))
	for _, o := range l.Out {
		results = append(results, download(t, o.Buffer))
		o.Buffer.Release()
	}
	return results
}
