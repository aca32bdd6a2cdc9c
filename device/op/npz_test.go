package op

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// array names an array of the conformance data: a member of a zip file, in NumPy's
// format version 1.0, whose header repeats what stands here.
type array struct {
	File, Member string
	DType        dtype
	Shape        []int
}

// elements reads an array's elements, in row-major order.
func (a array) elements(t *testing.T, dir string) []Scalar {
	z, err := zip.OpenReader(filepath.Join(dir, a.File))
	require.NoError(t, err)
	defer z.Close()
	f, err := z.Open(a.Member)
	require.NoError(t, err)
	defer f.Close()
	raw, err := io.ReadAll(f)
	require.NoError(t, err)
	data := raw[10+binary.LittleEndian.Uint16(raw[8:]):]
	size := a.DType.Size()
	all := make([]Scalar, len(data)/size)
	for i := range all {
		all[i] = a.DType.Load(data[i*size:])
	}
	return all
}

// at finds the element that a broadcast array has at the i-th index of a shape.
func (a array) at(i int, shape []int) int {
	at, step := 0, 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		own := axis - len(shape) + len(a.Shape)
		if own >= 0 {
			if a.Shape[own] > 1 {
				at += i % shape[axis] * step
			}
			step *= a.Shape[own]
		}
		i /= shape[axis]
	}
	return at
}
