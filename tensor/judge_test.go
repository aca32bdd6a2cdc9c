package tensor_test

import (
	"testing"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
)

// samples are the case's elements, whose result has this shape.
func (c arrayCase) samples(t *testing.T, z *archives, shape []int) []outside.Sample {
	dt := c.Answer().DType.DType
	wants := unpack(dt, z.bytes(t, c.Answer()))
	all := make([]outside.Sample, len(wants))
	for i, want := range wants {
		all[i] = outside.Sample{Case: &c.Case, DType: dt, Want: want}
	}
	for i, a := range c.Inputs {
		m := newModel(a.DType.DType, a.Shape)
		copy(m.storage.elements, unpack(a.DType.DType, z.bytes(t, a)))
		if c.Kind == "strided" {
			m.layout.Shape, m.layout.Strides, m.layout.Offset = c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset
		}
		values, _ := m.to(shape, m.dtype())
		for k := range all {
			all[k].Types, all[k].In = append(all[k].Types, m.dtype()), append(all[k].In, values[k])
		}
	}
	return all
}
