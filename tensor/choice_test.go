package tensor_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// indexing is an index of arange, and what NumPy gives: see tensor/internal/index.
type indexing struct {
	text  string
	shape []int
	index []any
	want  string
	mask  bool
}

// indexings reads the expressions.
func indexings(t *testing.T) (all []indexing) {
	raw, err := os.ReadFile("internal/index/testdata/numpy.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		fields := strings.SplitN(line, ";", 3)
		x := indexing{text: line, shape: numbers(t, fields[0]), want: fields[2]}
		for _, text := range strings.Fields(fields[1]) {
			item := indexOf(t, text)
			if m, ok := item.(*tensor.Tensor); ok && m.DType() == tensor.Bool {
				x.mask = true
			}
			x.index = append(x.index, item)
		}
		all = append(all, x)
	}
	return all
}

func indexOf(t *testing.T, text string) any {
	switch shape, values, _ := strings.Cut(text[1:], "="); {
	case text == "_":
		return nil
	case text == "...":
		return tensor.Ellipsis
	case text[0] == 'a' && strings.Contains(shape, ",") || text[0] == 'a' && shape == "":
		return tensor.FromSlice(numbers(t, values)).Reshape(numbers(t, shape)...).AsType(tensor.Int32)
	case text[0] == 'a':
		return numbers(t, values)
	case text[0] == 'm':
		return tensor.FromSlice(numbers(t, strings.Join(strings.Split(values, ""), ","))).Reshape(numbers(t, shape)...).AsType(tensor.Bool)
	case !strings.Contains(text, ":"):
		return numbers(t, text)[0]
	}
	p := strings.Split(text, ":")
	r := tensor.S(0, tensor.End, numbers(t, p[2])[0])
	if r.Step < 0 {
		r.Start = tensor.End
	}
	if p[0] != "" {
		r.Start = numbers(t, p[0])[0]
	}
	if p[1] != "" {
		r.Stop = numbers(t, p[1])[0]
	}
	return r
}

func numbers(t *testing.T, text string) []int {
	all := []int{}
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		all = append(all, n)
	}
	return all
}

// arange is NumPy's arange of a shape.
func arange(shape []int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	return tensor.Arange[int64](0, int64(n), 1).Reshape(shape...)
}

func TestAtTakesNumPysElements(t *testing.T) {
	devicetest.OneGoroutine(t)
	onIndexDevices(t, func(t *testing.T, d device.Device) {
		for _, x := range indexings(t) {
			y := arange(x.shape).At(x.index...)
			raw, err := y.Bytes()
			if strings.HasPrefix(x.want, "! ") {
				assert.ErrorContains(t, err, x.want[2:], x.text)
				continue
			}
			if !assert.NoError(t, err, x.text) {
				continue
			}
			hash := uint32(0)
			for i := 0; i < len(raw); i += 8 {
				hash = hash*31 + uint32(raw[i]) + uint32(raw[i+1])<<8 + 1
			}
			assert.Equal(t, x.want, fmt.Sprintf("%s %d", strings.Trim(strings.ReplaceAll(fmt.Sprint(y.Shape()), " ", ","), "[]"), hash), x.text)
		}
	})
}

// onIndexDevices runs a test on the devices of loads and stores. They become the default device.
func onIndexDevices(t *testing.T, f func(*testing.T, device.Device)) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			on(t, d)
			f(t, d)
		})
	}
}

// Values are written in row-major order of the chosen elements. A value of fewer axes, or of one element, is
// broadcast.
func TestSetAtWritesTheElementsThatAtTakes(t *testing.T) {
	devicetest.OneGoroutine(t)
	onIndexDevices(t, func(t *testing.T, d device.Device) {
		for i, x := range indexings(t) {
			places := arange(x.shape).At(x.index...)
			raw, err := places.Bytes()
			y := arange(x.shape)
			want := data[int64](t, y)
			var value *tensor.Tensor
			if err != nil {
				err := y.SetAt(1, x.index...)
				if !x.mask { // all places of a mask get the same number without a look at the others
					assert.ErrorContains(t, err, x.want[2:], x.text)
				}
				assert.Equal(t, want, data[int64](t, y), x.text)
				continue
			}
			shape := places.Shape()
			switch i % 4 {
			case 0:
				value = arange(shape).Add(1000)
			case 1:
				value = arange(shape[min(1, len(shape)):]).Add(1000)
			case 2:
				value = arange(append([]int{1}, shape[min(2, len(shape)):]...)).Add(1000)
			default:
				value = tensor.Scalar(int64(1000))
			}
			if !assert.NoError(t, y.SetAt(value, x.index...), x.text) {
				continue
			}
			values := data[int64](t, value.BroadcastTo(append(slices.Repeat([]int{1}, max(0, value.Rank()-len(shape))), shape...)...))
			for k := range values {
				want[int(raw[8*k])+int(raw[8*k+1])<<8] = values[k]
			}
			assert.Equal(t, want, data[int64](t, y), x.text)
		}
	})
}

func TestAnIndexOfTensorsIsACopy(t *testing.T) {
	x := tensor.Arange(0, 6, 1).Reshape(2, 3)
	require.NoError(t, x.At([]int{1, 0}).AddInPlace(1))
	require.NoError(t, x.At(x.Gt(3)).Fill(9))
	assert.Equal(t, []int64{0, 1, 2, 3, 4, 5}, data[int64](t, x))
	require.NoError(t, x.SetAt(x.At([]int{1, 0}, 0).Add(10), []int{1, 0}, 0))
	require.NoError(t, x.SetAt(x.At(x.Gt(3)).Neg(), x.Gt(3)))
	assert.Equal(t, []int64{-10, 1, 2, -13, -4, -5}, data[int64](t, x))
}

func TestSetAtWritesToViews(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 3, 4)
	turned := x.Flip(0).T()
	require.NoError(t, turned.SetAt([]float32{1, 2, 3}, []int{-1, 0, -1}, tensor.FromSlice([]uint8{0, 1, 2})))
	require.NoError(t, x.SetAt(7.5, x.At(tensor.Ellipsis, 0).Eq(2), tensor.S(1, 3, 1)))
	require.NoError(t, turned.SetAt(x.At(1, 0), tensor.FromSlice([]bool{true}).Reshape(), 2, 2))
	assert.Equal(t, []float32{0, 0, 2, 3, 2, 7.5, 7.5, 0, 0, 0, 0, 1}, data32(t, x))
}

func TestSetAtOfAMaskCountsNothingForOneValue(t *testing.T) {
	f := tensor.Compile(func(p struct {
		X  *tensor.Tensor
		By tensor.Number
	}) *tensor.Tensor {
		y := p.X.Mul(2)
		_ = y.SetAt(p.By, y.Gt(4))
		_ = y.SetAt([]int32{7, 8, 9}, tensor.FromSlice([]bool{true, false}))
		return y
	})
	for _, by := range []int{-1, -2} {
		y := f.Call(struct {
			X  *tensor.Tensor
			By tensor.Number
		}{tensor.Arange[int32](0, 6, 1).Reshape(2, 3), tensor.Num(float64(by))})
		assert.Equal(t, []int32{7, 8, 9, int32(by), int32(by), int32(by)}, data[int32](t, y))
	}
	x := tensor.Arange[int64](1<<53, 1<<53+3, 1)
	require.NoError(t, x.SetAt(1.5, x.Eq(int64(1)<<53)))
	assert.Equal(t, []int64{1, 1<<53 + 1, 1<<53 + 2}, data[int64](t, x), "elements that stay are not rounded")
}

func TestWrongIndicesAndValuesLeaveTheTensorAsItWas(t *testing.T) {
	x := tensor.Arange(0, 6, 1).Reshape(2, 3)
	three := tensor.Arange(0, 3, 1)
	for _, c := range []struct {
		name  string
		value any
		index []any
		want  string
	}{
		{"list", 1, []any{[]int{0, 2}}, "tensor: set at: index 2 is out of bounds for axis 0 with size 2"},
		{"tensor", 1, []any{0, three.Add(1)}, "index 3 is out of bounds for axis 1 with size 3"},
		{"values of a mask", three, []any{x.Gt(3)}, "tensor: set at: boolean array indexing assignment cannot assign 3 input values to the 2 output values where the mask is true"},
		{"values of an array", three, []any{[]int{0, 1}, []int{0, 1}}, "tensor: set at: shape mismatch: value array of shape (3,) could not be broadcast to indexing result of shape (2,)"},
		{"arrays", 1, []any{[]int{0, 1}, three}, "tensor: set at: shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,) "},
		{"mask", 1, []any{tensor.Ones(tensor.Bool, 3)}, "tensor: set at: boolean index did not match indexed array along axis 0; size of axis is 2 but size of corresponding boolean axis is 3"},
		{"values of an empty mask", three.Slice(0, 1, 3, 1), []any{tensor.Zeros(tensor.Bool, 0)}, "tensor: set at: shape mismatch: value array of shape (2,) could not be broadcast to indexing result of shape (0,3)"},
		{"number", int64(1) << 40, []any{[]int{0}}, ""},
		{"value", "one", []any{[]int{0}}, "tensor: set at: the value is a string; it has to be a *Tensor, a number, a bool, or a slice of elements"},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := x.Clone()
			err := y.SetAt(c.value, c.index...)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
			assert.Equal(t, data[int64](t, x), data[int64](t, y))
		})
	}
	assert.ErrorContains(t, x.AsType(tensor.Int8).SetAt(300, []int{0}), "tensor: set at: the value is 300, which does not fit int8")
	assert.ErrorContains(t, x.BroadcastTo(2, 2, 3).SetAt(1, []int{0}), "read-only")
	mask := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.At(x.Gt(1)) })
	assert.ErrorContains(t, mask.Call(x).Err(), "the shape of the result depends on values")
	y := mask.Call(x.Slice(0, 0, 0, 1))
	require.NoError(t, y.Err(), "a mask without elements")
	assert.Equal(t, []int{0}, y.Shape())
}

func TestAnEmptyResultOfAWrongIndexPrintsTheError(t *testing.T) {
	y := tensor.Zeros(tensor.Float32, 7, 0).Take(0, tensor.FromSlice([]int64{99}))
	assert.Contains(t, y.String(), "index 99 is out of bounds for axis 0 with size 7")
}
