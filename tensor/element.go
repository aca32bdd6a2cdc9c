package tensor

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Element is a Go type that tensors hold as it is.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

func dtypeOf[T Element]() DType {
	switch any(*new(T)).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	case float32:
		return Float32
	}
	return Float64
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// rawBytes returns the elements as a buffer holds them, sharing memory with data
// where the machine is little endian.
func rawBytes[T Element](data []T) []byte {
	if littleEndian {
		return memory(data)
	}
	return swapped(memory(data), int(unsafe.Sizeof(*new(T))))
}

// memory is the bytes of data, as the machine has them.
func memory[T Element](data []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(*new(T))))
}

func swapped(raw []byte, size int) []byte {
	out := make([]byte, len(raw))
	for i := range raw {
		out[i] = raw[i/size*size+size-1-i%size]
	}
	return out
}

// scalarOf returns the bits of v.
func scalarOf[T Element](v T) op.Scalar { return dtypeOf[T]().Load(littleEndianBytes(v)) }

func littleEndianBytes[T Element](v T) []byte {
	b := make([]byte, 8)
	copy(b, rawBytes([]T{v}))
	return b
}

// checkBools refuses bytes that are no bools, which devices would compute nonsense with.
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
