package studio

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/examples/nbody/gravity"
	"github.com/wgtensor/wgtensor/tensor"
)

// bodies are a system under way.
type bodies struct {
	gravity.System
	n int
}

// bodiesFrame goes some steps on. The answer has the positions, three float32 for each body.
func (t *task) bodiesFrame() (a Answer, err error) {
	var r struct {
		Bodies, Steps int
		Restart       bool
	}
	if err := t.read(&r); err != nil {
		return a, err
	}
	if r.Bodies < 1 || r.Bodies > 4096 || r.Steps < 0 || r.Steps > 100 {
		return a, fmt.Errorf("%d bodies, %d steps; there are from 1 to 4096 bodies, and at most 100 steps", r.Bodies, r.Steps)
	}
	m := meter{}
	err = t.onDevice(func() error {
		if t.bodies == nil || t.bodies.n != r.Bodies || r.Restart {
			t.bodies = &bodies{gravity.Galaxies(r.Bodies), r.Bodies}
		}
		b := t.bodies
		err := m.time(t.device, func() error {
			for range r.Steps {
				b.System = b.Step(.004)
				if err := tensor.Eval(t.ctx, b.Position, b.Velocity); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		position, err := tensor.Data[float32](b.Position)
		for _, x := range position {
			a.Pixels = binary.LittleEndian.AppendUint32(a.Pixels, math.Float32bits(x))
		}
		return err
	})
	a.Info = map[string]any{"bodies": r.Bodies, "launches": m.stats.Launches, "ms": m.milliseconds()}
	return a, err
}
