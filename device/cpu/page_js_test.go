package cpu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestALongSortOrStoreGivesAWebPageItsTurn(t *testing.T) {
	const n = 1 << 20
	for _, c := range []struct {
		name, program string
		levels        []int
	}{
		{"sort", "(%0 float32 level 1)\n%1 float32 = sort %0\nreturn %1", []int{1}},
		{"argsort", "(%0 float64 level 1)\n%1 int64 = argsort %0\nreturn %1", []int{1}},
		{"store", "(%0 float64, %1 int64)\nreturn %0 at %1 prod", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := New()
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			l := &device.Launch{Program: p, Shape: []int{n}, Levels: c.levels, Fault: new(device.Fault)}
			for _, dt := range p.Inputs() {
				data := make([]byte, n*dt.Size())
				for i := range n {
					dt.Store(data[i*dt.Size():], dt.FromInt(int64(i)*7919%n))
				}
				l.In = append(l.In, device.Operand{Buffer: upload(t, d, data), Type: dt, Layout: broadcast.RowMajor(n)})
			}
			dt, layout := p.Type(p.Outputs()[0]), broadcast.RowMajor(n)
			if len(p.Output(0).At) > 0 {
				layout = broadcast.Layout{Shape: []int{n, n}, Strides: []int{0, 1}}
			}
			l.Out = []device.Operand{{Buffer: upload(t, d, make([]byte, n*op.Int64.Size())), Type: dt, Layout: layout}}
			turns, done := 0, make(chan struct{})
			go func() {
				for {
					select {
					case <-done:
						return
					case <-time.After(time.Millisecond):
						turns++
					}
				}
			}()
			require.NoError(t, d.Run(t.Context(), l))
			close(done)
			assert.Greater(t, turns, 3)
		})
	}
}
