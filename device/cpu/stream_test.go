package cpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestResultsAreTheSameHoweverManyStream(t *testing.T) {
	f := op.Float32
	for _, c := range []struct {
		shape   []int
		strides [2][]int
	}{
		{[]int{40_000}, [2][]int{{1}, {1}}},
		{[]int{200, 200}, [2][]int{{1, 0}, {0, 1}}},
		{[]int{150, 200}, [2][]int{{200, 1}, {1, 150}}},
		{[]int{5, 6, 20, 64}, [2][]int{{20 * 64, 0, 64, 1}, {0, 64, 0, 1}}},
		{[]int{5, 6, 20, 60}, [2][]int{{20 * 60, 0, 60, 1}, {0, 60, 0, 1}}},
		{[]int{5, 6, 20, 64}, [2][]int{{20 * 64, 0, 64, 1}, {0, 128, 0, 2}}},
		{[]int{7, 5, 128}, [2][]int{{5 * 128, 128, 1}, {128, 0, 0}}},
	} {
		t.Run(fmt.Sprint(c.shape, c.strides), func(t *testing.T) {
			out := broadcast.RowMajor(c.shape...)
			var want []byte
			for _, room := range []int{1 << 30, 0, 3 * out.Len(), 5 * out.Len()} {
				for threads := 1; threads <= 3; threads += 2 {
					d := New(Threads(threads))
					d.engine.Sizes.Parallel, d.engine.Sizes.Wake, d.engine.Sizes.Keep = 2, 2, [2]int{room, room}
					l := &device.Launch{Program: single(t, op.Sub, f, f), Shape: c.shape}
					l.Out = []device.Operand{{Buffer: alloc(t, d, 4*out.Len()), Type: f, Layout: out}}
					for i, s := range c.strides {
						in := broadcast.Layout{Shape: c.shape, Strides: s}
						_, n := in.Bounds()
						l.In = append(l.In, device.Operand{Buffer: upload(t, d, floats32(ramp(n, float32(3*i+1))...)), Type: f, Layout: in})
					}
					require.NoError(t, d.Run(t.Context(), l))
					got := download(t, l.Out[0].Buffer)
					if want == nil {
						want = got
					}
					require.Equal(t, want, got, "room for %d bytes, %d threads", room, threads)
					require.NoError(t, d.Close())
				}
			}
		})
	}
}
