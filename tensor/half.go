package tensor

import (
	"context"
	"strings"
)

// hasFloat32s reports whether each element of the dtype is a float32 too.
func hasFloat32s(dt DType) bool { return dt == Float16 || dt == BFloat16 || dt == Float32 }

// wayToRead is the advice of errors for a tensor of one dtype that is read as another. Programs keep
// halves in integers of 16 bits, but AsType would convert the numbers.
func wayToRead(own, wanted DType) string {
	if own.IsFloat() && own.Size() == 2 && wanted.Size() == 2 {
		return "Float32s returns its numbers, Bytes its bits"
	}
	s := wanted.String()
	return "use AsType(tensor." + strings.ToUpper(s[:1]) + s[1:] + ") first"
}

// FromFloat32s returns a tensor of dtype Float16, BFloat16 or Float32 on the default device, with
// the numbers of data rounded to nearest even, row-major. Go has no type for Float16 and BFloat16.
// Without a shape the tensor has one axis as long as data, as with FromSlice.
//
// For other dtypes use FromSlice and AsType.
func FromFloat32s(dt DType, data []float32, shape ...int) *Tensor {
	const name = "from float32s"
	if !hasFloat32s(dt) {
		return failf(name, "%v is not float16, bfloat16 or float32; use FromSlice, and AsType", dt)
	}
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	wide := fromSlice(name, DefaultDevice(), data, shape)
	defer wide.Release()
	return wide.AsType(dt).computed() // so the float32 data can be released
}

// Float32s returns the elements of a tensor of dtype Float16, BFloat16 or Float32, row-major. The
// conversion is exact. It waits until they are computed. To bound the wait by a context, call
// Eval(ctx, t) first.
func (t *Tensor) Float32s() ([]float32, error) {
	const name = "float32s"
	if err := t.check(name); err != nil {
		return nil, err
	}
	if !hasFloat32s(t.dtype) {
		return nil, errorf(name, "the tensor holds %v, not float16, bfloat16 or float32; use AsType(tensor.Float32) first", t.dtype)
	}
	wide := t.AsType(Float32)
	defer wide.Release()
	return readData[float32](context.Background(), wide, name, nil)
}
