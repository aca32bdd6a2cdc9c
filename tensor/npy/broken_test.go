package npy_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

func TestAStreamThatBreaksItsContractIsAnError(t *testing.T) {
	columns := func(x *tensor.Tensor) *tensor.Tensor { return x.Reshape(2, 4).T() }
	filestest.RefuseBroken(t, func(w *bytes.Buffer, x *tensor.Tensor) error { return npy.Write(w, columns(x)) },
		map[string]func(*filestest.Broken, *tensor.Tensor) error{
			"Read": func(b *filestest.Broken, _ *tensor.Tensor) error {
				_, err := npy.Read(b)
				return err
			},
			"NewFile": func(b *filestest.Broken, _ *tensor.Tensor) error {
				f, err := npy.NewFile(b, b.Size)
				if err == nil {
					_, err = f.Section(1, 4)
				}
				return err
			},
			"NewZip": func(b *filestest.Broken, x *tensor.Tensor) error {
				var archive bytes.Buffer
				require.NoError(t, npy.WriteZipTo(&archive, map[string]*tensor.Tensor{"x": x}))
				end := int64(len(b.Good))
				b.Good = archive.Bytes()
				z, err := npy.NewZip(b, int64(archive.Len()))
				require.NoError(t, err)
				b.Good = b.Good[:end]
				_, err = z.Tensor("x")
				return err
			},
			"Write": func(b *filestest.Broken, x *tensor.Tensor) error { return npy.Write(b, columns(x)) },
			"WriteZipTo": func(b *filestest.Broken, x *tensor.Tensor) error {
				return npy.WriteZipTo(b, map[string]*tensor.Tensor{"x": x})
			},
		})
}
