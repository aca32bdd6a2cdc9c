package tensor

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
)

// walkCase is a case of the outside data, and its tensors on a device.
type walkCase struct {
	outside.FormCase
	tensors []*Tensor
}

// get decodes an attribute.
func get[T any](c *walkCase, name string) T { return outside.Attr[T](&c.FormCase, name) }

// load makes the case's tensors on a device.
func (c *walkCase) load(t *testing.T, d device.Device) {
	for i, a := range c.Inputs {
		elements, err := c.Given(i)
		require.NoError(t, err, c.Name)
		x := tensorOf(d, a.DType.DType, elements, a.Shape)
		if v := c.View(i); v != nil {
			x = x.AsStrided(v.Shape, v.Strides, v.Offset)
		}
		require.NoError(t, x.Err(), c.Name)
		c.tensors = append(c.tensors, x)
	}
}

func tensorOf(d device.Device, dt DType, elements []op.Scalar, shape []int) *Tensor {
	raw := make([]byte, len(elements)*dt.Size())
	for i, s := range elements {
		dt.Store(raw[i*dt.Size():], s)
	}
	return FromBytesOn(d, dt, raw, len(elements)).Reshape(shape...)
}

// judge compares what a walk gave with one of the expectations.
func (c *walkCase) judge(got []*Tensor, want []outside.Array) error {
	for k, a := range want {
		if k >= len(got) {
			return fmt.Errorf("%d outputs, want %d", len(got), len(want))
		}
		x := got[k]
		raw, err := x.Bytes()
		if err != nil {
			return err
		}
		elements := make([]op.Scalar, x.Len())
		for i := range elements {
			elements[i] = x.dtype.Load(raw[i*x.dtype.Size():])
		}
		if err := c.Judge(k, x.dtype, x.Shape(), elements, a); err != nil {
			return err
		}
	}
	return nil
}

// walkData is the folder of the outside data; without it the test is skipped.
func walkData(t *testing.T) string {
	dir := os.Getenv(outside.Env)
	if dir == "" {
		t.Skipf("%s does not name the folder of the data", outside.Env)
	}
	return dir
}

// walkCases reads the cases of a suite.
func walkCases(t *testing.T, suite string) []walkCase {
	cases, z, err := outside.FormCases(walkData(t), suite)
	t.Cleanup(z.Close)
	require.NoError(t, err)
	all := make([]walkCase, len(cases))
	for i, c := range cases {
		all[i].FormCase = c
	}
	return all
}
