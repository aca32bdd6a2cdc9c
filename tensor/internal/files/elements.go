package files

import (
	"encoding/binary"
	"io"
)

// Elements reads from R, and passes the bytes to Mend, which changes them. A read of whole elements
// passes whole elements. There is the number of bytes that are certainly left.
type Elements struct {
	R     io.Reader
	There int
	Mend  func([]byte)
}

func (e *Elements) Read(p []byte) (int, error) {
	n, err := io.ReadFull(Reader{e.R}, p)
	e.Mend(p[:n])
	e.There -= n
	return n, err
}

// Len returns the number of bytes that are certainly left.
func (e *Elements) Len() int { return e.There }

// Bools makes all bytes valid bools. As in the reference implementations, every byte except 0 is
// true.
func Bools(raw []byte) {
	for ; len(raw) >= 8; raw = raw[8:] {
		if binary.LittleEndian.Uint64(raw)&0xfefefefefefefefe != 0 {
			truth(raw[:8])
		}
	}
	truth(raw)
}

func truth(raw []byte) {
	for i, b := range raw {
		raw[i] = min(b, 1)
	}
}
