package safetensors_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

func TestTensorsAreReadToTheDeviceAskedFor(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.safetensors")
	saved := map[string]*tensor.Tensor{"x": tensor.Arange[float32](0, 3, 1)}
	require.NoError(t, safetensors.WriteFile(name, saved, nil))
	var stream bytes.Buffer
	require.NoError(t, safetensors.Write(&stream, saved, nil))
	d := cpu.New()
	filestest.On(t, d, []filestest.Read{
		{Name: "Read", Read: func() (*tensor.Tensor, error) {
			all, err := safetensors.Read(&stream, safetensors.On(d))
			return all["x"], err
		}},
		{Name: "ReadFile", Read: func() (*tensor.Tensor, error) {
			all, err := safetensors.ReadFile(name, safetensors.On(d))
			return all["x"], err
		}},
		{Name: "Open", Read: func() (*tensor.Tensor, error) {
			f, err := safetensors.Open(name, safetensors.On(d))
			require.NoError(t, err)
			defer f.Close()
			return f.Tensor("x")
		}},
	})
}
