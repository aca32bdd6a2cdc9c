package npy_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

func TestArraysAreReadToTheDeviceAskedFor(t *testing.T) {
	dir := t.TempDir()
	file, archive := filepath.Join(dir, "x.npy"), filepath.Join(dir, "x.npz")
	x := tensor.Arange[float32](0, 3, 1)
	require.NoError(t, npy.WriteFile(file, x))
	require.NoError(t, npy.WriteZip(archive, map[string]*tensor.Tensor{"x": x}))
	var stream bytes.Buffer
	require.NoError(t, npy.Write(&stream, x))
	d := cpu.New()
	for _, c := range []struct {
		name string
		read func() (*tensor.Tensor, error)
	}{
		{"Read", func() (*tensor.Tensor, error) { return npy.Read(&stream, npy.On(d)) }},
		{"ReadFile", func() (*tensor.Tensor, error) { return npy.ReadFile(file, npy.On(d)) }},
		{"Open", func() (*tensor.Tensor, error) {
			f, err := npy.Open(file, npy.On(d))
			require.NoError(t, err)
			defer f.Close()
			return f.Tensor()
		}},
		{"ReadZip", func() (*tensor.Tensor, error) {
			all, err := npy.ReadZip(archive, npy.On(d))
			return all["x"], err
		}},
		{"OpenZip", func() (*tensor.Tensor, error) {
			z, err := npy.OpenZip(archive, npy.On(d))
			require.NoError(t, err)
			defer z.Close()
			return z.Tensor("x")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.read()
			require.NoError(t, err)
			assert.Same(t, d, got.Device())
			values, err := tensor.Data[float32](got)
			require.NoError(t, err)
			assert.Equal(t, []float32{0, 1, 2}, values)
		})
	}
}
