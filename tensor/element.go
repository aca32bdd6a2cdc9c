package tensor

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
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

// rawBytes returns n elements at p as a buffer holds them. They share memory with the elements
// unless the machine is big endian, or its ints have 32 bits.
func rawBytes(of reflect.Type, p unsafe.Pointer, n int) []byte {
	if !isShortInt(of) {
		return inByteOrder(memory(of, p, n), of)
	}
	raw := make([]byte, n*Int64.Size())
	for i, v := range unsafe.Slice((*int)(p), n) {
		Int64.Store(raw[i*Int64.Size():], op.Scalar(v))
	}
	return raw
}

// setElements is the inverse of rawBytes. raw may be the memory of the elements.
func setElements(of reflect.Type, p unsafe.Pointer, n int, raw []byte) error {
	if !isShortInt(of) {
		copy(memory(of, p, n), inByteOrder(raw, of))
		return nil
	}
	ints := unsafe.Slice((*int)(p), n)
	for i := range ints {
		v := int64(Int64.Load(raw[i*Int64.Size():]))
		if ints[i] = int(v); int64(ints[i]) != v {
			return fmt.Errorf("element %d, %d, does not fit int; use int64", i, v)
		}
	}
	return nil
}

// isShortInt reports whether a type is an int of 32 bits, whose elements are Int64 nevertheless.
func isShortInt(of reflect.Type) bool { return strconv.IntSize == 32 && of.Kind() == reflect.Int }

// memory is the bytes of n elements, as the machine has them.
func memory(of reflect.Type, p unsafe.Pointer, n int) []byte {
	return unsafe.Slice((*byte)(p), n*int(of.Size()))
}

// inByteOrder converts elements from the machine's byte order to little endian, or back.
func inByteOrder(raw []byte, of reflect.Type) []byte {
	if littleEndian {
		return raw
	}
	out := slices.Clone(raw)
	for element := range slices.Chunk(out, int(of.Size())) {
		slices.Reverse(element)
	}
	return out
}

// scalarOf returns the bits of v.
func scalarOf[T Element](v T) op.Scalar {
	return dtypeOf[T]().Load(rawBytes(reflect.TypeFor[T](), unsafe.Pointer(&v), 1))
}

// checkBools returns an error for bytes that are no bools. Devices would compute wrong values from
// them. before is the number of bytes in front of them.
func checkBools(dt DType, raw []byte, before int) error {
	if dt != Bool {
		return nil
	}
	at := 0
	for at+8 <= len(raw) && binary.NativeEndian.Uint64(raw[at:])&0xfefefefe_fefefefe == 0 {
		at += 8
	}
	for i, b := range raw[at:] {
		if b > 1 {
			return fmt.Errorf("byte %d is %d; a bool is 0 or 1", before+at+i, b)
		}
	}
	return nil
}
