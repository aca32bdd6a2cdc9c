package tensor

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// FromSlice returns a tensor on the default device with a copy of data, row-major. Without a shape
// it has one axis as long as data. FromSlice(data).Reshape() makes one element a 0-d tensor.
func FromSlice[T Element](data []T, shape ...int) *Tensor {
	return FromSliceOn(DefaultDevice(), data, shape...)
}

// FromSliceOn is FromSlice for a given device.
func FromSliceOn[T Element](d device.Device, data []T, shape ...int) *Tensor {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	return fromSlice("from slice", d, data, shape)
}

// Scalar returns a 0-d tensor on the default device.
func Scalar[T Element](v T) *Tensor { return fromSlice("scalar", DefaultDevice(), []T{v}, nil) }

func fromSlice[T Element](name string, d device.Device, data []T, shape []int) *Tensor {
	size, err := broadcast.Size(shape)
	if err != nil {
		return failf(name, "%w", err)
	}
	if size != len(data) {
		return failf(name, "shape %v holds %d elements, the data has %d", shape, size, len(data))
	}
	return newStored(name, d, dtypeOf[T](), rawBytes(reflect.TypeFor[T](), unsafe.Pointer(unsafe.SliceData(data)), len(data)), shape)
}

// FromBytes returns a tensor on the default device from the bytes of its elements, row-major and
// little endian. A bool is a byte, 0 or 1. float16 and bfloat16 have two bytes. Without a shape the
// tensor has one axis; FromBytes(dt, raw).Reshape() makes one element a 0-d tensor. The bytes
// are copied.
func FromBytes(dt DType, raw []byte, shape ...int) *Tensor {
	return FromBytesOn(DefaultDevice(), dt, raw, shape...)
}

// FromBytesOn is FromBytes for a given device.
func FromBytesOn(d device.Device, dt DType, raw []byte, shape ...int) *Tensor {
	const name = "from bytes"
	if !dt.Valid() {
		return failf(name, "%v is no dtype", dt)
	}
	if len(shape) == 0 {
		if len(raw)%dt.Size() != 0 {
			return failf(name, "%d bytes are no whole number of %v of %d bytes", len(raw), dt, dt.Size())
		}
		shape = []int{len(raw) / dt.Size()}
	}
	return fromBytes(name, d, dt, raw, shape)
}

// fromBytes is FromBytesOn with a shape, and with the name of the function for errors.
func fromBytes(name string, d device.Device, dt DType, raw []byte, shape []int) *Tensor {
	size, err := broadcast.Size(shape)
	if err != nil {
		return failf(name, "%w", err)
	}
	if size > math.MaxInt/dt.Size() || size*dt.Size() != len(raw) {
		return failf(name, "shape %v of %v holds %d elements of %d bytes, the data has %d bytes", shape, dt, size, dt.Size(), len(raw))
	}
	if err := checkBools(dt, raw, 0); err != nil {
		return failf(name, "%w", err)
	}
	return newStored(name, d, dt, raw, shape)
}

// newOn returns a tensor of d whose elements make finds. While a function is recorded for d, it
// is a tensor of the trace.
func newOn(name string, d device.Device, dt DType, shape []int, make func(d device.Device) (*Tensor, error)) *Tensor {
	if err := computes(name, d, elsewhere, dt); err != nil {
		return fail(err)
	}
	if err := fits(dt, shape); err != nil {
		return failf(name, "%w", err)
	}
	t, err := make(traceOr(d))
	if err != nil {
		return failf(name, "shape %v of %v: %w", shape, dt, err)
	}
	return t
}

// newStored returns a tensor of a device with the given bytes.
func newStored(name string, d device.Device, dt DType, raw []byte, shape []int) *Tensor {
	return newOn(name, d, dt, shape, func(d device.Device) (*Tensor, error) {
		return store(d, dt, shape, func(buf device.Buffer) error { return buf.Write(0, raw) })
	})
}

// store returns a tensor of the device. The function write gives it its elements.
func store(d device.Device, dt DType, shape []int, write func(buf device.Buffer) error) (*Tensor, error) {
	layout := rowMajor(shape)
	buf, err := graph.Alloc(d, layout.Len()*dt.Size())
	if err != nil {
		return nil, err
	}
	if err := write(buf); err != nil {
		buf.Release()
		return nil, err
	}
	return fresh(d, new(graph.Storage).InitStored(dt, layout, buf)), nil
}

// Full returns a tensor on the default device filled with v. Without a shape it is 0-d.
func Full[T Element](v T, shape ...int) *Tensor {
	return newFilled("full", DefaultDevice(), dtypeOf[T](), scalarOf(v), shape)
}

// FullOf is Full for any dtype, also for Float16, for which Go has no type. The value is a number
// or a bool. It is converted as by [Tensor.Fill]: an integer that overflows dt is an error. Of a
// [Number] it takes the value, which is an error for a compiled function's argument: a recorded tensor
// is filled by Fill.
func FullOf(dt DType, v any, shape ...int) *Tensor {
	return filledWith("full of", DefaultDevice(), dt, v, shape)
}

// filledWith is newFilled of a number or a bool.
func filledWith(name string, d device.Device, dt DType, v any, shape []int) *Tensor {
	w, ok := parseWeak(v)
	if ok && w.of != nil {
		return failf(name, "the value is an argument of a compiled function; use Fill of a tensor that the function makes")
	}
	if !ok {
		return failf(name, "the value is %s; it is a number or a bool", describe(v))
	}
	s, err := w.scalar(dt)
	if err != nil {
		return failf(name, "the value is %w", err)
	}
	return newFilled(name, d, dt, s, shape)
}

// Zeros returns a tensor on the default device filled with zeros, or false. Without a shape it is
// 0-d.
func Zeros(dt DType, shape ...int) *Tensor { return newFilled("zeros", DefaultDevice(), dt, 0, shape) }

// Ones returns a tensor on the default device filled with ones, or true. Without a shape it is 0-d.
func Ones(dt DType, shape ...int) *Tensor {
	return newFilled("ones", DefaultDevice(), dt, dt.FromInt(1), shape)
}

func newFilled(name string, d device.Device, dt DType, v op.Scalar, shape []int) *Tensor {
	return newOn(name, d, dt, shape, func(d device.Device) (*Tensor, error) {
		return newExpression(d, dt, rowMajor(shape), nil, nil, graph.Arg{Type: dt, Scalar: v}), nil
	})
}

// fits returns an error if an int cannot count the bytes of a shape.
func fits(dt DType, shape []int) error {
	size, err := broadcast.Size(shape)
	if err != nil {
		return err
	}
	if size > math.MaxInt/dt.Size() {
		return fmt.Errorf("shape %v: %d elements of %v are more bytes than an int counts", shape, size, dt)
	}
	return nil
}

// Arange returns the numbers from start by step up to but without stop, as NumPy's
// arange does: their count is (stop-start)/step rounded up.
func Arange[T Element](start, stop, step T) *Tensor {
	const name = "arange"
	dt := dtypeOf[T]()
	if dt == Bool {
		return failf(name, "bool has no steps; use an integer type and AsType")
	}
	n, s, err := progression(dt, scalarOf(start), scalarOf(stop), scalarOf(step))
	if err != nil {
		return failf(name, "from %v to %v by %v: %w", start, stop, step, err)
	}
	return s.tensor(name, n)
}

// Linspace returns n numbers evenly spaced from start through stop. They are Float64 if start and
// stop are integers, and otherwise of their type.
func Linspace[T Real](start, stop T, n int) *Tensor {
	if n < 0 || n > maxProgression {
		return failf("linspace", "a count of %d; it is 0 to %d", n, maxProgression)
	}
	dt := dtypeOf[T]()
	if !dt.IsFloat() {
		dt = Float64
	}
	s := linspace(dt, float64(start), float64(stop), n-1)
	return s.tensor("linspace", n)
}

// FromError returns a tensor that carries an error. Functions of other packages return it, so that
// their errors stick to tensors too.
func FromError(err error) *Tensor {
	if err == nil {
		err = errors.New("tensor: from error: nil error")
	}
	return fail(err)
}
