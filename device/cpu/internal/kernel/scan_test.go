package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// Elements repeat, zeros have both signs, and some groups have NaN.
func TestAScanIsWhatItsRowMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const groups = 3
	special := []float64{0, math.Copysign(0, -1), -1, 1, 2, 1e-30, -1e30, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, o := range []*op.Op{op.Cummax, op.Cummin, op.Argcummax, op.Argcummin, op.Cumprod, op.Cumsum} {
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Float16, op.Int8, op.Int64, op.Uint64} {
			for _, n := range []int{0, 1, 2, 513, 1030} {
				for kinds := 2; kinds <= len(special); kinds += 4 {
					x := make([][]op.Scalar, groups)
					for g := range x {
						for range n {
							v := special[r.IntN(kinds)]
							if v == 1 && !dt.IsFloat() || kinds == 6 && r.IntN(8) > 0 {
								v = 1 + r.Float64()/64
							}
							x[g] = append(x[g], op.Convert(op.Float64.FromFloat(v), op.Float64, dt))
						}
					}
					for _, apart := range []int{1, 3} {
						scanned(t, fmt.Sprint(o, " of ", n, " ", dt, ", ", kinds, " kinds, ", apart, " apart"), o, dt, x, apart)
					}
				}
			}
		}
	}
}

// scanned compares the scan of some groups, which comes in two blocks, with what the row means.
func scanned(t *testing.T, name string, o *op.Op, from op.DType, x [][]op.Scalar, apart int) {
	role := o.Role.(*op.Group)
	to, n := role.Type(from), len(x[0])
	scan, ok := kernels("").Scan(o, from, to)
	require.True(t, ok, name)
	row := func(size int) int { return (n*apart + 1) * size }
	elements, results := make([]byte, len(x)*row(from.Size())+8), make([]byte, len(x)*row(to.Size())+8)
	in := kernel.Matrix{At: unsafe.Pointer(&elements[0]), Row: row(from.Size()), Column: apart * from.Size()}
	out := kernel.Matrix{At: unsafe.Pointer(&results[0]), Row: row(to.Size()), Column: apart * to.Size()}
	for g := range x {
		for i, s := range x[g] {
			kernel.Fill(in.Beyond(g, i).At, from.Size(), 1, uint64(s))
		}
	}
	states := make([]uint64, len(x)*scan.State)
	scan.Begin(len(x), unsafe.Pointer(&states[0]))
	for _, part := range [][2]int{{0, n / 3}, {n / 3, n}} {
		b := &kernel.Block{Groups: len(x), Elements: part[1] - part[0], X: in.Beyond(0, part[0]), Number: part[0], Step: 1}
		scan.Run(unsafe.Pointer(&states[0]), b, out.Beyond(0, part[0]))
	}
	for g := range x {
		args := [][]op.Scalar{x[g]}
		for i, want := range role.Eval(args, []op.DType{from}, to) {
			got := kernel.Bits(out.Beyond(g, i).At, to.Size())
			if to.IsFloat() {
				a, b := to.Float(want), to.Float(got)
				if a != a && b != b || o == op.Cumprod && math.Abs(a-b) <= role.Bound([][]op.Scalar{x[g][:i+1]}, []op.DType{from}, to, a) {
					continue
				}
			}
			require.Equal(t, want, got, "%s: element %d of group %d", name, i, g)
		}
	}
}
