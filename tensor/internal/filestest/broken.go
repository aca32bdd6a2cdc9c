package filestest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

// Broken reads and writes Good. Each call beyond it returns N and no error, which breaks the
// contract of io.Reader, io.ReaderAt and io.Writer.
type Broken struct {
	Good []byte
	N    int
	Size int64 // of the whole file
}

func (b *Broken) Read(p []byte) (n int, err error) {
	if n = copy(p, b.Good); n == 0 {
		return b.N, nil
	}
	b.Good = b.Good[n:]
	return n, nil
}

// ReadAt reads what lies in Good whole.
func (b *Broken) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > int64(len(b.Good)) {
		return b.N, nil
	}
	return copy(p, b.Good[at:]), nil
}

// Write writes what fits Good whole.
func (b *Broken) Write(p []byte) (int, error) {
	if len(p) > len(b.Good) {
		return b.N, nil
	}
	b.Good = b.Good[len(p):]
	return len(p), nil
}

// RefuseBroken fails unless each use of a stream is an error where the stream breaks its contract.
// write writes the file.
func RefuseBroken(t *testing.T, write func(*bytes.Buffer, *tensor.Tensor) error, uses map[string]func(*Broken, *tensor.Tensor) error) {
	for _, dt := range []tensor.DType{tensor.Bool, tensor.Float32} {
		x := tensor.Zeros(dt, 8)
		var file bytes.Buffer
		must(t, write(&file, x))
		for name, use := range uses {
			for _, good := range []int{0, 9, file.Len() - 8, file.Len() - 1} {
				for _, n := range []int{0, -1, 1 << 30} {
					t.Run(fmt.Sprintf("%s of %v/%d bytes, then %d", name, dt, good, n), func(t *testing.T) {
						if use(&Broken{file.Bytes()[:good], n, int64(file.Len())}, x) == nil {
							t.Error("no error")
						}
					})
				}
			}
		}
	}
}
