package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Only the first elements of an order are stored, and the device finds no others. The stores have the places that any
// program of this kind names.
func TestTheFirstElementsOfAnOrderAreStored(t *testing.T) {
	const n, groups, room = 900, 3, 40
	d := New()
	for _, c := range []struct {
		name         string
		program      string
		from, stride int // the positions
	}{
		{"by their ranks", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip distinct", 0, 1},
		{"but for some", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip distinct", -7, 1},
		{"behind others", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip distinct", 7, 1},
		{"backwards", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip distinct", n - 1, -1},
		{"nowhere", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip distinct", room, 1},
		{"at computed places", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\n%3 int32 = positive %1\nreturn %2 at %3 skip distinct", 0, 1},
		{"in any order", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int64 = argsort %0\nreturn %2 at %1 skip", 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			xs, want := make([]int64, groups*n), make([]op.Scalar, groups*room)
			for g := range groups {
				for i := range n { // 7 and 900 have no common divisor
					xs[g*n+i] = int64((7*i + g) % n)
					if place := c.from + c.stride*int(xs[g*n+i]); place >= 0 && place < room {
						want[g*room+place] = op.Scalar(i)
					}
				}
			}
			out := whole(upload(t, d, pack(op.Int64, make([]op.Scalar, groups*room)...)), op.Int64, groups, room)
			out.Layout = broadcast.Layout{Shape: []int{groups, n, room}, Strides: []int{room, 0, 1}}
			in := ints(t, d, xs...)
			in.Layout = broadcast.RowMajor(groups, n)
			at := device.Operand{Type: op.Int32, Layout: broadcast.Layout{Shape: []int{groups, n}, Strides: []int{0, c.stride}, Offset: c.from}}
			l := &device.Launch{Program: p, Shape: []int{groups, n}, Levels: []int{1}, In: []device.Operand{in, at}, Out: []device.Operand{out}}
			require.NoError(t, d.Run(t.Context(), l))
			assert.Equal(t, pack(op.Int64, want...), download(t, out.Buffer))
		})
	}
}
