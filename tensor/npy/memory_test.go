package npy_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// members returns an archive of count members, and the offset where its directory begins.
func members(t *testing.T, count int, name string, content []byte, extra ...byte) (raw []byte, directory int) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for i := range count {
		w, err := archive.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf(name, i), Extra: extra, CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))})
		require.NoError(t, err)
		_, err = w.Write(content)
		require.NoError(t, err)
	}
	require.NoError(t, archive.Flush())
	directory = file.Len()
	require.NoError(t, archive.Close())
	return file.Bytes(), directory
}

func TestADirectoryTakesAtMost1MiBMoreMemoryThanTheFileHasBytes(t *testing.T) {
	count := 20_000
	if devicetest.Thorough() {
		count = 60_000
	}
	var array bytes.Buffer
	require.NoError(t, npy.Write(&array, tensor.Scalar(true)))
	for _, c := range []struct {
		name    string
		content []byte
		extra   []byte
		change  func(raw []byte, directory int) []byte
		rule    string // a part of the error; empty where the archive is well formed
	}{
		{name: "arrays", content: array.Bytes()},
		{name: "empty members"},
		{name: "extra fields", extra: []byte("UT\x05\x00\x01\x01\x02\x03\x04")},
		{"members that are missing", nil, nil, func(raw []byte, directory int) []byte {
			return append([]byte("PK\x03\x04"), raw[directory:]...)
		}, "does not end at byte"},
		{"members that are missing, and an end that says so", nil, nil, func(raw []byte, directory int) []byte {
			raw = append([]byte("PK\x03\x04"), raw[directory:]...)
			binary.LittleEndian.PutUint32(raw[len(raw)-6:], 4)
			return raw
		}, "more than the file has"},
		{"members at one offset", nil, nil, func(raw []byte, directory int) []byte {
			for at := directory; string(raw[at:at+4]) == "PK\x01\x02"; at += 46 + int(raw[at+28]) {
				clear(raw[at+42 : at+46])
			}
			return raw
		}, "overlap"},
		{"one name", nil, nil, func(raw []byte, directory int) []byte {
			for at := directory; string(raw[at:at+4]) == "PK\x01\x02"; at += 46 + int(raw[at+28]) {
				copy(raw[at+46:], "00000")
				copy(raw[binary.LittleEndian.Uint32(raw[at+42:])+30:], "00000")
			}
			return raw
		}, "two members of this name"},
		{"a directory that is cut", nil, nil, func(raw []byte, directory int) []byte {
			clear(raw[len(raw)-1000 : len(raw)-22])
			return raw
		}, "malformed"},
		{"more members than there are", nil, nil, func(raw []byte, directory int) []byte {
			binary.LittleEndian.PutUint16(raw[len(raw)-12:], 65535)
			return raw
		}, "members, not 65535"},
		{"a directory as long as a lie", nil, nil, func(raw []byte, directory int) []byte {
			binary.LittleEndian.PutUint32(raw[len(raw)-10:], 1<<31)
			return raw
		}, "does not end at byte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, directory := members(t, count, "%05x", c.content, c.extra...)
			if c.change != nil {
				raw = c.change(raw, directory)
			}
			var err error
			taken := filestest.CountAllocated(func() { _, err = npy.NewZip(bytes.NewReader(raw), int64(len(raw))) })
			assert.LessOrEqual(t, taken, len(raw)+1<<20)
			if c.rule == "" {
				require.NoError(t, err)
				return
			}
			var format *npy.FormatError
			require.ErrorAs(t, err, &format)
			require.ErrorContains(t, err, c.rule)
		})
	}
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
	z, err := npy.NewZip(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	var format *npy.FormatError
	taken := filestest.CountAllocated(func() {
		_, err := z.Tensor("x")
		assert.ErrorAs(t, err, &format)
	})
	assert.LessOrEqual(t, taken, file.Len()+held+1<<20)
}
