package op

import "encoding/binary"

// Load reads the element at the start of b, little endian.
func (dt DType) Load(b []byte) Scalar {
	switch dt.Size() {
	case 1:
		return Scalar(b[0])
	case 2:
		return Scalar(binary.LittleEndian.Uint16(b))
	case 4:
		return Scalar(binary.LittleEndian.Uint32(b))
	}
	return Scalar(binary.LittleEndian.Uint64(b))
}

// Store writes the element to the start of b, little endian.
func (dt DType) Store(b []byte, s Scalar) {
	switch dt.Size() {
	case 1:
		b[0] = byte(s)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(s))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(s))
	default:
		binary.LittleEndian.PutUint64(b, uint64(s))
	}
}
