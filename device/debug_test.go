package device

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestALaunchEventIsALine(t *testing.T) {
	p, err := Single(op.Exp, op.Float32)
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: []int{500}, In: []Operand{operand(op.Float32, 500)}, Out: []Operand{operand(op.Float32, 500)}}
	cpu, gpu := &fakeDevice{info: Info{Name: "here", Kind: CPU}}, &fakeDevice{info: Info{Name: "there", Kind: GPU}}
	for _, c := range []struct {
		name, want string
		event      LaunchEvent
	}{
		{"the CPU", "here: exp [500], 2000+2000 bytes, 2µs, 2.0 GB/s", LaunchEvent{Device: cpu, Launch: l, Time: 2 * time.Microsecond}},
		{"a GPU", "there: exp [500], 2000+2000 bytes, queued in 2µs", LaunchEvent{Device: gpu, Launch: l, Time: 2 * time.Microsecond}},
		{"an error", "here: exp [500], 2000+2000 bytes, error: no", LaunchEvent{Device: cpu, Launch: l, Err: errors.New("no")}},
		{"no time", "here: exp [500], 2000+2000 bytes, 0s, 4000.0 GB/s", LaunchEvent{Device: cpu, Launch: l}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, c.event.String()) })
	}
}
