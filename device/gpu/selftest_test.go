package gpu

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// inexact is the CPU, one of whose operations is off by a unit until it is repaired.
type inexact struct {
	device.Device
	bad        *op.Op
	isRepaired func() bool
}

func (d inexact) Run(_ context.Context, l *device.Launch) error {
	if err := d.Device.Run(ctx, l); err != nil || d.isRepaired() {
		return err
	}
	for i, instr := range l.Program.Code() {
		if instr.Op != d.bad {
			continue
		}
		raw := make([]byte, 4*l.Shape[0])
		out := l.Out[i]
		if err := out.Buffer.Read(ctx, 4*out.Layout.Offset, raw); err != nil {
			return err
		}
		for at := 0; at < len(raw); at += 4 {
			bits := binary.LittleEndian.Uint32(raw[at:])
			if x := math.Float32frombits(bits); x > 1 && x < math.MaxFloat32 {
				binary.LittleEndian.PutUint32(raw[at:], bits+1)
			}
		}
		if err := out.Buffer.Write(4*out.Layout.Offset, raw); err != nil {
			return err
		}
	}
	return nil
}

func TestTheSelfTestRepairsWhatShadersCanAndRefusesTheRest(t *testing.T) {
	for _, c := range []struct {
		name     string
		bad      *op.Op // none if nil
		repair   shaders.Repair
		repaired string // of Info
		err      string
	}{
		{name: "all is right"},
		{name: "division", bad: op.Div, repair: shaders.Repair{Div: true}, repaired: `^division \(off by up to 1 ULP: .* / .* gave .*\)$`},
		{name: "reciprocal", bad: op.Reciprocal, repair: shaders.Repair{Div: true}, repaired: `^division \(off by up to 1 ULP: 1 / .* gave .*\)$`},
		{name: "square root", bad: op.Sqrt, repair: shaders.Repair{Sqrt: true}, repaired: `^square root \(off by up to 1 ULP: `},
		{name: "addition", bad: op.Add, err: `^2 \+ 3 gave 5\.0+\d+, not 5$`},
		{name: "conversion", bad: op.Cast, err: "^conversion of int32 is not rounded to nearest, and has no repair: off by up to 1 ULP: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			host, err := cpu.Open()
			require.NoError(t, err)
			var repair shaders.Repair
			d := inexact{host, c.bad, func() bool { return c.bad == nil || repair != (shaders.Repair{}) }}
			var info device.Info
			err = selfTest{d, &repair}.run(&info)
			if c.err != "" {
				require.Error(t, err)
				assert.Regexp(t, c.err, err.Error())
				return
			}
			require.NoError(t, err)
			assert.True(t, info.Subnormals)
			assert.Equal(t, c.repair, repair)
			assert.Regexp(t, c.repaired, info.Repaired)
		})
	}
}
