package tensor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestASortTakesNoMoreMemoryThanItsOperandsBesideThem(t *testing.T) {
	const n, tiles = 1 << 18, 64 << 10
	for _, c := range []struct {
		name     string
		dt       tensor.DType
		of       func(x *tensor.Tensor) *tensor.Tensor
		operands int // bytes of an element and of its result
	}{
		{"sort of bytes", tensor.Int8, func(x *tensor.Tensor) *tensor.Tensor { return x.Sort(0) }, 2},
		{"sort of floats", tensor.Float32, func(x *tensor.Tensor) *tensor.Tensor { return x.Sort(0, tensor.Descending) }, 8},
		{"sort of wide floats", tensor.Float64, func(x *tensor.Tensor) *tensor.Tensor { return x.Sort(0) }, 16},
		{"argsort of halves", tensor.Float16, func(x *tensor.Tensor) *tensor.Tensor { return x.Argsort(0) }, 10},
		{"argsort of wide integers", tensor.Int64, func(x *tensor.Tensor) *tensor.Tensor { return x.Argsort(0) }, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			sort := func(room int) error {
				d := cpu.New(cpu.Memory(room+tiles), cpu.Threads(1))
				x := tensor.FromBytesOn(d, c.dt, make([]byte, n*c.dt.Size()), n)
				require.NoError(t, x.Err())
				return tensor.Eval(context.Background(), c.of(x))
			}
			bytes := n * c.operands
			assert.NoError(t, sort(2*bytes))
			if bytes >= 2<<20 { // what a launch needs counts beyond 1 MiB
				assert.ErrorIs(t, sort(bytes+bytes/4), device.ErrOutOfMemory)
			}
		})
	}
}
