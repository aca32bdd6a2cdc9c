package cpu

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// chosenPlaces are instructions for the places of elements that the mask %2 chooses, with the scalars %3 and %4.
const chosenPlaces = "%5 int64 = cumsum %2\n%6 int64 = sub %5 %3\n%7 int64 = where %2 %6 %4\n"

// Elements that a mask chooses lie one after the other, with every kernel set. What the output has beyond them
// stays as it is.
func TestChosenElementsLieSideBySide(t *testing.T) {
	for _, c := range []struct {
		name   string
		from   op.DType
		shape  []int
		levels int
		room   int // places beyond those that a half of the elements needs
		stride int // of the output
		one    int64
		none   int64
	}{
		{"bytes", op.Int8, []int{1000}, 1, 40, 1, 1, -1},
		{"halves", op.Float16, []int{1000}, 1, 40, 1, 1, -1},
		{"words", op.Int32, []int{1000}, 1, 40, 1, 1, -1},
		{"long words", op.Int64, []int{1000}, 1, 40, 1, 1, -1},
		{"in several tiles", op.Int16, []int{7, 3, 1100}, 3, 40, 1, 1, -1},
		{"fewer than a register", op.Float32, []int{13}, 1, 2, 1, 1, -1},
		{"none", op.Float32, []int{0}, 1, 2, 1, 1, -1},
		{"too little room", op.Float32, []int{500}, 1, -100, 1, 1, -1},
		{"another negative number", op.Float32, []int{500}, 1, 9, 1, 1, -3},
		{"apart in the output", op.Float32, []int{500}, 1, 40, 2, 1, -1},
		{"behind a place that stays", op.Float32, []int{500}, 1, 40, 1, 0, -1},
		{"the others at one place", op.Float32, []int{1}, 1, 3, 1, 1, 2},
		{"by groups", op.Float32, []int{3, 50}, 1, 40, 1, 1, -1},
		{"one group of several axes", op.Float32, []int{1, 30, 50}, 2, 40, 1, 1, -1},
	} {
		for _, set := range kernel.Names() {
			t.Run(c.name+", "+set, func(t *testing.T) {
				r := rand.New(rand.NewPCG(5, 1))
				d := New(KernelSet(set), Threads(2))
				d.engine.Parallel = 2
				p, err := device.Parse(fmt.Sprintf("(%%0 %v level 1, %%1 int64 level 1 position, %%2 bool level 1; %%3 int64, %%4 int64)\n%sreturn %%0 at %%7 skip distinct, %%1 at %%7 skip distinct",
					c.from, chosenPlaces))
				require.NoError(t, err)
				flat := broadcast.RowMajor(c.shape...)
				n := flat.Len()
				random := func(dt op.DType, n int) device.Buffer {
					all := make([]op.Scalar, n)
					for i := range all {
						all[i] = dt.FromInt(int64(r.IntN(2 + 98*(dt.Size()-op.Bool.Size()+1)/8)))
						if dt == op.Bool {
							all[i] = op.Scalar(r.IntN(2))
						}
					}
					return upload(t, d, pack(dt, all...))
				}
				places := max(n/2+c.room, 0)
				out := func(dt op.DType) device.Operand {
					l := broadcast.Layout{Shape: append(append([]int{}, c.shape...), places), Strides: append(make([]int, len(c.shape)), c.stride), Offset: 3}
					if c.levels < len(c.shape) && c.shape[0] > 1 { // a group has its own places
						l.Strides[0] = places
					}
					return device.Operand{Buffer: random(dt, 3+3*max(places, 1)*c.stride), Type: dt, Layout: l}
				}
				mask := flat.Clone()
				for i := range mask.Strides {
					mask.Strides[i] *= 2
				}
				l := &device.Launch{Program: p, Shape: c.shape, Levels: []int{c.levels}, Scalars: []op.Scalar{op.Int64.FromInt(c.one), op.Int64.FromInt(c.none)},
					In: []device.Operand{{Buffer: random(c.from, n+1), Type: c.from, Layout: flat}, {Type: op.Int64, Layout: flat},
						{Buffer: random(op.Bool, 2*n+1), Type: op.Bool, Layout: mask}},
					Out: []device.Operand{out(c.from), out(op.Int64)}}
				checkPlaced(t, d, l)
			})
		}
	}
}

// Places that are counted in another mask are no choice.
func TestElementsAreChosenByTheMaskThatIsCounted(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 int32 level 1, %1 bool level 1, %2 bool level 1; %3 int64, %4 int64)\n" + chosenPlaces[:strings.Index(chosenPlaces, "where")] + "where %1 %6 %4\nreturn %0 at %7 skip distinct")
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{4}, Levels: []int{1}, Scalars: []op.Scalar{op.Int64.FromInt(1), op.Int64.FromInt(-1)},
		In:  []device.Operand{ints(t, d, 4, 5, 6, 7), whole(upload(t, d, []byte{0, 1, 0, 1}), op.Bool, 4), whole(upload(t, d, []byte{1, 1, 1, 1}), op.Bool, 4)},
		Out: []device.Operand{shared(ints(t, d, 0, 0, 0, 0), 4)}}
	checkPlaced(t, d, l)
}

// A launch that runs again has the numbers of its run.
func TestAReusedLaunchChoosesByItsScalars(t *testing.T) {
	p, err := device.Parse("(%0 int32 level 1, %1 int32 level 1, %2 bool level 1; %3 int64, %4 int64)\n" + chosenPlaces + "return %0 at %7 skip distinct")
	require.NoError(t, err)
	d := New()
	mask := whole(upload(t, d, []byte{0, 1, 1}), op.Bool, 3)
	l := &device.Launch{Program: p, Shape: []int{3}, Levels: []int{1}, In: []device.Operand{ints(t, d, 4, 5, 6), ints(t, d, 0, 0, 0), mask}}
	l.Reuse()
	for _, c := range []struct {
		name string
		one  int64
		want []op.Scalar
	}{
		{"at the first places", 1, []op.Scalar{5, 6, 9}},
		{"one further", 0, []op.Scalar{9, 5, 6}},
		{"at the first places again", 1, []op.Scalar{5, 6, 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l.Scalars = []op.Scalar{op.Int64.FromInt(c.one), op.Int64.FromInt(-1)}
			l.Out = []device.Operand{shared(ints(t, d, 9, 9, 9), 3)}
			require.NoError(t, d.Run(t.Context(), l))
			require.Equal(t, pack(op.Int32, c.want...), download(t, l.Out[0].Buffer))
		})
	}
}
