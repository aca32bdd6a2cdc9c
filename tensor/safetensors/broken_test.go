package safetensors_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

func TestAStreamThatBreaksItsContractIsAnError(t *testing.T) {
	named := func(x *tensor.Tensor) map[string]*tensor.Tensor { return map[string]*tensor.Tensor{"x": x} }
	filestest.RefuseBroken(t, func(w *bytes.Buffer, x *tensor.Tensor) error { return safetensors.Write(w, named(x), nil) },
		map[string]func(*filestest.Broken, *tensor.Tensor) error{
			"Read": func(b *filestest.Broken, _ *tensor.Tensor) error {
				_, err := safetensors.Read(b)
				return err
			},
			"NewFile": func(b *filestest.Broken, _ *tensor.Tensor) error {
				f, err := safetensors.NewFile(b, b.Size)
				if err == nil {
					_, err = f.Tensor("x")
				}
				return err
			},
			"Write": func(b *filestest.Broken, x *tensor.Tensor) error { return safetensors.Write(b, named(x), nil) },
		})
}

func TestAStreamThatBreaksItsContractBehindTheTensorsIsAnError(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, safetensors.Write(&file, nil, nil))
	for _, c := range []struct {
		name string
		n    int
		want string
	}{
		{"no progress", 0, "Read calls return no data"},
		{"less than nothing", -1, "returned -1 bytes of a buffer of 1"},
		{"more than asked for", 2, "returned 2 bytes of a buffer of 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := safetensors.Read(&filestest.Broken{Good: file.Bytes(), N: c.n})
			require.ErrorContains(t, err, c.want)
		})
	}
}
