package npy_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// BenchmarkFile reads and writes 64 MiB in the page cache, beside plain reads of the same bytes into
// memory that was written before. In an archive they lie at an odd place, as np.savez has them, where
// a plain read takes 1.3 times as long.
func BenchmarkFile(b *testing.B) {
	const size = 64 << 20
	dir := b.TempDir()
	x := tensor.Arange[float32](0, size/4, 1)
	name, archive := filepath.Join(dir, "x.npy"), filepath.Join(dir, "x.npz")
	require.NoError(b, npy.WriteFile(name, x))
	require.NoError(b, npy.WriteZip(archive, map[string]*tensor.Tensor{"x": x}))
	dst := make([]byte, size)
	for _, c := range []struct {
		name, file string
		at         int64 // of the elements
	}{{"plain read", name, 128}, {"plain read of the archive", archive, 163}} {
		b.Run(c.name, func(b *testing.B) {
			f, err := os.Open(c.file)
			require.NoError(b, err)
			defer f.Close()
			b.SetBytes(size)
			for b.Loop() {
				_, err := f.ReadAt(dst, c.at)
				require.NoError(b, err)
			}
		})
	}
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
