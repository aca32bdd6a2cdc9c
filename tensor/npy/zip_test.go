package npy_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// sparse is a file in memory. It does not keep writes of 1 MiB, which have only zeros.
type sparse struct {
	size  int64
	parts map[int64][]byte
}

func (s *sparse) Write(p []byte) (int, error) {
	if len(p) < 1<<20 {
		s.parts[s.size] = bytes.Clone(p)
	}
	s.size += int64(len(p))
	return len(p), nil
}

func (s *sparse) ReadAt(p []byte, at int64) (int, error) {
	clear(p)
	for start, part := range s.parts {
		if start < at+int64(len(p)) && at < start+int64(len(part)) {
			copy(p[max(start-at, 0):], part[max(at-start, 0):])
		}
	}
	return len(p), nil
}

func TestAnArchiveCanBeLargerThan4GiB(t *testing.T) {
	size := int64(5) << 30
	file := &sparse{parts: map[int64][]byte{}}
	archive := zip.NewWriter(file)
	header := fmt.Sprintf("\x93NUMPY\x01\x00v\x00%-117s\n", fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }", size))
	w, err := archive.CreateRaw(&zip.FileHeader{Name: "large.npy", CompressedSize64: uint64(size) + 128, UncompressedSize64: uint64(size) + 128})
	require.NoError(t, err)
	_, err = w.Write([]byte(header))
	require.NoError(t, err)
	require.NoError(t, archive.Flush())
	zeros := make([]byte, 1<<20)
	for range size >> 20 {
		_, err = w.Write(zeros)
		require.NoError(t, err)
	}
	w, err = archive.Create("x.npy")
	require.NoError(t, err)
	want := tensor.FromSlice([]float32{1, 2, 3})
	require.NoError(t, npy.Write(w, want))
	require.NoError(t, archive.Close())

	z, err := npy.NewZip(file, file.size)
	require.NoError(t, err)
	assert.Equal(t, []string{"large", "x"}, z.Names())
	got, err := z.Tensor("x")
	require.NoError(t, err)
	filestest.Equal(t, want, got)
	large, err := z.Open("large")
	if strconv.IntSize == 32 {
		require.ErrorContains(t, err, "does not fit an int")
		return
	}
	require.NoError(t, err)
	end, err := large.Section(int(size-2), tensor.End)
	require.NoError(t, err)
	filestest.Equal(t, tensor.FromSlice([]uint8{0, 0}), end)
}

func TestAnArchiveCanHaveMoreMembersThan2BytesCount(t *testing.T) {
	raw, _ := members(t, 70_000, "%d.npy", nil)
	z, err := npy.NewZip(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	names := z.Names()
	require.Len(t, names, 70_000)
	assert.Equal(t, "69999", names[69_999])
}
