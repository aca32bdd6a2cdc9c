package tensor_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// warmed is a recorder that can be warmed up.
type warmed struct {
	*recorder
	seen []string
	err  error
}

func (w *warmed) Self() device.Device { return w }

func (w *warmed) Warm(l *device.Launch) error {
	w.seen = append(w.seen, text(l))
	return w.err
}

func text(l *device.Launch) string {
	s := fmt.Sprint(l.Shape, l.Program)
	for _, operands := range [][]device.Operand{l.Out, l.In} {
		for _, o := range operands {
			s += fmt.Sprint("\n", o.Type, o.Layout, o.Buffer.Len())
		}
	}
	return s
}

func TestWarmupShowsTheLaunchesThatEvalRuns(t *testing.T) {
	d := &warmed{recorder: newRecorder()}
	on(t, d)
	x, row := iota32(6, 2, 3), iota32(3)
	y := x.Mul(2).Add(row).Exp()
	z := y.T().Sub(row.Reshape(3, 1)) // needs y stored
	before := d.buffers()
	require.NoError(t, tensor.Warmup(z, y))
	assert.Empty(t, d.took(), "nothing is computed")
	assert.Equal(t, before, d.buffers(), "nor stored")
	eval(t, z, y)
	var ran []string
	for _, l := range d.took() {
		ran = append(ran, text(l))
	}
	assert.Len(t, ran, 2)
	assert.Equal(t, ran, d.seen)
	require.NoError(t, tensor.Warmup(z, y))
	assert.Len(t, d.seen, 2, "what is stored needs nothing")
}

func TestWarmupTellsWhatIsWrong(t *testing.T) {
	d := &warmed{recorder: newRecorder(), err: errBroken}
	on(t, d)
	x := iota32(3)
	assert.ErrorContains(t, tensor.Warmup(x, x.Add(iota32(4))), "add: The size of tensor a (3) must match")
	assert.ErrorContains(t, tensor.Warmup(nil), "warmup: nil tensor")
	assert.NoError(t, tensor.Warmup())
	y := x.Add(1)
	assert.ErrorIs(t, tensor.Warmup(y), errBroken)
	assert.ErrorContains(t, tensor.Warmup(y), "tensor: warmup: add: the device is broken")
	assert.Equal(t, []float32{1, 2, 3}, data32(t, y), "which y does not mind")
}

func TestWarmupOfADeviceWithNothingToPrepareDoesNothing(t *testing.T) {
	d := recordTensors(t)
	y := iota32(3).Add(1)
	require.NoError(t, tensor.Warmup(y))
	assert.Empty(t, d.took())
	assert.Equal(t, []float32{1, 2, 3}, data32(t, y))
}

// A program that is to answer without delay compiles its kernels when it starts, on
// tensors of any size.
func ExampleWarmup() {
	model := func(x, w, b *tensor.Tensor) *tensor.Tensor { return x.Mul(w).Add(b).Relu() }
	x, b := tensor.Ones(tensor.Float32, 2, 2).Clone(), tensor.Ones(tensor.Float32, 2).Clone()
	if err := tensor.Warmup(model(x, x, b)); err != nil {
		fmt.Println(err)
	}
	in, bias := tensor.Full[float32](3, 640, 480).Clone(), tensor.Full[float32](-5, 480).Clone()
	fmt.Println(model(in, in, bias).Index(0, 0).Slice(0, 0, 3, 1))
	// Output: [4. 4. 4.] shape=[3] float32 cpu
}
