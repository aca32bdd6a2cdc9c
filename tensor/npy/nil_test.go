package npy_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

func TestNilAndZeroArgumentsAreErrors(t *testing.T) {
	x := tensor.Arange[float32](0, 3, 1)
	var file bytes.Buffer
	require.NoError(t, npy.Write(&file, x))
	raw := file.Bytes()
	for _, c := range []struct {
		name string
		f    func() error
		want string
	}{
		{"Write, a writer", func() error { return npy.Write(nil, x) }, "npy: write: nil writer"},
		{"Write, a tensor", func() error { return npy.Write(io.Discard, nil) }, "npy: tensor: eval: nil tensor"},
		{"WriteZipTo, a writer", func() error { return npy.WriteZipTo(nil, nil) }, "npy: write zip to: nil writer"},
		{"Read, a reader", func() error { _, err := npy.Read(nil); return err }, "npy: read: nil reader"},
		{"Read, an option", func() error { _, err := npy.Read(bytes.NewReader(raw), nil); return err }, "npy: read: nil option"},
		{"Read, a device", func() error { _, err := npy.Read(bytes.NewReader(raw), npy.On(nil)); return err },
			"npy: tensor: from reader: nil device; make one with cpu.New or gpu.Open"},
		{"NewFile, a reader", func() error { _, err := npy.NewFile(nil, 9); return err }, "npy: read: nil reader"},
		{"NewFile, an option", func() error { _, err := npy.NewFile(bytes.NewReader(raw), 140, nil); return err }, "npy: read: nil option"},
		{"NewZip, a reader", func() error { _, err := npy.NewZip(nil, 9); return err }, "npy: read: nil reader"},
		{"NewZip, an option", func() error { _, err := npy.NewZip(bytes.NewReader(raw), 140, nil); return err }, "npy: read: nil option"},
		{"a zero File, its tensor", func() error { _, err := new(npy.File).Tensor(); return err },
			"npy: read: a zero File holds no array; use Open or NewFile"},
		{"a zero File, its rows", func() error { _, err := new(npy.File).Section(0, 1); return err },
			"npy: a 0-d array has no sections; use Tensor"},
		{"a zero Zip, its tensor", func() error { _, err := new(npy.Zip).Tensor("x"); return err },
			`npy: array "x": the archive has no such array`},
		{"a zero Zip, its file", func() error { _, err := new(npy.Zip).Open("x"); return err },
			`npy: array "x": the archive has no such array`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.f(), c.want) })
	}
	assert.NoError(t, new(npy.File).Close())
	assert.NoError(t, new(npy.Zip).Close())
}
