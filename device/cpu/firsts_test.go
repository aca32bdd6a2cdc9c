package cpu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Only the first elements of an order are stored, and the device finds no others. The stores have the places that any
// program of this kind names.
func TestTheFirstElementsOfAnOrderAreStored(t *testing.T) {
	const (
		n, groups, room = 900, 3, 40
		byRank          = "%2 int64 = argsort %0\nreturn %2 at %1 skip distinct"
	)
	d := New()
	for _, c := range []struct {
		name         string
		sorted       string // instructions behind the inputs, and what they return
		from, stride int    // the positions
		group        int    // by which they differ from those of the group before
	}{
		{"by their ranks", byRank, 0, 1, 0},
		{"but for some", byRank, -7, 1, 0},
		{"none", byRank, -n, 1, 0},
		{"behind others", byRank, 7, 1, 0},
		{"backwards", byRank, n - 1, -1, 0},
		{"nowhere", byRank, room, 1, 0},
		{"later in each group", byRank, 0, 1, -1},
		{"at computed places", "%2 int64 = argsort %0\n%3 int32 = positive %1\nreturn %2 at %3 skip distinct", 0, 1, 0},
		{"in any order", "%2 int64 = argsort %0\nreturn %2 at %1 skip", 0, 1, 0},
		{"beside a sum of all", "%2 int32 = sort %0\n%3 int64 = sum %2\n%4 int64 = cast %2\nreturn %4 at %1 skip distinct, %3", 0, 1, 0},
		{"beside a maximum", "%2 int32 = max %0\n%3 int64 = argsort %0\nreturn %3 at %1 skip distinct, %2", 0, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse("(%0 int32 level 1, %1 int32 level 1 position)\n" + c.sorted)
			require.NoError(t, err)
			xs := make([]int64, groups*n)
			for i := range xs { // 7 and 900 have no common divisor
				xs[i] = int64((7*i + i/n) % n)
			}
			out := whole(upload(t, d, pack(op.Int64, make([]op.Scalar, groups*room)...)), op.Int64, groups, room)
			out.Layout = broadcast.Layout{Shape: []int{groups, n, room}, Strides: []int{room, 0, 1}}
			in := ints(t, d, xs...)
			in.Layout = broadcast.RowMajor(groups, n)
			at := device.Operand{Type: op.Int32, Layout: broadcast.Layout{Shape: []int{groups, n}, Strides: []int{c.group, c.stride}, Offset: c.from}}
			l := &device.Launch{Program: p, Shape: []int{groups, n}, Levels: []int{1}, In: []device.Operand{in, at}, Out: []device.Operand{out}}
			for _, o := range p.Outputs()[1:] {
				dt := p.Type(o)
				l.Out = append(l.Out, whole(alloc(t, d, groups*dt.Size()), dt, groups))
			}
			checkPlaced(t, d, l)
		})
	}
}
