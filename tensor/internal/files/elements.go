package files

import (
	"encoding/binary"
	"io"
)

// Elements reads from R, and has Mend change what it has read: whole elements, where a read asks
// for such. There is how many bytes are left for sure.
type Elements struct {
	R     io.Reader
	There int
	Mend  func([]byte)
}

func (e *Elements) Read(p []byte) (int, error) {
	n, err := io.ReadFull(e.R, p)
	e.Mend(p[:n])
	e.There -= n
	return n, err
}

// Len is how many bytes are left, as far as is known.
func (e *Elements) Len() int { return e.There }

// Bools makes bytes 0 or 1. Any other byte is true, as the reference implementations read it.
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
