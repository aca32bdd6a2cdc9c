package tensor_test

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// The expected texts are NumPy's: str(array) in a printoptions context.
func TestPrintOptionsAreNumPys(t *testing.T) {
	sevenths := tensor.Linspace(0, 1, 8).Reshape(2, 4)
	for _, c := range []struct {
		name, want string
		options    tensor.PrintOptions
		x          *tensor.Tensor
	}{
		{"three digits", "[[0.    0.143 0.286 0.429]\n [0.571 0.714 0.857 1.   ]]", tensor.PrintOptions{Precision: 3}, sevenths},
		{"no digits", "[[0. 0. 0. 0.]\n [1. 1. 1. 1.]]", tensor.PrintOptions{Precision: -1}, sevenths},
		{"two digits beside an exponent", "[1.00e-05 3.33e-01]", tensor.PrintOptions{Precision: 2}, tensor.FromSlice([]float64{1e-5, 1. / 3})},
		{"all digits of a scalar", "0.3333333333333333", tensor.PrintOptions{}, tensor.Scalar(1. / 3)},
		{"two digits of a scalar", "0.33", tensor.PrintOptions{Precision: 2}, tensor.Scalar(1. / 3)},
		{"corners of one element", "[[ 0. ...  5.]\n ...\n [18. ... 23.]]", tensor.PrintOptions{Threshold: 5, EdgeItems: 1}, iota32(24, 4, 6)},
		{"two rows at each end", "[[ 0  1]\n [ 2  3]\n ...\n [ 8  9]\n [10 11]]", tensor.PrintOptions{Threshold: 11, EdgeItems: 2}, tensor.Arange(0, 12, 1).Reshape(6, 2)},
		{"short lines", "[ 0  1  2  3  4  5\n  6  7  8  9 10 11]", tensor.PrintOptions{LineWidth: 20}, tensor.Arange(0, 12, 1)},
		{"defaults", "[0.33333333]", tensor.PrintOptions{}, tensor.FromSlice([]float64{1. / 3})},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, _, found := strings.Cut(c.options.Sprint(c.x), " shape=")
			require.True(t, found, text)
			assert.Equal(t, c.want, text)
		})
	}
	all := tensor.PrintOptions{Threshold: math.MaxInt}.Sprint(tensor.Zeros(tensor.Bool, 30000))
	assert.Equal(t, 30000, strings.Count(all, "False"))
	huge := tensor.PrintOptions{EdgeItems: math.MaxInt, LineWidth: -1}.Sprint(tensor.Zeros(tensor.Bool, 1001))
	assert.Equal(t, 1001, strings.Count(huge, "False"))
	assert.Contains(t, tensor.PrintOptions{}.Sprint(nil), "nil tensor")
}

// NumPy pads the fewest digits that tell the values apart; float16 and float32 of them are powers of two.
func TestAnExponentHasTheDigitsThatReadBack(t *testing.T) {
	for _, c := range []struct {
		name, want string
		x          *tensor.Tensor
	}{
		{"a float16", "[1.563e-02 1.000e+04]", tensor.FromFloat32s(tensor.Float16, []float32{1. / 64, 1e4})},
		{"a float32", "[1.2621775e-29]", tensor.FromSlice([]float32{0x1p-96})},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, _, _ := strings.Cut(c.x.String(), " shape=")
			assert.Equal(t, c.want, text)
		})
	}
}

func TestAFloatThatIsPrintedWithAllDigitsReadsBackAsItself(t *testing.T) {
	devicetest.OneGoroutine(t)
	for _, c := range []struct {
		dt  tensor.DType
		all []op.Scalar
	}{
		{tensor.Float16, append(multiples(1, 1<<15), multiples(97, 1<<16/97)...)}, // those with a sign are alike
		{tensor.BFloat16, append(multiples(1, 1<<15), multiples(97, 1<<16/97)...)},
		{tensor.Float32, append(multiples(1<<23, 256), multiples(1, 64)...)},
		{tensor.Float64, append(multiples(1<<52, 2048), multiples(1, 64)...)},
	} {
		t.Run(c.dt.String(), func(t *testing.T) {
			finite := slices.DeleteFunc(c.all, func(bits op.Scalar) bool { return math.IsNaN(c.dt.Float(bits) - c.dt.Float(bits)) })
			for row := range slices.Chunk(finite, 255) {
				readsBack(t, c.dt, row[:1], tensor.FromBytes(c.dt, bytesOf(c.dt, row[:1])).Reshape().String())
				for _, beside := range []float64{0, 1e-3} { // which change how a row is printed
					row := append(slices.Clone(row), c.dt.FromFloat(beside))
					readsBack(t, c.dt, row, tensor.PrintOptions{Precision: 400}.Sprint(tensor.FromBytes(c.dt, bytesOf(c.dt, row))))
				}
			}
		})
	}
}

// readsBack fails unless the numbers of a text are the elements.
func readsBack(t *testing.T, dt tensor.DType, elements []op.Scalar, text string) {
	numbers, _, _ := strings.Cut(text, " shape=")
	words := strings.Fields(strings.Trim(numbers, "[]"))
	require.Len(t, words, len(elements))
	for i, bits := range elements {
		got, err := strconv.ParseFloat(words[i], 64)
		require.NoError(t, err, text)
		if want := dt.FromFloat(dt.Float(bits)); want != dt.FromFloat(got) {
			require.Fail(t, "it reads back as another number", "%v prints %s", dt.Float(bits), words[i])
		}
	}
}

// bytesOf returns elements as FromBytes takes them.
func bytesOf(dt tensor.DType, elements []op.Scalar) []byte {
	raw := make([]byte, len(elements)*dt.Size())
	for i, bits := range elements {
		dt.Store(raw[i*dt.Size():], bits)
	}
	return raw
}

// multiples returns count multiples of step.
func multiples(step op.Scalar, count int) []op.Scalar {
	all := make([]op.Scalar, count)
	for i := range all {
		all[i] = op.Scalar(i) * step
	}
	return all
}

func TestATensorThatIsTooLargeToBePrintedIsASummary(t *testing.T) {
	all := tensor.PrintOptions{Threshold: math.MaxInt, EdgeItems: 1}
	for _, shift := range []int{25, 41, 53} {
		if shift < bits.UintSize-4 { // the view has a size
			assert.Contains(t, all.Sprint(tensor.Ones(tensor.Float32, 1).BroadcastTo(1<<shift)), "[1. ... 1.]")
		}
	}
}

// The device has no memory for this tensor of 4 GiB. It counts the elements that are read.
func TestASummaryReadsWhatItPrints(t *testing.T) {
	rows := 1 << 15
	if math.MaxInt == math.MaxInt32 {
		rows = 1 << 13 // an int has 32 bits
	}
	d := &readsCounted{Device: cpu.New()}
	on(t, d)
	for _, c := range []struct {
		name  string
		x     *tensor.Tensor
		reads int
	}{
		{"one axis", tensor.Zeros(tensor.Float32, rows*rows).Neg(), 6},
		{"two axes", tensor.Zeros(tensor.Float32, rows, rows).Neg(), 36},
		{"transposed", tensor.Zeros(tensor.Float32, rows, rows).Neg().T(), 36},
		{"filled and waiting", tensor.Zeros(tensor.Float32, rows, rows), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.reads > 0 {
				require.NoError(t, tensor.Eval(t.Context(), c.x))
			}
			d.computed, d.read = 0, 0
			assert.Contains(t, c.x.String(), "0. 0. 0. ... 0. 0. 0.")
			assert.LessOrEqual(t, d.computed, c.reads)
			assert.Equal(t, 4*c.reads, d.read)
		})
	}
}

func TestASummaryOfAnExpressionComputesWhatItPrints(t *testing.T) {
	r := recordTensors(t)
	x, row := iota32(2400, 40, 60), iota32(60)
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		most int // elements of a launch
	}{
		{"an operation", x.Mul(2), 36},
		{"a row and a column", row.Mul(row.Unsqueeze(1)), 36},
		{"a view of an expression", x.Mul(2).Flip(0).T().Slice(0, 3, 50, 1), 36},
		{"views on the way", x.Neg().T().Add(x.T().Exp()).Flip(1), 36},
		{"an expression that is read twice", x.Sqrt().Mul(x.Sqrt().Add(1)).Mul(x), 36},
		{"an expanded expression", row.Exp().BroadcastTo(20, 60).Add(1), 36},
		{"a copy in another type", x.Flip().AsType(tensor.Int16).Contiguous(), 36},
		{"a choice", tensor.Where(x.Gt(100), x, row), 36},
		{"filled", tensor.Zeros(tensor.Float32, 40, 60).Add(x), 36},
		{"another shape", x.Mul(2).Reshape(60, 40).Add(1), 2400},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.took()
			text := c.x.String()
			assert.Contains(t, text, "...")
			launches := r.took()
			assert.NotEmpty(t, launches)
			for _, l := range launches {
				assert.LessOrEqual(t, broadcast.RowMajor(l.Shape...).Len(), c.most)
			}
			require.NoError(t, tensor.Eval(t.Context(), c.x))
			assert.Equal(t, c.x.String(), text)
		})
	}
}

func TestASummaryIsRightWhileOthersComputeAndWrite(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		on(t, d)
		x := tensor.Ones(tensor.Float32, 40, 60)
		require.NoError(t, tensor.Eval(t.Context(), x))
		for range 50 {
			require.NoError(t, x.Fill(1))
			y := x.Add(1).Mul(x.T().Flip(0).Reshape(40, 60)).Sqrt().T()
			want := y.Clone().String()
			var all sync.WaitGroup
			for _, f := range []func() error{
				func() error { return tensor.Eval(t.Context(), y) },
				func() error { return x.AddInPlace(1) },
				func() error { z := y.Add(1); defer z.Release(); return tensor.Eval(t.Context(), z) },
			} {
				all.Go(func() { assert.NoError(t, f()) })
				all.Go(func() { assert.Equal(t, want, y.String()) })
			}
			all.Wait()
			y.Release()
		}
	})
}

func TestASummaryOfAnExpressionThatFailsIsItsError(t *testing.T) {
	x := tensor.FullOf(tensor.Float32, 1, 40, 60).Add(tensor.FromError(errBroken))
	assert.Contains(t, x.String(), errBroken.Error())
	var text string
	recorded := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		text = x.Add(1).String()
		return x
	})
	recorded.Call(iota32(2400, 40, 60))
	assert.Contains(t, text, "is being compiled")
}

type readsCounted struct {
	device.Device
	computed, read int // elements, bytes
}

type noMemory struct {
	of    *readsCounted
	bytes int
}

func (d *readsCounted) Alloc(bytes int) (device.Buffer, error) { return &noMemory{d, bytes}, nil }

func (d *readsCounted) Run(_ context.Context, l *device.Launch) error {
	d.computed += broadcast.RowMajor(l.Shape...).Len()
	return nil
}

func (b *noMemory) Len() int                { return b.bytes }
func (b *noMemory) Write(int, []byte) error { return nil }
func (b *noMemory) Release()                {}

func (b *noMemory) Read(_ context.Context, _ int, dst []byte) error {
	b.of.read += len(dst)
	return nil
}
