package tensor

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Element is a Go type with a dtype of its own. An int is an Int64, also on 32-bit machines.
type Element interface {
	bool | int | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// Real is an Element that is a number.
type Real interface {
	int | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// elementTypes gives the dtype of each Go kind of element; other kinds have none.
var elementTypes = [...]DType{
	reflect.Bool: Bool, reflect.Int: Int64, reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int64: Int64,
	reflect.Uint8: Uint8, reflect.Uint16: Uint16, reflect.Uint32: Uint32, reflect.Uint64: Uint64, reflect.Float32: Float32, reflect.Float64: Float64,
	reflect.UnsafePointer: 0, // the last kind
}

// dtypeOf returns the dtype that holds a Go type.
func dtypeOf[T Element]() DType { return elementTypes[reflect.TypeFor[T]().Kind()] }

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// inByteOrder converts elements from the machine's byte order to little endian, or back.
func inByteOrder(raw []byte, dt DType) []byte {
	if littleEndian {
		return raw
	}
	out, size := make([]byte, len(raw)), dt.Size()
	for i := range raw {
		out[i] = raw[i/size*size+size-1-i%size]
	}
	return out
}

// rawBytes returns the elements as a buffer holds them. They share memory with data unless the
// machine is big endian, or its ints have 32 bits.
func rawBytes[T Element](data []T) []byte {
	if strconv.IntSize == 32 {
		if ints, ok := any(data).([]int); ok {
			return rawBytes(widenInts(ints))
		}
	}
	return inByteOrder(memory(data), dtypeOf[T]())
}

// memory is the bytes of data, as the machine has them.
func memory[T Element](data []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(*new(T))))
}

func widenInts(ints []int) []int64 {
	wide := make([]int64, len(ints))
	for i, v := range ints {
		wide[i] = int64(v)
	}
	return wide
}

// narrow converts wide to ints, which have 32 bits on some machines.
func narrow(ints []int, wide []int64) error {
	for i, v := range wide {
		if ints[i] = int(v); int64(ints[i]) != v {
			return fmt.Errorf("element %d, %d, does not fit int; use int64", i, v)
		}
	}
	return nil
}

// scalarOf returns the bits of v.
func scalarOf[T Element](v T) op.Scalar { return dtypeOf[T]().Load(rawBytes([]T{v})) }

// checkBools returns an error for bytes that are no bools. Devices would compute wrong values from
// them.
func checkBools(dt DType, raw []byte) error {
	if dt != Bool {
		return nil
	}
	at := 0
	for at+8 <= len(raw) && binary.NativeEndian.Uint64(raw[at:])&0xfefefefe_fefefefe == 0 {
		at += 8
	}
	for i, b := range raw[at:] {
		if b > 1 {
			return fmt.Errorf("byte %d is %d; a bool is 0 or 1", at+i, b)
		}
	}
	return nil
}
