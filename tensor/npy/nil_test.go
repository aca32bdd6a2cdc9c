package npy_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

func TestNilArgumentsAreErrors(t *testing.T) {
	var noFile *os.File
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
		{"NewZip, no bytes", func() error { _, err := npy.NewZip(bytes.NewReader(nil), 0); return err }, "npy: it has no bytes; an .npz file begins with \"PK\""},
		{"Read, a nil file", func() error { _, err := npy.Read(noFile); return err }, "npy: read: nil reader"},
		{"NewFile, a nil file", func() error { _, err := npy.NewFile(noFile, 9); return err }, "npy: read: nil reader"},
		{"NewZip, a nil file", func() error { _, err := npy.NewZip(noFile, 9); return err }, "npy: read: nil reader"},
		{"Write, a nil file", func() error { return npy.Write(noFile, x) }, "npy: write: nil writer"},
		{"WriteZipTo, a nil file", func() error { return npy.WriteZipTo(noFile, nil) }, "npy: write zip to: nil writer"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.f(), c.want) })
	}
}

func TestZeroAndNilFilesHoldNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		f    *npy.File
	}{{"zero", new(npy.File)}, {"nil", nil}} {
		t.Run(c.name+" File", func(t *testing.T) {
			const want = "npy: read: a zero File holds no array; use Open or NewFile"
			_, err := c.f.Tensor()
			assert.EqualError(t, err, want)
			_, err = c.f.Section(0, 1)
			assert.EqualError(t, err, want)
			assert.Empty(t, c.f.Shape())
			assert.Zero(t, c.f.DType())
			assert.NoError(t, c.f.Close())
		})
	}
	for _, c := range []struct {
		name string
		z    *npy.Zip
	}{{"zero", new(npy.Zip)}, {"nil", nil}} {
		t.Run(c.name+" Zip", func(t *testing.T) {
			const want = "npy: read: a zero Zip holds no arrays; use OpenZip or NewZip"
			_, err := c.z.Tensor("x")
			assert.EqualError(t, err, want)
			_, err = c.z.Open("x")
			assert.EqualError(t, err, want)
			assert.Empty(t, c.z.Names())
			assert.NoError(t, c.z.Close())
		})
	}
}
