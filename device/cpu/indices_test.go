package cpu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A store reads the places of its index as they are, or finds their positions. The elements may be one scalar, or
// those of a map.
func TestStoresReadTheirIndex(t *testing.T) {
	const n, places = 1100, 40
	for _, c := range []struct {
		name  string
		index op.DType
		at    func(i int, r *rand.Rand) int64
		skip  string
	}{
		{"right", op.Int64, func(_ int, r *rand.Rand) int64 { return int64(r.IntN(places)) }, ""},
		{"without a sign", op.Uint64, func(_ int, r *rand.Rand) int64 { return int64(r.IntN(places)) }, ""},
		{"narrow", op.Int32, func(_ int, r *rand.Rand) int64 { return int64(r.IntN(places)) }, ""},
		{"from the end", op.Int64, func(_ int, r *rand.Rand) int64 { return int64(r.IntN(2*places) - places) }, ""},
		{"one from the end", op.Int64, func(i int, _ *rand.Rand) int64 { return int64(i%places - i/(n-1)*places) }, ""},
		{"one wrong", op.Int64, func(i int, _ *rand.Rand) int64 { return int64(i%places + i/(n-1)*places) }, ""},
		{"wrong without a sign", op.Uint64, func(i int, _ *rand.Rand) int64 { return int64(i/1000) * -7 }, ""},
		{"left out", op.Int64, func(_ int, r *rand.Rand) int64 { return int64(r.IntN(3*places) - places) }, " skip"},
	} {
		for _, row := range []string{"", " sum", " max", " prod"} {
			for i, dt := range []op.DType{op.Float32, op.Int64, op.Float64, op.Uint8, op.Float32, op.Uint8} {
				reversed := i >= 4 // elements are read from the last one on
				t.Run(fmt.Sprint(c.name, row, " ", dt, " reversed ", reversed), func(t *testing.T) {
					r := rand.New(rand.NewPCG(7, 1))
					d := New(Threads(1 + r.IntN(3)))
					d.engine.Parallel = 2
					p, err := device.Parse(fmt.Sprintf("(%%0 %v, %%1 %v; %%2 %[1]v)\n%%3 %[1]v = add %%0 %%0\nreturn %%0 at %%1%[3]s%[4]s, %%2 at %%1%[3]s%[4]s, %%3 at %%1%[3]s%[4]s", dt, c.index, row, c.skip))
					require.NoError(t, err)
					x, at := make([]op.Scalar, n), make([]op.Scalar, n)
					for i := range x {
						x[i], at[i] = dt.FromFloat(1+float64(r.IntN(2))/2), c.index.FromInt(c.at(i, r))
					}
					out := func() device.Operand {
						return device.Operand{Buffer: upload(t, d, pack(dt, x[:places+9]...)), Type: dt, Layout: broadcast.Layout{Shape: []int{n, places}, Strides: []int{0, 1}, Offset: 5}}
					}
					elements := whole(upload(t, d, pack(dt, x...)), dt, n)
					if reversed {
						elements.Layout = broadcast.Layout{Shape: []int{n}, Strides: []int{-1}, Offset: n - 1}
					}
					l := &device.Launch{Program: p, Shape: []int{n}, Scalars: []op.Scalar{dt.FromFloat(1.5)}, Out: []device.Operand{out(), out(), out()},
						In: []device.Operand{elements, whole(upload(t, d, pack(c.index, at...)), c.index, n)}}
					checkPlaced(t, d, l)
				})
			}
		}
	}
}

// Each run of a reused launch looks at its own index.
func TestAReusedLaunchReadsTheIndexOfItsRun(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 int32, %1 int64)\nreturn %0 at %1 sum")
	require.NoError(t, err)
	index := func(xs ...int64) device.Operand {
		var all []op.Scalar
		for _, x := range xs {
			all = append(all, op.Int64.FromInt(x))
		}
		return whole(upload(t, d, pack(op.Int64, all...)), op.Int64, len(xs))
	}
	l := &device.Launch{Program: p, Shape: []int{3}, In: []device.Operand{ints(t, d, 1, 2, 3), {}}}
	l.Reuse()
	for _, c := range []struct {
		name string
		at   []int64
		want []op.Scalar
	}{
		{"right", []int64{1, 0, 1}, []op.Scalar{2, 4}},
		{"from the end", []int64{1, -2, -1}, []op.Scalar{2, 4}},
		{"right again", []int64{0, 0, 1}, []op.Scalar{3, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l.In[1], l.Fault, l.Out = index(c.at...), new(device.Fault), []device.Operand{shared(ints(t, d, 0, 0), 3)}
			require.NoError(t, d.Run(t.Context(), l))
			require.NoError(t, l.Fault.Err())
			require.Equal(t, pack(op.Int32, slices.Clone(c.want)...), download(t, l.Out[0].Buffer))
		})
	}
}
