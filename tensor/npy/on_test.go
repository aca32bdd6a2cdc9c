package npy_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
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
	filestest.On(t, d, []filestest.Read{
		{Name: "Read", Read: func() (*tensor.Tensor, error) { return npy.Read(&stream, npy.On(d)) }},
		{Name: "ReadFile", Read: func() (*tensor.Tensor, error) { return npy.ReadFile(file, npy.On(d)) }},
		{Name: "Open", Read: func() (*tensor.Tensor, error) {
			f, err := npy.Open(file, npy.On(d))
			require.NoError(t, err)
			defer f.Close()
			return f.Tensor()
		}},
		{Name: "ReadZip", Read: func() (*tensor.Tensor, error) {
			all, err := npy.ReadZip(archive, npy.On(d))
			return all["x"], err
		}},
		{Name: "OpenZip", Read: func() (*tensor.Tensor, error) {
			z, err := npy.OpenZip(archive, npy.On(d))
			require.NoError(t, err)
			defer z.Close()
			return z.Tensor("x")
		}},
	})
}
