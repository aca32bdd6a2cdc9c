package tensor_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// boundStrips bounds the intermediate results of launches that run strip by strip.
func boundStrips(t *testing.T, bytes int) {
	before := fuse.StripBytes
	fuse.StripBytes = bytes
	t.Cleanup(func() { fuse.StripBytes = before })
}

// zigzag has values of both signs that differ in their exponents.
func zigzag(d device.Device, shape ...int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(i*37%101-50) / float32(1+i%7)
	}
	return tensor.FromSliceOn(d, values, shape...)
}

// striped are expressions whose launches run strip by strip where the bound is small.
func striped(d device.Device) []striping {
	points, centres := zigzag(d, 50, 3), zigzag(d, 11, 3)
	q, k, v := zigzag(d, 2, 3, 14, 4), zigzag(d, 2, 3, 9, 4), zigzag(d, 2, 3, 9, 5)
	distances := func() *tensor.Tensor { return points.Unsqueeze(1).Sub(centres).Square().Sum(2) }
	scores := func() *tensor.Tensor { return q.Matmul(k.Transpose(-1, -2)).Mul(.5) }
	return []striping{
		{"attention", func() *tensor.Tensor { return scores().Softmax(-1).Matmul(v) }, 3, 600, 36},
		{"the nearest centre", func() *tensor.Tensor { return distances().Argmin(1) }, 2, 400, 12},
		{"the nearest point", func() *tensor.Tensor { return centres.Unsqueeze(1).Sub(points).Square().Sum(2).Argmin(0) }, 2, 400, 12},
		{"attention that is masked by positions", func() *tensor.Tensor {
			yes := tensor.FromSliceOn(d, []bool{true}).BroadcastTo(2, 3, 14, 9).Tril(0)
			return tensor.Where(yes, scores(), math.Inf(-1)).Softmax(-1).Matmul(v)
		}, 3, 600, 36},
		{"attention of a head at a time", func() *tensor.Tensor { return scores().Softmax(-1).Matmul(v) }, 3, 1200, 18},
		{"what is read twice, from both ends", func() *tensor.Tensor {
			x := distances()
			return x.Flip(1).Sub(x).Max(1)
		}, 2, 400, 12},
		{"parts of what is read", func() *tensor.Tensor {
			x := distances()
			return x.Slice(1, 1, 11, 1).Sub(x.Slice(1, 0, 10, 1)).Min(1)
		}, 2, 400, 12},
	}
}

// striping is an expression, and how its launches run under a bound.
type striping struct {
	name     string
	of       func() *tensor.Tensor
	whole    int // launches without strips
	bytes    int // the bound
	launches int // with it
}

func TestALargeIntermediateResultIsComputedStripByStrip(t *testing.T) { onGroups(t, stripByStrip) }

func stripByStrip(t *testing.T, d device.Device) {
	for _, c := range sample(d, striped(d)) {
		t.Run(c.name, func(t *testing.T) {
			whole := c.of()
			require.Equal(t, c.whole, launchesOf(t, whole))
			boundStrips(t, c.bytes)
			got := c.of()
			assert.Equal(t, c.launches, launchesOf(t, got))
			same(t, whole, got)
			compiled := tensor.Compile(func(*tensor.Tensor) *tensor.Tensor { return c.of() })
			for range 2 {
				same(t, whole, compiled.Call(tensor.FromSliceOn(d, []float32{0})))
			}
		})
	}
}

func TestALargeResultThatTwoReductionsReadIsStoredWhole(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		nearest := func() (centre, point *tensor.Tensor) {
			distances := zigzag(d, 50, 1, 3).Sub(zigzag(d, 11, 3)).Square().Sum(2)
			return distances.Argmin(1), distances.Argmin(0)
		}
		centre, point := nearest()
		require.NoError(t, tensor.Eval(t.Context(), centre, point))
		boundStrips(t, 400)
		x, y := nearest()
		require.NoError(t, tensor.Eval(t.Context(), x, y))
		same(t, centre, x)
		same(t, point, y)
	})
}

// A part of a joined result is written strip by strip, too.
func TestAStripReadsNoRowsThatALaterStripWrites(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		of := func() *tensor.Tensor {
			x := zigzag(d, 12, 12).Mul(2)
			joined := tensor.Concat(0, x, zigzag(d, 3, 12))
			return x.Flip(1).Sub(joined.Slice(0, 0, 12, 1).Flip(0))
		}
		whole := of()
		require.NoError(t, tensor.Eval(t.Context(), whole))
		boundStrips(t, 100)
		same(t, whole, of())
	})
}

// A schedule has strips only where each value that its launches pass on is read in boxes.
func TestStripsOfAScheduleFitOtherPartsOfASmallValue(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		if !d.Info().DTypes.Has(tensor.Float64) {
			return
		}
		x := zigzag(d, 4, 6, 4)
		of := func(from int) *tensor.Tensor {
			large, small := x.AsType(tensor.Float64), x.AsType(tensor.Int8)
			rows := small.Reshape(96).Slice(0, from, from+72, 1).Reshape(3, 6, 4)
			return large.Flip(2).Slice(0, 0, 3, 1).Slice(2, 0, 2, 1).Sub(rows.Slice(2, 0, 2, 1))
		}
		whole := of(3)
		require.NoError(t, tensor.Eval(t.Context(), whole))
		boundStrips(t, 200)
		for range 4 {
			require.NoError(t, tensor.Eval(t.Context(), of(0)))
		}
		same(t, whole, of(3))
	})
}

// A strip of what is read must not be what an earlier strip has written.
func TestStripsOfACompiledFunctionWriteToWhatTheyRead(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range []struct {
			name string
			of   func(x *tensor.Tensor) *tensor.Tensor
		}{
			{"at the rows of the strip", func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(2).Flip(1).Sub(x) }},
			{"at the columns of the strip", func(x *tensor.Tensor) *tensor.Tensor { return x.T().Mul(2).Flip(1).Sub(x) }},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := zigzag(d, 12, 12)
				want := c.of(c.of(x))
				require.NoError(t, tensor.Eval(context.Background(), want))
				boundStrips(t, 100)
				step := tensor.Compile(func(x *tensor.Tensor) (none struct{}) {
					assert.NoError(t, x.Assign(c.of(x)))
					return none
				})
				y := zigzag(d, 12, 12)
				for range 2 {
					require.NoError(t, step.Into(struct{}{}, y))
					require.NoError(t, x.Assign(c.of(x)))
				}
				assert.Regexp(t, `: (2[0-9]|1[0-9]) launches`, step.Explain())
				same(t, want, x)
				same(t, want, y)
			})
		}
	})
}

// same compares the elements of two tensors.
func same(t *testing.T, want, got *tensor.Tensor) {
	t.Helper()
	assert.Equal(t, data[float64](t, want.To(cpu.New()).AsType(tensor.Float64)), data[float64](t, got.To(cpu.New()).AsType(tensor.Float64)))
}

func TestExplainTellsStrips(t *testing.T) {
	d := cpu.New()
	boundStrips(t, 400)
	text, err := tensor.Explain(striped(d)[1].of())
	require.NoError(t, err)
	assert.Contains(t, text, "12 launches, ")
	assert.Contains(t, text, "launches 1 to 12: 2 launches for each of 6 strips, whose intermediate results take 396 bytes in place of 2200\n")
	assert.Contains(t, text, "launch 2: ")
	assert.NotContains(t, text, "launch 3: ")
}

func TestStripsTakeTheMemoryOfOneStrip(t *testing.T) {
	points, centres, bound := 1000, 100, 1<<14
	if devicetest.Thorough() {
		points, centres, bound = 100_000, 1000, fuse.StripBytes
	}
	boundStrips(t, bound)
	d := cpu.New(cpu.Memory(points*3*4 + centres*3*4 + points*8 + bound + bound/8 + 1<<12))
	x, c := zigzag(d, points, 3), zigzag(d, centres, 3)
	labels := x.Unsqueeze(1).Sub(c).Square().Sum(2).Argmin(1)
	require.NoError(t, tensor.Eval(context.Background(), labels))
	last := x.Slice(0, points-10, points, 1).Unsqueeze(1).Sub(c).Square().Sum(2).Argmin(1)
	assert.Equal(t, data[int64](t, last), data[int64](t, labels.Slice(0, points-10, points, 1)))
}
