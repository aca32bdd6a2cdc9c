package npy_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// BenchmarkFile reads and writes 64 MiB in the page cache, beside a plain read.
func BenchmarkFile(b *testing.B) {
	const size = 64 << 20
	dir := b.TempDir()
	x := tensor.Arange[float32](0, size/4, 1)
	name, archive := filepath.Join(dir, "x.npy"), filepath.Join(dir, "x.npz")
	require.NoError(b, npy.WriteFile(name, x))
	require.NoError(b, npy.WriteZip(archive, map[string]*tensor.Tensor{"x": x}))
	b.Run("plain read", func(b *testing.B) {
		f, err := os.Open(name)
		require.NoError(b, err)
		defer f.Close()
		dst := make([]byte, size)
		b.SetBytes(size)
		for b.Loop() {
			_, err := f.ReadAt(dst, 128)
			require.NoError(b, err)
		}
	})
	b.Run("ReadFile", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			got, err := npy.ReadFile(name)
			require.NoError(b, err)
			got.Release()
		}
	})
	b.Run("ReadZip", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			got, err := npy.ReadZip(archive)
			require.NoError(b, err)
			got["x"].Release()
		}
	})
	b.Run("WriteFile", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			require.NoError(b, npy.WriteFile(filepath.Join(dir, "y.npy"), x))
		}
	})
}
