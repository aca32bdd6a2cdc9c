package npy_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// refusal reads an archive that is malformed, and counts the bytes that this takes.
func refusal(t *testing.T, raw []byte) (taken int) {
	tensor.DefaultDevice() // opening it takes memory
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	z, err := npy.NewZip(bytes.NewReader(raw), int64(len(raw)))
	if err == nil {
		_, err = z.Tensor("x")
	}
	runtime.ReadMemStats(&after)
	var format *npy.FormatError
	require.ErrorAs(t, err, &format)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func TestADirectoryTakesAtMost16TimesItsBytes(t *testing.T) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for i := range 20_000 {
		_, err := archive.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i)})
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
	raw := file.Bytes()
	raw = append([]byte("PK\x03\x04"), raw[bytes.Index(raw, []byte("PK\x01\x02")):]...) // the members are missing
	assert.LessOrEqual(t, refusal(t, raw), 16*len(raw)+1<<20)
}

func TestACompressedArrayTakesTheBytesThatItHolds(t *testing.T) {
	const promised, held = 1 << 30, 4 << 20
	header := fmt.Sprintf("\x93NUMPY\x01\x00v\x00%-117s\n", "{'descr': '|u1', 'fortran_order': False, 'shape': (1073741824,), }")
	array := append([]byte(header), make([]byte, held)...)
	var compressed bytes.Buffer
	w, err := flate.NewWriter(&compressed, flate.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(array)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	member, err := archive.CreateRaw(&zip.FileHeader{Name: "x.npy", Method: zip.Deflate,
		CompressedSize64: uint64(compressed.Len()), UncompressedSize64: uint64(len(header) + promised)})
	require.NoError(t, err)
	_, err = member.Write(compressed.Bytes())
	require.NoError(t, err)
	require.NoError(t, archive.Close())
	assert.LessOrEqual(t, refusal(t, file.Bytes()), file.Len()+held+1<<20)
}
