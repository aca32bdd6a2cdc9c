package safetensors_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

func TestNilArgumentsAreErrors(t *testing.T) {
	var noFile *os.File
	var file bytes.Buffer
	require.NoError(t, safetensors.Write(&file, map[string]*tensor.Tensor{"x": tensor.Arange[float32](0, 3, 1)}, nil))
	size := int64(file.Len())
	raw := func() *bytes.Reader { return bytes.NewReader(file.Bytes()) }
	for _, c := range []struct {
		name string
		f    func() error
		want string
	}{
		{"Write, a writer", func() error { return safetensors.Write(nil, nil, nil) }, "safetensors: write: nil writer"},
		{"Write, a tensor", func() error { return safetensors.Write(io.Discard, map[string]*tensor.Tensor{"x": nil}, nil) },
			`safetensors: tensor "x": tensor: eval: nil tensor`},
		{"Read, a reader", func() error { _, err := safetensors.Read(nil); return err }, "safetensors: read: nil reader"},
		{"Read, an option", func() error { _, err := safetensors.Read(raw(), nil); return err }, "safetensors: read: nil option"},
		{"Read, a device", func() error { _, err := safetensors.Read(raw(), safetensors.On(nil)); return err },
			`safetensors: tensor "x": tensor: from reader: nil device; make one with cpu.New or gpu.Open`},
		{"NewFile, a reader", func() error { _, err := safetensors.NewFile(nil, 9); return err }, "safetensors: read: nil reader"},
		{"NewFile, an option", func() error { _, err := safetensors.NewFile(raw(), size, nil); return err }, "safetensors: read: nil option"},
		{"Read, a nil file", func() error { _, err := safetensors.Read(noFile); return err }, "safetensors: read: nil reader"},
		{"NewFile, a nil file", func() error { _, err := safetensors.NewFile(noFile, 9); return err }, "safetensors: read: nil reader"},
		{"Write, a nil file", func() error { return safetensors.Write(noFile, nil, nil) }, "safetensors: write: nil writer"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.f(), c.want) })
	}
}

func TestAZeroOrNilFileHoldsNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		f    *safetensors.File
	}{{"zero", new(safetensors.File)}, {"nil", nil}} {
		t.Run(c.name, func(t *testing.T) {
			const want = "safetensors: read: a zero File holds no tensors; use Open or NewFile"
			_, err := c.f.Tensor("x")
			assert.EqualError(t, err, want)
			_, err = c.f.Section("x", 0, 1)
			assert.EqualError(t, err, want)
			_, ok := c.f.Info("x")
			assert.False(t, ok)
			assert.Empty(t, c.f.Names())
			assert.Nil(t, c.f.Metadata())
			assert.NoError(t, c.f.Close())
		})
	}
}
