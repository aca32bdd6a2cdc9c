package tensor_test

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// The public names and their types are a contract: programs elsewhere are compiled
// against them. This file does not compile if one changes.
var (
	_ op.DType = tensor.DType(0)
	_          = []tensor.DType{tensor.Bool, tensor.Int8, tensor.Int16, tensor.Int32, tensor.Int64, tensor.Uint8, tensor.Uint16, tensor.Uint32, tensor.Uint64, tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64}
	_ error    = tensor.ErrUnknownOperation
	_ int      = tensor.End
	_          = tensor.BroadcastWarning{Op: "", A: []int{}, B: []int{}, Result: []int{}}

	_ func(string) (tensor.DType, error)                                      = tensor.ParseDType
	_ func([]float32, ...int) *tensor.Tensor                                  = tensor.FromSlice[float32]
	_ func(tensor.DType, []byte, ...int) *tensor.Tensor                       = tensor.FromBytes
	_ func(bool) *tensor.Tensor                                               = tensor.Scalar[bool]
	_ func(int8, ...int) *tensor.Tensor                                       = tensor.Full[int8]
	_ func(tensor.DType, ...int) *tensor.Tensor                               = tensor.Zeros
	_ func(tensor.DType, ...int) *tensor.Tensor                               = tensor.Ones
	_ func(a, b, c uint16) *tensor.Tensor                                     = tensor.Arange[uint16]
	_ func(a, b float64, n int) *tensor.Tensor                                = tensor.Linspace[float64]
	_ func(tensor.DType, any, ...int) *tensor.Tensor                          = tensor.FullOf
	_ func(device.Device, []int, ...int) *tensor.Tensor                       = tensor.FromSliceOn[int]
	_ func(device.Device, tensor.DType, []byte, ...int) *tensor.Tensor        = tensor.FromBytesOn
	_ func(*tensor.Tensor) ([]uint64, error)                                  = tensor.Data[uint64]
	_ func(*tensor.Tensor) (float64, error)                                   = tensor.Item[float64]
	_ func(a, b *tensor.Tensor, rtol, atol float64) (bool, error)             = tensor.AllClose
	_ func(context.Context, ...*tensor.Tensor) error                          = tensor.Eval
	_ func(...*tensor.Tensor) error                                           = tensor.Warmup
	_ func(device.Device)                                                     = tensor.SetDefaultDevice
	_ func() device.Device                                                    = tensor.DefaultDevice
	_ func(...*tensor.Tensor) ([]*tensor.Tensor, error)                       = tensor.BroadcastTensors
	_ func(...[]int) ([]int, error)                                           = tensor.BroadcastShapes
	_ func(string, ...any) *tensor.Tensor                                     = tensor.Apply
	_ func(...any) (tensor.DType, error)                                      = tensor.ResultType
	_ func(a, b tensor.DType) (tensor.DType, error)                           = tensor.PromoteTypes
	_ func(a, b, c any) *tensor.Tensor                                        = tensor.Where
	_ func(func(tensor.BroadcastWarning))                                     = tensor.OnBroadcastWarning
	_ func(*tensor.Tensor) []int                                              = (*tensor.Tensor).Shape
	_ func(*tensor.Tensor) []int                                              = (*tensor.Tensor).Strides
	_ func(*tensor.Tensor) int                                                = (*tensor.Tensor).Rank
	_ func(*tensor.Tensor) int                                                = (*tensor.Tensor).Len
	_ func(*tensor.Tensor) tensor.DType                                       = (*tensor.Tensor).DType
	_ func(*tensor.Tensor) device.Device                                      = (*tensor.Tensor).Device
	_ func(*tensor.Tensor) bool                                               = (*tensor.Tensor).ReadOnly
	_ func(*tensor.Tensor) bool                                               = (*tensor.Tensor).IsContiguous
	_ func(*tensor.Tensor) error                                              = (*tensor.Tensor).Err
	_ func(*tensor.Tensor) ([]byte, error)                                    = (*tensor.Tensor).Bytes
	_ func(*tensor.Tensor) string                                             = (*tensor.Tensor).String
	_ func(*tensor.Tensor, device.Device) *tensor.Tensor                      = (*tensor.Tensor).To
	_ func(*tensor.Tensor, tensor.DType) *tensor.Tensor                       = (*tensor.Tensor).AsType
	_ func(*tensor.Tensor)                                                    = (*tensor.Tensor).Release
	_ func(t *tensor.Tensor, axis0, axis1 int) *tensor.Tensor                 = (*tensor.Tensor).Transpose
	_ func(*tensor.Tensor, int) *tensor.Tensor                                = (*tensor.Tensor).Unsqueeze
	_ func(t *tensor.Tensor, axis, start, stop, step int) *tensor.Tensor      = (*tensor.Tensor).Slice
	_ func(t *tensor.Tensor, axis, i int) *tensor.Tensor                      = (*tensor.Tensor).Index
	_ func(t *tensor.Tensor, shape, strides []int, offset int) *tensor.Tensor = (*tensor.Tensor).AsStrided
	_ func(t *tensor.Tensor, lo, hi any) *tensor.Tensor                       = (*tensor.Tensor).Clamp
	_ func(*tensor.Tensor, any) error                                         = (*tensor.Tensor).Assign
	_ func(*tensor.Tensor, ...any) *tensor.Tensor                             = (*tensor.Tensor).At
	_ func(t *tensor.Tensor, value any, index ...any) error                   = (*tensor.Tensor).SetAt
	_ func(start, stop, step int) tensor.Range                                = tensor.S
	_                                                                         = tensor.Ellipsis
	_ func(*tensor.Tensor, any) error                                         = (*tensor.Tensor).Fill
)

type (
	unaryMethod   = func(*tensor.Tensor) *tensor.Tensor
	binaryMethod  = func(*tensor.Tensor, any) *tensor.Tensor
	axesMethod    = func(*tensor.Tensor, ...int) *tensor.Tensor
	binaryInPlace = func(*tensor.Tensor, any) error
)

var (
	_ = []unaryMethod{(*tensor.Tensor).Clone, (*tensor.Tensor).Contiguous, (*tensor.Tensor).T}
	_ = []axesMethod{(*tensor.Tensor).BroadcastTo, (*tensor.Tensor).Expand, (*tensor.Tensor).Reshape, (*tensor.Tensor).Permute, (*tensor.Tensor).Squeeze, (*tensor.Tensor).Flip}
	_ = []unaryMethod{(*tensor.Tensor).Exp, (*tensor.Tensor).Log, (*tensor.Tensor).Sin, (*tensor.Tensor).Tanh, (*tensor.Tensor).Sigmoid, (*tensor.Tensor).Neg,
		(*tensor.Tensor).Abs, (*tensor.Tensor).Sqrt, (*tensor.Tensor).Isnan, (*tensor.Tensor).LogicalNot, (*tensor.Tensor).BitwiseNot}
	_ = []binaryMethod{(*tensor.Tensor).Add, (*tensor.Tensor).Sub, (*tensor.Tensor).Mul, (*tensor.Tensor).Div, (*tensor.Tensor).FloorDivide, (*tensor.Tensor).Remainder,
		(*tensor.Tensor).Pow, (*tensor.Tensor).Eq, (*tensor.Tensor).Ne, (*tensor.Tensor).Lt, (*tensor.Tensor).Le, (*tensor.Tensor).Gt, (*tensor.Tensor).Ge, (*tensor.Tensor).Maximum}
	_ = []binaryInPlace{(*tensor.Tensor).AddInPlace, (*tensor.Tensor).SubInPlace, (*tensor.Tensor).MulInPlace, (*tensor.Tensor).DivInPlace, (*tensor.Tensor).MaximumInPlace}
)
