package cpu

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAnEventSaysWhetherGoroutinesShareALaunch(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a page has one thread")
	}
	d := New(Threads(2))
	var events []device.LaunchEvent
	defer device.OnLaunch(func(e *device.LaunchEvent) { events = append(events, *e) })()
	for _, c := range []struct {
		variant string
		n       int
	}{{"inline", 100}, {"shared", 1 << 20}} {
		p, err := device.Single(op.Neg, op.Float32)
		require.NoError(t, err)
		l := &device.Launch{Program: p, Shape: []int{c.n}}
		for _, operands := range []*[]device.Operand{&l.In, &l.Out} {
			b, err := d.Alloc(4 * c.n)
			require.NoError(t, err)
			*operands = []device.Operand{{Buffer: b, Type: op.Float32, Layout: broadcast.RowMajor(c.n)}}
		}
		events = nil
		require.NoError(t, d.Run(t.Context(), l))
		require.Len(t, events, 1)
		assert.Equal(t, c.variant, events[0].Variant, c.n)
		assert.False(t, events[0].SelfTest)
	}
}
