package tensor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// close compares as the case's class says: exact, bit for bit; else within the row's
// error of the oracle, which is itself half a unit from the exact result.
func (c arrayCase) close(dt tensor.DType, got, want op.Scalar) bool {
	switch {
	case got == want || isNaN(dt, got) && isNaN(dt, want):
		return true
	case !dt.IsFloat():
		return false
	}
	g, w := dt.Float(got), dt.Float(want)
	if g == 0 && w == 0 {
		return c.Class != "exact" || slices.Contains(c.Tags, "zero-sign-loose")
	}
	off := op.ULP(dt, g, w)
	switch tol := c.row().Tol.For(dt); {
	case tol > 0:
		return off <= max(tol, c.ULP)+0.5
	case c.Class == "compound" && len(c.Oracle) == 0: // a formula of several roundings in PyTorch
		return off <= 4
	}
	return false
}

// looseAt tells which elements no answer is demanded of.
func (c arrayCase) looseAt(t *testing.T, d device.Device, z *archives, shape []int) func(i int, want op.Scalar) bool {
	in := make([]model, len(c.Inputs))
	for i, a := range c.Inputs {
		in[i] = newModel(a.DType.DType, a.Shape)
		copy(in[i].storage.elements, unpack(a.DType.DType, z.bytes(t, a)))
		if c.Kind == "strided" {
			in[i].layout.Shape, in[i].layout.Strides, in[i].layout.Offset = c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset
		}
	}
	args := make([][]op.Scalar, len(in))
	for i, m := range in {
		args[i], _ = m.to(shape, m.dtype())
	}
	flushes := !d.Info().Subnormals && slices.Contains(c.Tags, "subnormal")
	dt := c.Outputs[0].DType.DType
	return func(i int, want op.Scalar) bool {
		if flushes && subnormal(dt, want) {
			return true
		}
		for k, a := range args {
			if flushes && subnormal(in[k].dtype(), a[i]) || excepted(c, in[k].dtype(), a[i], dt) {
				return true
			}
		}
		return false
	}
}

func subnormal(dt tensor.DType, s op.Scalar) bool {
	x := dt.FromInt(0)
	if dt == tensor.Float32 {
		x = tensor.Float32.FromFloat(0x1p-126)
	}
	return dt == tensor.Float32 && dt.Float(s) != 0 && math.Abs(dt.Float(s)) < dt.Float(x)
}

// excepted are the elements where the data contradict a decision of ours.
func excepted(c arrayCase, in tensor.DType, x op.Scalar, out tensor.DType) bool {
	switch o := c.row(); {
	case o == op.Sign: // PyTorch: 0 of NaN. Ours: NaN.
		return isNaN(in, x)
	case o == op.Cast && slices.Contains(c.Tags, "undefined-in-C"): // ours saturates
		return true
	}
	return false
}
