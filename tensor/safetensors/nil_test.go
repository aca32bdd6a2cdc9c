package safetensors_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

func TestNilAndZeroArgumentsAreErrors(t *testing.T) {
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
		{"a zero File, its tensor", func() error { _, err := new(safetensors.File).Tensor("x"); return err },
			`safetensors: tensor "x": the file has no such tensor`},
		{"a zero File, its rows", func() error { _, err := new(safetensors.File).Section("x", 0, 1); return err },
			`safetensors: tensor "x": the file has no such tensor`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.f(), c.want) })
	}
	assert.NoError(t, new(safetensors.File).Close())
}
